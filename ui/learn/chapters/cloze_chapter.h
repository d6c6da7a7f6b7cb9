// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <memory>
#include <vector>

#include "ui/jobs/async_query.h"
#include "ui/learn/chapter_widget.h"
#include "ui/learn/learn_query.h"

class QLabel;
class QPushButton;
class QSlider;
class QStackedWidget;

namespace recscope::ui {

class CellTable;
class ExerciseView;
class GuessTable;
class HistoryCards;
class LiveCurves;
class MaskGrid;
struct GuessModel;

/// The Cloze task by hand: the user of the program covers items, sees both models' guesses and losses, trains a model
/// on the exercise, and chooses which share of items to hide.
class ClozeChapter : public ChapterWidget {
    Q_OBJECT
public:
    explicit ClozeChapter(Course& course);
    ~ClozeChapter() override;

    void showStep(int step) override;
    void restart() override;
    QString finding() const override;
    bool isWaiting() const override { return m_guessing.isOpen(); }
    void leave() override;

    /// The latest guesses, for the positions that were covered when they were requested. Empty lists if nothing was
    /// covered, and before the first guesses for a history.
    const LearnGuesses& guesses() const { return m_guesses; }

signals:
    void guessesShown();

protected:
    void fitLayout() override;

private:
    struct GuessesRequest {
        LearnRuns runs;
        std::shared_ptr<const LearnHistory> history;
        std::vector<std::int32_t> positions;  ///< the covered positions
        bool operator==(const GuessesRequest&) const = default;
    };
    QWidget* makeRhoControls();
    QWidget* makeGrids();
    void showHistory();
    void showCovered();
    void coverOne();
    void requestGuesses();
    void showGuesses();
    void showLosses();
    void fitNoteLine();
    void showRho();
    void drawMask();
    void setHighlighted(int position);
    GuessModel describeModel(const std::string& model, const std::optional<LoadedRun>& run,
                             const std::vector<MaskedPrediction>& guesses, const QString& attentionMask) const;

    AsyncQuery<GuessesRequest, LearnGuesses> m_guessing;
    LearnGuesses m_guesses;
    std::uint64_t m_draws = 0;  ///< number of masks drawn so far
    int m_step = 0;
    bool m_isCoveredByChapter = false;  ///< true if the chapter, not the user of the program, covered the card

    HistoryCards* m_cards;
    QPushButton* m_uncover;
    QLabel* m_note;
    QWidget* m_rhoControls;
    QSlider* m_rho;
    QLabel *m_rhoValue, *m_rhoFacts;
    QStackedWidget* m_views;
    GuessTable* m_table;
    CellTable* m_losses;
    ExerciseView* m_exercise;
    QWidget* m_grids;
    MaskGrid *m_bidirectional, *m_causal;
    LiveCurves* m_curves;
};

}  // namespace recscope::ui
