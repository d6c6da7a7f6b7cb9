// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QWidget>
#include <memory>
#include <optional>
#include <set>

#include "ui/jobs/question.h"
#include "ui/learn/learn_query.h"
#include "ui/widgets/rememberable.h"

class QLabel;
class QLineEdit;
class QPushButton;
class QSlider;

namespace recscope::ui {

class GuessTable;
class HistoryCards;
class LessonPanel;
class MaskGrid;
class ModelOffer;
class Session;
struct GuessModel;

/// The Cloze task by hand: turn cards of one history over, see what the model that reads both sides and the one that
/// reads from the left put there; lessons drive the same widgets.
class LearnPage : public QWidget, public Rememberable {
    Q_OBJECT
public:
    explicit LearnPage(Session& session, QWidget* parent = nullptr);
    ~LearnPage() override;

    std::shared_ptr<const LearnHistory> history() const { return m_history; }
    /// For the covered places; empty lists while nothing is covered or no answer came yet.
    const LearnGuesses& guesses() const { return m_guesses; }
    /// The user.
    QVariant rememberedState() const override;
    void restoreState(const QVariant& state) override;

signals:
    void historyShown();
    void guessesShown();

protected:
    void showEvent(QShowEvent* event) override;

private:
    struct GuessesOf {
        LearnRuns runs;
        std::shared_ptr<const LearnHistory> history;
        std::vector<std::int32_t> places;  ///< that are covered
        bool operator==(const GuessesOf&) const = default;
    };

    QWidget* makeContent();
    void takeDataset();
    void takeRuns();
    /// With an empty id another one than `notId`.
    void askHistory(const QString& userId, const QString& notId = {});
    void coverAnother();
    QString missingText(const std::string& model) const;
    void showHistory(std::shared_ptr<const LearnHistory> history);
    void askGuesses();
    void showGuesses();
    void showCovered();
    GuessModel describeModel(const std::string& model, const std::optional<LoadedRun>& run,
                             const std::vector<Guess>& guesses, const QString& sight) const;
    std::optional<LoadedRun> runOf(const std::string& model) const;
    void drawMask();
    void setRho(double rho);
    void setLit(int place);
    void doAction(const QString& action);
    void showObstacle();

    Session& m_session;
    Question<LearnChoice, LearnHistory> m_reading;
    Question<GuessesOf, LearnGuesses> m_guessing;
    std::shared_ptr<const LearnHistory> m_history;
    LearnRuns m_runs;
    LearnGuesses m_guesses;
    QString m_keptUser;          ///< id of the user the page begins with; empty = it looks for one
    QString m_nextAction;        ///< to do once another history is there
    std::uint64_t m_others = 0;  ///< how often "another user" was asked for
    int m_ones = 0;              ///< how often one item of this history was covered
    std::uint64_t m_draws = 0;
    bool m_stale = true;  ///< the dataset changed while the page was hidden

    QLabel* m_subtitle;
    QLineEdit* m_user;
    HistoryCards* m_cards;
    QSlider* m_rho;
    QLabel* m_rhoValue;
    QPushButton* m_uncover;
    QLabel* m_note;
    GuessTable* m_table;
    ModelOffer* m_offer;
    LessonPanel* m_lessons;
    MaskGrid* m_bothSides;
    MaskGrid* m_leftOnly;
};

}  // namespace recscope::ui
