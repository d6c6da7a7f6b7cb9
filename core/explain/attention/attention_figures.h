// SPDX-License-Identifier: GPL-3.0-or-later
// Computes the numbers behind the attention figures of the SASRec and BERT4Rec papers, for any run whose model has
// attention maps for every position.
#pragma once

#include <cstdint>
#include <span>
#include <stop_token>
#include <string>
#include <vector>

#include "core/explain/scores/inference_session.h"
#include "core/sequence/dataset.h"
#include "core/sequence/histories.h"
#include "core/util/progress.h"

namespace recscope {

enum class AttentionFigureKind {
    ByPosition,  ///< SASRec (Kang and McAuley, ICDM 2018), Figure 4: the last 15 positions of all training sequences
    ByGenre,     ///< SASRec, Figure 5: attention between items of four genres
    AtTest,      ///< BERT4Rec (Sun et al., CIKM 2019), Figure 2: the last 10 positions at test time, head by head
};

/// A label on an axis of a map, centred on the row or column, or on the group of adjacent rows or columns, that it
/// names.
struct FigureTick {
    double at = 0;  ///< position in cells, from the outer edge of the first row or column
    std::string words;
};

/// One heat map: rows = query positions or items, columns = key positions or items.
struct FigureMap {
    std::string title;              ///< "layer 1, head 2"
    std::int32_t size = 0;          ///< number of rows, and of columns
    std::vector<double> weights;    ///< mean attention weights, shape (size, size); NaN where there are no values
    std::vector<FigureTick> ticks;  ///< shared by both axes
    std::int32_t group = 0;         ///< size of a group of adjacent rows (and columns), in cells; 0 = no groups
    bool isTable = false;           ///< whether each cell shows its number; true only for small maps

    double at(std::int32_t row, std::int32_t column) const;
    double largest() const;  ///< the largest weight; 0 if the map has no values
};

/// One figure: its maps and the texts around them.
struct AttentionFigure {
    AttentionFigureKind kind = AttentionFigureKind::ByPosition;
    std::string run;
    std::string title;    ///< "Mean attention by position: SASRec · N 50 · seed 42"
    std::string caption;  ///< whole sentences that state what is averaged, and which published figure it follows
    std::string rowAxis, columnAxis;
    std::vector<FigureMap> maps;
    std::string problem;  ///< one sentence that states why there are no maps; empty if there are maps
};

struct AttentionFigureOptions {
    std::int64_t sequences = 10'000;  ///< maximum number of sequences, one per user, drawn at random
    std::uint64_t seed = 42;          ///< for drawing users and items
};

/// Name in a list of figures: "By position (SASRec, Figure 4)".
const char* figureName(AttentionFigureKind kind);

/// Computes one figure. `items`: in token order. Progress counts sequences. Throws Error(Usage) for a model without
/// attention maps for every position, and Error(Cancelled).
AttentionFigure attentionFigure(AttentionFigureKind kind, const InferenceSession& inference, const Histories& histories,
                                std::span<const ItemInfo> items, const AttentionFigureOptions& options,
                                const ProgressSink& progress, const std::stop_token& stop);

/// The two item sets of SASRec's Figure 5: each set has equally many items of each genre, and each item has exactly one
/// of the four genres.
struct GenreSets {
    std::vector<std::string> genres;  ///< the names of the four genres
    std::int32_t perGenre = 0;        ///< items per genre in each set, at most 50
    /// Items of the rows (`queryItems`) and of the columns (`keyItems`): disjoint sets of 4 x perGenre items, grouped
    /// by genre.
    std::vector<Token> queryItems, keyItems;
    /// Whether the genres are the paper's: science fiction, romance, animation and horror. Otherwise they are the four
    /// most common genres.
    bool usesPaperGenres = false;
    std::string problem;  ///< one sentence that states why there are no sets; empty if there are sets
};
GenreSets drawGenreSets(std::span<const ItemInfo> items, std::uint64_t seed);

}  // namespace recscope
