// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QLayout>
#include <vector>

namespace recscope::ui {

/// Places widgets from left to right, `spacing` pixels apart, and starts a new line when the current one is full.
class FlowLayout : public QLayout {
public:
    explicit FlowLayout(int spacing, QWidget* parent = nullptr);
    ~FlowLayout() override;

    void addItem(QLayoutItem* item) override;
    int count() const override { return int(m_items.size()); }
    QLayoutItem* itemAt(int index) const override;
    QLayoutItem* takeAt(int index) override;
    Qt::Orientations expandingDirections() const override { return {}; }
    bool hasHeightForWidth() const override { return true; }
    int heightForWidth(int width) const override;
    QSize sizeHint() const override { return minimumSize(); }
    QSize minimumSize() const override;
    void setGeometry(const QRect& rect) override;

private:
    enum class Pass { Measure, Apply };
    int arrange(const QRect& rect, Pass pass) const;  ///< returns the height of all lines

    std::vector<QLayoutItem*> m_items;
    int m_spacing;
};

}  // namespace recscope::ui
