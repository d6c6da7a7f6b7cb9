// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QLayout>
#include <QWidget>

namespace recscope::ui {

/// Disables the widget's layout during the lifetime of this object. Otherwise each added, removed or hidden part would
/// cause a new layout of all parts immediately. Precondition: the widget has a layout and outlives this object.
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
