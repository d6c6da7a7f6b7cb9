// SPDX-License-Identifier: GPL-3.0-or-later
// Builds the page (users, history, recommendations, tabs) and connects its parts.
#include <QComboBox>
#include <QHBoxLayout>
#include <QLabel>
#include <QMenu>
#include <QPushButton>
#include <QStackedWidget>
#include <QTabWidget>
#include <QToolButton>
#include <QVBoxLayout>
#include <algorithm>

#include "ui/attention/attention_map.h"
#include "ui/attention/head_grid.h"
#include "ui/cohort/cohort_book.h"
#include "ui/cohort/cohort_dialog.h"
#include "ui/explore/answer_note.h"
#include "ui/explore/explore_page.h"
#include "ui/explore/tabs/attention_tab.h"
#include "ui/explore/tabs/evidence_panel.h"
#include "ui/explore/tabs/heads_panel.h"
#include "ui/explore/tabs/item_map_panel.h"
#include "ui/explore/tabs/smallest_search.h"
#include "ui/explore/tabs/timeline_tab.h"
#include "ui/explore/tabs/what_if_panel.h"
#include "ui/explore/users_panel.h"
#include "ui/lists/history_list.h"
#include "ui/lists/list_export_dialog.h"
#include "ui/lists/never_recommended_dialog.h"
#include "ui/lists/recommendation_list.h"
#include "ui/lists/recommendation_model.h"
#include "ui/session/session.h"
#include "ui/theme/icons.h"
#include "ui/theme/theme.h"
#include "ui/timeline/timeline_panel.h"
#include "ui/widgets/arrange.h"
#include "ui/widgets/elided_combo_box.h"
#include "ui/widgets/elided_label.h"
#include "ui/widgets/empty_state.h"
#include "ui/widgets/settings.h"
#include "ui/widgets/stateful_splitter.h"
#include "ui/widgets/stateful_widget.h"

namespace recscope::ui {

namespace {
constexpr int kUsersWidth = 188, kVersionsWidth = 210;  ///< design pixels
const QString kWrapKey = QStringLiteral("explore/wrapTitles");
}  // namespace

QWidget* ExplorePage::makeContent() {
    m_users = new UsersPanel(m_session.jobs(), this);
    connect(m_users, &UsersPanel::userChosen, this, [this](qint32 user) {
        m_user = user;
        requestAnswer();
    });
    connect(m_users, &UsersPanel::refused, &m_session, [this](const QString& sentence, const QString& hint) {
        m_session.notify(sentence, hint, Severity::Warning);
    });
    m_users->setCohorts(CohortBook::of(m_session));
    connect(m_users, &UsersPanel::cohortRequested, this, [this](const std::optional<CohortProposal>& users) {
        users ? CohortDialog::offer(m_session, *this, *users) : CohortDialog::open(m_session, *this);
    });
    QLayout* header = makeHeader();
    m_attention = new AttentionTab(m_session, m_cache);
    m_lists = makeLists();
    m_tabs = makeTabs();

    auto* right = new StatefulSplitter(Qt::Vertical, QStringLiteral("explore/rows"));
    right->addWidget(m_lists);
    right->addWidget(m_tabs);
    right->setStretchFactor(0, 9);
    right->setStretchFactor(1, 11);
    // The sizes are shares. They are large, because small sizes would be raised to the widgets' minimum sizes, which
    // would change the shares.
    right->restore({9000, 11000});
    const Theme& theme = Theme::instance();
    auto* all = new StatefulSplitter(Qt::Horizontal, QStringLiteral("explore/users"));
    all->addWidget(m_users);
    all->addWidget(right);
    all->setStretchFactor(0, 0);
    all->setStretchFactor(1, 1);
    all->restore({theme.px(kUsersWidth), theme.px(10 * kUsersWidth)});

    auto* content = new QWidget;
    connect(m_tabs, &QTabWidget::currentChanged, this, &ExplorePage::fitHeight);
    m_content = column({header, grow(all)});
    content->setLayout(m_content);
    fitHeight();
    // In the tab order, the users come first, and the inputs of the header come after the map.
    QWidget::setTabOrder(&m_attention->map(), m_versions);
    QWidget::setTabOrder(m_versions, m_wrap);
    QWidget::setTabOrder(m_wrap, m_predicted);
    return content;
}

QLayout* ExplorePage::makeHeader() {
    m_subtitle = new ElidedLabel;
    m_subtitle->setProperty("muted", true);
    m_subtitle->setObjectName(QStringLiteral("exploreSubtitle"));
    m_wrap = new QToolButton;
    m_wrap->setObjectName(QStringLiteral("wrapTitles"));
    m_wrap->setText(tr("Wrap titles"));
    m_wrap->setAccessibleName(tr("Wrap titles"));
    m_wrap->setToolTip(tr("Titles of the history and of the recommendations take as many lines as they need (Alt+W)"));
    m_wrap->setShortcut(QKeySequence(Qt::ALT | Qt::Key_W));
    m_wrap->setCheckable(true);
    connect(m_wrap, &QToolButton::toggled, this, [this](bool wrapped) {
        Settings::instance().setValue(kWrapKey, wrapped);
        m_history->setWrapped(wrapped);
        m_recommendations->setWrapped(wrapped);
    });
    m_versions = new ElidedComboBox;
    m_versions->setObjectName(QStringLiteral("historyVersion"));
    m_versions->setAccessibleName(tr("The version of the dataset whose histories are listed"));
    m_versions->setToolTip(
        tr("Data was added after this version of the dataset. Runs on this version can also read the histories of the "
           "later version; items that they do not know are left out."));
    m_versions->setFixedWidth(Theme::instance().px(kVersionsWidth));
    connect(m_versions, &QComboBox::activated, this, &ExplorePage::applyVersion);
    m_predicted = new QComboBox;
    m_predicted->setObjectName(QStringLiteral("predicted"));
    keepValue(m_predicted, StateScope::Workspace);
    m_predicted->addItem(tr("Predict the test item"), int(Predicted::Test));
    m_predicted->addItem(tr("Predict the validation item"), int(Predicted::Valid));
    m_predicted->addItem(tr("Predict what comes next"), int(Predicted::Next));
    m_predicted->setAccessibleName(tr("What the model predicts"));
    m_predicted->setToolTip(tr("The item that is held out and predicted from all items before it"));
    connect(m_predicted, &QComboBox::currentIndexChanged, this, [this] {
        showRanks();
        requestAnswer();
    });
    return row({titleLabel(tr("Explore")), grow(m_subtitle), m_versions, m_wrap, m_predicted}, space::kSpacing);
}

QWidget* ExplorePage::makeLists() {
    m_history = new HistoryList;
    m_history->setObjectName(QStringLiteral("historyList"));
    connect(m_history, &HistoryList::rowHovered, this, &ExplorePage::hoverHistory);
    connect(m_history, &HistoryList::chosen, this, [this](int index) {
        const int column = m_answer ? m_answer->mapPosition(index) : -1;
        const std::vector<int> rows = m_attention->queryRows();
        if (column >= 0 && !rows.empty()) m_attention->map().pin(rows.front(), column);
    });
    connect(m_attention, &AttentionTab::queryRowsChanged, this, &ExplorePage::showAttentionRow);
    connect(m_attention, &AttentionTab::hovered, this, [this](int position) {
        if (m_answer) m_history->setHighlighted(position < 0 ? -1 : m_answer->historyIndex(position));
    });
    connect(m_attention, &AttentionTab::pinned, this, [this](int position) {
        m_history->select(m_answer && position >= 0 ? m_answer->historyIndex(position) : -1);
    });

    m_noAnswer = new EmptyState;
    m_noAnswer->setObjectName(QStringLiteral("noAnswer"));
    connect(m_noAnswer, &EmptyState::actionRequested, this, [this] { emit m_session.pageRequested(PageId::Train); });
    m_right = new QStackedWidget;
    m_right->addWidget(makeRecommendations());
    m_right->addWidget(m_noAnswer);
    m_wrap->setChecked(Settings::instance().value(kWrapKey, false).toBool());

    auto* lists = new StatefulSplitter(Qt::Horizontal, QStringLiteral("explore/lists"));
    lists->addWidget(m_history);
    lists->addWidget(m_right);
    lists->setStretchFactor(0, 1);
    lists->setStretchFactor(1, 1);
    lists->restore({1000, 1000});

    m_finding = new AnswerNote;
    m_finding->setObjectName(QStringLiteral("answerNote"));
    connect(m_finding, &AnswerNote::closed, this, [this] {
        m_history->setDecisiveItems({});
        m_whatIf->forgetFinding();
        showNotes();
    });
    m_removalNote = captionLabel(QStringLiteral("removalNote"));
    // The notes are below the lists because they are about both. Above them, a note that appears would move the
    // described rows.
    return boxed(column({grow(lists), m_finding, m_removalNote}));
}

QWidget* ExplorePage::makeRecommendations() {
    m_recommendations = new RecommendationList;
    m_recommendations->setObjectName(QStringLiteral("recommendationList"));
    m_recommendations->setReasonsShown(true);
    connect(m_recommendations, &RecommendationList::selected, this, [this](Token token) {
        if (token == kPadToken || token == m_removalTarget) return;
        showRemoval(token);
        // Scrolls the history to the item with the strongest effect, which the note below the list names.
        const auto found = m_removals ? m_removals->find(token) : Removals::const_iterator();
        if (!m_removals || found == m_removals->end() || found->second->effects.empty()) return;
        const auto strongest =
            std::max_element(found->second->effects.begin(), found->second->effects.end(),
                             [](const RemovalEffect& a, const RemovalEffect& b) { return a.effect < b.effect; });
        if (strongest->effect > 0) m_history->reveal(strongest->position);
    });
    m_listWeights = new ElidedLabel;
    m_listWeights->setProperty("role", "caption");
    m_listWeights->setObjectName(QStringLiteral("listWeights"));
    m_decides = new QPushButton(tr("What decides?"));
    m_decides->setObjectName(QStringLiteral("whatDecides"));
    m_decides->setProperty("compact", true);
    m_decides->setAccessibleName(
        tr("Find the fewest items without which this recommendation falls out of the first ranks"));
    // Gives the header of the history the height of this button, so that both lists begin at the same height.
    const auto align = [this] { m_history->setHeaderHeight(m_decides->sizeHint().height()); };
    connect(&Theme::instance(), &Theme::changed, this, align);
    align();
    connect(m_decides, &QPushButton::clicked, this, [this] { m_whatIf->findSmallestChange(); });
    return boxed(column({row({sectionLabel(tr("Recommendations")), grow(m_listWeights), makeListsButton(), m_decides}),
                         grow(m_recommendations)}));
}

QToolButton* ExplorePage::makeListsButton() {
    m_manyLists = new QToolButton;
    m_manyLists->setObjectName(QStringLiteral("manyLists"));
    m_manyLists->setIcon(lineIcon(QStringLiteral("export")));
    m_manyLists->setAccessibleName(tr("Lists for many users"));
    m_manyLists->setToolTip(
        tr("Save the recommendations of all users or of a cohort, or see the items that are never "
           "recommended"));
    m_manyLists->setPopupMode(QToolButton::InstantPopup);
    auto* menu = new QMenu(m_manyLists);
    const auto input = [this] { return historyInputOf(Predicted(m_predicted->currentData().toInt())); };
    QAction* lists = menu->addAction(tr("&Recommendations for many users…"));
    lists->setObjectName(QStringLiteral("exportLists"));
    connect(lists, &QAction::triggered, this, [this, input] {
        if (const auto run = m_session.run()) offerListExport(m_session, *run, input(), this);
    });
    QAction* never = menu->addAction(tr("Items &never recommended…"));
    never->setObjectName(QStringLiteral("showNeverRecommended"));
    connect(never, &QAction::triggered, this, [this, input] {
        if (const auto run = m_session.run())
            (new NeverRecommendedDialog(m_session, *run, input(), this))->QDialog::show();
    });
    m_manyLists->setMenu(menu);
    return m_manyLists;
}

QTabWidget* ExplorePage::makeTabs() {
    HeadGrid& heads = m_attention->heads();
    const AttentionMap* map = &m_attention->map();
    m_evidence = new EvidencePanel(m_session, m_cache);
    m_evidence->setObjectName(QStringLiteral("evidence"));
    connect(map, &AttentionMap::choiceChanged, m_evidence, [this, map] { m_evidence->setHead(map->choice().head); });
    connect(m_evidence, &EvidencePanel::headChosen, &heads, &HeadGrid::choose);
    connect(m_evidence, &EvidencePanel::itemHovered, m_history, &HistoryList::setHighlighted);
    connect(m_evidence, &EvidencePanel::itemChosen, m_history, &HistoryList::select);
    connect(m_evidence, &EvidencePanel::itemFound, m_history, &HistoryList::reveal);
    connect(m_evidence, &EvidencePanel::removalChanged, this, [this] {
        m_whatIf->setRemoval(m_evidence->removal());
        if (!m_answer || !m_answer->explanation) return;
        showFinding({}, {});  // the finding is about the previous kind of removal
        m_removals.reset();
        showRemoval(m_removalTarget);
        requestRemovals();
    });

    m_whatIf = new WhatIfPanel(m_session, m_cache);
    m_whatIf->setObjectName(QStringLiteral("whatIf"));
    connect(m_whatIf, &WhatIfPanel::equalItemsChosen, m_evidence, &EvidencePanel::setEqualItems);
    connect(m_whatIf, &WhatIfPanel::changeSearchStarted, this,
            [this] { showFinding(tr("Looking for the items that decide…"), {}); });
    connect(m_whatIf, &WhatIfPanel::changeSearchStopped, this, [this] { showFinding({}, {}); });
    connect(m_whatIf, &WhatIfPanel::changeFound, this, [this](const SmallestAnswer& found) {
        m_recommendations->select(found.target);
        showFinding(found.sentence, found.change.found ? found.change.positions : std::vector<std::int32_t>());
    });

    m_headsPanel = new HeadsPanel(m_session, m_cache);
    m_headsPanel->setObjectName(QStringLiteral("characters"));
    connect(map, &AttentionMap::choiceChanged, m_headsPanel,
            [this, map] { m_headsPanel->setHead(map->choice().head); });
    connect(m_headsPanel, &HeadsPanel::headChosen, &heads, &HeadGrid::choose);

    m_items = new ItemMapPanel(m_session, m_cache);
    m_items->setObjectName(QStringLiteral("itemsMap"));
    m_timeline = new TimelineTab(m_session);
    TimelinePanel& timeline = m_timeline->panel();
    connect(&timeline, &TimelinePanel::pinRequested, m_users, [this] { m_users->focusPin(); });
    connect(m_users, &UsersPanel::pinsChanged, &timeline, &TimelinePanel::reload);
    connect(m_users, &UsersPanel::userChosen, &timeline, &TimelinePanel::showUser);

    auto* tabs = new QTabWidget;
    tabs->setObjectName(QStringLiteral("exploreTabs"));
    tabs->setAccessibleName(tr("Views of the answer"));
    m_views = {m_attention, m_evidence, m_whatIf, m_headsPanel, m_items, m_timeline};
    for (ExploreTab* view : m_views) addTabs(*tabs, {{view, view->title(), view->about()}});
    connect(tabs, &QTabWidget::currentChanged, this, [this](int tab) {
        if (!m_fitting) m_requestedTab = tab;
    });
    return tabs;
}

}  // namespace recscope::ui
