// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/session/config_words.h"

namespace recscope::ui {

QString configWords(const std::string& text) {
    return QString::fromStdString(text)
        .replace(QLatin1String("leave_one_out"), QLatin1String("leave-one-out"))
        .replace(QLatin1Char('_'), QLatin1Char(' '));
}

}  // namespace recscope::ui
