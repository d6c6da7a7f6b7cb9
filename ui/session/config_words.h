// SPDX-License-Identifier: GPL-3.0-or-later
// Config values, and the help about them, in words for the person at the screen.
#pragma once

#include <QString>
#include <string>

namespace recscope {
struct RunConfig;
}

namespace recscope::ui {

/// "leave-one-out" for leave_one_out, "global time" for global_time, in a value and in the help text that explains the
/// values; everything else is unchanged.
QString configWords(const std::string& text);

/// Whether the value of a choice is a translated word rather than a name such as "adam" or "bce".
bool isConfigWord(const std::string& value);

/// The same for the value of a key, with a word where a number has a special meaning: "all" validation users for 0.
QString configValueWords(const std::string& key, const std::string& value);

/// All values of a config, one HTML paragraph for each group of keys, so that a tooltip can wrap them.
QString configAsHtml(const RunConfig& config);

/// The config value behind the words that a person typed: the inverse of `configValueWords`.
std::string configValueOf(const std::string& key, const QString& words);

}  // namespace recscope::ui
