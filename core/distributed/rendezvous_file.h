// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstdint>
#include <filesystem>
#include <optional>
#include <string>

namespace recscope {

struct RankInfo;

/// A file that passes the port chosen by rank 0 to the other processes of the same launch on this host. It belongs to
/// this user, lies in the temporary directory, and has a name that is unique to the launch. The name stays the same if
/// a script or a shell runs between the launcher and its processes.
class RendezvousFile {
public:
    explicit RendezvousFile(const RankInfo& rankInfo);

    /// Throws Error(Input) if it cannot be written.
    void write(std::uint16_t port) const;
    /// The port; nothing while the file does not exist.
    std::optional<std::uint16_t> read() const;
    void remove() const;

private:
    std::filesystem::path m_path;
};

}  // namespace recscope
