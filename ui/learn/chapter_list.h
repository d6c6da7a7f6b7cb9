// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QListWidget>
#include <vector>

#include "ui/widgets/chapter.h"
#include "ui/widgets/stateful_widget.h"

namespace recscope::ui {

/// The progress in one chapter.
struct ChapterProgress {
    std::optional<int> chosen;  ///< the option chosen as the answer
    bool taskDone = false;
    bool isDone() const { return chosen && taskDone; }
};

/// The list of chapters with the progress on the chosen dataset. The UI state of this list is the shown chapter, stored
/// for the whole workspace; `ChapterMarks` stores the progress for each dataset.
class ChapterList : public QListWidget, public StatefulWidget {
    Q_OBJECT
public:
    explicit ChapterList(const std::vector<Chapter>& chapters, QWidget* parent = nullptr);

    const ChapterProgress& progress(int chapter) const { return m_progress[std::size_t(chapter)]; }
    void setProgress(int chapter, const ChapterProgress& progress);
    /// The progress of the begun chapters by key, each as a list: index of the chosen option (-1 = none), whether the
    /// task is done.
    QVariantMap marks() const;
    void setMarks(const QVariantMap& marks);
    /// Clears the progress because another dataset is shown. The first dataset that is shown gets the progress that
    /// earlier versions of the program stored without a dataset.
    void beginDataset();

    /// The shown chapter's key.
    QVariant uiState() const override;
    void restoreState(const QVariant& state) override;
    StateScope stateScope() const override { return StateScope::Workspace; }

signals:
    void restored();  ///< the progress of all chapters or the shown chapter was set from stored values, or cleared

private:
    void applyTheme();

    QStringList m_keys, m_titles;
    std::vector<ChapterProgress> m_progress;
    bool m_hasDataset = false;
    /// Progress that earlier versions of the program stored for all datasets together.
    QVariantMap m_marksWithoutDataset;
};

/// Stores the progress in the chapters separately for each dataset.
class ChapterMarks : public QObject, public StatefulWidget {
    Q_OBJECT
public:
    ChapterMarks(ChapterList& list, QObject* parent);
    QVariant uiState() const override;
    void restoreState(const QVariant& state) override;

private:
    ChapterList& m_list;
};

}  // namespace recscope::ui
