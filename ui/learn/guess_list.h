// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QColor>
#include <QString>
#include <QWidget>
#include <vector>

namespace recscope::ui {

class Animation;

/// One guess of a model, ready for display.
struct GuessLine {
    QString title;
    double probability = 0;
    bool isTruth = false;  ///< true for the item that was covered
};

/// One model's guesses for one covered position.
struct PositionGuess {
    int position = 0;  ///< 0-based
    /// The best guesses, best first; empty if the model has nothing to read before this position.
    std::vector<GuessLine> top;
    QString truthTitle;
    int truthRank = 0;  ///< rank of the true item among all items
    double truthProbability = 0;
};

/// The five best guesses as bars. The true item is outlined; if it is not among the five, it gets an extra line.
class GuessList : public QWidget {
    Q_OBJECT
public:
    explicit GuessList(QWidget* parent = nullptr);

    /// `fullBar`: the probability whose bar fills the width.
    void showGuess(const PositionGuess& guess, const QColor& colour, double fullBar);
    const PositionGuess& guess() const { return m_guess; }
    /// Animates from an earlier guess: the bars of items that are in both guesses start at their earlier lengths.
    void animateFrom(const PositionGuess& before);

    QSize sizeHint() const override;
    QSize minimumSizeHint() const override { return sizeHint(); }

protected:
    void paintEvent(QPaintEvent* event) override;
    bool event(QEvent* event) override;

private:
    /// The five guesses, and the true item if it is not among them.
    std::vector<GuessLine> lines() const;

    PositionGuess m_guess, m_before;  ///< the shown guess, and the one from which it is animated
    Animation* m_animation;
    QColor m_colour;
    double m_fullBar = 1;
};

}  // namespace recscope::ui
