// SPDX-License-Identifier: GPL-3.0-or-later
#include <QApplication>
#include <QCommandLineParser>
#include <QDir>
#include <QFontDatabase>
#include <QIcon>
#include <cstdio>

#include "app/tour.h"
#include "core/store/default_workspace.h"
#include "core/util/error.h"
#include "ui/frame/main_window.h"
#include "ui/theme/theme.h"

using namespace recscope;

namespace {

/// Where RecScope runs without installation, its fonts lie beside it: the system may have none.
void addFontsBesideProgram() {
    const QDir folder(QApplication::applicationDirPath() + QStringLiteral("/../share/recscope/fonts"));
    for (const QString& file : folder.entryList(QDir::Files)) QFontDatabase::addApplicationFont(folder.filePath(file));
}

}  // namespace

int main(int argc, char* argv[]) {
    QApplication app(argc, argv);
    QApplication::setOrganizationName(QStringLiteral("RecScope"));
    QApplication::setApplicationName(QStringLiteral("RecScope"));
    QApplication::setApplicationVersion(QStringLiteral(RECSCOPE_VERSION));
    QApplication::setDesktopFileName(QStringLiteral("recscope"));
    QApplication::setWindowIcon(
        QIcon::fromTheme(QStringLiteral("recscope"), QIcon(QStringLiteral(":/icons/recscope.svg"))));

    QCommandLineParser arguments;
    arguments.setApplicationDescription(QStringLiteral("Look inside a sequential recommender."));
    arguments.addHelpOption();
    arguments.addVersionOption();
    arguments.addPositionalArgument(QStringLiteral("workspace"),
                                    QStringLiteral("The workspace file to open; made if missing."),
                                    QStringLiteral("[FILE.recscope]"));
    const QCommandLineOption tourOption(
        QStringLiteral("tour"),
        QStringLiteral("Drive the window through the main job and save a picture of each screen in DIR."),
        QStringLiteral("DIR"));
    arguments.addOption(tourOption);
    const QCommandLineOption quitOption(
        QStringLiteral("quit-when-open"),
        QStringLiteral(
            "Print a line when the workspace is open and the window is drawn, and quit: to measure the start."));
    arguments.addOption(quitOption);
    arguments.process(app);

    addFontsBesideProgram();
    if (arguments.isSet(tourOption)) return runTour(arguments.value(tourOption));

    ui::MainWindow window;
    if (arguments.isSet(quitOption)) {
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
