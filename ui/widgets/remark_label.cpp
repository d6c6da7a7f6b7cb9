// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/widgets/remark_label.h"

#include <QStyle>

namespace recscope::ui {

RemarkLabel::RemarkLabel(QWidget* parent) : QLabel(parent) {
    setWordWrap(true);
    setTextFormat(Qt::PlainText);
}

void RemarkLabel::showMessage(const QString& sentence, Tone tone) {
    setText(sentence);
    setVisible(!sentence.isEmpty());
    setProperty("problem", tone == Tone::Problem);
    setProperty("muted", tone == Tone::Quiet);
    style()->unpolish(this);
    style()->polish(this);
}

}  // namespace recscope::ui
