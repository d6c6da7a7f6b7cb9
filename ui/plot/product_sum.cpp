// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/plot/product_sum.h"

#include <QHBoxLayout>
#include <algorithm>
#include <cmath>

#include "ui/plot/coordinates.h"
#include "ui/widgets/arrange.h"
#include "ui/widgets/bar_rows.h"
#include "ui/widgets/number_text.h"
#include "ui/widgets/quantity.h"

namespace recscope::ui {

std::vector<float> ScoreParts::products() const {
    std::vector<float> products;
    for (std::size_t i = 0; i < std::min(item.size(), state.size()); ++i) products.push_back(item[i] * state[i]);
    return products;
}

double ScoreParts::score() const {
    double sum = offset ? double(*offset) : 0;
    for (const float product : products()) sum += double(product);
    return sum;
}

ProductSum::ProductSum(QWidget* parent)
    : QWidget(parent),
      m_products(new PlotView({}, tr("coordinate"), tr("product"))),
      m_sum(new BarRows(tr("How the score is computed"))) {
    m_products->setObjectName(QStringLiteral("productPlot"));
    m_products->setDecimals(0, 3);
    m_sum->setObjectName(QStringLiteral("productSum"));
    arrange(this, row({grow(m_products, 3), grow(m_sum, 2)}, space::kSpacing));
}

void ProductSum::setSumShown(bool shown) {
    m_sum->setVisible(shown);
}

void ProductSum::clear() {
    m_products->clear();
    m_products->replotSoon();
    m_sum->setRows({}, 0, 1);
}

void ProductSum::setScore(const ScoreParts& parts, const QString& item) {
    const std::vector<float> products = parts.products();
    showCoordinates(*m_products, tr("Coordinate times coordinate, with %1").arg(item), products,
                    colourOf(Quantity::Output));
    double positive = 0, negative = 0;
    for (const float product : products) (product > 0 ? positive : negative) += double(product);
    const auto bar = [](const QString& name, double value, bool isBold = false) {
        return BarRow{.title = name,
                      .value = value,
                      .text = fixedNumber(value, 2),
                      .colour = colourOf(Quantity::Output),
                      .bold = isBold};
    };
    std::vector<BarRow> sum{bar(tr("Products above 0"), positive), bar(tr("Products below 0"), negative)};
    if (parts.offset) sum.push_back(bar(tr("The item's offset"), double(*parts.offset)));
    sum.push_back(bar(tr("The score"), parts.score(), /*isBold=*/true));
    const double scaleEnd = std::max({positive, -negative, std::abs(parts.score()), 1e-6});
    m_sum->setRows(std::move(sum), -scaleEnd, scaleEnd);
}

}  // namespace recscope::ui
