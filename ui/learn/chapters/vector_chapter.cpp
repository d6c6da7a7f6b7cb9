// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/learn/chapters/vector_chapter.h"

#include <QComboBox>
#include <QHBoxLayout>
#include <QLabel>
#include <QSignalBlocker>
#include <QVBoxLayout>
#include <algorithm>
#include <cmath>
#include <set>
#include <sstream>

#include "core/recommender/registry.h"
#include "core/store/dataset_store.h"
#include "ui/learn/cause_words.h"
#include "ui/learn/course.h"
#include "ui/learn/model_choice.h"
#include "ui/plot/coordinates.h"
#include "ui/session/session.h"
#include "ui/widgets/arrange.h"
#include "ui/widgets/bar_rows.h"
#include "ui/widgets/number_text.h"

namespace recscope::ui {

namespace {

enum Step { kVector, kNeighbours, kState, kProducts, kSum };
/// Indices of the lines (sets of points) of the plot `m_map`.
enum MapLine { kAllItems, kNearItems, kChosenItem };
constexpr std::int32_t kListed = 10;
constexpr std::size_t kNeighbourCount = 8;

constexpr std::size_t kMaxExamined = 400;

/// The genres of an item, split at "|".
std::set<std::string> genresIn(const std::string& text) {
    std::set<std::string> genres;
    std::istringstream stream(text);
    for (std::string genre; std::getline(stream, genre, '|');)
        if (!genre.empty()) genres.insert(genre);
    return genres;
}

bool haveOneInCommon(const std::set<std::string>& a, const std::set<std::string>& b) {
    return std::any_of(a.begin(), a.end(), [&b](const std::string& genre) { return b.contains(genre); });
}

}  // namespace

VectorFacts vectorFactsOf(const InferenceSession& inference, const std::vector<Token>& history,
                          std::span<const ItemInfo> items) {
    const Explanation explanation = inference.explain(history, kListed);
    VectorFacts facts;
    facts.vectors = inference.itemVectors();
    facts.dim = std::int32_t(facts.vectors.size()) / inference.itemCount();
    for (std::size_t first = 0; first < facts.vectors.size(); first += std::size_t(facts.dim)) {
        double sum = 0;
        for (std::size_t i = first; i < first + std::size_t(facts.dim); ++i)
            sum += double(facts.vectors[i]) * facts.vectors[i];
        facts.lengths.push_back(float(std::sqrt(sum)));
    }
    facts.offsets = inference.itemOffsets();
    facts.state = explanation.state;
    facts.best = explanation.recommendations;
    facts.map = embeddingMap(inference);
    facts.genres = countSharedGenres(facts, items);
    return facts;
}

SharedGenres countSharedGenres(const VectorFacts& facts, std::span<const ItemInfo> items) {
    std::vector<std::set<std::string>> genres;
    std::vector<std::size_t> known;
    for (const ItemInfo& item : items) {
        genres.push_back(genresIn(item.genres));
        if (!genres.back().empty()) known.push_back(genres.size() - 1);
    }
    std::vector<std::size_t> examined;
    const std::size_t stride = known.size() / kMaxExamined + 1;
    for (std::size_t i = 0; i < known.size(); i += stride) examined.push_back(known[i]);
    SharedGenres counted;
    std::int64_t hits = 0, pairs = 0, sharing = 0;
    for (const std::size_t item : examined) {
        const Token nearest = facts.nearest(Token(item) + kFirstItemToken, 1).front().token;
        hits += haveOneInCommon(genres[item], genres[std::size_t(nearest - kFirstItemToken)]);
        for (const std::size_t other : examined) {
            if (other == item) continue;
            ++pairs;
            sharing += haveOneInCommon(genres[item], genres[other]);
        }
    }
    counted.nearest = shareOf(hits, std::int64_t(examined.size()));
    if (pairs > 0) counted.chance = double(sharing) / double(pairs);
    return counted;
}

std::span<const float> VectorFacts::vectorOf(Token token) const {
    return std::span(vectors).subspan(std::size_t(token - kFirstItemToken) * std::size_t(dim), std::size_t(dim));
}

ScoreParts VectorFacts::partsOf(Token token) const {
    const std::span<const float> vector = vectorOf(token);
    return {.state = state,
            .item = {vector.begin(), vector.end()},
            .offset = offsets.empty() ? std::nullopt : std::optional(offsets[std::size_t(token - kFirstItemToken)])};
}

std::vector<Neighbour> VectorFacts::nearest(Token token, std::size_t count) const {
    std::vector<Neighbour> all;
    all.reserve(lengths.size());
    const std::span<const float> vector = vectorOf(token);
    const double ownLength = lengths[std::size_t(token - kFirstItemToken)];
    for (Token other = kFirstItemToken; other < kFirstItemToken + Token(lengths.size()); ++other) {
        if (other == token) continue;
        const std::span<const float> otherVector = vectorOf(other);
        double product = 0;
        for (std::size_t i = 0; i < vector.size(); ++i) product += double(vector[i]) * otherVector[i];
        const double lengthProduct = ownLength * lengths[std::size_t(other - kFirstItemToken)];
        all.push_back({other, float(lengthProduct > 0 ? product / lengthProduct : 0)});
    }
    count = std::min(count, all.size());
    std::partial_sort(all.begin(), all.begin() + std::ptrdiff_t(count), all.end(),
                      [](const Neighbour& a, const Neighbour& b) { return a.cosine > b.cosine; });
    all.resize(count);
    return all;
}

VectorChapter::VectorChapter(Course& course)
    : ChapterWidget(course),
      m_query(course.session().jobs(), {.title = tr("Reading the item vectors"), .queue = WorkerQueue::Model},
              [cache = course.cache()](JobContext& context, const VectorsRequest& request) {
                  const InferenceSession& inference = cache->of(context.workspace, request.run);
                  return vectorFactsOf(inference, request.history->items,
                                       DatasetStore(context.workspace).items(inference.run().dataset));
              }),
      m_model(new ModelChoice(course, "vectorModel")),
      m_list(new BarRows(tr("Recommended next, by score · click an item"))),
      m_neighbours(new BarRows({})),
      m_vector(new PlotView({}, tr("coordinate"), tr("value"))),
      m_map(new PlotView(tr("All items: the two directions in which their vectors differ most"), tr("first direction"),
                         tr("second direction"))),
      m_product(new ProductSum) {
    m_list->setObjectName(QStringLiteral("vectorList"));
    m_list->setClickable(true);
    m_neighbours->setObjectName(QStringLiteral("vectorNeighbours"));
    m_neighbours->setClickable(true);
    m_product->setObjectName(QStringLiteral("vectorProduct"));
    m_vector->setObjectName(QStringLiteral("vectorPlot"));
    m_vector->setDecimals(0, 3);
    m_map->setObjectName(QStringLiteral("vectorMap"));
    m_map->addLine({.name = {}, .colour = {}, .dash = Qt::NoPen, .marker = 0, .opacity = 0.5, .markerSize = 5});
    m_map->addLine({.name = tr("Nearest neighbours"), .colour = {}, .dash = Qt::NoPen, .marker = 2, .markerSize = 9});
    m_map->addLine({.name = tr("The chosen item"), .colour = {}, .dash = Qt::NoPen, .marker = 1, .markerSize = 11});
    m_map->setPicking([this](int line, int point) {
        return line == kAllItems ? this->course().session().titleOf(Token(point) + kFirstItemToken) : QString();
    });
    connect(m_map, &PlotView::pointClicked, this, [this](int line, int point) {
        if (line == kAllItems) choose(Token(point) + kFirstItemToken);
    });
    connect(m_list, &BarRows::rowClicked, this, [this](int row) {
        if (const auto shown = facts()) choose(shown->best[std::size_t(row)].token);
    });
    connect(m_neighbours, &BarRows::rowClicked, this, [this](int row) {
        if (facts() && m_item != kPadToken) choose(nearest()[std::size_t(row)].token);
    });
    connect(m_model, &QComboBox::currentIndexChanged, this, &VectorChapter::requestFacts);
    m_vectors = boxed(column({grow(m_vector), grow(m_map, 2)}));
    arrange(this, column({row({m_model, stretch()}),
                          grow(row({grow(m_list, 2), grow(m_vectors, 3), grow(m_neighbours, 2), grow(m_product, 5)},
                                   space::kSpacing))}));
    connect(&m_query, &AnyAsyncQuery::changed, this, [this] {
        if (m_query.state() == AsyncQueryState::Failed)
            this->course().session().notify(m_query.failure(), m_query.hint(), Severity::Warning);
        const auto shown = facts();
        if (!shown) return;
        m_nearestOf = kPadToken;
        if (!shown->best.empty()) m_item = shown->best.front().token;
        draw();
    });
    connect(&course, &Course::historyChanged, this, &VectorChapter::requestFacts);
    connect(&course, &Course::runsChanged, this, &VectorChapter::requestFacts);
    requestFacts();
}

void VectorChapter::requestFacts() {
    m_model->refill();
    m_list->setEmptyText(tr("The models must be trained first."));
    if (m_model->count() == 0 || !course().history()) return m_query.cancel();
    m_query.run({*m_model->run(), course().history()});
}

void VectorChapter::choose(Token item) {
    m_item = item;
    draw();
    if (m_step >= kNeighbours && !sharedGenres().isEmpty()) emit taskDone();
    emit measured();
}

void VectorChapter::showStep(int step) {
    m_step = step;
    m_vector->setVisible(step != kNeighbours);
    m_map->setVisible(step == kNeighbours || (step == kVector && !isCompact()));
    m_vectors->setVisible(step < kProducts);
    m_neighbours->setVisible(step == kNeighbours);
    m_product->setVisible(step >= kProducts);
    m_product->setSumShown(step == kSum);
    draw();
}

void VectorChapter::fitLayout() {
    showStep(m_step);
}

void VectorChapter::restart() {
    if (const auto shown = facts(); shown && !shown->best.empty()) m_item = shown->best.front().token;
    draw();
}

QStringList VectorChapter::genresOf(Token item) const {
    const auto catalogue = course().session().catalogue();
    return catalogue ? QString::fromStdString((*catalogue)[std::size_t(item - kFirstItemToken)].genres)
                           .split(QLatin1Char('|'), Qt::SkipEmptyParts)
                     : QStringList();
}

const std::vector<Neighbour>& VectorChapter::nearest() const {
    if (m_nearestOf != m_item) m_nearest = facts()->nearest(m_item, kNeighbourCount);
    m_nearestOf = m_item;
    return m_nearest;
}

QStringList VectorChapter::sharedGenres() const {
    QStringList shared;
    if (!facts() || m_item == kPadToken || nearest().empty()) return shared;
    const QStringList otherGenres = genresOf(nearest().front().token);
    for (const QString& genre : genresOf(m_item))
        if (otherGenres.contains(genre)) shared << genre;
    return shared;
}

QString VectorChapter::finding() const {
    if (!facts() || m_item == kPadToken || m_step < kNeighbours || nearest().empty()) return {};
    const QStringList shared = sharedGenres();
    const Session& session = course().session();
    const QString item = session.titleOf(m_item), other = session.titleOf(nearest().front().token);
    const QString pair =
        shared.isEmpty()
            ? tr("%1 and its nearest neighbour %2 share no genre.").arg(item, other)
            : tr("%1 and its nearest neighbour %2 share: %3.").arg(item, other, shared.join(QStringLiteral(", ")));
    const SharedGenres& all = facts()->genres;
    if (all.nearest.cases == 0) return pair;
    const QString counted = tr("Of %1 items, %2 share a genre with their nearest neighbour (with 95 % interval); of "
                               "randomly drawn pairs, %3 do.")
                                .arg(all.nearest.cases)
                                .arg(shareText(all.nearest), percentText(all.chance, 0));
    return pair + QLatin1Char(' ') + counted + QLatin1Char(' ') +
           (all.nearest.low > all.chance ? tr("So in this model, nearby vectors tend to have similar genres.")
                                         : tr("So in this model, nearby vectors do not mean similar genres: in this "
                                              "dataset people choose by something other than genre."));
}

void VectorChapter::draw() {
    const auto shown = facts();
    if (!shown) {
        m_list->setRows({}, 0, 1);
        return;
    }
    const Session& session = course().session();
    double low = 0, high = 0;
    std::vector<BarRow> rows;
    for (const Recommendation& best : shown->best) {
        rows.push_back({.title = session.titleOf(best.token),
                        .value = double(best.score),
                        .text = fixedNumber(best.score, 2),
                        .bold = best.token == m_item});
        low = std::min(low, double(best.score));
        high = std::max(high, double(best.score));
    }
    m_list->setRows(std::move(rows), low, high);
    if (m_item == kPadToken) return;

    const QString title = session.titleOf(m_item);
    const std::span<const float> vector = shown->vectorOf(m_item);
    if (m_step <= kNeighbours)
        showCoordinates(*m_vector, tr("%1: %2 numbers").arg(title).arg(shown->dim), vector, colourOf(Quantity::Key));
    if (m_step == kState)
        showCoordinates(*m_vector, tr("The history's vector: %1 numbers").arg(shown->dim), shown->state,
                        colourOf(Quantity::Query));
    if (m_step >= kProducts) m_product->setScore(shown->partsOf(m_item), title);

    std::vector<BarRow> neighbourRows;
    QVector<double> allX, allY, nearX, nearY;
    for (std::size_t i = 0; i < shown->map.x.size(); ++i) {
        allX << double(shown->map.x[i]);
        allY << double(shown->map.y[i]);
    }
    for (const Neighbour& neighbour : nearest()) {
        const QStringList genres = genresOf(neighbour.token);
        neighbourRows.push_back({.title = genres.isEmpty()
                                              ? session.titleOf(neighbour.token)
                                              : tr("%1 (%2)").arg(session.titleOf(neighbour.token), genres.front()),
                                 .value = double(neighbour.cosine),
                                 .text = fixedNumber(neighbour.cosine, 2),
                                 .colour = colourOf(Quantity::Key),
                                 .tip = genres.join(QStringLiteral(", "))});
        nearX << allX[neighbour.token - kFirstItemToken];
        nearY << allY[neighbour.token - kFirstItemToken];
    }
    m_neighbours->setTitle(tr("Cosine with %1 (%2)").arg(title, genresOf(m_item).join(QStringLiteral(", "))));
    m_neighbours->setRows(std::move(neighbourRows), 0, 1);
    m_map->setPoints(kAllItems, allX, allY);
    m_map->setPoints(kNearItems, nearX, nearY);
    m_map->setPoints(kChosenItem, {allX[m_item - kFirstItemToken]}, {allY[m_item - kFirstItemToken]});
    m_map->replotSoon();
}

}  // namespace recscope::ui
