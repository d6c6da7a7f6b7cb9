// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QLabel>

namespace recscope::ui {

/// A one-line label that shortens its text with "…" if there is too little space, and then shows the full text as
/// tooltip.
class ElidedLabel : public QLabel {
    Q_OBJECT
public:
    explicit ElidedLabel(const QString& text = {}, QWidget* parent = nullptr);
    /// Sets where the "…" is: at the end (the default) suits sentences; the middle suits names, which often differ only
    /// at their end.
    void setElideMode(Qt::TextElideMode mode);
    QSize minimumSizeHint() const override;

protected:
    bool event(QEvent* event) override;
    void paintEvent(QPaintEvent* event) override;

private:
    Qt::TextElideMode m_mode = Qt::ElideRight;
};

}  // namespace recscope::ui
