// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QListWidget>
#include <vector>

#include "ui/widgets/chapter.h"
#include "ui/widgets/stateful_widget.h"

namespace recscope::ui {

/// How far somebody has come with a chapter.
struct ChapterProgress {
    std::optional<int> chosen;  ///< the option answered with
    bool taskDone = false;
    bool isDone() const { return chosen && taskDone; }
};

/// The chapters in order, with what is done on the chosen dataset. Which one is shown is kept per workspace, what is
/// done by `ChapterMarks`, per dataset.
class ChapterList : public QListWidget, public StatefulWidget {
    Q_OBJECT
public:
    explicit ChapterList(const std::vector<Chapter>& chapters, QWidget* parent = nullptr);

    const ChapterProgress& progress(int chapter) const { return m_progress[std::size_t(chapter)]; }
    void setProgress(int chapter, const ChapterProgress& progress);
    /// What is done of each, by key.
    QVariantMap marks() const;
    void setMarks(const QVariantMap& marks);
    /// Another dataset begins without marks. What earlier versions kept without a dataset goes to the first one.
    void beginDataset();

    /// The shown chapter.
    QVariant uiState() const override;
    void restoreState(const QVariant& state) override;
    bool isOfDataset() const override { return false; }

signals:
    void restored();  ///< progress or the shown chapter came from the last session

private:
    void applyTheme();

    QStringList m_keys, m_titles;
    std::vector<ChapterProgress> m_progress;
    bool m_hasDataset = false;
    QVariantMap m_ofNoDataset;  ///< marks that earlier versions kept for all datasets together
};

/// What is done of the chapters on the chosen dataset, kept with it.
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
