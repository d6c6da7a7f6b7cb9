// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QLabel>

namespace recscope::ui {

/// A line below or above a list that says how the last action ended; takes no room while there is nothing to say.
class RemarkLabel : public QLabel {
    Q_OBJECT
public:
    enum class Tone { Quiet, Problem };

    explicit RemarkLabel(QWidget* parent = nullptr);

    void say(const QString& sentence, Tone tone = Tone::Quiet);
};

}  // namespace recscope::ui
