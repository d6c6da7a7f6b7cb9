// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <string_view>
#include <vector>

namespace recscope::fuzz {

/// Feeds arbitrary bytes to one family of parsers. An exception of type Error is normal. A crash, or an abort by
/// require() (fuzz_support.h), is a finding.
using Target = void (*)(std::string_view bytes);

void delimited(std::string_view bytes);
void jsonLines(std::string_view bytes);
void pythonLiterals(std::string_view bytes);
void archives(std::string_view bytes);
void safetensors(std::string_view bytes);
void preview(std::string_view bytes);   ///< format detection, preview and import (nothing is stored)
void scenario(std::string_view bytes);  ///< a saved edited history: original items, line end, edited items
void config(std::string_view bytes);    ///< the config of a run
void plan(std::string_view bytes);
void run_archive(std::string_view bytes);        ///< the metadata of a run archive
void model_description(std::string_view bytes);  ///< the recscope.json of a TorchScript archive
void model_message(std::string_view bytes);      ///< what the process that runs a TorchScript model sends

struct NamedTarget {
    const char* name;  ///< also the folder of its corpus
    Target run;
};
/// The targets of recscope_data: formats of imported files and archives, safetensors headers, scenarios.
const std::vector<NamedTarget>& targets();
/// The targets of recscope_learn: configs, plans, run archives and TorchScript models.
const std::vector<NamedTarget>& learnTargets();

}  // namespace recscope::fuzz
