// SPDX-License-Identifier: GPL-3.0-or-later
#include <QApplication>
#include <QCommandLineParser>
#include <QDir>
#include <QFontDatabase>
#include <QIcon>
#include <algorithm>
#include <cstdio>
#include <span>
#include <string_view>

#include "app/tour.h"
#include "core/store/default_workspace.h"
#include "core/util/error.h"
#include "core/util/heap.h"
#include "core/util/language.h"
#include "core/util/translated.h"
#include "ui/frame/main_window.h"
#include "ui/frame/window_language.h"
#include "ui/theme/theme.h"

using namespace recscope;

namespace {

void nameProgram() {
    QCoreApplication::setOrganizationName(QStringLiteral("RecScope"));
    QCoreApplication::setApplicationName(QStringLiteral("RecScope"));
    QCoreApplication::setApplicationVersion(QStringLiteral(RECSCOPE_VERSION));
}

QString translatedText(const char* text) {
    return QString::fromStdString(translated(text));
}

/// The program's command line options, described in the language that is current at construction.
struct CommandLine {
    CommandLine() {
        parser.setApplicationDescription(translatedText(translatable("Look inside a sequential recommender.")));
        parser.addHelpOption();
        parser.addVersionOption();
        parser.addPositionalArgument(QStringLiteral("workspace"),
                                     translatedText(translatable("The workspace file to open; created if missing.")),
                                     QStringLiteral("[FILE.recscope]"));
        parser.addOption(tour);
        parser.addOption(language);
        parser.addOption(quitWhenOpen);
    }
    QCommandLineParser parser;
    QCommandLineOption tour{
        QStringLiteral("tour"),
        translatedText(
            translatable("Drive the window through the main workflow and save a picture of each screen in DIR.")),
        QStringLiteral("DIR")};
    QCommandLineOption language{
        QStringLiteral("language"),
        translatedText(
            translatable("Use this language, whatever the menu and the system settings are: a code such as en or it.")),
        QStringLiteral("CODE")};
    QCommandLineOption quitWhenOpen{
        QStringLiteral("quit-when-open"),
        translatedText(translatable("Print a line when the workspace is open and the window is "
                                    "drawn, and quit: to measure the start-up time."))};
};

bool requestsHelpOrVersion(std::span<char* const> arguments) {
    return std::any_of(arguments.begin(), arguments.end(), [](const std::string_view argument) {
        return argument == "--help" || argument == "-h" || argument == "--help-all" || argument == "--version" ||
               argument == "-v";
    });
}

/// The language requested by the option or the settings; "de_AT" also selects German.
QString requestedLanguage(const CommandLine& line) {
    if (!line.parser.isSet(line.language)) return ui::languageChoice();
    const QString name = line.parser.value(line.language);
    const std::string code = languageOf(name.toStdString());
    return code.empty() ? name : QString::fromStdString(code);
}

/// Loads the fonts shipped with a portable (not installed) RecScope, because the system may lack them.
void addFontsBesideProgram() {
    const QDir folder(QApplication::applicationDirPath() + QStringLiteral("/../share/recscope/fonts"));
    for (const QString& file : folder.entryList(QDir::Files)) QFontDatabase::addApplicationFont(folder.filePath(file));
}

}  // namespace

int main(int argc, char* argv[]) {
    limitHeaps();
    if (requestsHelpOrVersion({argv, static_cast<std::size_t>(argc)})) {  // --help and --version need no display
        const QCoreApplication app(argc, argv);
        nameProgram();
        CommandLine commandLine;  // only to find --language; the help text is built below in that language
        commandLine.parser.parse(QCoreApplication::arguments());
        try {
            ui::setWindowLanguage(requestedLanguage(commandLine));
        } catch (const Error&) {  // unknown language: the help text appears in the system's language
        }
        CommandLine().parser.process(app);  // prints and exits
    }
    QApplication app(argc, argv);
    nameProgram();
    QApplication::setDesktopFileName(QStringLiteral("recscope"));
    QApplication::setWindowIcon(
        QIcon::fromTheme(QStringLiteral("recscope"), QIcon(QStringLiteral(":/icons/recscope.svg"))));

    CommandLine line;
    QCommandLineParser& arguments = line.parser;
    arguments.process(app);

    addFontsBesideProgram();
    QString language, unreadable;  // language: the one in use; unreadable: a requested language that no font can show
    try {
        language = requestedLanguage(line);
        ui::setWindowLanguage(language);  // throws if the language is unknown
        if (ui::readableLanguage(language) != language) {
            unreadable = QString::fromStdString(currentLanguage());
            language = ui::readableLanguage(language);
            ui::setWindowLanguage(language);
        }
    } catch (const Error& error) {
        std::fprintf(stderr, "%s\n%s\n", error.what(), error.hint().c_str());
        return 2;
    }
    if (arguments.isSet(line.tour)) return runTour(arguments.value(line.tour));

    ui::MainWindow window;
    if (!unreadable.isEmpty()) window.reportMissingFont(unreadable);
    if (arguments.isSet(line.quitWhenOpen)) {
        QObject::connect(
            &window, &ui::MainWindow::workspaceOpened, &app,
            [&window] {
                window.grab();
                std::puts("open");
                std::fflush(stdout);
                QApplication::quit();
            },
            Qt::QueuedConnection);
    }
    window.show();
    const QStringList files = arguments.positionalArguments();
    if (!files.isEmpty()) {
        window.openWorkspace(files.front(), ui::JobRunner::IfMissing::Create);
        return QApplication::exec();
    }
    const QString path = QString::fromStdString(defaultWorkspacePath().string());
    try {
        makeFolderOf(defaultWorkspacePath());
        window.openWorkspace(path, ui::JobRunner::IfMissing::Create);
    } catch (const Error& error) {
        window.showFailure(path, QString::fromStdString(error.what()), QString::fromStdString(error.hint()));
    }
    return QApplication::exec();
}
