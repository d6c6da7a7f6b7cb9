// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QHash>
#include <QLabel>

namespace recscope::ui {

/// A label for text over several lines that is rich, Markdown or can be selected. A QLabel lays such a text out anew
/// whenever a layout asks how high it is, which nested layouts do dozens of times in a row: this one remembers.
class TextLabel : public QLabel {
    Q_OBJECT
public:
    explicit TextLabel(QWidget* parent = nullptr);
    int heightForWidth(int width) const override;

protected:
    void changeEvent(QEvent* event) override;

private:
    mutable QString m_measured;         ///< the text that `m_heights` are of
    mutable QHash<int, int> m_heights;  ///< by width
};

}  // namespace recscope::ui
