// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/widgets/bar_list.h"

#include <QScrollArea>
#include <QScrollBar>
#include <QTimer>
#include <QVBoxLayout>
#include <algorithm>

#include "ui/widgets/arrange.h"
#include "ui/widgets/elided_label.h"

namespace recscope::ui {

namespace {
constexpr int kMaxMinHeight = 190;  ///< upper limit, in design pixels, of the minimum height of a list with many rows
}

BarList::BarList(QWidget* parent)
    : QWidget(parent), m_title(new ElidedLabel), m_bars(new BarRows({})), m_area(scrolled(m_bars)) {
    m_title->setProperty("role", "caption");
    arrange(this, column({m_title, grow(m_area)}, space::kUnit));
}

void BarList::setTitle(const QString& title) {
    m_title->setText(title);
    m_bars->setAccessibleName(title);
}

void BarList::setRows(std::vector<BarRow> rows, double low, double high, BarRows::Change change) {
    m_bars->setRows(std::move(rows), low, high, change);
    const QSize least = m_bars->minimumSizeHint();
    m_area->setMinimumSize(least.width(), std::min(least.height(), Theme::instance().px(kMaxMinHeight)));
}

void BarList::reveal(int row) {
    QTimer::singleShot(0, this, [this, row] {
        const QRectF rect = m_bars->rowRect(row);
        m_area->ensureVisible(0, int(rect.center().y()), 0, 2 * int(rect.height()));
    });
}

void BarList::scrollWith(BarList& other) {
    QScrollBar *ownBar = m_area->verticalScrollBar(), *otherBar = other.m_area->verticalScrollBar();
    connect(ownBar, &QScrollBar::valueChanged, otherBar, &QScrollBar::setValue);
    connect(otherBar, &QScrollBar::valueChanged, ownBar, &QScrollBar::setValue);
}

}  // namespace recscope::ui
