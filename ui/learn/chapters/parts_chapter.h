// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <memory>
#include <optional>
#include <vector>

#include "core/explain/scores/habit_board.h"
#include "ui/jobs/question.h"
#include "ui/learn/chapter_widget.h"
#include "ui/learn/learn_query.h"

class QButtonGroup;
class QLabel;
class QStackedWidget;

namespace recscope::ui {

class BarRows;
class LiveCurves;
struct RemovablePart;

/// One part of the model is taken away and the rest trained beside the whole: which of the sample's planted habits can
/// no longer be served?
class PartsChapter : public ChapterWidget {
    Q_OBJECT
public:
    explicit PartsChapter(Course& course);

    void showStep(int step) override;
    void restart() override;
    std::vector<int> rightOptions() const override;
    QString finding() const override;
    bool readsHistory() const override { return false; }
    void leave() override;

private:
    struct BoardOf {
        LearnRuns runs;
        bool operator==(const BoardOf&) const = default;
    };
    void makeModels();
    void showBoards();
    /// Of the whole model and without the part, once both are trained.
    std::optional<std::pair<HabitBoard, HabitBoard>> boards() const;
    const RemovablePart& part() const;

    Question<BoardOf, HabitBoard> m_reading;
    int m_step = 0;

    QButtonGroup* m_parts;
    QStackedWidget* m_views;
    BarRows *m_reference, *m_whole, *m_without;
    QLabel* m_boardNote;
    LiveCurves* m_curves;
};

}  // namespace recscope::ui
