// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QLabel>

namespace recscope::ui {

/// One line of text that is shortened with "…" if there is too little room, and then has the full text as tooltip.
class ElidedLabel : public QLabel {
    Q_OBJECT
public:
    explicit ElidedLabel(const QString& text = {}, QWidget* parent = nullptr);
    /// The position of the "…": at the end (default) for sentences; in the middle for names, which often differ at
    /// their end.
    void setElideMode(Qt::TextElideMode mode);
    QSize minimumSizeHint() const override;

protected:
    bool event(QEvent* event) override;
    void paintEvent(QPaintEvent* event) override;

private:
    Qt::TextElideMode m_mode = Qt::ElideRight;
};

}  // namespace recscope::ui
