// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QWidget>
#include <memory>

#include "ui/runs/explore_query.h"
#include "ui/session/session.h"

class QLabel;
class QPushButton;
class QToolButton;

namespace recscope::ui {

class RecommendationList;

/// The recommendations of the Explore page. The row above them names the weights that made them, and has the buttons
/// "What decides?" (about the chosen recommendation) and "Lists for many users".
class RecommendationPanel : public QWidget {
    Q_OBJECT
public:
    explicit RecommendationPanel(Session& session, QWidget* parent = nullptr);

    RecommendationList& list() { return *m_list; }
    /// Shows the recommendations of `answer`; without an explanation in it, the list is empty.
    void showAnswer(const std::shared_ptr<const ExploreAnswer>& answer);
    /// Sets the part of each history from which the lists for many users are made.
    void setInput(HistoryInput input) { m_input = input; }
    void setDecisionTip(const QString& tip);  ///< tooltip of "What decides?"
    int headerHeight() const;                 ///< height of the row above the list, pixels

signals:
    void selected(recscope::Token token);  ///< see `RecommendationList::selected`
    void decisionRequested();              ///< "What decides?" was clicked

private:
    QToolButton* makeListsButton();

    Session& m_session;
    HistoryInput m_input = historyInputOf(Predicted::Test);
    RecommendationList* m_list;
    QLabel* m_weights;       ///< says which epoch's weights made the list, and what the model read
    QPushButton* m_decides;  ///< "What decides?"
};

}  // namespace recscope::ui
