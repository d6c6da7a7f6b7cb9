// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QString>
#include <QWidget>
#include <optional>
#include <vector>

namespace recscope::ui {

class BarRows;
class PlotView;

/// What a score is made of.
struct ScoreParts {
    std::vector<float> state;     ///< (d) what the history became
    std::vector<float> item;      ///< (d) the item's vector
    std::optional<float> offset;  ///< what is added for this item; none where the model adds nothing

    std::vector<float> products() const;  ///< (d) coordinate times coordinate
    double score() const;                 ///< their sum and the offset
};

/// A score as a sum: the product of each coordinate as a bar, and what those above 0, which speak for the item, those
/// below and its offset add up to.
class ProductSum : public QWidget {
    Q_OBJECT
public:
    explicit ProductSum(QWidget* parent = nullptr);

    void setScore(const ScoreParts& parts, const QString& item);
    void clear();
    /// The products alone, or beside them their sum; as it begins.
    void setSumShown(bool shown);
    BarRows& sum() const { return *m_sum; }
    PlotView& products() const { return *m_products; }

private:
    PlotView* m_products;
    BarRows* m_sum;
};

}  // namespace recscope::ui
