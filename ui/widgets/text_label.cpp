// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/widgets/text_label.h"

#include <QEvent>

namespace recscope::ui {

TextLabel::TextLabel(QWidget* parent) : QLabel(parent) {
    setWordWrap(true);
}

int TextLabel::heightForWidth(int width) const {
    if (m_measured != text()) {
        m_measured = text();
        m_heights.clear();
    }
    const auto known = m_heights.constFind(width);
    return known != m_heights.constEnd() ? *known : *m_heights.insert(width, QLabel::heightForWidth(width));
}

// Called when the font or the style changes; `heightForWidth` notices changes of the text itself.
void TextLabel::changeEvent(QEvent* event) {
    m_heights.clear();
    QLabel::changeEvent(event);
}

}  // namespace recscope::ui
