// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QScrollArea>
#include <vector>

#include "ui/learn/guess_list.h"
#include "ui/theme/theme.h"

namespace recscope::ui {

/// One of the two models that guess.
struct GuessModel {
    QString title;          ///< name of the run, e.g. "BERT4Rec 3"; if there is no run, title of the model
    QString attentionMask;  ///< text about what the model reads: "reads both sides"
    RunStyle style;
    QString whyMissing;                  ///< why the model cannot guess; empty if it can
    QString model;                       ///< name of the model in the registry
    std::vector<PositionGuess> guesses;  ///< one per covered position, in the order of the positions
};

/// The guesses of the models for the covered positions: one row per model and one column per position, so that guesses
/// for the same position are one above the other.
class GuessTable : public QScrollArea {
    Q_OBJECT
public:
    explicit GuessTable(QWidget* parent = nullptr);

    /// `positions`: the covered positions, 0-based, ascending; if there are none, `hint` is shown. `truths`: the titles
    /// of the items there.
    void showGuesses(const std::vector<int>& positions, const QStringList& truths,
                     const std::vector<GuessModel>& models, const QString& hint);

private:
    QWidget* makeRowHeader(const GuessModel& model, const std::vector<int>& positions,
                           const std::vector<std::size_t>& counted) const;
};

}  // namespace recscope::ui
