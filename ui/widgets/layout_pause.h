// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QLayout>
#include <QWidget>

namespace recscope::ui {

/// While it lives nothing in the widget is laid out anew: each part that comes or goes would lay out all, at once.
/// Pre: the widget has a layout and outlives this.
class LayoutPause {
public:
    explicit LayoutPause(const QWidget& widget) : m_layout(*widget.layout()), m_wasEnabled(m_layout.isEnabled()) {
        m_layout.setEnabled(false);
    }
    ~LayoutPause() { m_layout.setEnabled(m_wasEnabled); }
    LayoutPause(const LayoutPause&) = delete;
    LayoutPause& operator=(const LayoutPause&) = delete;

private:
    QLayout& m_layout;
    const bool m_wasEnabled;
};

}  // namespace recscope::ui
