// SPDX-License-Identifier: GPL-3.0-or-later
// The values of a config, and the help about them, as a person reads them.
#pragma once

#include <QString>
#include <string>

namespace recscope {
struct RunConfig;
}

namespace recscope::ui {

/// "leave-one-out" for leave_one_out, "global time" for global_time, in a value and in the help that says what each
/// value means; everything else stays as it is.
QString configWords(const std::string& text);

/// Whether the value of a choice is a word that is translated, and not a name such as "adam" or "bce".
bool isConfigWord(const std::string& value);

/// The same of the value of a key, with a word where a number stands for something else: "all" validation users for 0.
QString configValueWords(const std::string& key, const std::string& value);

/// All values of a config, a paragraph for each group of its keys: what a tooltip wraps.
QString configAsHtml(const RunConfig& config);

/// Back from what a person typed instead of it.
std::string configValueOf(const std::string& key, const QString& words);

}  // namespace recscope::ui
