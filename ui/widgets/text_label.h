// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QHash>
#include <QLabel>

namespace recscope::ui {

/// A label for multi-line text that is rich, Markdown or selectable. A QLabel lays such a text out again for every
/// query of its height, of which nested layouts make dozens in a row: this class caches the heights.
class TextLabel : public QLabel {
    Q_OBJECT
public:
    explicit TextLabel(QWidget* parent = nullptr);
    int heightForWidth(int width) const override;

protected:
    void changeEvent(QEvent* event) override;

private:
    mutable QString m_measured;         ///< the text that `m_heights` belong to
    mutable QHash<int, int> m_heights;  ///< by width
};

}  // namespace recscope::ui
