// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/session/config_words.h"

#include <QRegularExpression>
#include <QStringList>
#include <algorithm>
#include <iterator>
#include <utility>
#include <vector>

#include "core/config/config_schema.h"
#include "core/util/translated.h"

namespace recscope::ui {

namespace {

constexpr const char* kAllIfZero = "validation_users";  ///< config key whose value 0 means "all"

QString allWord() {
    return QString::fromStdString(translated("all"));
}

/// A config value in English words, e.g. "leave-one-out" for "leave_one_out". Translations exist only for this form.
std::string plainWords(std::string text) {
    if (text == "leave_one_out") return "leave-one-out";
    std::replace(text.begin(), text.end(), '_', ' ');
    return text;
}

/// Config values that are ordinary words and therefore translated; all other values are names ("adam", "bce").
const char* const kWords[] = {
    translatable("after"),        translatable("all"),           translatable("batch"),
    translatable("before"),       translatable("bidirectional"), translatable("causal"),
    translatable("constant"),     translatable("divided"),       translatable("draw again"),
    translatable("first"),        translatable("global time"),   translatable("highest"),
    translatable("interactions"), translatable("items"),         translatable("leave-one-out"),
    translatable("linear"),       translatable("mask"),          translatable("medium"),
    translatable("negatives"),    translatable("never next"),    translatable("newest"),
    translatable("next order"),   translatable("none"),          translatable("normal"),
    translatable("off"),          translatable("oldest"),        translatable("on"),
    translatable("others"),       translatable("position"),      translatable("regularised"),
    translatable("sample"),       translatable("skip"),          translatable("small"),
    translatable("time window"),  translatable("transitions"),   translatable("unit"),
    translatable("unseen"),       translatable("users"),         translatable("whole"),
};

}  // namespace

bool isConfigWord(const std::string& value) {
    return std::any_of(std::begin(kWords), std::end(kWords),
                       [&](const char* word) { return plainWords(value) == word; });
}

QString configWords(const std::string& text) {
    // Not in the names of metrics, such as "ndcg_of_k@10", which can be typed.
    static const QRegularExpression kUnderscore(QStringLiteral("_(?!\\w*@)"));
    if (isConfigWord(text)) return QString::fromStdString(translated(plainWords(text)));
    return QString::fromStdString(translated(text))
        .replace(QLatin1String("leave_one_out"), QLatin1String("leave-one-out"))
        .replace(kUnderscore, QStringLiteral(" "));
}

QString configValueText(const std::string& key, const std::string& value) {
    return key == kAllIfZero && value == "0" ? allWord() : configWords(value);
}

QString configAsHtml(const RunConfig& config) {
    std::vector<std::pair<QString, QStringList>> groups;
    for (const ConfigKey& key : config.schema->keys()) {
        if (!hasConfigKey(config, key.field.key)) continue;  // this config has no value for the key
        const QString group = QString::fromStdString(translated(key.field.group));
        if (groups.empty() || groups.back().first != group) groups.emplace_back(group, QStringList());
        groups.back().second << QString::fromStdString(translated(key.field.label)) + QLatin1Char(' ') +
                                    configValueText(key.field.key, key.read(config));
    }
    QString html;
    for (const auto& [group, values] : groups)
        html += QStringLiteral("<p>%1: %2</p>").arg(group, values.join(QStringLiteral(", ")).toHtmlEscaped());
    return html;
}

std::string configValueOf(const std::string& key, const QString& words) {
    return key == kAllIfZero && words.compare(allWord(), Qt::CaseInsensitive) == 0 ? "0" : words.toStdString();
}

}  // namespace recscope::ui
