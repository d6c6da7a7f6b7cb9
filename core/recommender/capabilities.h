// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstdint>

namespace recscope {

/// Which rows of attention a model has.
enum class AttentionKind {
    None,
    EveryPosition,  ///< maps of rows that look and columns that are looked at
    LastOnly,       ///< one row: how the answer was mixed from the history
};

/// Who answers for somebody a model never saw.
enum class UnknownUser {
    Anybody,       ///< who asks is not read
    MeanUser,      ///< the mean of all users' vectors
    HistoryAlone,  ///< what reads the history, without a part of the user's own
    Popularity,    ///< how often each item occurs in training
};

/// What can be done with a model. Screens, jobs and commands ask this; a model's name decides nothing.
struct Capabilities {
    AttentionKind attention = AttentionKind::None;
    std::int64_t layers = 0, heads = 0;  ///< of the attention; 0 without any
    bool looksAhead = false;             ///< attention: a position looks at later ones, too
    bool addsUp = false;                 ///< a score is the sum of one number for each item that is read
    std::int64_t maxLength = 0;          ///< newest positions of a history that are read; 0 = all of them
    bool predictsMaskedItems = false;    ///< answers for a position in the middle from both sides
    bool needsHistory = false;           ///< has no answer to an empty history
    bool readsUser = false;              ///< who asks changes the scores: by a vector, which can be refitted
    UnknownUser unknownUser = UnknownUser::Anybody;
    bool readsHistory = true;      ///< what was done changes the scores
    bool readsOrder = false;       ///< in which order it was done changes the scores
    bool hasItemVectors = false;   ///< scores are products with one vector per item
    bool hasPackedForm = false;    ///< trained and scored by our own loops on the CPU, not by LibTorch
    bool learnsByGradient = true;  ///< has epochs and a loss
};

}  // namespace recscope
