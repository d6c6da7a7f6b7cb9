// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/explore/explore_lists.h"

#include <QLabel>
#include <QStackedWidget>
#include <QVBoxLayout>
#include <algorithm>

#include "core/explain/scores/answer_sentences.h"
#include "ui/explore/answer_note.h"
#include "ui/explore/recommendation_panel.h"
#include "ui/lists/history_list.h"
#include "ui/lists/list_choices.h"
#include "ui/lists/recommendation_list.h"
#include "ui/session/session.h"
#include "ui/theme/theme.h"
#include "ui/widgets/arrange.h"
#include "ui/widgets/empty_state.h"
#include "ui/widgets/stateful_splitter.h"
#include "ui/widgets/table_view.h"

namespace recscope::ui {

namespace {
constexpr int kMinRows = 5;  ///< rows of the history that stay visible in a low page
}  // namespace

ExploreLists::ExploreLists(Session& session, QWidget* parent) : QWidget(parent), m_session(session) {
    m_history = new HistoryList;
    m_history->setObjectName(QStringLiteral("historyList"));

    auto* lists = new StatefulSplitter(Qt::Horizontal, QStringLiteral("explore/lists"));
    lists->addWidget(m_history);
    lists->addWidget(makeRight());
    lists->setStretchFactor(0, 1);
    lists->setStretchFactor(1, 1);
    lists->restore({1000, 1000});

    m_finding = new AnswerNote;
    m_finding->setObjectName(QStringLiteral("answerNote"));
    connect(m_finding, &AnswerNote::closed, this, [this] {
        m_history->setDecisiveItems({});
        emit findingClosed();
        showNotes();
    });
    m_removalNote = captionLabel(QStringLiteral("removalNote"));
    // The notes are below the lists because they are about both. Above them, a note that appears would move the
    // described rows.
    arrange(this, column({grow(lists), m_finding, m_removalNote}));
}

QWidget* ExploreLists::makeRight() {
    m_recommendations = new RecommendationPanel(m_session);
    // Gives the header of the history the height of the header of the recommendations, so that both lists begin at the
    // same height.
    const auto align = [this] { m_history->setHeaderHeight(m_recommendations->headerHeight()); };
    connect(&Theme::instance(), &Theme::changed, this, align);
    align();
    m_noAnswer = new EmptyState;
    m_noAnswer->setObjectName(QStringLiteral("noAnswer"));
    connect(m_noAnswer, &EmptyState::actionRequested, this, [this] { emit m_session.pageRequested(PageId::Train); });
    m_right = new QStackedWidget;
    m_right->addWidget(m_recommendations);
    m_right->addWidget(m_noAnswer);
    return m_right;
}

void ExploreLists::showHistory(const std::shared_ptr<const ExploreAnswer>& answer) {
    m_history->setAnswer(answer, m_session.catalogue());
    const QString input = historyInputText(historyInputOf(answer->request.predicted));
    const TableFacts facts = {{tr("User"), QString::fromStdString(answer->user.id)}, {tr("Input"), input}};
    m_history->view()->setFacts(facts);
    m_recommendations->list().view()->setFacts(facts);
}

void ExploreLists::clear() {
    m_history->setAnswer({}, {});
    m_recommendations->list().clear();
}

void ExploreLists::showRun(bool hasWeights) {
    const auto run = m_session.run();
    m_right->setCurrentIndex(hasWeights ? 0 : 1);
    showNotes();
    if (hasWeights) return;
    if (!run) {
        const auto dataset = m_session.dataset();
        const bool hasEarlier = dataset && dataset->previous != 0;
        m_noAnswer->setTexts(
            tr("No model yet"),
            hasEarlier
                ? tr("Train a model on this dataset: then its recommendations and its attention appear here. Runs of "
                     "the earlier version can read these histories, too: choose that version above, then the "
                     "histories of “%1” on this page.")
                      .arg(QString::fromStdString(dataset->name))
                : tr("Train a model on this dataset: then its recommendations and its attention appear here."),
            tr("Train a model"));
    } else if (run->state == RunState::Running) {
        m_noAnswer->setTexts(
            tr("“%1” has no weights yet").arg(QString::fromStdString(run->name)),
            tr("Its first epoch is still running. This page fills automatically as soon as that epoch is finished."));
    } else {
        m_noAnswer->setTexts(
            tr("“%1” has no weights").arg(QString::fromStdString(run->name)),
            tr("It ended before its first epoch was finished. Choose another run above, or train one."),
            tr("Train a model"));
    }
}

void ExploreLists::showFailure(const QString& message, const QString& hint) {
    m_right->setCurrentIndex(1);
    showNotes();
    m_noAnswer->setTexts(message, hint);
}

void ExploreLists::showRemoval(const ExploreAnswer& answer, Token target, const RemovalTest* test) {
    const QString title = m_session.titleOf(target);
    if (answer.hasItemParts()) m_history->setItemParts(answer.explanation->parts->of(target), title);
    if (!answer.unreadHistory.empty()) {
        m_removalNote->setText(QString::fromStdString(answer.unreadHistory));
        m_recommendations->setDecisionTip(m_removalNote->text());
        return;
    }
    m_recommendations->setDecisionTip(
        tr("Looks for the fewest items without which %1 falls out of the first ranks").arg(title));
    if (!test) {
        m_removalNote->setText(tr("Testing which items %1 depends on…").arg(title));
        m_history->setRemoval({}, {});
        return;
    }
    m_removalNote->setText(QString::fromStdString(removalSentence(
        *test, answer.explanation->history, [this](Token token) { return m_session.titleOf(token).toStdString(); })));
    m_history->setRemoval(test->effects, title);
}

void ExploreLists::showRemovalFailure(const QString& failure) {
    m_removalNote->setText(tr("No removal test: %1").arg(failure));
}

void ExploreLists::showFinding(const QString& sentence, const std::vector<std::int32_t>& deciding) {
    m_finding->showMessage(sentence);
    showNotes();
    m_history->setDecisiveItems({deciding.begin(), deciding.end()});
}

void ExploreLists::setWrapped(bool isWrapped) {
    m_history->setWrapped(isWrapped);
    m_recommendations->list().setWrapped(isWrapped);
}

void ExploreLists::setCompact(bool isCompact) {
    m_isCompact = isCompact;
    showNotes();
}

// In a compact page, a requested finding replaces the note about the removal test.
void ExploreLists::showNotes() {
    const bool listed = m_right->currentIndex() == 0;
    m_removalNote->setVisible(listed && !(m_isCompact && !m_finding->text().isEmpty()));
}

void ExploreLists::fitHeight(int available) {
    const Theme& theme = Theme::instance();
    const int notes = theme.px(space::kPadding) + 2 * QFontMetrics(theme.caption()).lineSpacing();
    setMinimumHeight(std::clamp(m_history->heightForRows(kMinRows) + notes, 0, std::max(0, available)));
}

}  // namespace recscope::ui
