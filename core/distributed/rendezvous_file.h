// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstdint>
#include <filesystem>
#include <optional>
#include <string>

namespace recscope {

struct RankInfo;

/// How processes with one starter on one host tell each other a port that was free: a file of this user's, in the
/// folder for temporary files, whose name no other start has. Scripts and shells between the starter and its processes
/// do not matter.
class RendezvousFile {
public:
    explicit RendezvousFile(const RankInfo& rankInfo);

    /// Throws Error(Input) if it cannot be written.
    void write(std::uint16_t port) const;
    /// Nothing as long as it is not there.
    std::optional<std::uint16_t> read() const;
    void remove() const;

private:
    std::filesystem::path m_path;
};

}  // namespace recscope
