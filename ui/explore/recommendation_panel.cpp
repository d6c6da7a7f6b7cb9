// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/explore/recommendation_panel.h"

#include <QHBoxLayout>
#include <QLabel>
#include <QMenu>
#include <QPushButton>
#include <QToolButton>
#include <QVBoxLayout>

#include "ui/lists/list_choices.h"
#include "ui/lists/list_export_dialog.h"
#include "ui/lists/never_recommended_dialog.h"
#include "ui/lists/recommendation_list.h"
#include "ui/lists/recommendation_model.h"
#include "ui/session/run_weights.h"
#include "ui/theme/icons.h"
#include "ui/widgets/arrange.h"
#include "ui/widgets/elided_label.h"

namespace recscope::ui {

RecommendationPanel::RecommendationPanel(Session& session, QWidget* parent) : QWidget(parent), m_session(session) {
    m_list = new RecommendationList;
    m_list->setObjectName(QStringLiteral("recommendationList"));
    m_list->setReasonsShown(true);
    connect(m_list, &RecommendationList::selected, this, &RecommendationPanel::selected);
    m_weights = new ElidedLabel;
    m_weights->setProperty("role", "caption");
    m_weights->setObjectName(QStringLiteral("listWeights"));
    m_decides = new QPushButton(tr("What decides?"));
    m_decides->setObjectName(QStringLiteral("whatDecides"));
    m_decides->setProperty("compact", true);
    m_decides->setAccessibleName(
        tr("Find the fewest items without which this recommendation falls out of the first ranks"));
    connect(m_decides, &QPushButton::clicked, this, &RecommendationPanel::decisionRequested);
    arrange(this, column({row({sectionLabel(tr("Recommendations")), grow(m_weights), makeListsButton(), m_decides}),
                          grow(m_list)}));
}

QToolButton* RecommendationPanel::makeListsButton() {
    auto* button = new QToolButton;
    button->setObjectName(QStringLiteral("manyLists"));
    button->setIcon(lineIcon(QStringLiteral("export")));
    button->setAccessibleName(tr("Lists for many users"));
    button->setToolTip(
        tr("Save the recommendations of all users or of a cohort, or see the items that are never "
           "recommended"));
    button->setPopupMode(QToolButton::InstantPopup);
    auto* menu = new QMenu(button);
    QAction* lists = menu->addAction(tr("&Recommendations for many users…"));
    lists->setObjectName(QStringLiteral("exportLists"));
    connect(lists, &QAction::triggered, this, [this] {
        if (const auto run = m_session.run()) offerListExport(m_session, *run, m_input, this);
    });
    QAction* never = menu->addAction(tr("Items &never recommended…"));
    never->setObjectName(QStringLiteral("showNeverRecommended"));
    connect(never, &QAction::triggered, this, [this] {
        if (const auto run = m_session.run())
            (new NeverRecommendedDialog(m_session, *run, m_input, this))->QDialog::show();
    });
    button->setMenu(menu);
    return button;
}

void RecommendationPanel::showAnswer(const std::shared_ptr<const ExploreAnswer>& answer) {
    const auto& run = answer->request.run;
    m_weights->setText(run ? tr("%1 · %2").arg(keptWeightsText(run->bestEpoch),
                                               historyInputText(historyInputOf(answer->request.predicted)))
                           : QString());
    // The tooltip repeats the whole text, because beside the list only its beginning fits.
    m_weights->setToolTip(
        m_weights->text() + QStringLiteral("\n\n") +
        tr("The weights of the epoch with the best validation are kept and used here; other epochs give other ranks. "
           "The input is chosen at the top right and is the same option as --input of recscope-cli."));
    if (!answer->explanation) return m_list->clear();
    m_list->setExplanation(std::shared_ptr<const Explanation>(answer, &*answer->explanation), m_session.catalogue());
    m_list->model()->setPopularity(answer->popularity);
    m_list->model()->setHeldOutOrder(answer->heldOutTokens());
    m_list->setReasonsShown(answer->unreadHistory.empty());
    m_decides->setEnabled(answer->unreadHistory.empty());
}

void RecommendationPanel::setDecisionTip(const QString& tip) {
    m_decides->setToolTip(tip);
}

int RecommendationPanel::headerHeight() const {
    return m_decides->sizeHint().height();
}

}  // namespace recscope::ui
