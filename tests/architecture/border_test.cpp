// SPDX-License-Identifier: GPL-3.0-or-later
#include <gtest/gtest.h>
#include <unistd.h>

#include <fstream>

#include "borders.h"

namespace recscope::architecture {
namespace {

std::string text(const Violations& violations) {
    std::string all;
    for (const std::string& violation : violations) all += "\n  " + violation;
    return all;
}

const SourceTree& program() {
    static const SourceTree tree(RECSCOPE_SOURCE_DIR);
    return tree;
}

/// A temporary source tree in which each test writes files that violate a rule.
class PlantedTree : public testing::Test {
protected:
    PlantedTree() {
        m_root = std::filesystem::temp_directory_path() / ("recscope-borders-" + std::to_string(::getpid()));
        std::filesystem::remove_all(m_root);
    }
    ~PlantedTree() override { std::filesystem::remove_all(m_root); }

    void plant(const std::string& file, const std::string& content) {
        std::filesystem::create_directories((m_root / file).parent_path());
        std::ofstream(m_root / file) << content;
    }
    SourceTree tree() const { return SourceTree(m_root); }

private:
    std::filesystem::path m_root;
};

TEST(Borders, TheSourceFilesAreFound) {
    EXPECT_GT(program().files({"core", "ui", "app"}, {".h", ".cpp"}).size(), 50u);
}

TEST(Borders, UiAndAppIncludeNeitherTorchNorSqlite) {
    const Violations violations = uiIncludesTorchOrSqlite(program());
    EXPECT_TRUE(violations.empty()) << text(violations);
}

TEST(Borders, CoreIncludesNoQt) {
    const Violations violations = coreIncludesQt(program());
    EXPECT_TRUE(violations.empty()) << text(violations);
}

TEST(Borders, DataIncludesNoTorch) {
    const Violations violations = dataIncludesTorch(program());
    EXPECT_TRUE(violations.empty()) << text(violations);
}

TEST(Borders, OnlyTheTransformerAmongTheModelsIncludesTorch) {
    const Violations violations = torchInOtherModels(program());
    EXPECT_TRUE(violations.empty()) << text(violations);
}

TEST(Borders, OnlyTheStoreIncludesSqlite) {
    const Violations violations = sqliteOutsideStore(program());
    EXPECT_TRUE(violations.empty()) << text(violations);
}

TEST(Borders, OnlyTheSourcesOfParquetIncludeArrow) {
    const Violations violations = arrowOutsideParquet(program());
    EXPECT_TRUE(violations.empty()) << text(violations);
}

TEST(Borders, FoldersIncludeOnlyAllowedFolders) {
    const Violations violations = forbiddenIncludes(program());
    EXPECT_TRUE(violations.empty()) << text(violations);
}

TEST(Borders, NoCodeOutsideAModelsFolderComparesItsName) {
    const Violations violations = comparedModelNames(program());
    EXPECT_TRUE(violations.empty()) << text(violations);
}

TEST(Borders, NoCodeSearchesInTheWordsOfAMessage) {
    const Violations violations = searchedMessages(program());
    EXPECT_TRUE(violations.empty()) << text(violations);
}

TEST(Borders, EverySourceIncludesItsOwnHeaderFirst) {
    const Violations violations = ownHeaderNotFirst(program());
    EXPECT_TRUE(violations.empty()) << text(violations);
}

TEST(Borders, EverySourceFileNamesItsLicence) {
    const Violations violations = missingLicenceLines(program());
    EXPECT_TRUE(violations.empty()) << text(violations);
}

TEST(Borders, ColoursAreWrittenInTheThemeOnly) {
    const Violations violations = coloursOutsideTheme(program());
    EXPECT_TRUE(violations.empty()) << text(violations);
}

TEST_F(PlantedTree, TorchThroughTwoHeadersOfCoreIsFoundWithItsChain) {
    plant("ui/page.cpp", "#include \"core/explain/a.h\"\n");
    plant("core/explain/a.h", "#include \"core/models/b.h\"\n");
    plant("core/models/b.h", "  #  include <torch/torch.h>\n");
    EXPECT_EQ(uiIncludesTorchOrSqlite(tree()),
              Violations{"ui/page.cpp -> core/explain/a.h -> core/models/b.h -> torch/torch.h"});
}

TEST_F(PlantedTree, ASearchInWordsIsFound) {
    plant("core/remote/a.cpp", "isFull = sentence.find(\"disk full\") != std::string::npos;\n");
    plant("core/train/b.cpp", "if (wordsOf(run.device).starts_with(\"cuda\")) {}\n// sentence.find(\"in a remark\")\n");
    plant("ui/train/c.cpp", "if (QString::fromStdString(wordsOf(run.message)).contains(tr(\"stopped\"))) {}\n");
    plant("ui/runs/d.cpp", "if (run.message[0].id == MessageId::Stopped) {}\n");
    EXPECT_EQ(searchedMessages(tree()).size(), 3u);
}

TEST_F(PlantedTree, SqliteInTheWindowsMainIsFound) {
    plant("app/main.cpp", "#include <sqlite3.h>\n");
    EXPECT_EQ(uiIncludesTorchOrSqlite(tree()).size(), 1u);
}

TEST_F(PlantedTree, ASqliteWrapperInAUiHeaderIsFoundWhereverItIsIncluded) {
    plant("ui/list.h", "#include <SQLiteCpp/Database.h>\n");
    plant("ui/list.cpp", "#include \"list.h\"\n");
    EXPECT_EQ(uiIncludesTorchOrSqlite(tree()).size(), 2u);
}

TEST_F(PlantedTree, AQtHeaderInCoreIsFound) {
    plant("core/util/a.cpp", "#include <QString>\n");
    plant("core/data/b.cpp", "#include <QtCore/qstring.h>\n");
    EXPECT_EQ(coreIncludesQt(tree()).size(), 2u);
}

TEST_F(PlantedTree, UiIncludedByCoreIsFound) {
    plant("core/train/a.cpp", "#include \"ui/theme/theme.h\"\n");
    EXPECT_EQ(coreIncludesQt(tree()).size(), 1u);
}

TEST_F(PlantedTree, TorchInTheDataFoldersIsFound) {
    plant("core/metrics/a.h", "#include <ATen/ATen.h>\n");
    plant("core/train/b.h", "#include <torch/torch.h>\n");
    EXPECT_EQ(dataIncludesTorch(tree()), Violations{"core/metrics/a.h -> ATen/ATen.h"});
}

TEST_F(PlantedTree, TrainingIncludedByDataIsFound) {
    plant("core/store/a.h", "#include \"core/train/config.h\"\n");
    EXPECT_EQ(dataIncludesTorch(tree()).size(), 1u);
}

TEST_F(PlantedTree, TorchInAnotherModelIsFound) {
    plant("core/recommender/tensors.h", "#include <torch/torch.h>\n");
    plant("core/models/caser/a.cpp", "#include \"core/recommender/tensors.h\"\n");
    plant("core/models/transformer/b.cpp", "#include \"core/recommender/tensors.h\"\n");
    EXPECT_EQ(torchInOtherModels(tree()),
              Violations{"core/models/caser/a.cpp -> core/recommender/tensors.h -> torch/torch.h"});
}

TEST_F(PlantedTree, SqliteOutsideTheStoreIsFound) {
    plant("core/store/connection.h", "#include <SQLiteCpp/Database.h>\n");
    plant("core/data/importer.cpp", "#include \"core/store/connection.h\"\n");
    EXPECT_EQ(sqliteOutsideStore(tree()),
              Violations{"core/data/importer.cpp -> core/store/connection.h -> SQLiteCpp/Database.h"});
}

TEST_F(PlantedTree, ArrowOutsideTheSourcesOfParquetIsFound) {
    plant("core/parquet/table.h", "#include <arrow/api.h>\n");
    plant("core/parquet/reader.cpp", "#include <parquet/file_reader.h>\n");
    plant("core/lists/a.cpp", "#include \"core/parquet/table.h\"\n");
    EXPECT_EQ(arrowOutsideParquet(tree()), (Violations{"core/lists/a.cpp -> core/parquet/table.h -> arrow/api.h",
                                                       "core/parquet/table.h -> arrow/api.h"}));
}

TEST_F(PlantedTree, ForbiddenIncludesAreFound) {
    plant("core/train/a.cpp", "#include \"core/models/gru4rec/gru4rec.h\"\n");
    plant("core/models/gru4rec/b.cpp",
          "#include \"core/train/trainer.h\"\n#include \"core/models/sasrec/sasrec.h\"\n"
          "#include \"core/models/transformer/traits.h\"\n");
    plant("core/sequence/c.h", "#include \"core/store/workspace.h\"\n");
    plant("core/explain/scores/d.cpp", "#include \"core/explain/attention/attention_timeline.h\"\n");
    plant("core/new_room/e.h", "");
    plant("ui/theme/f.cpp", "#include \"ui/session/session.h\"\n#include \"core/util/text.h\"\n");
    plant("core/recommender/registry.cpp", "#include \"core/models/gru4rec/gru4rec.h\"\n");
    EXPECT_EQ(
        forbiddenIncludes(tree()),
        (Violations{"core/explain/scores/d.cpp -> core/explain/attention/attention_timeline.h",
                    "core/models/gru4rec/b.cpp -> core/train/trainer.h",
                    "core/models/gru4rec/b.cpp -> core/models/sasrec/sasrec.h",
                    "core/new_room/e.h: core/new_room is not a listed folder",
                    "core/sequence/c.h -> core/store/workspace.h", "core/train/a.cpp -> core/models/gru4rec/gru4rec.h",
                    "ui/theme/f.cpp -> ui/session/session.h"}));
}

TEST_F(PlantedTree, APageThatIncludesAnotherIsFound) {
    plant("ui/compare/a.cpp", "#include \"ui/explore/explore_page.h\"\n#include \"ui/lists/history_list.h\"\n");
    plant("ui/explore/b.cpp", "#include \"ui/explore/tabs/timeline_tab.h\"\n");
    plant("ui/explore/tabs/c.h", "#include \"ui/explore/explore_page.h\"\n");
    plant("ui/timeline/d.h", "#include \"ui/train/train_page.h\"\n");
    plant("ui/lists/e.h", "#include \"ui/timeline/timeline_panel.h\"\n");
    plant("ui/frame/f.cpp", "#include \"ui/compare/a.h\"\n");
    plant("ui/new_page/g.h", "#include \"ui/theme/theme.h\"\n");
    EXPECT_EQ(forbiddenIncludes(tree()),
              (Violations{
                  "ui/compare/a.cpp -> ui/explore/explore_page.h", "ui/explore/tabs/c.h -> ui/explore/explore_page.h",
                  "ui/lists/e.h -> ui/timeline/timeline_panel.h", "ui/new_page/g.h: ui/new_page is not a listed folder",
                  "ui/timeline/d.h -> ui/train/train_page.h"}));
}

TEST_F(PlantedTree, AComparisonWithAModelsNameIsFound) {
    plant("ui/explore/a.cpp", "if (model == \"sasrec\") return;  // \"bert4rec\"\n");
    plant("core/models/sasrec/sasrec.cpp", "config.model = \"sasrec\";\n");
    EXPECT_EQ(comparedModelNames(tree()).size(), 1u);
}

TEST_F(PlantedTree, ASourceThatIncludesSomethingBeforeItsHeaderIsFound) {
    plant("core/util/a.h", "");
    plant("core/util/a.cpp", "#include <string>\n#include \"core/util/a.h\"\n");
    plant("core/util/b.h", "");
    plant("core/util/b.cpp", "#include \"core/util/b.h\"\n");
    plant("core/util/main.cpp", "#include <string>\n");
    EXPECT_EQ(ownHeaderNotFirst(tree()), Violations{"core/util/a.cpp: core/util/a.h is not its first include"});
}

TEST_F(PlantedTree, AFileWithoutLicenceIsFound) {
    plant("core/a.cpp", "int a;\n");
    plant("core/b.cpp", "// SPDX-License-Identifier: GPL-3.0-or-later\n");
    plant("core/empty.h", "");
    EXPECT_EQ(missingLicenceLines(tree()).size(), 2u);
}

TEST_F(PlantedTree, ColourLiteralsAreFoundInEveryNotation) {
    plant(
        "ui/a.cpp",
        "QColor(255, 0, 0);\nQColor(\"red\");\nsetStyleSheet(\"color: #ff0000\");\nQt::darkGray;\nQColor{1, 2, 3};\n");
    plant("ui/theme/theme.cpp", "QColor(\"#ff0000\");\n");
    plant("ui/fine.cpp", "QColor(colours.accent);\nQt::transparent; // not #ff0000\n");
    EXPECT_EQ(coloursOutsideTheme(tree()).size(), 5u);
}

}  // namespace
}  // namespace recscope::architecture
