// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QListWidget>
#include <vector>

#include "ui/widgets/chapter.h"
#include "ui/widgets/rememberable.h"

namespace recscope::ui {

/// How far somebody has come with a chapter.
struct ChapterProgress {
    std::optional<int> chosen;  ///< the option answered with
    bool taskDone = false;
    bool isDone() const { return chosen && taskDone; }
};

/// The chapters in order, with what is done; kept per workspace.
class ChapterList : public QListWidget, public Rememberable {
    Q_OBJECT
public:
    explicit ChapterList(const std::vector<Chapter>& chapters, QWidget* parent = nullptr);

    const ChapterProgress& progress(int chapter) const { return m_progress[std::size_t(chapter)]; }
    void setProgress(int chapter, const ChapterProgress& progress);

    /// The shown chapter, and what is done of each.
    QVariant rememberedState() const override;
    void restoreState(const QVariant& state) override;
    bool isOfDataset() const override { return false; }

signals:
    void restored();  ///< progress and the shown chapter came from the last session

private:
    void applyTheme();

    QStringList m_keys, m_titles;
    std::vector<ChapterProgress> m_progress;
};

}  // namespace recscope::ui
