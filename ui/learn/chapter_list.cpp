// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/learn/chapter_list.h"

#include <algorithm>
#include <utility>

#include "ui/theme/theme.h"

namespace recscope::ui {

namespace {
/// Smallest and largest width of the list, and space beside a title, in design pixels.
constexpr int kMinWidth = 216, kMaxWidth = 272, kTitlePadding = 34;
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
    // The mark for the progress comes before the title, so that a long title cannot hide it.
    const QString mark = progress.isDone() ? QStringLiteral("✓") : isBegun ? QStringLiteral("·") : QString();
    item(chapter)->setText(QStringLiteral("%1 %2  %3").arg(chapter + 1).arg(mark, m_titles[chapter]));
    item(chapter)->setToolTip(progress.isDone() ? tr("Question answered, task done")
                              : progress.chosen ? tr("Question answered; task not done yet")
                              : isBegun         ? tr("Task done; question not answered yet")
                                                : tr("Not begun"));
}

QVariantMap ChapterList::marks() const {
    QVariantMap done;
    for (int chapter = 0; chapter < count(); ++chapter) {
        const ChapterProgress& entry = progress(chapter);
        if (entry.chosen || entry.taskDone)
            done.insert(m_keys[chapter], QVariantList{entry.chosen.value_or(-1), entry.taskDone});
    }
    return done;
}

void ChapterList::setMarks(const QVariantMap& marks) {
    for (int chapter = 0; chapter < count(); ++chapter) {
        const QVariantList entries = marks.value(m_keys[chapter]).toList();
        const int chosen = entries.size() == 2 ? entries[0].toInt() : -1;
        setProgress(chapter,
                    {chosen < 0 ? std::nullopt : std::optional(chosen), entries.size() == 2 && entries[1].toBool()});
    }
    emit restored();
}

void ChapterList::beginDataset() {
    m_hasDataset = true;
    setMarks(std::exchange(m_marksWithoutDataset, {}));
}

QVariant ChapterList::uiState() const {
    QVariantMap kept{{QStringLiteral("chapter"), m_keys.value(currentRow())}};
    if (!m_marksWithoutDataset.isEmpty()) kept.insert(QStringLiteral("done"), m_marksWithoutDataset);
    return kept;
}

void ChapterList::restoreState(const QVariant& state) {
    const QVariantMap kept = state.toMap();
    m_marksWithoutDataset = kept.value(QStringLiteral("done")).toMap();
    if (const auto shown = m_keys.indexOf(kept.value(QStringLiteral("chapter")).toString()); shown >= 0)
        setCurrentRow(int(shown));
    if (m_hasDataset && !m_marksWithoutDataset.isEmpty()) return beginDataset();
    emit restored();
}

ChapterMarks::ChapterMarks(ChapterList& list, QObject* parent) : QObject(parent), m_list(list) {
    setObjectName(QStringLiteral("chapterMarks"));
}

QVariant ChapterMarks::uiState() const {
    return m_list.marks();
}

void ChapterMarks::restoreState(const QVariant& state) {
    m_list.setMarks(state.toMap());
}

void ChapterList::applyTheme() {
    const Theme& theme = Theme::instance();
    setSpacing(theme.px(2));
    // The list is as wide as its longest title in the current language, measured in bold because the chosen title is
    // bold. Titles beyond the maximum width take two lines.
    QFont chosen = theme.body();
    chosen.setBold(true);
    int widest = 0;
    for (int chapter = 0; chapter < count(); ++chapter)
        widest = std::max(widest, QFontMetrics(chosen).horizontalAdvance(
                                      QStringLiteral("%1 ✓  %2").arg(chapter + 1).arg(m_titles[chapter])));
    setFixedWidth(std::clamp(widest + theme.px(kTitlePadding), theme.px(kMinWidth), theme.px(kMaxWidth)));
}

}  // namespace recscope::ui
