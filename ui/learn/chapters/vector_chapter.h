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

/// How often an item shares a genre with its nearest neighbour; counts only items that have genres.
struct SharedGenres {
    ShareInterval nearest;
    double chance = 0;  ///< how often two random items with genres share one
};

/// What a model computes its scores from: the item vectors and the hidden state after one history.
struct VectorFacts {
    std::int32_t dim = 0;
    std::vector<float> vectors;  ///< shape (number of items, dim); the item with token t has row t - kFirstItemToken
    std::vector<float> lengths;  ///< Euclidean norm of each row of `vectors`
    std::vector<float> offsets;  ///< item biases in the order of `vectors`; empty = the model has none
    std::vector<float> state;    ///< the hidden state after the history, shape (dim)
    std::vector<Recommendation> best;  ///< the first recommendations
    EmbeddingMap map;                  ///< the item vectors, projected onto two dimensions
    SharedGenres genres;

    std::span<const float> vectorOf(Token token) const;
    ScoreParts partsOf(Token token) const;
    /// The nearest items by cosine similarity, without the item itself.
    std::vector<Neighbour> nearest(Token token, std::size_t count) const;
};

/// Examines at most 400 items that have genres, evenly spread over the tokens. `items`: in token order.
SharedGenres countSharedGenres(const VectorFacts& facts, std::span<const ItemInfo> items);
/// Reads the vectors of a model's items, and computes its hidden state after this history. `items` are in token order.
VectorFacts vectorFactsOf(const InferenceSession& inference, const std::vector<Token>& history,
                          std::span<const ItemInfo> items);

/// Shows that the model represents an item as a vector: its nearest neighbours, a map of all vectors, and a score as a
/// sum of products, coordinate by coordinate.
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
    void fitLayout() override;

private:
    struct VectorsRequest {
        LoadedRun run;
        std::shared_ptr<const LearnHistory> history;
        bool operator==(const VectorsRequest&) const = default;
    };
    void requestFacts();
    void choose(Token item);
    void draw();
    /// Neighbours of the chosen item; cached, because computing them reads every vector.
    const std::vector<Neighbour>& nearest() const;
    QStringList genresOf(Token item) const;
    QStringList sharedGenres() const;  ///< genres that the chosen item shares with its nearest neighbour

    AsyncQuery<VectorsRequest, VectorFacts> m_query;
    int m_step = 0;
    Token m_item = kPadToken;
    mutable Token m_nearestOf = kPadToken;
    mutable std::vector<Neighbour> m_nearest;

    ModelChoice* m_model;
    BarRows *m_list, *m_neighbours;
    PlotView *m_vector, *m_map;
    QWidget* m_vectors;  ///< contains the plot of one vector and the map of all vectors
    ProductSum* m_product;
};

}  // namespace recscope::ui
