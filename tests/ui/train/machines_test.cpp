// SPDX-License-Identifier: GPL-3.0-or-later
// Tests training on another machine from the window. The other machine is this one, reached through a real sshd.
#include <QComboBox>
#include <QDialog>
#include <QFile>
#include <QLabel>
#include <QLineEdit>
#include <QListWidget>
#include <QPushButton>
#include <QToolButton>
#include <fstream>
#include <memory>

#include "../../core/remote/loopback.h"
#include "core/recommender/registry.h"
#include "core/remote/machine_list.h"
#include "core/remote/shell_words.h"
#include "core/store/remote_store.h"
#include "ui/frame/main_window.h"
#include "ui/runs/training_controller.h"
#include "ui/train/training_status.h"
#include "ui_test_support.h"

using namespace recscope;
using namespace recscope::ui;
using namespace recscope::ui::test;

namespace {

const QString kMachine = QStringLiteral("loopback");

QString contentOf(const recscope::test::Loopback& loopback, const char* file) {
    const auto folders = loopback.runFolders();
    if (folders.size() != 1) return {};
    QFile content(QString::fromStdString((folders.front() / file).string()));
    return content.open(QIODevice::ReadOnly) ? QString::fromUtf8(content.readAll()).trimmed() : QString();
}

/// A window on a workspace with the sample.
struct Stage {
    Bench bench{Bench::Content::Empty};
    QString path = bench.path(QStringLiteral("remote.recscope"));
    std::unique_ptr<MainWindow> window;

    explicit Stage(bool isListed = true) {
        putSampleWorkspace(path);
        if (isListed) addMachine(machineListPath(), {.destination = "loopback", .program = RECSCOPE_CLI});
    }
    ~Stage() {
        if (!window || !window->session()) return;
        training().stop();
        if (!waitUntil([this] { return !training().isBusy(); })) qFatal("The training does not stop.");
    }

    void open() {
        window = std::make_unique<MainWindow>();
        recscope::ui::test::show(*window);
        window->openWorkspace(path, JobRunner::IfMissing::Fail);
        if (!waitUntil([this] { return window->session() && window->session()->catalogue(); }))
            qFatal("The workspace was not opened.");
        window->showPage(QStringLiteral("train"));
        QCoreApplication::processEvents();
    }
    /// Closes the window as the user of the program does; false if a dialog asked for confirmation.
    bool close() {
        window->close();
        if (window->findChild<QDialog*>(QStringLiteral("closingDialog"))) return false;
        if (!waitUntil([this] { return !window->isVisible(); })) return false;
        window.reset();
        return true;
    }
    Session& session() { return *window->session(); }
    TrainingController& training() { return trainingOf(session()); }
    template <class T>
    T* widget(const char* name) {
        return find<T>(*window, name);
    }
    QString text(const char* name) { return widget<QLabel>(name)->text(); }
    void set(const char* key, const QString& value) { type(widget<QLineEdit>(key), value); }

    void start(int epochs) {
        click(widget<QPushButton>("model_sasrec"));
        auto* heading = find<QToolButton>(*widget<QWidget>("group_model"), "heading");
        if (!heading->isChecked()) click(heading);
        QCoreApplication::processEvents();
        for (const char* key : {"dim", "inner_dim", "max_length"}) set(key, QStringLiteral("8"));
        set("layers", QStringLiteral("1"));
        set("epochs", QString::number(epochs));
        set("patience", "0");
        auto* device = widget<QComboBox>("device");
        if (!waitUntil([&] { return device->findText(kMachine) >= 0; })) qFatal("The machine is not offered.");
        device->setFocus();
        QTest::keyClicks(device, kMachine);
        QCOMPARE(device->currentText(), kMachine);
        click(widget<QPushButton>("startTraining"));
    }
    bool waitForEpoch(std::int64_t epoch) {
        return waitUntil([&] { return training().isTraining() && training().live()->record.epochsDone >= epoch; });
    }
};

}  // namespace

class MachinesTest : public QObject {
    Q_OBJECT
private slots:
    void aMachineIsAddedCheckedAndRemoved() {
        recscope::test::Loopback loopback;
        Stage stage(/*isListed=*/false);
        stage.open();
        auto* device = stage.widget<QComboBox>("device");
        QVERIFY(device->findText(kMachine) < 0);
        click(stage.widget<QPushButton>("editMachines"));
        auto* dialog = stage.widget<QDialog>("machinesDialog");
        QVERIFY(dialog->isVisible());
        QVERIFY(!find<QPushButton>(*dialog, "checkMachine")->isEnabled());

        type(find<QLineEdit>(*dialog, "machineDestination"), QStringLiteral("-oProxyCommand=id"));
        click(find<QPushButton>(*dialog, "addMachine"));
        auto* problem = find<QLabel>(*dialog, "machineProblem");
        QVERIFY(waitUntil([&] { return problem->isVisible(); }));
        QVERIFY2(problem->text().contains("is not a machine that ssh can reach"), qPrintable(problem->text()));

        auto* machineStatus = find<QLabel>(*dialog, "machineStanding");
        type(find<QLineEdit>(*dialog, "machineDestination"), kMachine);
        type(find<QLineEdit>(*dialog, "machineProgram"), QStringLiteral("/nowhere/recscope-cli"));
        click(find<QPushButton>(*dialog, "addMachine"));
        QVERIFY(waitUntil([&] { return machineStatus->text().startsWith("There is no RecScope on loopback"); }));

        type(find<QLineEdit>(*dialog, "machineDestination"), kMachine);
        type(find<QLineEdit>(*dialog, "machineProgram"), QStringLiteral(RECSCOPE_CLI));
        QTest::keyClick(find<QLineEdit>(*dialog, "machineProgram"), Qt::Key_Return);
        QVERIFY(waitUntil([&] { return machineStatus->text().startsWith("Ready: RecScope "); }));
        QCOMPARE(find<QListWidget>(*dialog, "machines")->count(), 1);
        QVERIFY(device->findText(kMachine) >= 0);
        picture(*dialog, QStringLiteral("train-machines"));

        click(find<QPushButton>(*dialog, "removeMachine"));
        QVERIFY(waitUntil([&] { return device->findText(kMachine) < 0; }));
        QVERIFY(readMachines(machineListPath()).empty());
        click(find<QPushButton>(*dialog, "closeMachines"));
        QVERIFY(waitUntil([&] { return !stage.window->findChild<QDialog*>(QStringLiteral("machinesDialog")); }));
    }

    void anUnreadableListIsReportedAndKept() {
        Stage stage;
        const std::filesystem::path list = machineListPath();
        std::ofstream(list, std::ios::trunc) << "{";
        stage.open();
        click(stage.widget<QPushButton>("editMachines"));
        auto* dialog = stage.widget<QDialog>("machinesDialog");
        auto* problem = find<QLabel>(*dialog, "machineProblem");
        QVERIFY(waitUntil([&] { return problem->text().contains("cannot be read"); }));
        type(find<QLineEdit>(*dialog, "machineDestination"), kMachine);
        click(find<QPushButton>(*dialog, "addMachine"));
        QVERIFY(waitUntil([&] { return stage.bench.jobs().isIdle() && problem->isVisible(); }));
        QCOMPARE(std::filesystem::file_size(list), 1u);
        dialog->reject();
    }

    void aRemoteRunReconnectsPausesStopsAndResumes() {
        recscope::test::Loopback loopback;
        Stage stage;
        stage.open();
        stage.start(100'000);
        QVERIFY(stage.waitForEpoch(2));
        QVERIFY(waitUntil([&] { return !stage.training().live()->steps.empty(); }));
        QVERIFY(waitUntil([&] { return stage.text("trainingDetail").contains("loopback: cpu"); }));
        // On a slow machine the text may continue with "no better since epoch …".
        QVERIFY(stage.text("trainingText").startsWith("Training SASRec 1"));

        loopback.relay().cut();
        QVERIFY(waitUntil([&] {
            return stage.text("trainingDetail").startsWith("The connection to loopback is lost; retrying in ");
        }));
        loopback.relay().restore();
        const std::int64_t epochsBefore = stage.training().live()->record.epochsDone;
        QVERIFY(stage.waitForEpoch(epochsBefore + 1));

        click(stage.widget<QPushButton>("pauseTraining"));
        QVERIFY(waitUntil([&] {
            return QFile::exists(QString::fromStdString((loopback.runFolders().front() / "paused").string()));
        }));
        QVERIFY(waitUntil([&] { return stage.text("trainingText") == "Paused: SASRec 1"; }));
        // Looks below TrainingStatus, because the Learn page also has a button of this name.
        click(find<QPushButton>(*stage.window->findChild<TrainingStatus*>(), "stopTraining"));
        QVERIFY(!stage.training().isTraining() || stage.training().live()->stopping);
        QVERIFY(waitUntil([&] { return !stage.training().isBusy(); }));
        QVERIFY(waitUntil([&] { return stage.text("trainingText").contains("the best weights"); }));
        QVERIFY(waitUntil([&] { return stage.session().runs().front().state == RunState::Stopped; }));
        const RunRecord stopped = stage.session().runs().front();

        stage.training().resume(stopped, DeviceChoice::Cpu);
        QVERIFY(stage.waitForEpoch(stopped.epochsDone + 1));
        QCOMPARE(stage.training().live()->machine, kMachine);
    }

    void closingNeedsNoConfirmationAndReopeningFindsTheRun() {
        recscope::test::Loopback loopback;
        Stage stage;
        stage.open();
        stage.start(100'000);
        QVERIFY(stage.waitForEpoch(2));
        const std::int64_t epochsBefore = stage.training().live()->record.epochsDone;
        QVERIFY(stage.close());
        const QString pid = contentOf(loopback, "pid");
        QVERIFY(contentOf(loopback, "exit").isEmpty());

        stage.open();
        QVERIFY(stage.waitForEpoch(epochsBefore + 1));
        QCOMPARE(contentOf(loopback, "pid"), pid);
        QVERIFY(!stage.widget<QLabel>("resumeText")->isVisible());
    }

    void aWorkspaceCannotConnectToAMachineThatIsNotListed() {
        recscope::test::PlainShell shell;
        // A program that writes its arguments to this file is used in place of ssh. The file must never be created,
        // because that would mean a connection to the machine.
        const QString sshLog = QString::fromStdString((shell.dataHome() / "asked").string());
        qputenv("RECSCOPE_SSH",
                shell.writeProgram("noting", "echo \"$@\" >> '" + sshLog.toStdString() + "'; exit 255").c_str());
        Stage stage(/*isListed=*/false);
        stage.open();
        RunRecord run;
        run.name = "theirs";
        run.dataset = stage.session().dataset()->id;
        run.model = "sasrec";
        run.config = defaultConfig("sasrec").toJson();
        bool stored = false;
        stage.session().jobs().start(
            stage.window.get(), {.queue = WorkerQueue::Record},
            [run](JobContext& context) { RemoteStore(context.workspace).add(run, "mallory", newFolderName()); },
            [&] { stored = true; });
        QVERIFY(waitUntil([&] { return stored; }));
        QVERIFY(stage.close());

        stage.open();
        auto* text = stage.widget<QLabel>("resumeText");
        QVERIFY(waitUntil([&] { return text->isVisible(); }));
        QVERIFY(waitUntil([&] {
            return text->text().startsWith("theirs trains on mallory, which is not in your list of machines");
        }));
        click(stage.widget<QPushButton>("resumeInterrupted"));
        QVERIFY(waitUntil([&] { return !stage.training().isBusy(); }));
        QVERIFY(waitUntil(
            [&] { return stage.text("trainingText").contains("The machine \"mallory\" is not in your list."); }));
        QVERIFY(!QFile::exists(sshLog));
    }

    void closingWhileTheDatasetIsSentNeedsConfirmation() {
        recscope::test::PlainShell shell;
        Stage stage;
        // From now on ssh answers only the first request, --version; every other request hangs.
        qputenv("RECSCOPE_SSH", shell
                                    .writeProgram("stalls",
                                                  "case \"$*\" in *--version*) for last; do :; done; "
                                                  "exec sh -c \"$last\";; *) exec sleep 600;; esac")
                                    .c_str());
        stage.open();
        stage.start(3);
        QVERIFY(waitUntil([&] { return stage.training().isTraining(); }));
        stage.window->close();
        auto* question = stage.widget<QDialog>("closingDialog");
        QVERIFY(question->isVisible());
        QVERIFY(find<QLabel>(*question, "closingText")->text().contains("the dataset is being transferred"));
        picture(*question, QStringLiteral("window-closing-remote"));
        click(find<QPushButton>(*question, "stopAndClose"));
        QVERIFY(waitUntil([&] { return !stage.window->isVisible(); }));
        stage.window.reset();

        qputenv("RECSCOPE_SSH", shell
                                    .writeProgram("answers", "for last; do :; done; export XDG_DATA_HOME='" +
                                                                 shell.dataHome().string() + "'; exec sh -c \"$last\"")
                                    .c_str());
        stage.open();  // continues the run without asking
        QVERIFY(waitUntil([&] {
            return !stage.session().runs().empty() && stage.session().runs().front().state == RunState::Finished;
        }));
    }
};

QTEST_MAIN(MachinesTest)
#include "machines_test.moc"
