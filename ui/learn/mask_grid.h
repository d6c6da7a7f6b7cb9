// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QWidget>

#include "ui/explore/attention_texture.h"

namespace recscope::ui {

/// Which place may look at which: rows look, columns are looked at. The row of the lit place shines.
class MaskGrid : public QWidget {
    Q_OBJECT
public:
    MaskGrid(const QString& title, Sight sight, QWidget* parent = nullptr);

    void setSize(int places);
    void setLit(int place);  ///< -1 = none
    int lit() const { return m_lit; }
    bool allows(int row, int column) const;
    QRectF cellRect(int row, int column) const;

    QSize sizeHint() const override;
    QSize minimumSizeHint() const override;

signals:
    void hovered(int place);  ///< the looking place; -1 when the pointer left

protected:
    void paintEvent(QPaintEvent* event) override;
    void mouseMoveEvent(QMouseEvent* event) override;
    void leaveEvent(QEvent* event) override;

private:
    QRectF gridRect() const;
    void rebuild();

    QString m_title;
    Sight m_sight;
    int m_size = 0, m_lit = -1;
    AttentionTexture m_texture;
};

}  // namespace recscope::ui
