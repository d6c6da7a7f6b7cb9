// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/learn/chapters/chapters.h"

#include <functional>
#include <utility>
#include <vector>

#include "core/util/error.h"
#include "ui/learn/chapters/attention_mask_chapter.h"
#include "ui/learn/chapters/cloze_chapter.h"
#include "ui/learn/chapters/end_chapter.h"
#include "ui/learn/chapters/guess_chapter.h"
#include "ui/learn/chapters/head_chapter.h"
#include "ui/learn/chapters/heads_chapter.h"
#include "ui/learn/chapters/parts_chapter.h"
#include "ui/learn/chapters/vector_chapter.h"
#include "ui/learn/chapters/verdict_chapter.h"
#include "ui/learn/chapters/why_chapter.h"

namespace recscope::ui {

namespace {

using Maker = std::function<ChapterWidget*(Course&)>;

template <class Widget>
Maker maker() {
    return [](Course& course) { return new Widget(course); };
}

const std::vector<std::pair<QString, Maker>>& makers() {
    static const std::vector<std::pair<QString, Maker>> all{
        {QStringLiteral("guess"), maker<GuessChapter>()}, {QStringLiteral("vector"), maker<VectorChapter>()},
        {QStringLiteral("head"), maker<HeadChapter>()},   {QStringLiteral("sight"), maker<AttentionMaskChapter>()},
        {QStringLiteral("cloze"), maker<ClozeChapter>()}, {QStringLiteral("end"), maker<EndChapter>()},
        {QStringLiteral("parts"), maker<PartsChapter>()}, {QStringLiteral("heads"), maker<HeadsChapter>()},
        {QStringLiteral("why"), maker<WhyChapter>()},     {QStringLiteral("verdict"), maker<VerdictChapter>()},
    };
    return all;
}

}  // namespace

QStringList chapterKeys() {
    QStringList keys;
    for (const auto& [key, maker] : makers()) keys << key;
    return keys;
}

ChapterWidget* makeChapterWidget(const QString& key, Course& course) {
    for (const auto& [known, maker] : makers())
        if (known == key) return maker(course);
    throw Error(ErrorKind::Usage, "There is no chapter \"" + key.toStdString() + "\".",
                "There are: " + chapterKeys().join(QStringLiteral(", ")).toStdString() + ".");
}

}  // namespace recscope::ui
