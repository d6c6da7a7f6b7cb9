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
#include "window_fixture.h"

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
        WindowFixture fixture;
        fixture.open();
        auto* menu = fixture.window.findChild<QMenu*>(QStringLiteral("windowMenu"));
        QVERIFY(menu);
        const SavedFiles saved(fixture.window);
        for (const bool all : {true, false}) {
            const QString path = fixture.environment.path(all ? "all.recscope" : "one.recscope");
            menu->popup(fixture.window.mapToGlobal(QPoint(40, 40)));
            auto* copies = menu->findChild<QMenu*>(QStringLiteral("copyMenu"));
            QVERIFY(copies && copies->menuAction()->isEnabled());
            QCOMPARE(copies->actions().size(), 3);  // the whole workspace, a separator, the sample dataset
            QString offered;
            whenOpen<QFileDialog>(fixture.window, [&](QFileDialog& dialog) {
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
            QCOMPARE(other.session()->dataset()->interactions, fixture.window.session()->dataset()->interactions);
        }
    }

    void weightsAreAdoptedByTheMenuAndByDropping() {
        WindowFixture fixture;
        fixture.open();
        Session& session = *fixture.window.session();
        const QString file = fixture.environment.path("weights.safetensors");
        bool written = false;
        session.jobs().start(
            &fixture.window, {.title = "Writing weights"},
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
        fixture.drop(file);
        QVERIFY(waitUntil([&] { return notified.size() == 1; }));
        QVERIFY2(notified[0][0].toString().contains("is adopted: NDCG@10 0."), qPrintable(notified[0][0].toString()));
        QVERIFY(notified[0][1].toString().contains("Adopted from weights.safetensors"));
        QVERIFY(notified[0][1].toString().contains("Protocol full"));
        QVERIFY(waitUntil([&] { return session.run().has_value() && session.jobs().isIdle(); }));
        const RunId first = session.run()->id;
        QVERIFY(session.run()->test.has_value());

        whenOpen<QMenu>(fixture.window, [&](QMenu& menu) {
            savePicture(menu, "window-menu");
            whenOpen<QFileDialog>(fixture.window, [&](QFileDialog& dialog) { enterFile(dialog, file); });
            clickEntry(menu, "adoptWeights");
        });
        click(find<QToolButton>(fixture.window, "menuButton"));
        QVERIFY(waitUntil([&] { return session.run() && session.run()->id != first && session.jobs().isIdle(); }));
        QCOMPARE(session.runs().size(), std::size_t(2));

        // An adopted run has no recorded epochs, but can be explored and compared.
        fixture.window.showPage(PageId::Train);
        QVERIFY(find<QToolButton>(fixture.window, "exploreRun")->isEnabled());
        QTest::qWait(100);
        savePicture(fixture.window, "window-adopted");
        fixture.window.showPage(PageId::Explore);
        auto* explore = fixture.window.findChild<ExplorePage*>();
        const auto recommendationCount = [&] {
            return explore->findChild<RecommendationList*>(QStringLiteral("recommendationList"))
                ->view()
                ->model()
                ->rowCount();
        };
        QVERIFY(waitUntil([&] { return recommendationCount() > 5; }));
        savePicture(fixture.window, "window-adopted-explore");
        fixture.window.showPage(PageId::Compare);
        QVERIFY(waitUntil([&] { return session.jobs().isIdle(); }));
        savePicture(fixture.window, "window-adopted-compare");
    }

    void aFileWithoutWeightsIsRefusedWithAMessage() {
        WindowFixture fixture;
        fixture.open();
        QSignalSpy notified(fixture.window.session(), &Session::notified);
        fixture.drop(fixture.environment.write("letter.safetensors", "Dear reader, these are no weights."));
        QVERIFY(waitUntil([&] { return notified.size() == 1; }));
        QVERIFY(!notified[0][0].toString().isEmpty());
        QCOMPARE(notified[0][2].value<Severity>(), Severity::Error);
        QTest::qWait(100);
        savePicture(fixture.window, "window-no-weights");
        QVERIFY(waitUntil([&] { return fixture.window.session()->jobs().isIdle(); }));
        QVERIFY(fixture.window.session()->runs().empty());
    }

    void aFileThatIsNotAWorkspaceShowsAMessageAndOffersANewOne() {
        WindowFixture fixture;
        const QString letter = fixture.environment.write("letter.recscope", "Dear reader, this is not a database.");
        QSignalSpy failed(&fixture.window, &MainWindow::workspaceFailed);
        fixture.window.openWorkspace(letter, JobRunner::IfMissing::Fail);
        QVERIFY(waitUntil([&] { return failed.count() == 1; }));
        QVERIFY(!fixture.window.session());
        QVERIFY(!find<QLabel>(fixture.window, "startSentence")->text().isEmpty());
        QVERIFY(find<QPushButton>(fixture.window, "newWorkspace")->isVisible());
        savePicture(fixture.window, "window-no-workspace");
        QFile file(letter);
        QVERIFY(file.open(QIODevice::ReadOnly));
        QVERIFY(file.readAll().startsWith("Dear reader"));
        fixture.open();
        QVERIFY(fixture.window.session());
    }

    void aWorkspaceInUseOpensByTryAgainOnceItIsFree() {
        WindowFixture fixture;
        // Another process holds the lock file of the workspace, as another window would.
        QProcess other;
        other.start("flock", {"-x", fixture.path() + ".lock", "cat"});
        if (!other.waitForStarted()) QSKIP("There is no flock program.");
        QVERIFY(waitUntil([&] { return QFile::exists(fixture.path() + ".lock"); }));
        QTest::qWait(100);
        QSignalSpy failed(&fixture.window, &MainWindow::workspaceFailed);
        fixture.window.openWorkspace(fixture.path(), JobRunner::IfMissing::Create);
        QVERIFY(waitUntil([&] { return failed.count() == 1; }));
        QVERIFY(find<QLabel>(fixture.window, "startSentence")->text().contains("in use"));
        other.closeWriteChannel();  // ends cat, which releases the lock
        QVERIFY(other.waitForFinished());
        click(find<QPushButton>(fixture.window, "retryWorkspace"));
        QVERIFY(waitUntil([&] { return fixture.window.session() != nullptr; }));
    }

    void aMissingWorkspaceIsNotCreated() {
        WindowFixture fixture;
        QSignalSpy failed(&fixture.window, &MainWindow::workspaceFailed);
        fixture.window.openWorkspace(fixture.path(), JobRunner::IfMissing::Fail);
        QVERIFY(waitUntil([&] { return failed.count() == 1; }));
        QVERIFY(!QFile::exists(fixture.path()));
    }

    void openingAnotherWorkspaceWaitsForAnOpenMenu() {
        WindowFixture fixture;
        fixture.open();
        QTest::qWait(50);
        const QPointer<QWidget> page(find<QWidget>(fixture.window, "dataPage"));
        bool pageWasKept = false;
        QTimer::singleShot(50, &fixture.window, [&] {
            fixture.window.openWorkspace(fixture.environment.path("other.recscope"), JobRunner::IfMissing::Create);
        });
        {
            QMenu openMenu(page);
            openMenu.addAction(QStringLiteral("nothing"));
            QTimer::singleShot(500, &fixture.window, [&] {
                pageWasKept = page != nullptr;
                openMenu.close();
            });
            openMenu.exec();
        }
        QVERIFY(pageWasKept && page);
        QVERIFY(waitUntil([&] { return !page; }));
        QVERIFY(waitUntil([&] { return fixture.window.session() && fixture.window.session()->jobs().isIdle(); }));
    }

    void aDroppedFileIsOfferedForImport() {
        WindowFixture fixture;
        fixture.open();
        fixture.window.showPage(PageId::Learn);
        fixture.drop(fixture.environment.write("trips.csv", "rider,place,when\na,x,1\na,y,2\nb,x,3\n"));
        QVERIFY(waitUntil([&] { return fixture.window.currentPage() == PageId::Data; }));
        QVERIFY(find<QLineEdit>(fixture.window, "importPath")->text().endsWith("trips.csv"));
    }

    void aDroppedWorkspaceIsOpened() {
        WindowFixture fixture;
        fixture.open();
        const QString other = fixture.environment.path("other.recscope");
        Workspace::open(other.toStdString());
        QSignalSpy opened(&fixture.window, &MainWindow::workspaceOpened);
        fixture.drop(other);
        QVERIFY(waitUntil([&] { return opened.count() == 1; }));
        QVERIFY(fixture.window.windowTitle().startsWith("other"));
    }

    // The dialog uses the session of the workspace from which it was opened, so it must not outlive that session.
    void aDialogClosesWithItsWorkspace() {
        WindowFixture fixture;
        fixture.open();
        const auto askForCohort = [&] {
            fixture.window.showPage(PageId::Explore);
            QVERIFY(waitUntil([&] { return find<QToolButton>(fixture.window, "usersCohort")->isVisible(); }));
            QVERIFY(waitUntil([&] { return fixture.window.session()->jobs().isIdle(); }));
            click(find<QToolButton>(fixture.window, "usersCohort"));
            QVERIFY(waitUntil([&] { return fixture.window.findChild<QDialog*>("cohortDialog"); }));
            QVERIFY(find<QDialog>(fixture.window, "cohortDialog")->isVisible());
        };
        askForCohort();
        const QPointer<QDialog> first = find<QDialog>(fixture.window, "cohortDialog");
        const QString other = fixture.environment.path("other.recscope");
        putSampleWorkspace(other);
        QSignalSpy opened(&fixture.window, &MainWindow::workspaceOpened);
        fixture.window.openWorkspace(other, JobRunner::IfMissing::Fail);
        QVERIFY(waitUntil([&] { return opened.count() == 1; }));
        QVERIFY(!first);
        QVERIFY(waitUntil([&] { return fixture.window.session()->catalogue() != nullptr; }));
        askForCohort();
    }

    void closingDeletesRemovedDatasetsPermanently() {
        WindowFixture fixture;
        fixture.open();
        fixture.window.session()->removeDataset(fixture.window.session()->dataset()->id);
        QVERIFY(waitUntil([&] { return !fixture.window.session()->removedDatasets().empty(); }));
        fixture.window.close();
        QVERIFY(waitUntil([&] { return !fixture.window.isVisible(); }));
        Workspace workspace = Workspace::open(fixture.path().toStdString());
        QVERIFY(DatasetStore(workspace).list().empty());
        QVERIFY(DatasetEditor(workspace).removed().empty());
        QVERIFY(!DatasetEditor(workspace).hasLeftovers());
    }

    void aRemovedDatasetIsRestoredIfTheWindowWasNotClosed() {
        WindowFixture fixture;
        {
            MainWindow window;
            putSampleWorkspace(fixture.path());
            window.openWorkspace(fixture.path(), JobRunner::IfMissing::Fail);
            QVERIFY(waitUntil([&] { return window.session() && window.session()->dataset(); }));
            window.session()->removeDataset(window.session()->dataset()->id);
            QVERIFY(waitUntil([&] { return !window.session()->removedDatasets().empty(); }));
            // Here the window is destroyed without being closed, as if the program had been killed.
        }
        fixture.open();
        QCOMPARE(fixture.window.session()->datasets().size(), std::size_t(1));
        QVERIFY(fixture.window.session()->removedDatasets().empty());
    }
};

QTEST_MAIN(WindowFilesTest)
#include "window_files_test.moc"
