// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/learn/chapter_list.h"

#include "ui/theme/theme.h"

namespace recscope::ui {

namespace {
constexpr int kWidth = 216;  ///< design pixels
}  // namespace

ChapterList::ChapterList(const std::vector<Chapter>& chapters, QWidget* parent) : QListWidget(parent) {
    setObjectName(QStringLiteral("chapterList"));
    setAccessibleName(tr("Chapters"));
    setWordWrap(true);
    setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
    m_progress.resize(chapters.size());
    for (const Chapter& chapter : chapters) {
        m_keys << chapter.key;
        m_titles << chapter.title;
        addItem(QString());
        setProgress(count() - 1, {});
    }
    connect(this, &QListWidget::currentRowChanged, this, [this](int shown) {
        for (int chapter = 0; chapter < count(); ++chapter) {
            QFont font = item(chapter)->font();
            font.setBold(chapter == shown);
            item(chapter)->setFont(font);
        }
    });
    connect(&Theme::instance(), &Theme::changed, this, &ChapterList::applyTheme);
    applyTheme();
}

void ChapterList::setProgress(int chapter, const ChapterProgress& progress) {
    m_progress[std::size_t(chapter)] = progress;
    const bool isBegun = progress.chosen || progress.taskDone;
    const QString mark = progress.isDone() ? QStringLiteral("  ✓") : isBegun ? QStringLiteral("  ·") : QString();
    item(chapter)->setText(QStringLiteral("%1  ").arg(chapter + 1) + m_titles[chapter] + mark);
    item(chapter)->setToolTip(progress.isDone() ? tr("Question answered, task done")
                              : progress.chosen ? tr("Question answered; the task is open")
                              : isBegun         ? tr("Task done; the question is open")
                                                : tr("Not begun"));
}

QVariant ChapterList::rememberedState() const {
    QVariantMap done;
    for (int chapter = 0; chapter < count(); ++chapter) {
        const ChapterProgress& of = progress(chapter);
        if (of.chosen || of.taskDone) done.insert(m_keys[chapter], QVariantList{of.chosen.value_or(-1), of.taskDone});
    }
    return QVariantMap{{QStringLiteral("chapter"), m_keys.value(currentRow())}, {QStringLiteral("done"), done}};
}

void ChapterList::restoreState(const QVariant& state) {
    const QVariantMap kept = state.toMap(), done = kept.value(QStringLiteral("done")).toMap();
    for (int chapter = 0; chapter < count(); ++chapter) {
        const QVariantList of = done.value(m_keys[chapter]).toList();
        if (of.size() != 2) continue;
        const int chosen = of[0].toInt();
        setProgress(chapter, {chosen < 0 ? std::nullopt : std::optional(chosen), of[1].toBool()});
    }
    if (const auto shown = m_keys.indexOf(kept.value(QStringLiteral("chapter")).toString()); shown >= 0)
        setCurrentRow(int(shown));
    emit restored();
}

void ChapterList::applyTheme() {
    const Theme& theme = Theme::instance();
    setFixedWidth(theme.px(kWidth));
    setSpacing(theme.px(2));
}

}  // namespace recscope::ui
