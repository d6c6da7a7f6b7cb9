// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstdint>
#include <filesystem>
#include <optional>
#include <string>

namespace recscope {

struct RankInfo;

/// Passes the port that rank 0 chose to the other processes of one launcher on the same host: a file owned by this user
/// in the temporary directory, with a name that is unique to the launch. Scripts and shells between the launcher and
/// its processes do not matter.
class RendezvousFile {
public:
    explicit RendezvousFile(const RankInfo& rankInfo);

    /// Throws Error(Input) if it cannot be written.
    void write(std::uint16_t port) const;
    /// None while the file does not exist.
    std::optional<std::uint16_t> read() const;
    void remove() const;

private:
    std::filesystem::path m_path;
};

}  // namespace recscope
