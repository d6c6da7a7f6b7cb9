// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <gtest/gtest.h>

#include <string>

#include "core/data/importer.h"
#include "core/store/connection.h"
#include "core/store/dataset_store.h"
#include "core/util/error.h"
#include "tests/core/support/temporary_folder.h"

namespace recscope {

namespace fs = std::filesystem;

/// Gives each test an empty workspace to import into.
class ImporterTest : public testing::Test {
protected:
    ImportResult import(const ImportOptions& options) { return importDataset(m_workspace, options, {}, {}); }
    ImportResult import(const fs::path& path) {
        ImportOptions options;
        options.path = path;
        return import(options);
    }
    ImportOptions optionsFor(const fs::path& path) {
        ImportOptions options;
        options.path = path;
        return options;
    }
    /// Item ids of a user's history, joined by spaces.
    std::string historyOf(const ImportResult& result, const std::string& userId) {
        const auto items = m_store.items(result.dataset.id);
        std::string text;
        for (const Interaction& interaction :
             m_store.history(result.dataset.id, m_store.userById(result.dataset.id, userId).user)) {
            text += (text.empty() ? "" : " ") + items[static_cast<std::size_t>(interaction.token - 1)].id;
        }
        return text;
    }
    void expectNothingStored() {
        EXPECT_TRUE(m_store.list().empty());
        for (const char* table : {"user", "item", "interaction"}) {
            const auto count =
                m_workspace.connection().database.execAndGet(std::string("SELECT count(*) FROM ") + table);
            EXPECT_EQ(count.getInt(), 0) << table;
        }
    }
    static void expectEveryRowAccounted(const ImportReport& report) {
        EXPECT_EQ(report.rowsRead, report.rowsKept + report.droppedRows());
    }

    TemporaryFolder m_folder;
    Workspace m_workspace = Workspace::open(m_folder / "w.recscope");
    DatasetStore m_store{m_workspace};
};

}  // namespace recscope
