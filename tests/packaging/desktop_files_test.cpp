// SPDX-License-Identifier: GPL-3.0-or-later
#include <gtest/gtest.h>

#ifdef RECSCOPE_WINDOW

#include <QMimeDatabase>
#include <filesystem>
#include <regex>

#include "cli_process.h"
#include "command_help.h"

namespace recscope::test {
namespace {

constexpr const char* kType = "application/x-recscope";

std::string firstCapture(const std::string& text, const std::string& pattern) {
    std::smatch match;
    return std::regex_search(text, match, std::regex(pattern)) ? match[1].str() : "";
}

TEST(DesktopFiles, TheMenuEntryIsValidAndPassesAFile) {
    const ShellOutcome outcome = shell("desktop-file-validate " + sourcePath("packaging/recscope.desktop"));
    EXPECT_EQ(outcome.exitCode, 0);
    EXPECT_EQ(outcome.out, "");
    const std::string entry = sourceFile("packaging/recscope.desktop");
    EXPECT_EQ(firstCapture(entry, "\nExec=([^\n]*)"), "recscope %f");
    EXPECT_EQ(firstCapture(entry, "\nMimeType=([^\n]*)"), std::string(kType) + ";");
    EXPECT_TRUE(
        std::filesystem::exists(sourcePath("resources/icons/" + firstCapture(entry, "\nIcon=([^\n]*)") + ".svg")));
}

TEST(DesktopFiles, TheSoftwareCentrePageIsValidAndOfThisVersion) {
    const std::string file = sourcePath("packaging/recscope.metainfo.xml");
    const ShellOutcome outcome = shell("appstreamcli validate --no-net " + file);
    EXPECT_EQ(outcome.exitCode, 0) << outcome.out;
    const std::string page = sourceFile("packaging/recscope.metainfo.xml");
    EXPECT_EQ(firstCapture(page, "<release version=\"([^\"]*)\""), RECSCOPE_VERSION);
    EXPECT_EQ(firstCapture(page, "<mediatype>([^<]*)<"), kType);
}

/// A MIME database that contains RecScope's file type, built in the same way as when RecScope is installed.
class FileType : public testing::Test {
protected:
    static void SetUpTestSuite() {
        s_folder = std::make_unique<TemporaryFolder>();
        const std::string packages = s_folder->path("mime/packages");
        std::filesystem::create_directories(packages);
        std::filesystem::copy_file("/usr/share/mime/packages/freedesktop.org.xml", packages + "/freedesktop.org.xml");
        std::filesystem::copy_file(sourcePath("packaging/recscope-mime.xml"), packages + "/recscope.xml");
        const ShellOutcome made = shell("PKGSYSTEM_ENABLE_FSYNC=0 update-mime-database " + s_folder->path("mime"));
        ASSERT_EQ(made.exitCode, 0) << made.out;
        ::setenv("XDG_DATA_DIRS", s_folder->path("").c_str(), 1);
        ::setenv("XDG_DATA_HOME", s_folder->path("").c_str(), 1);
    }
    static void TearDownTestSuite() { s_folder.reset(); }

    std::string typeOf(const std::string& file, QMimeDatabase::MatchMode mode) const {
        return QMimeDatabase().mimeTypeForFile(QString::fromStdString(file), mode).name().toStdString();
    }

    static std::unique_ptr<TemporaryFolder> s_folder;
};
std::unique_ptr<TemporaryFolder> FileType::s_folder;

TEST_F(FileType, OfAWorkspaceIsDetectedByItsContentUnderAnyName) {
    const std::string file = s_folder->path("mailed");
    ASSERT_EQ(runCli({"datasets", "--workspace", file}).exitCode, 0);
    EXPECT_EQ(typeOf(file, QMimeDatabase::MatchContent), kType);
}

TEST_F(FileType, OfAnotherSqliteFileIsNotRecScopes) {
    const std::string file = s_folder->path("workspace");
    ASSERT_EQ(runCli({"datasets", "--workspace", file}).exitCode, 0);
    std::FILE* stream = std::fopen(file.c_str(), "r+b");
    ASSERT_NE(stream, nullptr);
    std::fseek(stream, 68, SEEK_SET);  // offset of application_id in SQLite's header
    std::fputs("Othr", stream);
    std::fclose(stream);
    EXPECT_EQ(typeOf(file, QMimeDatabase::MatchContent), "application/vnd.sqlite3");
}

TEST_F(FileType, IsDetectedByTheFileNameExtension) {
    EXPECT_EQ(typeOf(s_folder->path("not-there.recscope"), QMimeDatabase::MatchExtension), kType);
}

TEST_F(FileType, TheWindowOpensTheFileItIsGiven) {
    const std::string file = s_folder->path("double-click.recscope");
    ASSERT_EQ(runCli({"datasets", "--workspace", file}).exitCode, 0);
    const std::string home =
        " XDG_CONFIG_HOME=" + s_folder->path("config") + " XDG_DATA_HOME=" + s_folder->path("data");
    const ShellOutcome outcome =
        shell("env QT_QPA_PLATFORM=offscreen" + home + " " RECSCOPE_WINDOW " --quit-when-open " + file);
    EXPECT_EQ(outcome.exitCode, 0) << outcome.out;
    EXPECT_NE(outcome.out.find("open\n"), std::string::npos) << outcome.out;
    EXPECT_FALSE(std::filesystem::exists(s_folder->path("data/recscope/default.recscope")))
        << "the default workspace was opened, too";
}

}  // namespace
}  // namespace recscope::test

#endif
