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

/// A tree of planted files: the rules must find what is wrong in it.
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

TEST(Borders, TheTreeIsSeen) {
    EXPECT_GT(program().files({"core", "ui", "app"}, {".h", ".cpp"}).size(), 50u);
}

TEST(Borders, UiAndAppReachNoTorchAndNoSqlite) {
    const Violations found = uiSeesTorchOrSqlite(program());
    EXPECT_TRUE(found.empty()) << text(found);
}

TEST(Borders, CoreSeesNoQt) {
    const Violations found = coreSeesQt(program());
    EXPECT_TRUE(found.empty()) << text(found);
}

TEST(Borders, DataSeesNoTorch) {
    const Violations found = dataSeesTorch(program());
    EXPECT_TRUE(found.empty()) << text(found);
}

TEST(Borders, OnlyTheStoreSeesSqlite) {
    const Violations found = sqliteOutsideStore(program());
    EXPECT_TRUE(found.empty()) << text(found);
}

TEST(Borders, EverySourceFileNamesItsLicence) {
    const Violations found = missingLicenceLines(program());
    EXPECT_TRUE(found.empty()) << text(found);
}

TEST(Borders, ColoursAreWrittenInTheThemeOnly) {
    const Violations found = coloursOutsideTheme(program());
    EXPECT_TRUE(found.empty()) << text(found);
}

TEST_F(PlantedTree, TorchBehindTwoHeadersOfCoreIsFoundWithItsChain) {
    plant("ui/page.cpp", "#include \"core/explain/a.h\"\n");
    plant("core/explain/a.h", "#include \"core/model/b.h\"\n");
    plant("core/model/b.h", "  #  include <torch/torch.h>\n");
    EXPECT_EQ(uiSeesTorchOrSqlite(tree()),
              Violations{"ui/page.cpp -> core/explain/a.h -> core/model/b.h -> torch/torch.h"});
}

TEST_F(PlantedTree, SqliteInTheWindowsMainIsFound) {
    plant("app/main.cpp", "#include <sqlite3.h>\n");
    EXPECT_EQ(uiSeesTorchOrSqlite(tree()).size(), 1u);
}

TEST_F(PlantedTree, ASqliteWrapperInAUiHeaderIsFoundWhereverItIsIncluded) {
    plant("ui/list.h", "#include <SQLiteCpp/Database.h>\n");
    plant("ui/list.cpp", "#include \"list.h\"\n");
    EXPECT_EQ(uiSeesTorchOrSqlite(tree()).size(), 2u);
}

TEST_F(PlantedTree, AQtHeaderInCoreIsFound) {
    plant("core/util/a.cpp", "#include <QString>\n");
    plant("core/data/b.cpp", "#include <QtCore/qstring.h>\n");
    EXPECT_EQ(coreSeesQt(tree()).size(), 2u);
}

TEST_F(PlantedTree, CoreThatLooksUpIntoUiIsFound) {
    plant("core/train/a.cpp", "#include \"ui/theme/theme.h\"\n");
    EXPECT_EQ(coreSeesQt(tree()).size(), 1u);
}

TEST_F(PlantedTree, TorchInTheDataRoomsIsFound) {
    plant("core/metrics/a.h", "#include <ATen/ATen.h>\n");
    plant("core/train/b.h", "#include <torch/torch.h>\n");
    EXPECT_EQ(dataSeesTorch(tree()), Violations{"core/metrics/a.h -> ATen/ATen.h"});
}

TEST_F(PlantedTree, DataThatLooksUpIntoLearningIsFound) {
    plant("core/store/a.h", "#include \"core/train/config.h\"\n");
    EXPECT_EQ(dataSeesTorch(tree()).size(), 1u);
}

TEST_F(PlantedTree, SqliteOutsideTheStoreIsFound) {
    plant("core/store/connection.h", "#include <SQLiteCpp/Database.h>\n");
    plant("core/data/importer.cpp", "#include \"core/store/connection.h\"\n");
    EXPECT_EQ(sqliteOutsideStore(tree()),
              Violations{"core/data/importer.cpp -> core/store/connection.h -> SQLiteCpp/Database.h"});
}

TEST_F(PlantedTree, AFileWithoutLicenceIsFound) {
    plant("core/a.cpp", "int a;\n");
    plant("core/b.cpp", "// SPDX-License-Identifier: GPL-3.0-or-later\n");
    plant("core/empty.h", "");
    EXPECT_EQ(missingLicenceLines(tree()).size(), 2u);
}

TEST_F(PlantedTree, ColourLiteralsAreFoundInEveryShape) {
    plant(
        "ui/a.cpp",
        "QColor(255, 0, 0);\nQColor(\"red\");\nsetStyleSheet(\"color: #ff0000\");\nQt::darkGray;\nQColor{1, 2, 3};\n");
    plant("ui/theme/theme.cpp", "QColor(\"#ff0000\");\n");
    plant("ui/fine.cpp", "QColor(colours.accent);\nQt::transparent; // not #ff0000\n");
    EXPECT_EQ(coloursOutsideTheme(tree()).size(), 5u);
}

}  // namespace
}  // namespace recscope::architecture
