// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <filesystem>
#include <vector>

#include "core/config/run_config.h"
#include "core/store/dataset_store.h"
#include "core/store/workspace.h"

namespace recscope {

/// The path of a workspace in a new folder, which the destructor removes.
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

/// 40 users who each walk along a ring of 12 items for 5 to 11 steps: quickly learned, and no user has an item twice.
Histories ringHistories();
/// Stores histories as a dataset named "ring".
DatasetInfo addDataset(Workspace& workspace, const Histories& histories);

/// The config of a small model that is trained on the ring within seconds: 3 epochs, with dropout.
RunConfig smallConfig(const std::string& model);

}  // namespace recscope
