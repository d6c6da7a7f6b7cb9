// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QComboBox>

namespace recscope::ui {

/// A combo box that shortens long names with "…". Its tooltip is that of the current entry or, if that has none, the
/// entry's full name.
class ElidedComboBox : public QComboBox {
    Q_OBJECT
public:
    explicit ElidedComboBox(QWidget* parent = nullptr);

    /// Sets the muted text that is shown while the box has no entries.
    void setEmptyText(const QString& text);

    QSize sizeHint() const override;

protected:
    void paintEvent(QPaintEvent* event) override;
    bool event(QEvent* event) override;

private:
    QString m_emptyText;
};

}  // namespace recscope::ui
