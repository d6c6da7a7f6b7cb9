// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <memory>
#include <vector>

#include "ui/jobs/async_query.h"
#include "ui/learn/chapter_widget.h"
#include "ui/learn/guess_rounds.h"

class QLabel;
class QPushButton;

namespace recscope::ui {

class BarRows;
class CellTable;

/// A game of ten rounds, in which the user of the program competes with four models: which of five items came next?
class GuessChapter : public ChapterWidget {
    Q_OBJECT
public:
    explicit GuessChapter(Course& course);

    void showStep(int) override {}
    void restart() override;
    void reveal() override;
    std::vector<int> rightOptions() const override;
    QString finding() const override;
    bool readsHistory() const override { return false; }
    QStringList printedChoices() const override;
    bool isWaiting() const override { return m_drawing.isOpen(); }

    /// The ten rounds of the game, then the rounds that only the models play; null while they are being drawn.
    std::shared_ptr<const std::vector<GuessRound>> rounds() const { return m_rounds; }
    int round() const { return m_round; }
    bool isPlayed() const { return m_played == kGuessRounds; }

protected:
    void fitLayout() override;
    void resizeEvent(QResizeEvent* event) override;

private:
    struct GameRequest {
        DatasetId dataset = 0;
        LearnRuns runs;
        std::uint64_t seed = 0;
        bool operator==(const GameRequest&) const = default;
    };
    void begin();
    void requestRounds();
    void choose(int option);
    void next();
    void showRound();
    void showBoard();
    std::vector<Player> playing() const;  ///< the players whose model is trained
    int hitsOf(Player player) const;      ///< number of right choices in the rounds played so far

    AsyncQuery<GameRequest, std::vector<GuessRound>> m_drawing;
    std::shared_ptr<const std::vector<GuessRound>> m_rounds;
    std::uint64_t m_seed;
    /// Index of the shown round, number of rounds played, and right answers of the user of the program in them.
    int m_round = 0, m_played = 0, m_hits = 0;
    std::optional<int> m_chosen;  ///< the option chosen in the shown round
    bool m_revealed = false;      ///< true once the question is answered: the models' results may be shown

    QLabel *m_title, *m_roundResult;
    CellTable* m_history;
    std::vector<QPushButton*> m_options;
    QPushButton* m_next;
    BarRows* m_board;
};

}  // namespace recscope::ui
