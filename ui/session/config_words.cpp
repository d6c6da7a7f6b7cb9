// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/session/config_words.h"

namespace recscope::ui {

namespace {

constexpr const char* kAllIfZero = "validation_users";

QString allWord() {
    return QStringLiteral("all");
}

}  // namespace

QString configWords(const std::string& text) {
    return QString::fromStdString(text)
        .replace(QLatin1String("leave_one_out"), QLatin1String("leave-one-out"))
        .replace(QLatin1Char('_'), QLatin1Char(' '));
}

QString configValueWords(const std::string& key, const std::string& value) {
    return key == kAllIfZero && value == "0" ? allWord() : configWords(value);
}

std::string configValueOf(const std::string& key, const QString& words) {
    return key == kAllIfZero && words.compare(allWord(), Qt::CaseInsensitive) == 0 ? "0" : words.toStdString();
}

}  // namespace recscope::ui
