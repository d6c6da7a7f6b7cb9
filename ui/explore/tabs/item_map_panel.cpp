// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/explore/tabs/item_map_panel.h"

#include <qcustomplot.h>

#include <QComboBox>
#include <QKeyEvent>
#include <QLabel>
#include <QMenu>
#include <QStackedWidget>
#include <QStandardItemModel>
#include <QToolButton>
#include <algorithm>
#include <map>

#include "ui/explore/tabs/item_search.h"
#include "ui/explore/tabs/item_selection.h"
#include "ui/jobs/job_runner.h"
#include "ui/plot/lasso.h"
#include "ui/plot/plot_marks.h"
#include "ui/plot/plot_view.h"
#include "ui/session/item_facts.h"
#include "ui/theme/theme.h"
#include "ui/widgets/arrange.h"
#include "ui/widgets/cell_table.h"
#include "ui/widgets/number_text.h"
#include "ui/widgets/plain_table.h"
#include "ui/widgets/stateful_splitter.h"

namespace recscope::ui {

namespace {

constexpr std::int32_t kNeighbours = 20;
constexpr std::size_t kGenres = 10;  ///< number of most frequent genres, each with its own style; other genres are grey
constexpr int kMarkers = 6;          ///< number of different markers that the map uses (see RunStyle::marker)
constexpr std::size_t kClasses = 4;  ///< number of classes of popularity, equal in size
constexpr int kTokenRole = Qt::UserRole + 1;
enum Colouring { kByGenre, kByPopularity };

}  // namespace

ItemMapPanel::ItemMapPanel(Session& session, std::shared_ptr<InferenceCache> cache, QWidget* parent)
    : ExploreTab(parent),
      m_session(session),
      m_layout(session.jobs(), {.title = tr("Laying out the items"), .queue = WorkerQueue::Model},
               [cache](JobContext& context, const LoadedRun& run) {
                   return embeddingMap(cache->of(context.workspace, run));
               }),
      m_nearest(session.jobs(), {.title = tr("Finding the nearest items"), .queue = WorkerQueue::Model},
                [cache](JobContext& context, const NearestRequest& request) {
                    return nearestItems(cache->of(context.workspace, request.run), request.item, kNeighbours);
                }),
      m_plot(new PlotView(tr("Items"), tr("first component"), tr("second component"))),
      m_pathLine(new QCPCurve(m_plot->plot()->xAxis, m_plot->plot()->yAxis)),
      m_lasso(new Lasso(*m_plot->plot())),
      m_colours(new QComboBox),
      m_lassoButton(new QToolButton),
      m_selectButton(new QToolButton),
      m_side(new QStackedWidget),
      m_selection(new ItemSelection),
      m_search(new ItemSearch(session.jobs())),
      m_about(captionLabel(QStringLiteral("itemMapAbout"))),
      m_list(new CellTable(
          QStringLiteral("itemNeighbours"), tr("Nearest items"),
          {{tr("Nearest items"), {}, false, exactItemTitles()}, {.title = tr("Cosine"), .numeric = true}})) {
    m_plot->setObjectName(QStringLiteral("itemMap"));
    m_plot->setDecimals(2, 2);
    m_pathLine->removeFromLegend();
    m_plot->setPicking([this](int line, int point) {
        if (line < 0 || size_t(line) >= m_points.size() || size_t(point) >= m_points[size_t(line)].size())
            return QString();
        const QString title = m_session.titleOf(m_points[size_t(line)][size_t(point)]);
        return line == m_historyLine ? tr("%1 · position %2 in the history").arg(title).arg(point + 1) : title;
    });
    m_colours->setObjectName(QStringLiteral("itemColours"));
    m_colours->setAccessibleName(tr("Meaning of the colours"));
    m_colours->addItems({tr("Coloured by genre"), tr("Coloured by popularity")});
    m_colours->setToolTip(tr("What the colours of the points mean"));
    m_search->setObjectName(QStringLiteral("itemMapSearch"));
    m_search->setPlaceholderText(tr("Find an item"));
    m_search->setAccessibleName(tr("Find an item on the map"));
    m_search->setToolTip(tr("Shows the item and its nearest neighbours"));
    m_list->setSelectionMode(QAbstractItemView::SingleSelection);
    m_list->setExportName(QStringLiteral("neighbours"));
    m_list->setEmptyText(tr("Click a point, or find an item: its nearest neighbours are listed here."));

    m_side->addWidget(m_list);
    m_side->addWidget(m_selection);
    m_selection->setObjectName(QStringLiteral("itemSelection"));
    auto* parts = new StatefulSplitter(Qt::Horizontal, QStringLiteral("explore/items"));
    parts->addWidget(boxed(column({makeTop(), grow(m_plot)}, space::kUnit)));
    parts->addWidget(boxed(column({m_search, grow(m_side)}, space::kUnit)));
    parts->restore({6800, 3200});
    arrange(this, column({parts}));

    m_layout.deferWhileHidden(*this);
    connect(&m_layout, &AnyAsyncQuery::changed, this, &ItemMapPanel::showMap);
    connect(&m_nearest, &AnyAsyncQuery::changed, this, &ItemMapPanel::showNeighbours);
    connect(&session, &Session::catalogueLoaded, this, &ItemMapPanel::requestMap);
    connect(m_colours, &QComboBox::currentIndexChanged, this, &ItemMapPanel::draw);
    connect(m_search, &ItemSearch::itemChosen, this, [this](qint32 token) { chooseItem(token); });
    connect(m_plot, &PlotView::pointClicked, this, [this](int line, int point) {
        if (line >= 0 && size_t(line) < m_points.size()) chooseItem(m_points[size_t(line)][size_t(point)]);
    });
    // A double click or Enter chooses the neighbour.
    connect(m_list, &QAbstractItemView::activated, this,
            [this](const QModelIndex& index) { chooseItem(index.siblingAtColumn(0).data(kTokenRole).toInt()); });
    connect(m_lasso, &Lasso::drawn, this,
            [this] { select([this](Token, double x, double y) { return m_lasso->contains(x, y); }); });
    connect(m_selection, &ItemSelection::itemRequested, this, &ItemMapPanel::chooseItem);
    connect(m_selection, &ItemSelection::clearRequested, this, &ItemMapPanel::clearSelection);
    connect(&Theme::instance(), &Theme::changed, this, &ItemMapPanel::draw);
    showSelection();
}

QWidget* ItemMapPanel::makeTop() {
    m_lassoButton->setObjectName(QStringLiteral("itemLasso"));
    m_lassoButton->setText(tr("Lasso"));
    m_lassoButton->setCheckable(true);
    m_lassoButton->setToolTip(
        tr("Drag around items to select them (L); with Ctrl held, dragging selects even when the lasso is off"));
    connect(m_lassoButton, &QToolButton::toggled, m_lasso, &Lasso::setActive);
    m_selectButton->setObjectName(QStringLiteral("itemSelect"));
    m_selectButton->setText(tr("Select"));
    m_selectButton->setToolTip(tr("Selects items without the mouse"));
    m_selectButton->setPopupMode(QToolButton::InstantPopup);
    auto* menu = new QMenu(m_selectButton);
    menu->addAction(tr("All items in view"), this, &ItemMapPanel::selectShown);
    QAction* near =
        menu->addAction(tr("The chosen item and its nearest neighbours"), this, &ItemMapPanel::selectNeighbours);
    QAction* none = menu->addAction(tr("Nothing (Esc)"), this, &ItemMapPanel::clearSelection);
    connect(menu, &QMenu::aboutToShow, this, [this, near, none] {
        near->setEnabled(m_item && !m_neighbours.empty());
        none->setEnabled(m_hasSelection);
    });
    m_selectButton->setMenu(menu);
    return boxed(row({grow(m_about), m_lassoButton, m_selectButton, m_colours}, space::kUnit));
}

QString ItemMapPanel::title() const {
    return tr("Items");
}

QString ItemMapPanel::about() const {
    return tr("Items whose vectors are near each other");
}

std::optional<QString> ItemMapPanel::whyUnavailable(const Capabilities& capabilities) const {
    if (capabilities.hasItemVectors) return {};
    return tr("This run's model has no vector for each item: there is no map to draw.");
}

void ItemMapPanel::setRun(const std::optional<LoadedRun>& run) {
    if (run == m_run) return;
    m_run = run;
    requestMap();
}

void ItemMapPanel::setAnswer(std::shared_ptr<const ExploreAnswer> answer) {
    m_answer = std::move(answer);
    if (m_answer) m_search->setDataset(m_answer->request.dataset);
    drawPath();
}

void ItemMapPanel::requestMap() {
    // The map needs the titles and genres of the catalogue.
    if (!m_run || !m_session.catalogue()) return m_layout.cancel();
    if (m_layout.request() != m_run || !m_layout.answer()) m_layout.run(*m_run);
}

void ItemMapPanel::showMap() {
    if (m_layout.state() == AsyncQueryState::Answered) {
        m_map = m_layout.answer();
        m_about->setText(tr("Item vectors on their first two principal components: %1 % and %2 % of their variance")
                             .arg(fixedNumber(100 * m_map->explained[0], 0))
                             .arg(fixedNumber(100 * m_map->explained[1], 0)));
        draw();
        emit mapShown();
        return;
    }
    m_map.reset();
    m_item.reset();
    m_nearest.cancel();
    m_plot->clear();
    m_points.clear();
    m_pathLine->data()->clear();
    clearSelection();
    m_plot->setEmptyText(m_layout.isOpen() ? tr("Laying out the items…") : m_layout.failure());
    m_plot->replotSoon();
}

std::vector<ItemMapPanel::Group> ItemMapPanel::groups() const {
    return m_colours->currentIndex() == kByGenre ? genreGroups() : popularityGroups();
}

std::vector<ItemMapPanel::Group> ItemMapPanel::genreGroups() const {
    const ItemCatalogue& catalogue = *m_session.catalogue();
    const auto firstGenre = [](const ItemInfo& item) { return item.genres.substr(0, item.genres.find('|')); };
    std::map<std::string, std::size_t> counts;
    for (const ItemInfo& item : catalogue) ++counts[firstGenre(item)];
    counts.erase("");
    std::vector<std::pair<std::size_t, std::string>> order;
    for (const auto& [genre, count] : counts) order.emplace_back(count, genre);
    std::sort(order.rbegin(), order.rend());
    order.resize(std::min(order.size(), kGenres));
    std::vector<Group> groups{{.name = order.empty() ? tr("items") : tr("other"),
                               .colour = Theme::instance().colours().muted,
                               .marker = 0,
                               .items = {}}};
    std::map<std::string, std::size_t> groupOf;
    for (const auto& [count, genre] : order) {
        groupOf[genre] = groups.size();
        RunStyle style = Theme::instance().categoryStyle(int(groups.size()) - 1);
        // There are fewer colours than genres, so a genre with a repeated colour gets another marker.
        const auto isTaken = [&] {
            return std::any_of(groups.begin() + 1, groups.end(), [&](const Group& group) {
                return group.colour == style.colour && group.marker == style.marker;
            });
        };
        for (int tried = 0; tried < kMarkers && isTaken(); ++tried) style.marker = (style.marker + 1) % kMarkers;
        groups.push_back({QString::fromStdString(genre), style.colour, style.marker, {}});
    }
    for (const ItemInfo& item : catalogue) {
        const auto found = groupOf.find(firstGenre(item));
        groups[found == groupOf.end() ? 0 : found->second].items.push_back(item.token);
    }
    return groups;
}

std::vector<ItemMapPanel::Group> ItemMapPanel::popularityGroups() const {
    std::vector<const ItemInfo*> order;
    for (const ItemInfo& item : *m_session.catalogue()) order.push_back(&item);
    std::stable_sort(order.begin(), order.end(),
                     [](const ItemInfo* a, const ItemInfo* b) { return a->interactions < b->interactions; });
    const QStringList names{tr("rarest quarter"), tr("second quarter"), tr("third quarter"),
                            tr("most popular quarter")};
    std::vector<Group> groups;
    for (std::size_t i = 0; i < kClasses; ++i)
        groups.push_back({names[int(i)], Theme::instance().sequential(0.25 + 0.25 * double(i)), int(i), {}});
    for (std::size_t i = 0; i < order.size(); ++i) groups[i * kClasses / order.size()].items.push_back(order[i]->token);
    return groups;
}

void ItemMapPanel::setPoints(int line, const std::vector<Token>& items) {
    if (size_t(line) >= m_points.size()) m_points.resize(size_t(line) + 1);
    QVector<double> x, y;
    for (const Token token : items) {
        x.append(double(m_map->x[size_t(token - kFirstItemToken)]));
        y.append(double(m_map->y[size_t(token - kFirstItemToken)]));
    }
    m_points[size_t(line)] = items;
    m_plot->setPoints(line, x, y);
}

void ItemMapPanel::draw() {
    if (!m_map || !m_session.catalogue() || m_session.catalogue()->size() != m_map->x.size()) return;
    m_plot->clear();
    m_points.clear();
    // The marks of the selected items are added first, so that the points are drawn on top of them.
    m_selectionLine =
        m_plot->addLine({.name = {}, .colour = {}, .dash = Qt::NoPen, .marker = 0, .opacity = 0.35, .markerSize = 11});
    for (const Group& group : groups()) {
        if (group.items.empty()) continue;
        const int line = m_plot->addLine({.name = group.name,
                                          .colour = group.colour,
                                          .dash = Qt::NoPen,
                                          .marker = group.marker,
                                          .opacity = 0.75,
                                          .markerSize = 5});
        setPoints(line, group.items);
    }
    m_nearestLine = m_plot->addLine({.name = {}, .colour = {}, .dash = Qt::NoPen, .marker = 0, .markerSize = 9});
    m_historyLine = m_plot->addLine({.name = tr("this user's history"),
                                     .colour = Theme::instance().colours().text,
                                     .dash = Qt::NoPen,
                                     .marker = 3,
                                     .markerSize = 7});
    setPoints(m_selectionLine, m_selected);
    drawItem();
    drawPath();
}

void ItemMapPanel::drawPath() {
    if (!m_map || m_historyLine < 0) return;
    std::vector<Token> items;
    if (m_answer && m_answer->explanation)
        for (const Token token : m_answer->explanation->positions)
            if (token >= kFirstItemToken && size_t(token) <= m_map->x.size()) items.push_back(token);
    setPoints(m_historyLine, items);
    QVector<double> x, y;
    for (const Token token : items) {
        x.append(double(m_map->x[size_t(token - kFirstItemToken)]));
        y.append(double(m_map->y[size_t(token - kFirstItemToken)]));
    }
    m_pathLine->setData(x, y);
    m_pathLine->setPen(QPen(Theme::instance().colours().text, 1, Qt::DotLine));
    m_plot->replotSoon();
}

void ItemMapPanel::drawItem() {
    if (!m_map || m_nearestLine < 0) return;
    std::vector<Token> neighbours;
    if (m_item) neighbours.push_back(*m_item);
    for (const Neighbour& neighbour : m_neighbours) neighbours.push_back(neighbour.token);
    setPoints(m_nearestLine, neighbours);
    if (m_item) {
        const size_t point = size_t(*m_item - kFirstItemToken);
        m_plot->marks().setMarkedPoint(double(m_map->x[point]), double(m_map->y[point]), m_session.titleOf(*m_item));
    }
    m_plot->replotSoon();
}

void ItemMapPanel::chooseItem(qint32 token) {
    if (!m_run || !m_map || token < kFirstItemToken || size_t(token) > m_map->x.size()) return;
    if (m_search->item() && *m_search->item() != token) m_search->clearItem();
    // The list of neighbours replaces a selection.
    if (m_hasSelection) clearSelection();
    m_item = token;
    m_nearest.run({*m_run, token});
}

void ItemMapPanel::showNeighbours() {
    m_neighbours.clear();
    m_list->clearRows();
    if (const auto nearest = m_nearest.answer()) {
        m_neighbours = *nearest;
        m_list->cells().setHeaderData(0, Qt::Horizontal, tr("Nearest to %1").arg(m_session.titleOf(*m_item)));
        m_list->setFacts(aboutItem(m_session, *m_item));
        for (const Neighbour& neighbour : m_neighbours)
            m_list->addRow(
                {{m_session.titleOf(neighbour.token),
                  {},
                  {{kTokenRole, neighbour.token}, {kExactValuesRole, exactItemValues(m_session, neighbour.token)}}},
                 fixedNumber(neighbour.cosine, 3)});
        m_list->fitColumns();
    }
    drawItem();
    if (m_nearest.state() == AsyncQueryState::Answered) emit neighboursShown();
}

void ItemMapPanel::select(const std::function<bool(Token, double x, double y)>& requested) {
    if (!m_map) return;
    m_selected.clear();
    for (size_t i = 0; i < m_map->x.size(); ++i) {
        const Token token = Token(i) + kFirstItemToken;
        if (requested(token, double(m_map->x[i]), double(m_map->y[i]))) m_selected.push_back(token);
    }
    m_hasSelection = true;
    showSelection();
}

void ItemMapPanel::selectShown() {
    m_lasso->clear();
    const QCPRange across = m_plot->plot()->xAxis->range(), up = m_plot->plot()->yAxis->range();
    select([&](Token, double x, double y) { return across.contains(x) && up.contains(y); });
}

void ItemMapPanel::selectNeighbours() {
    if (!m_item) return;
    m_lasso->clear();
    std::vector<Token> selected{*m_item};
    for (const Neighbour& neighbour : m_neighbours) selected.push_back(neighbour.token);
    select([&](Token token, double, double) {
        return std::find(selected.begin(), selected.end(), token) != selected.end();
    });
}

void ItemMapPanel::clearSelection() {
    m_lasso->clear();
    m_hasSelection = false;
    m_selected.clear();
    showSelection();
}

void ItemMapPanel::showSelection() {
    m_selection->setItems(m_session.catalogue(), m_selected);
    m_side->setCurrentIndex(m_hasSelection ? 1 : 0);
    if (m_map && m_selectionLine >= 0 && size_t(m_selectionLine) < m_points.size()) {
        setPoints(m_selectionLine, m_selected);
        m_plot->replotSoon();
    }
    emit selectionChanged();
}

void ItemMapPanel::keyPressEvent(QKeyEvent* event) {
    if (event->key() == Qt::Key_Escape && m_hasSelection) return clearSelection();
    if (event->key() == Qt::Key_L && event->modifiers() == Qt::NoModifier) return m_lassoButton->toggle();
    QWidget::keyPressEvent(event);
}

}  // namespace recscope::ui
