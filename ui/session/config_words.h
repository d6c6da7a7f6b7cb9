// SPDX-License-Identifier: GPL-3.0-or-later
// Config values, and the help about them, in words for the user of the program.
#pragma once

#include <QString>
#include <string>

namespace recscope {
struct RunConfig;
}

namespace recscope::ui {

/// Translates a config value or a help text about values, and writes the values in it as words: "leave-one-out" for
/// leave_one_out, "global time" for global_time.
QString configWords(const std::string& text);

/// True if the value of a choice is shown as a translated word rather than as a name such as "adam" or "bce".
bool isConfigWord(const std::string& value);

/// Like `configWords`, for the value of one key. Also replaces numbers that have a special meaning by words, e.g. 0
/// validation users by "all".
QString configValueText(const std::string& key, const std::string& value);

/// All values of a config, one HTML paragraph for each group of keys, so that a tooltip can wrap them.
QString configAsHtml(const RunConfig& config);

/// The config value for the text that the user of the program typed: undoes the replacement of a number by a word
/// ("all" becomes "0") and returns any other text unchanged.
std::string configValueOf(const std::string& key, const QString& words);

}  // namespace recscope::ui
