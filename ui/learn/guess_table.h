// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QScrollArea>
#include <vector>

#include "ui/learn/guess_list.h"
#include "ui/theme/theme.h"

namespace recscope::ui {

/// One of the two models that answer.
struct GuessModel {
    QString title;  ///< "BERT4Rec 3"
    QString sight;  ///< "reads both sides"
    RunStyle style;
    QString missing;                  ///< why it cannot answer; empty = it can
    QString model;                    ///< "bert4rec"
    std::vector<PlaceGuess> guesses;  ///< one per covered place, in the order of the places
};

/// The guesses of the models (rows) for the covered places (columns), one above the other to compare.
class GuessTable : public QScrollArea {
    Q_OBJECT
public:
    explicit GuessTable(QWidget* parent = nullptr);

    /// `places` 0-based, ascending; `hint` is shown while there are none.
    void show(const std::vector<int>& places, const QStringList& truths, const std::vector<GuessModel>& models,
              const QString& hint);

private:
    QWidget* makeRowHeader(const GuessModel& model, const std::vector<int>& places,
                           const std::vector<std::size_t>& counted) const;
};

}  // namespace recscope::ui
