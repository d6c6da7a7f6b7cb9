// SPDX-License-Identifier: GPL-3.0-or-later
// The pictures of attention that the two papers print, as numbers, of any run that has maps of every position.
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
    ByGenre,     ///< SASRec, Figure 5: between films of four genres
    AtTest,      ///< BERT4Rec (Sun et al., CIKM 2019), Figure 2: the last 10 positions at test time, head by head
};

/// Words at an axis of a map, in the middle of some rows or columns.
struct FigureTick {
    double at = 0;  ///< counted from the first row's or column's edge
    std::string words;
};

/// One heat map: rows = what looks, columns = what is looked at.
struct FigureMap {
    std::string title;  ///< "layer 1, head 2"
    std::int32_t size = 0;
    std::vector<double> weights;    ///< (size, size) means; NaN where there was nothing to take a mean of
    std::vector<FigureTick> ticks;  ///< of both axes
    std::int32_t group = 0;         ///< rows and columns that belong together; 0 = each stands alone
    bool isTable = false;           ///< few enough that the numbers stand in their cells

    double at(std::int32_t row, std::int32_t column) const;
    double largest() const;  ///< 0 if there is none
};

struct AttentionFigure {
    AttentionFigureKind kind = AttentionFigureKind::ByPosition;
    std::string run;
    std::string title;    ///< "Mean attention by position: SASRec · N 50 · seed 42"
    std::string caption;  ///< the mean over what, and where the figure is from; in sentences
    std::string rowAxis, columnAxis;
    std::vector<FigureMap> maps;
    std::string problem;  ///< why there are no maps, a sentence; empty where there are
};

struct AttentionFigureOptions {
    std::int64_t sequences = 10'000;  ///< at most so many users' sequences, drawn; all if there are fewer
    std::uint64_t seed = 42;          ///< of what is drawn: users, items
};

/// What can be drawn: "By position (SASRec, Figure 4)".
const char* figureName(AttentionFigureKind kind);

/// `items` in token order. Progress counts sequences. Throws Error(Usage) for a model without maps of every position,
/// and Error(Cancelled).
AttentionFigure attentionFigure(AttentionFigureKind kind, const InferenceSession& inference, const Histories& histories,
                                std::span<const ItemInfo> items, const AttentionFigureOptions& options,
                                const ProgressSink& progress, const std::stop_token& stop);

/// Items whose attention to each other Figure 5 shows: as many of each genre, each with one of the four genres alone.
struct GenreSets {
    std::vector<std::string> genres;   ///< four
    std::int32_t ofEach = 0;           ///< items of a genre in either set, at most 50
    std::vector<Token> looking, seen;  ///< disjoint, (4 ofEach), genre by genre
    bool arePapers = false;            ///< science fiction, romance, animation and horror; else the four commonest
    std::string problem;               ///< why there are none, a sentence
};
GenreSets drawGenreSets(std::span<const ItemInfo> items, std::uint64_t seed);

}  // namespace recscope
