// SPDX-License-Identifier: GPL-3.0-or-later
// Config values, and the help about them, in words for the person at the screen.
#pragma once

#include <QString>
#include <string>

namespace recscope {
struct RunConfig;
}

namespace recscope::ui {

/// Replaces leave_one_out by "leave-one-out" and global_time by "global time", both in a value and in a help text about
/// the values; everything else is unchanged.
QString configWords(const std::string& text);

/// True if the value of a choice is shown as a translated word rather than as a name such as "adam" or "bce".
bool isConfigWord(const std::string& value);

/// Like `configWords`, for the value of one key. Also replaces numbers that have a special meaning by words, e.g. 0
/// validation users by "all".
QString configValueWords(const std::string& key, const std::string& value);

/// All values of a config, one HTML paragraph for each group of keys, so that a tooltip can wrap them.
QString configAsHtml(const RunConfig& config);

/// The config value for the words that the person at the screen typed; the inverse of `configValueWords`.
std::string configValueOf(const std::string& key, const QString& words);

}  // namespace recscope::ui
