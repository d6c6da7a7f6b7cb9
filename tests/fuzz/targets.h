// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <string_view>
#include <vector>

namespace recscope::fuzz {

/// Feeds arbitrary bytes to one family of parsers. A sentence (Error) is fine; a crash or a broken promise (abort) is
/// a finding.
using Target = void (*)(std::string_view bytes);

void delimited(std::string_view bytes);
void jsonLines(std::string_view bytes);
void pythonLiterals(std::string_view bytes);
void archives(std::string_view bytes);
void safetensors(std::string_view bytes);
void preview(std::string_view bytes);   ///< recognition, preview and a whole import without storing, of any file
void scenario(std::string_view bytes);  ///< what a workspace holds of an edited history: its items, then the places
void config(std::string_view bytes);    ///< of a run
void plan(std::string_view bytes);
void run_archive(std::string_view bytes);  ///< what the weights of a run from elsewhere tell of it

struct NamedTarget {
    const char* name;  ///< also the folder of its corpus
    Target run;
};
/// What reads other people's files.
const std::vector<NamedTarget>& targets();
/// What reads runs and plans: of recscope_learn.
const std::vector<NamedTarget>& learnTargets();

}  // namespace recscope::fuzz
