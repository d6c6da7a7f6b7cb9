// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <filesystem>
#include <vector>

#include "core/config/run_config.h"
#include "core/store/dataset_store.h"
#include "core/store/workspace.h"

namespace recscope {

/// A workspace in a folder of its own, removed at the end.
class TemporaryWorkspace {
public:
    TemporaryWorkspace();
    ~TemporaryWorkspace();
    TemporaryWorkspace(const TemporaryWorkspace&) = delete;
    TemporaryWorkspace& operator=(const TemporaryWorkspace&) = delete;

    Workspace open() const;
    std::filesystem::path path() const { return m_folder / "test.recscope"; }

private:
    std::filesystem::path m_folder;
};

/// 40 users who walk along a ring of 12 items with rare jumps: quickly learned, no item twice within 12 steps.
Histories ringHistories();
/// Stores histories as a dataset named "ring".
DatasetInfo addDataset(Workspace& workspace, const Histories& histories);

/// A small model that learns the ring in seconds; 3 epochs, with dropout.
RunConfig smallConfig(const std::string& model);

}  // namespace recscope
