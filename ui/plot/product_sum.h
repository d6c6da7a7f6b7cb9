// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QString>
#include <QWidget>
#include <optional>
#include <vector>

namespace recscope::ui {

class BarRows;
class PlotView;

/// The terms of a score: state · item + offset.
struct ScoreParts {
    std::vector<float> state;     ///< (d) the hidden state after the history
    std::vector<float> item;      ///< (d) the item's vector
    std::optional<float> offset;  ///< the item's bias; none if the model has no bias

    std::vector<float> products() const;  ///< (d) element-wise product of state and item
    double score() const;                 ///< the sum of the products plus the offset
};

/// Shows a score as a sum. Each coordinate's product is a bar. Beside these bars are the totals that make up the score:
/// of the positive products, of the negative products, and the offset.
class ProductSum : public QWidget {
    Q_OBJECT
public:
    explicit ProductSum(QWidget* parent = nullptr);

    void setScore(const ScoreParts& parts, const QString& item);
    void clear();
    /// Shows the sum beside the products (the default), or the products alone.
    void setSumShown(bool shown);
    BarRows& sum() const { return *m_sum; }
    PlotView& products() const { return *m_products; }

private:
    PlotView* m_products;
    BarRows* m_sum;
};

}  // namespace recscope::ui
