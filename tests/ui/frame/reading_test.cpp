// SPDX-License-Identifier: GPL-3.0-or-later
// Tests a window that has its workspace open for reading only, because another process writes to it. That process is
// this program with the argument --write: it opens the workspace for writing and reads pairs of lines. For the first
// line it adds a run, whose name is the line, with one epoch; for the second line it adds the second epoch of that run.
#include <QApplication>
#include <QLabel>
#include <QProcess>
#include <QPushButton>
#include <QSignalSpy>
#include <QTest>
#include <QToolButton>
#include <iostream>
#include <string>

#include "core/recommender/registry.h"
#include "core/store/dataset_editor.h"
#include "core/store/dataset_store.h"
#include "core/store/run_store.h"
#include "core/store/workspace.h"
#include "ui/explore/favourites.h"
#include "ui/frame/main_window.h"
#include "ui/jobs/job_runner.h"
#include "ui/plot/plot_view.h"
#include "ui/runs/training_controller.h"
#include "ui/session/session.h"
#include "ui/widgets/settings.h"
#include "ui_test_support.h"

using namespace recscope;
using namespace recscope::ui;
using namespace recscope::ui::test;

namespace {

constexpr int kEpochs = 2;

int writeRuns(const char* path) {
    Workspace workspace = Workspace::open(path, Workspace::IfMissing::Fail);
    std::cout << "ready" << std::endl;
    for (std::string name; std::getline(std::cin, name);) {
        RunRecord run;
        run.name = name;
        run.dataset = DatasetStore(workspace).list().front().id;
        run.config = defaultConfig("popularity").toJson();
        run = RunStore(workspace).add(run);
        for (run.epochsDone = 1; run.epochsDone <= kEpochs; ++run.epochsDone) {
            EpochRecord epoch;
            epoch.epoch = run.epochsDone;
            epoch.valid = Metrics();
            RunStore(workspace).recordEpoch(run, epoch, {}, {}, nullptr);
            std::cout << "epoch" << std::endl;
            if (std::string next; run.epochsDone < kEpochs && !std::getline(std::cin, next)) return 1;
        }
    }
    return 0;
}

/// Another process that has the workspace open for writing.
class Writer {
public:
    explicit Writer(const QString& path) {
        m_process.start(QCoreApplication::applicationFilePath(), {"--write", path});
        if (!prints("ready")) qFatal("The writing process did not start.");
    }
    ~Writer() { close(); }
    qint64 pid() const { return m_process.processId(); }
    /// Adds a run with this name and one epoch. Returns false if the process does not confirm this in time.
    bool add(const QByteArray& run) {
        m_process.write(run + '\n');
        return prints("epoch");
    }
    /// Adds the second epoch to the last run; returns like add().
    bool addEpoch() {
        m_process.write("\n");
        return prints("epoch");
    }
    void close() {
        m_process.closeWriteChannel();
        m_process.waitForFinished(kPatience);
    }

private:
    bool prints(const QByteArray& word) {
        return waitUntil([&] { return m_process.readAllStandardOutput().contains(word); });
    }
    QProcess m_process;
};

struct Fixture {
    TestEnvironment environment{TestEnvironment::Content::Empty};
    MainWindow window;
    QString path = environment.path("shared.recscope");

    Fixture() {
        putSampleWorkspace(path);
        show(window);
    }
    void open() {
        window.openWorkspace(path, JobRunner::IfMissing::Fail);
        QVERIFY(waitUntil([this] { return window.session() && window.session()->catalogue(); }));
    }
    bool hasRun(const std::string& name) const {
        const auto& runs = window.session()->runs();
        return std::any_of(runs.begin(), runs.end(), [&](const RunRecord& run) { return run.name == name; });
    }
};

}  // namespace

class ReadingTest : public QObject {
    Q_OBJECT

private slots:
    void init() { Settings::instance().clear(); }

    void theWindowShowsWhatAnotherProcessWrites() {
        Fixture fixture;
        Writer writer(fixture.path);
        fixture.open();
        auto* text = find<QLabel>(fixture.window, "readingText");
        QVERIFY(waitUntil([&] { return text->text().contains(QString::number(writer.pid())); }));
        QVERIFY(find<QWidget>(fixture.window, "readingBar")->isVisible());
        QVERIFY(!find<QPushButton>(fixture.window, "openForWriting")->isEnabled());
        QVERIFY(!fixture.hasRun("made elsewhere"));
        QVERIFY(writer.add("made elsewhere"));
        QVERIFY(waitUntil([&] { return fixture.hasRun("made elsewhere"); }));
        fixture.window.session()->chooseRun(fixture.window.session()->runs().front().id);
        fixture.window.showPage(PageId::Train);
        auto* plot = find<PlotView>(fixture.window, "ndcgPlot");
        QVERIFY(waitUntil([&] { return plot->pointCount(0) == 1; }));
        QVERIFY(writer.addEpoch());
        QVERIFY(waitUntil([&] { return plot->pointCount(0) == kEpochs; }));
        savePicture(fixture.window, "window-reading");
    }

    void aFavouriteThatCannotBeStoredIsUnmarked() {
        Fixture fixture;
        const Writer writer(fixture.path);
        fixture.open();
        Session& session = *fixture.window.session();
        Favourites favourites(session.jobs());
        favourites.setDataset(session.dataset()->id);
        QVERIFY(waitUntil([&] { return favourites.isLoaded(); }));
        QSignalSpy failed(&session.jobs(), &JobRunner::jobFailed);
        favourites.set(0, true);
        QVERIFY(favourites.contains(0));
        QVERIFY(waitUntil([&] { return failed.count() == 1; }));
        QVERIFY(waitUntil([&] { return !favourites.contains(0); }));
    }

    void changesOfTheWorkspaceAreRefusedWithAMessage() {
        Fixture fixture;
        Writer writer(fixture.path);
        fixture.open();
        Session& session = *fixture.window.session();
        QSignalSpy notified(&session, &Session::notified);
        TrainRequest request;
        request.dataset = session.dataset()->id;
        request.config = defaultConfig("popularity");
        trainingOf(session).start({request});
        QCOMPARE(notified.count(), 1);
        QVERIFY(notified[0][0].toString().contains("reading only"));
        QVERIFY(!trainingOf(session).isBusy());
        session.removeDataset(session.dataset()->id);
        QCOMPARE(notified.count(), 2);
        QSignalSpy failed(&session.jobs(), &JobRunner::jobFailed);
        session.jobs().start(
            &session, {.title = "Renaming"},
            [id = session.dataset()->id](JobContext& context) { DatasetEditor(context.workspace).rename(id, "new"); },
            [] {});
        QVERIFY(waitUntil([&] { return failed.count() == 1; }));
        QVERIFY2(failed[0][1].toString().contains(QString::number(writer.pid())), qPrintable(failed[0][1].toString()));
        QVERIFY(writer.add("one more"));
        QVERIFY(waitUntil([&] { return fixture.hasRun("one more"); }));
    }

    void onceTheWriterHasEndedTheWindowOpensForWriting() {
        Fixture fixture;
        Writer writer(fixture.path);
        fixture.open();
        QVERIFY(fixture.window.session()->jobs().isReadOnly());
        writer.close();
        auto* button = find<QPushButton>(fixture.window, "openForWriting");
        QVERIFY(waitUntil([&] { return button->isEnabled(); }));
        savePicture(fixture.window, "window-writer-left");
        QSignalSpy opened(&fixture.window, &MainWindow::workspaceOpened);
        click(button);
        QVERIFY(waitUntil([&] { return opened.count() == 1; }));
        QVERIFY(!fixture.window.session()->jobs().isReadOnly());
        QVERIFY(!fixture.window.findChild<QWidget*>("readingBar"));
    }
};

int main(int argc, char** argv) {
    if (argc == 3 && std::string(argv[1]) == "--write") return writeRuns(argv[2]);
    QApplication application(argc, argv);
    ReadingTest test;
    return QTest::qExec(&test, argc, argv);
}
#include "reading_test.moc"
