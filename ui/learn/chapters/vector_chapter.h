// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <memory>
#include <span>
#include <vector>

#include "core/explain/scores/embedding_map.h"
#include "core/explain/scores/statistics.h"
#include "ui/jobs/async_query.h"
#include "ui/learn/chapter_widget.h"
#include "ui/learn/learn_query.h"
#include "ui/plot/product_sum.h"

namespace recscope::ui {

class BarRows;
class ModelChoice;
class PlotView;

/// How often an item's nearest neighbour has a genre in common with it, counted over items that have genres.
struct SharedGenres {
    ShareInterval nearest;
    double chance = 0;  ///< two of these items, drawn blindly
};

/// The vectors a model scores one history with.
struct VectorFacts {
    std::int32_t dim = 0;
    std::vector<float> vectors;  ///< (V, dim), item token t in row t - 1
    std::vector<float> lengths;  ///< (V) of the vectors
    std::vector<float> offsets;  ///< (V); empty: the model has none
    std::vector<float> state;    ///< (dim) what the history became
    std::vector<Recommendation> best;
    EmbeddingMap map;
    SharedGenres genres;

    std::span<const float> vectorOf(Token token) const;
    ScoreParts partsOf(Token token) const;
    /// Nearest by cosine, the item itself left out.
    std::vector<Neighbour> nearest(Token token, std::size_t count) const;
};

/// `items` in token order. At most 400 items are looked at, evenly spread over the tokens.
SharedGenres countSharedGenres(const VectorFacts& facts, std::span<const ItemInfo> items);
/// Of one model after one history, and of its items.
VectorFacts vectorFactsOf(const InferenceSession& inference, const std::vector<Token>& history,
                          std::span<const ItemInfo> items);

/// An item is a vector: its neighbours, the map, and a score as a sum of products, coordinate by coordinate.
class VectorChapter : public ChapterWidget {
    Q_OBJECT
public:
    explicit VectorChapter(Course& course);

    void showStep(int step) override;
    void restart() override;
    QString finding() const override;
    bool isWaiting() const override { return m_query.isOpen(); }

    std::shared_ptr<const VectorFacts> facts() const { return m_query.answer(); }
    Token item() const { return m_item; }

protected:
    void fitRoom() override;

private:
    struct VectorsOf {
        LoadedRun run;
        std::shared_ptr<const LearnHistory> history;
        bool operator==(const VectorsOf&) const = default;
    };
    void ask();
    void choose(Token item);
    void draw();
    /// Of the chosen item; worked out once, as that looks at every vector.
    const std::vector<Neighbour>& nearest() const;
    QStringList genresOf(Token item) const;
    QStringList sharedGenres() const;  ///< of the chosen item with its nearest neighbour

    AsyncQuery<VectorsOf, VectorFacts> m_query;
    int m_step = 0;
    Token m_item = kPadToken;
    mutable Token m_nearestOf = kPadToken;
    mutable std::vector<Neighbour> m_nearest;

    ModelChoice* m_model;
    BarRows *m_list, *m_neighbours;
    PlotView *m_vector, *m_map;
    QWidget* m_vectors;  ///< one vector, and the map of all
    ProductSum* m_product;
};

}  // namespace recscope::ui
