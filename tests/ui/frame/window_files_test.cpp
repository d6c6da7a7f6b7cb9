// SPDX-License-Identifier: GPL-3.0-or-later
// Tests workspaces and files that are opened, saved, dropped or removed in the window.
#include <QDialog>
#include <QFile>
#include <QFileDialog>
#include <QLabel>
#include <QLineEdit>
#include <QMenu>
#include <QProcess>
#include <QPushButton>
#include <QSignalSpy>
#include <QTimer>
#include <QToolButton>

#include "core/models/transformer/transformer_config.h"
#include "core/recommender/registry.h"
#include "core/store/dataset_editor.h"
#include "core/store/dataset_store.h"
#include "core/store/workspace.h"
#include "core/train/export.h"
#include "core/train/trainer.h"
#include "core/util/error.h"
#include "ui/explore/explore_page.h"
#include "ui/lists/recommendation_list.h"
#include "ui/theme/theme.h"
#include "ui/widgets/settings.h"
#include "window_stage.h"

using namespace recscope;
using namespace recscope::ui;
using namespace recscope::ui::test;

class WindowFilesTest : public QObject {
    Q_OBJECT

private slots:
    void init() {
        Settings::instance().clear();
        Theme::instance().setChoice(ThemeChoice::Light);
        Theme::instance().setScale(1);
    }

    void aCopyIsSavedAndOpensWithTheSameData() {
        Stage stage;
        stage.open();
        auto* menu = stage.window.findChild<QMenu*>(QStringLiteral("windowMenu"));
        QVERIFY(menu);
        const SavedFiles saved(stage.window);
        for (const bool all : {true, false}) {
            const QString path = stage.bench.path(all ? "all.recscope" : "one.recscope");
            menu->popup(stage.window.mapToGlobal(QPoint(40, 40)));
            auto* copies = menu->findChild<QMenu*>(QStringLiteral("copyMenu"));
            QVERIFY(copies && copies->menuAction()->isEnabled());
            QCOMPARE(copies->actions().size(), 3);  // the whole workspace, a separator, the sample dataset
            QString offered;
            whenOpen<QFileDialog>(stage.window, [&](QFileDialog& dialog) {
                offered = dialog.selectedFiles().value(0);
                enterFile(dialog, path);
            });
            QTest::mouseClick(menu, Qt::LeftButton, {}, menu->actionGeometry(copies->menuAction()).center());
            QVERIFY(waitUntil([&] { return copies->isVisible(); }));
            QTest::mouseClick(copies, Qt::LeftButton, {},
                              copies->actionGeometry(copies->actions()[all ? 0 : 2]).center());
            QVERIFY2(offered.endsWith("copy.recscope"), qPrintable(offered));
            QVERIFY(waitUntil([&] { return saved.paths.contains(path); }));
            MainWindow other;
            other.openWorkspace(path, JobRunner::IfMissing::Fail);
            QVERIFY(waitUntil([&] { return other.session() && other.session()->dataset(); }));
            QCOMPARE(other.session()->dataset()->interactions, stage.window.session()->dataset()->interactions);
        }
    }

    void weightsAreAdoptedByTheMenuAndByDropping() {
        Stage stage;
        stage.open();
        Session& session = *stage.window.session();
        const QString file = stage.bench.path("weights.safetensors");
        bool written = false;
        session.jobs().start(
            &stage.window, {.title = "Writing weights"},
            [dataset = session.dataset()->id, path = file.toStdString()](JobContext& context) {
                TrainRequest request;
                request.dataset = dataset;
                request.config = defaultConfig("bert4rec");
                transformerOf(request.config).dim = transformerOf(request.config).innerDim = 8;
                request.config.training.epochs = 1;
                request.device = DeviceChoice::Cpu;
                TrainObserver observer;
                PauseSwitch pause;
                const RunRecord run = train(context.workspace, request, observer, pause, context.stop);
                exportRun(context.workspace, run.id, path);
                RunStore(context.workspace).remove(run.id);
            },
            [&written] { written = true; });
        QVERIFY(waitUntil([&] { return written; }));

        QSignalSpy notified(&session, &Session::notified);
        stage.drop(file);
        QVERIFY(waitUntil([&] { return notified.size() == 1; }));
        QVERIFY2(notified[0][0].toString().contains("is adopted: NDCG@10 0."), qPrintable(notified[0][0].toString()));
        QVERIFY(notified[0][1].toString().contains("Adopted from weights.safetensors"));
        QVERIFY(notified[0][1].toString().contains("Protocol full"));
        QVERIFY(waitUntil([&] { return session.run().has_value() && session.jobs().isIdle(); }));
        const RunId first = session.run()->id;
        QVERIFY(session.run()->test.has_value());

        whenOpen<QMenu>(stage.window, [&](QMenu& menu) {
            picture(menu, "window-menu");
            whenOpen<QFileDialog>(stage.window, [&](QFileDialog& dialog) { enterFile(dialog, file); });
            clickEntry(menu, "adoptWeights");
        });
        click(find<QToolButton>(stage.window, "menuButton"));
        QVERIFY(waitUntil([&] { return session.run() && session.run()->id != first && session.jobs().isIdle(); }));
        QCOMPARE(session.runs().size(), std::size_t(2));

        // An adopted run has no recorded epochs, but can be explored and compared.
        stage.window.showPage("train");
        QVERIFY(find<QToolButton>(stage.window, "exploreRun")->isEnabled());
        QTest::qWait(100);
        picture(stage.window, "window-adopted");
        stage.window.showPage("explore");
        auto* explore = stage.window.findChild<ExplorePage*>();
        const auto answers = [&] {
            return explore->findChild<RecommendationList*>(QStringLiteral("recommendationList"))
                ->view()
                ->model()
                ->rowCount();
        };
        QVERIFY(waitUntil([&] { return answers() > 5; }));
        picture(stage.window, "window-adopted-explore");
        stage.window.showPage("compare");
        QVERIFY(waitUntil([&] { return session.jobs().isIdle(); }));
        picture(stage.window, "window-adopted-compare");
    }

    void aFileWithoutWeightsIsRefusedWithAMessage() {
        Stage stage;
        stage.open();
        QSignalSpy notified(stage.window.session(), &Session::notified);
        stage.drop(stage.bench.write("letter.safetensors", "Dear reader, these are no weights."));
        QVERIFY(waitUntil([&] { return notified.size() == 1; }));
        QVERIFY(!notified[0][0].toString().isEmpty());
        QCOMPARE(notified[0][2].value<Severity>(), Severity::Error);
        QTest::qWait(100);
        picture(stage.window, "window-no-weights");
        QVERIFY(waitUntil([&] { return stage.window.session()->jobs().isIdle(); }));
        QVERIFY(stage.window.session()->runs().empty());
    }

    void aFileThatIsNotAWorkspaceShowsAMessageAndOffersANewOne() {
        Stage stage;
        const QString letter = stage.bench.write("letter.recscope", "Dear reader, this is not a database.");
        QSignalSpy failed(&stage.window, &MainWindow::workspaceFailed);
        stage.window.openWorkspace(letter, JobRunner::IfMissing::Fail);
        QVERIFY(waitUntil([&] { return failed.count() == 1; }));
        QVERIFY(!stage.window.session());
        QVERIFY(!find<QLabel>(stage.window, "startSentence")->text().isEmpty());
        QVERIFY(find<QPushButton>(stage.window, "newWorkspace")->isVisible());
        picture(stage.window, "window-no-workspace");
        QFile file(letter);
        QVERIFY(file.open(QIODevice::ReadOnly));
        QVERIFY(file.readAll().startsWith("Dear reader"));
        stage.open();
        QVERIFY(stage.window.session());
    }

    void aWorkspaceInUseOpensByTryAgainOnceItIsFree() {
        Stage stage;
        // Another process holds the lock file of the workspace, as another window would.
        QProcess other;
        other.start("flock", {"-x", stage.path() + ".lock", "cat"});
        if (!other.waitForStarted()) QSKIP("There is no flock program.");
        QVERIFY(waitUntil([&] { return QFile::exists(stage.path() + ".lock"); }));
        QTest::qWait(100);
        QSignalSpy failed(&stage.window, &MainWindow::workspaceFailed);
        stage.window.openWorkspace(stage.path(), JobRunner::IfMissing::Create);
        QVERIFY(waitUntil([&] { return failed.count() == 1; }));
        QVERIFY(find<QLabel>(stage.window, "startSentence")->text().contains("in use"));
        other.closeWriteChannel();  // ends cat, which releases the lock
        QVERIFY(other.waitForFinished());
        click(find<QPushButton>(stage.window, "retryWorkspace"));
        QVERIFY(waitUntil([&] { return stage.window.session() != nullptr; }));
    }

    void aMissingWorkspaceIsNotCreated() {
        Stage stage;
        QSignalSpy failed(&stage.window, &MainWindow::workspaceFailed);
        stage.window.openWorkspace(stage.path(), JobRunner::IfMissing::Fail);
        QVERIFY(waitUntil([&] { return failed.count() == 1; }));
        QVERIFY(!QFile::exists(stage.path()));
    }

    void openingAnotherWorkspaceWaitsForAnOpenMenu() {
        Stage stage;
        stage.open();
        QTest::qWait(50);
        const QPointer<QWidget> page(find<QWidget>(stage.window, "dataPage"));
        bool pageWasKept = false;
        QTimer::singleShot(50, &stage.window, [&] {
            stage.window.openWorkspace(stage.bench.path("other.recscope"), JobRunner::IfMissing::Create);
        });
        {
            QMenu openMenu(page);
            openMenu.addAction(QStringLiteral("nothing"));
            QTimer::singleShot(500, &stage.window, [&] {
                pageWasKept = page != nullptr;
                openMenu.close();
            });
            openMenu.exec();
        }
        QVERIFY(pageWasKept && page);
        QVERIFY(waitUntil([&] { return !page; }));
        QVERIFY(waitUntil([&] { return stage.window.session() && stage.window.session()->jobs().isIdle(); }));
    }

    void aDroppedFileIsOfferedForImport() {
        Stage stage;
        stage.open();
        stage.window.showPage("learn");
        stage.drop(stage.bench.write("trips.csv", "rider,place,when\na,x,1\na,y,2\nb,x,3\n"));
        QVERIFY(waitUntil([&] { return stage.window.currentPage() == QString("data"); }));
        QVERIFY(find<QLineEdit>(stage.window, "importPath")->text().endsWith("trips.csv"));
    }

    void aDroppedWorkspaceIsOpened() {
        Stage stage;
        stage.open();
        const QString other = stage.bench.path("other.recscope");
        Workspace::open(other.toStdString());
        QSignalSpy opened(&stage.window, &MainWindow::workspaceOpened);
        stage.drop(other);
        QVERIFY(waitUntil([&] { return opened.count() == 1; }));
        QVERIFY(stage.window.windowTitle().startsWith("other"));
    }

    // The dialog uses the session of the workspace from which it was opened, so it must not outlive that session.
    void aDialogClosesWithItsWorkspace() {
        Stage stage;
        stage.open();
        const auto askForCohort = [&] {
            stage.window.showPage("explore");
            QVERIFY(waitUntil([&] { return find<QToolButton>(stage.window, "usersCohort")->isVisible(); }));
            QVERIFY(waitUntil([&] { return stage.window.session()->jobs().isIdle(); }));
            click(find<QToolButton>(stage.window, "usersCohort"));
            QVERIFY(waitUntil([&] { return stage.window.findChild<QDialog*>("cohortDialog"); }));
            QVERIFY(find<QDialog>(stage.window, "cohortDialog")->isVisible());
        };
        askForCohort();
        const QPointer<QDialog> first = find<QDialog>(stage.window, "cohortDialog");
        const QString other = stage.bench.path("other.recscope");
        putSampleWorkspace(other);
        QSignalSpy opened(&stage.window, &MainWindow::workspaceOpened);
        stage.window.openWorkspace(other, JobRunner::IfMissing::Fail);
        QVERIFY(waitUntil([&] { return opened.count() == 1; }));
        QVERIFY(!first);
        QVERIFY(waitUntil([&] { return stage.window.session()->catalogue() != nullptr; }));
        askForCohort();
    }

    void closingDeletesRemovedDatasetsPermanently() {
        Stage stage;
        stage.open();
        stage.window.session()->removeDataset(stage.window.session()->dataset()->id);
        QVERIFY(waitUntil([&] { return !stage.window.session()->removedDatasets().empty(); }));
        stage.window.close();
        QVERIFY(waitUntil([&] { return !stage.window.isVisible(); }));
        Workspace workspace = Workspace::open(stage.path().toStdString());
        QVERIFY(DatasetStore(workspace).list().empty());
        QVERIFY(DatasetEditor(workspace).removed().empty());
        QVERIFY(!DatasetEditor(workspace).hasLeftovers());
    }

    void aRemovedDatasetIsRestoredIfTheWindowWasNotClosed() {
        Stage stage;
        {
            MainWindow window;
            putSampleWorkspace(stage.path());
            window.openWorkspace(stage.path(), JobRunner::IfMissing::Fail);
            QVERIFY(waitUntil([&] { return window.session() && window.session()->dataset(); }));
            window.session()->removeDataset(window.session()->dataset()->id);
            QVERIFY(waitUntil([&] { return !window.session()->removedDatasets().empty(); }));
            // Here the window is destroyed without being closed, as if the program had been killed.
        }
        stage.open();
        QCOMPARE(stage.window.session()->datasets().size(), std::size_t(1));
        QVERIFY(stage.window.session()->removedDatasets().empty());
    }
};

QTEST_MAIN(WindowFilesTest)
#include "window_files_test.moc"
