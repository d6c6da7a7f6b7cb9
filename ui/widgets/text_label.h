// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QHash>
#include <QLabel>

namespace recscope::ui {

/// A label for multi-line text that is rich, Markdown or selectable. A QLabel repeats the layout of such text for every
/// query of its height, and nested layouts query it dozens of times; this class caches the heights.
class TextLabel : public QLabel {
    Q_OBJECT
public:
    explicit TextLabel(QWidget* parent = nullptr);
    int heightForWidth(int width) const override;

protected:
    void changeEvent(QEvent* event) override;

private:
    mutable QString m_measured;         ///< the text for which `m_heights` is valid
    mutable QHash<int, int> m_heights;  ///< height by width, in pixels
};

}  // namespace recscope::ui
