// SPDX-License-Identifier: GPL-3.0-or-later
// Models that the current user has allowed to run on this machine. The list is stored outside every workspace, so a
// workspace from another person cannot start a model unasked.
#pragma once

#include <filesystem>
#include <string>

namespace recscope {

/// The current user's list: `trusted_models.txt` in the config folder of RecScope, one SHA-256 and the file's name per
/// line. Empty if neither XDG_CONFIG_HOME nor the home folder is known: then nothing is trusted.
std::filesystem::path trustedModelsPath();

/// Throws Error(Usage) unless the text is a SHA-256 in 64 lower-case hexadecimal digits.
void requireChecksum(const std::string& sha256);

bool isTrusted(const std::string& sha256);
/// Adds a model to the list. `name` is stored beside it, for people who read the list. Throws Error(Usage) if `sha256`
/// is not a checksum, and Error(Input) if the list cannot be written.
void trust(const std::string& sha256, const std::string& name);
/// Unless the model is trusted, throws an Error(Input) that states the checksum and how to allow the model.
void requireTrusted(const std::string& sha256, const std::string& name);

}  // namespace recscope
