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

/// The content of a file in the folder of the only run on the other machine. Empty if there is no such file, or not
/// exactly one run.
QString contentOf(const recscope::test::Loopback& loopback, const char* file) {
    const auto folders = loopback.runFolders();
    if (folders.size() != 1) return {};
    QFile content(QString::fromStdString((folders.front() / file).string()));
    return content.open(QIODevice::ReadOnly) ? QString::fromUtf8(content.readAll()).trimmed() : QString();
}

/// A window on a workspace with the sample dataset. If `isListed`, the list of machines contains the other machine.
struct Fixture {
    TestEnvironment environment{TestEnvironment::Content::Empty};
    QString path = environment.path(QStringLiteral("remote.recscope"));
    std::unique_ptr<MainWindow> window;

    explicit Fixture(bool isListed = true) {
        putSampleWorkspace(path);
        if (isListed) addMachine(machineListPath(), {.destination = "loopback", .program = RECSCOPE_CLI});
    }
    ~Fixture() {
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
        window->showPage(PageId::Train);
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

    /// Starts the training of a small SASRec on the other machine.
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
        Fixture fixture(/*isListed=*/false);
        fixture.open();
        auto* device = fixture.widget<QComboBox>("device");
        QVERIFY(device->findText(kMachine) < 0);
        click(fixture.widget<QPushButton>("editMachines"));
        auto* dialog = fixture.widget<QDialog>("machinesDialog");
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
        savePicture(*dialog, QStringLiteral("train-machines"));

        click(find<QPushButton>(*dialog, "removeMachine"));
        QVERIFY(waitUntil([&] { return device->findText(kMachine) < 0; }));
        QVERIFY(readMachines(machineListPath()).empty());
        click(find<QPushButton>(*dialog, "closeMachines"));
        QVERIFY(waitUntil([&] { return !fixture.window->findChild<QDialog*>(QStringLiteral("machinesDialog")); }));
    }

    void anUnreadableListIsReportedAndKept() {
        Fixture fixture;
        const std::filesystem::path list = machineListPath();
        std::ofstream(list, std::ios::trunc) << "{";
        fixture.open();
        click(fixture.widget<QPushButton>("editMachines"));
        auto* dialog = fixture.widget<QDialog>("machinesDialog");
        auto* problem = find<QLabel>(*dialog, "machineProblem");
        QVERIFY(waitUntil([&] { return problem->text().contains("cannot be read"); }));
        type(find<QLineEdit>(*dialog, "machineDestination"), kMachine);
        click(find<QPushButton>(*dialog, "addMachine"));
        QVERIFY(waitUntil([&] { return fixture.environment.jobs().isIdle() && problem->isVisible(); }));
        QCOMPARE(std::filesystem::file_size(list), 1u);
        dialog->reject();
    }

    void aRemoteRunReconnectsPausesStopsAndResumes() {
        recscope::test::Loopback loopback;
        Fixture fixture;
        fixture.open();
        fixture.start(100'000);
        QVERIFY(fixture.waitForEpoch(2));
        QVERIFY(waitUntil([&] { return !fixture.training().live()->steps.empty(); }));
        QVERIFY(waitUntil([&] { return fixture.text("trainingDetail").contains("loopback: cpu"); }));
        // On a slow machine the text may continue with "no better since epoch …".
        QVERIFY(fixture.text("trainingText").startsWith("Training SASRec 1"));

        loopback.relay().cut();
        QVERIFY(waitUntil([&] {
            return fixture.text("trainingDetail").startsWith("The connection to loopback is lost; retrying in ");
        }));
        loopback.relay().restore();
        const std::int64_t epochsBefore = fixture.training().live()->record.epochsDone;
        QVERIFY(fixture.waitForEpoch(epochsBefore + 1));

        click(fixture.widget<QPushButton>("pauseTraining"));
        QVERIFY(waitUntil([&] {
            return QFile::exists(QString::fromStdString((loopback.runFolders().front() / "paused").string()));
        }));
        QVERIFY(waitUntil([&] { return fixture.text("trainingText") == "Paused: SASRec 1"; }));
        // Looks below TrainingStatus, because the Learn page also has a button of this name.
        click(find<QPushButton>(*fixture.window->findChild<TrainingStatus*>(), "stopTraining"));
        QVERIFY(!fixture.training().isTraining() || fixture.training().live()->stopping);
        QVERIFY(waitUntil([&] { return !fixture.training().isBusy(); }));
        QVERIFY(waitUntil([&] { return fixture.text("trainingText").contains("the best weights"); }));
        QVERIFY(waitUntil([&] { return fixture.session().runs().front().state == RunState::Stopped; }));
        const RunRecord stopped = fixture.session().runs().front();

        fixture.training().resume(stopped, DeviceChoice::Cpu);
        QVERIFY(fixture.waitForEpoch(stopped.epochsDone + 1));
        QCOMPARE(fixture.training().live()->machine, kMachine);
    }

    void closingNeedsNoConfirmationAndReopeningFindsTheRun() {
        recscope::test::Loopback loopback;
        Fixture fixture;
        fixture.open();
        fixture.start(100'000);
        QVERIFY(fixture.waitForEpoch(2));
        const std::int64_t epochsBefore = fixture.training().live()->record.epochsDone;
        QVERIFY(fixture.close());
        const QString pid = contentOf(loopback, "pid");
        QVERIFY(contentOf(loopback, "exit").isEmpty());

        fixture.open();
        QVERIFY(fixture.waitForEpoch(epochsBefore + 1));
        QCOMPARE(contentOf(loopback, "pid"), pid);
        QVERIFY(!fixture.widget<QLabel>("resumeText")->isVisible());
    }

    void aWorkspaceCannotConnectToAMachineThatIsNotListed() {
        recscope::test::PlainShell shell;
        // In place of ssh, a program is used that writes its arguments to the file sshLog. The file must not be
        // created, because it would show that the window tried to connect to the machine.
        const QString sshLog = QString::fromStdString((shell.dataHome() / "asked").string());
        qputenv("RECSCOPE_SSH",
                shell.writeProgram("noting", "echo \"$@\" >> '" + sshLog.toStdString() + "'; exit 255").c_str());
        Fixture fixture(/*isListed=*/false);
        fixture.open();
        RunRecord run;
        run.name = "theirs";
        run.dataset = fixture.session().dataset()->id;
        run.model = "sasrec";
        run.config = defaultConfig("sasrec").toJson();
        bool stored = false;
        fixture.session().jobs().start(
            fixture.window.get(), {.queue = WorkerQueue::Record},
            [run](JobContext& context) { RemoteStore(context.workspace).add(run, "mallory", newFolderName()); },
            [&] { stored = true; });
        QVERIFY(waitUntil([&] { return stored; }));
        QVERIFY(fixture.close());

        fixture.open();
        auto* text = fixture.widget<QLabel>("resumeText");
        QVERIFY(waitUntil([&] { return text->isVisible(); }));
        QVERIFY(waitUntil([&] {
            return text->text().startsWith("theirs trains on mallory, which is not in your list of machines");
        }));
        click(fixture.widget<QPushButton>("resumeInterrupted"));
        QVERIFY(waitUntil([&] { return !fixture.training().isBusy(); }));
        QVERIFY(waitUntil(
            [&] { return fixture.text("trainingText").contains("The machine \"mallory\" is not in your list."); }));
        QVERIFY(!QFile::exists(sshLog));
    }

    void closingWhileTheDatasetIsSentNeedsConfirmation() {
        recscope::test::PlainShell shell;
        Fixture fixture;
        // From now on ssh answers only the first request, --version; every other request hangs.
        qputenv("RECSCOPE_SSH", shell
                                    .writeProgram("stalls",
                                                  "case \"$*\" in *--version*) for last; do :; done; "
                                                  "exec sh -c \"$last\";; *) exec sleep 600;; esac")
                                    .c_str());
        fixture.open();
        fixture.start(3);
        QVERIFY(waitUntil([&] { return fixture.training().isTraining(); }));
        fixture.window->close();
        auto* question = fixture.widget<QDialog>("closingDialog");
        QVERIFY(question->isVisible());
        QVERIFY(find<QLabel>(*question, "closingText")->text().contains("the dataset is being transferred"));
        savePicture(*question, QStringLiteral("window-closing-remote"));
        click(find<QPushButton>(*question, "stopAndClose"));
        QVERIFY(waitUntil([&] { return !fixture.window->isVisible(); }));
        fixture.window.reset();

        qputenv("RECSCOPE_SSH", shell
                                    .writeProgram("answers", "for last; do :; done; export XDG_DATA_HOME='" +
                                                                 shell.dataHome().string() + "'; exec sh -c \"$last\"")
                                    .c_str());
        fixture.open();  // continues the run without asking
        QVERIFY(waitUntil([&] {
            return !fixture.session().runs().empty() && fixture.session().runs().front().state == RunState::Finished;
        }));
    }
};

QTEST_MAIN(MachinesTest)
#include "machines_test.moc"
