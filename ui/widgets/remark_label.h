// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QLabel>

namespace recscope::ui {

/// A line next to a list that reports the outcome of the last action; takes no space while it is empty.
class RemarkLabel : public QLabel {
    Q_OBJECT
public:
    enum class Tone { Quiet, Problem };

    explicit RemarkLabel(QWidget* parent = nullptr);

    void showMessage(const QString& sentence, Tone tone = Tone::Quiet);
};

}  // namespace recscope::ui
