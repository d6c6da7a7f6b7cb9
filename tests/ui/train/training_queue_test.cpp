// SPDX-License-Identifier: GPL-3.0-or-later
#include <QLabel>
#include <QLineEdit>
#include <QProgressBar>
#include <QPushButton>
#include <QScrollBar>
#include <QSignalSpy>
#include <QSpinBox>
#include <QThread>
#include <QToolButton>
#include <QVBoxLayout>
#include <atomic>
#include <memory>

#include "core/recommender/registry.h"
#include "core/store/dataset_store.h"
#include "core/store/queue_store.h"
#include "ui/frame/job_strip.h"
#include "ui/plot/plot_view.h"
#include "ui/runs/training_controller.h"
#include "ui/theme/theme.h"
#include "ui/train/config_form.h"
#include "ui/train/resume_bar.h"
#include "ui/train/train_page.h"
#include "ui/widgets/table_view.h"
#include "ui_test_support.h"

using namespace recscope;
using namespace recscope::ui;
using namespace recscope::ui::test;

#include "core/models/transformer/transformer_config.h"

namespace {

constexpr int kLong = 100'000;  // epochs, so many that no run ends by itself

RunConfig smallConfig(std::uint64_t seed, std::int64_t epochs) {
    RunConfig config = defaultConfig("bert4rec");
    transformerOf(config).dim = transformerOf(config).innerDim = transformerOf(config).maxLength = 8;
    transformerOf(config).layers = 1;
    config.training.epochs = epochs;
    config.training.seed = seed;
    return config;
}

/// Records the value that a progress bar had when it was last painted.
class LastPainted : public QObject {
public:
    explicit LastPainted(QProgressBar* bar) : m_bar(bar) { bar->installEventFilter(this); }
    int value = -1;

protected:
    bool eventFilter(QObject*, QEvent* event) override {
        if (event->type() == QEvent::Paint) value = m_bar->value();
        return false;
    }

private:
    QProgressBar* m_bar;
};

/// The parts of the window that show training: the offer to resume, the Train page, the job strip.
struct Fixture {
    TestEnvironment& environment;
    QWidget window;
    ResumeBar* offer;
    TrainPage* page;
    JobStrip* strip;

    explicit Fixture(TestEnvironment& environment, QSize size = {1360, 860}) : environment(environment) {
        Session& session = environment.session();
        auto* layout = new QVBoxLayout(&window);
        layout->setContentsMargins({});
        layout->addWidget(offer = new ResumeBar(session, trainingOf(session)));
        layout->addWidget(page = new TrainPage(session), 1);
        layout->addWidget(strip = new JobStrip(environment.jobs(), "test"));
        show(window, size);
    }
    ~Fixture() {
        // Removes waiting runs first, because the next one would start when the current one stops.
        QStringList waiting;
        for (const QueuedRun& run : training().queue().waiting()) waiting << run.ticket;
        training().queue().remove(waiting);
        training().stop();
        if (!waitUntil([this] { return !training().isBusy() && environment.jobs().isIdle(); }))
            qFatal("The training does not stop.");
    }

    TrainingController& training() { return page->training(); }
    QPushButton* button(const char* name) { return find<QPushButton>(window, name); }
    QString text(const char* name) { return find<QLabel>(window, name)->text(); }
    TableView* queue() { return find<TableView>(window, "queue"); }
    void set(const char* key, const QString& value) { type(find<QLineEdit>(window, key), value); }

    void makeSmall(int epochs) {
        auto* heading = find<QToolButton>(*find<QWidget>(window, "group_model"), "heading");
        if (!heading->isChecked()) click(heading);
        QCoreApplication::processEvents();
        for (const char* key : {"dim", "inner_dim", "max_length"}) set(key, "8");
        set("layers", "1");
        set("epochs", QString::number(epochs));
        set("patience", "0");
    }
    void startLong() {
        makeSmall(kLong);
        click(button("startTraining"));
        QVERIFY(waitUntil([this] { return training().isTraining() && !training().live()->steps.empty(); }));
    }
    /// Queues `count` runs with the seeds from 1000 on.
    void queueSeeds(int count) {
        set("seed", "1000");
        auto* seeds = find<QSpinBox>(window, "seeds");
        seeds->setFocus();
        seeds->selectAll();
        QTest::keyClicks(seeds, QString::number(count));
        click(button("startTraining"));
        QCOMPARE(training().queue().waiting().size(), std::size_t(count));
        QTest::qWait(50);
    }
    /// The queue as stored in the workspace; it begins with the run that trains.
    std::vector<QueuedTraining> stored() {
        std::vector<QueuedTraining> list;
        environment.work([&](JobContext& context) { list = QueueStore(context.workspace).list(); },
                         WorkerQueue::Record);
        return list;
    }
};

/// Adds a second dataset, of one user and three items.
DatasetId addDataset(TestEnvironment& environment, const std::string& name) {
    DatasetId id = 0;
    environment.work([&](JobContext& context) {
        NewDataset newDataset;
        newDataset.info.name = name;
        newDataset.userIds = {"anna"};
        for (const Token token : {1, 2, 3}) {
            ItemInfo item;
            item.token = token;
            item.id = item.title = std::to_string(token);
            newDataset.items.push_back(item);
        }
        newDataset.histories.itemCount = 3;
        const Token history[] = {3, 1, 2};
        newDataset.histories.append(history);
        id = DatasetStore(context.workspace).add(newDataset, {}).id;
    });
    environment.session().refreshDatasets();
    waitUntil([&] { return environment.session().datasets().size() == 2; });
    return id;
}

}  // namespace

class TrainingQueueTest : public QObject {
    Q_OBJECT

private slots:
    void theBarOfTheStripIsPaintedAtEveryStep() {
        TestEnvironment environment;
        JobStrip strip(environment.jobs(), "test");
        show(strip, {900, 60});
        const auto done = std::make_shared<std::atomic_int>(230);
        const JobId job = environment.jobs().start(
            &strip, {.title = "Training", .queue = WorkerQueue::Training, .isShownInStrip = true},
            [done](JobContext& context) {
                while (!context.stop.stop_requested()) {
                    context.progress({{}, done->load(), 1000, "steps"});
                    QThread::msleep(5);
                }
                return 0;
            },
            [](int) {});
        QVERIFY(waitUntil([&] { return strip.findChild<QProgressBar*>("jobBar") != nullptr; }));
        auto* bar = find<QProgressBar>(strip, "jobBar");
        QVERIFY(waitUntil([&] { return bar->value() == 230; }));
        LastPainted painted(bar);
        for (const int step : {235, 242, 250, 270}) {
            *done = step;
            QVERIFY(waitUntil([&] { return bar->value() == step; }));
            QTest::qWait(20);
            QCOMPARE(painted.value, step);
        }
        environment.jobs().cancel(job);
        QVERIFY(waitUntil([&] { return environment.jobs().isIdle(); }));
    }

    void initTestCase() { Theme::instance().setChoice(ThemeChoice::Light); }

    void theSameValuesAndSeedAreNotQueuedTwiceAndAnotherSeedIsOneClick() {
        TestEnvironment environment;
        Fixture fixture(environment);
        fixture.startLong();
        QVERIFY(!fixture.button("startTraining")->isEnabled());
        auto* reason = find<QLabel>(fixture.window, "startReason");
        QVERIFY2(reason->isVisible() && reason->text().contains("same values and seed 42"), qPrintable(reason->text()));
        savePicture(fixture.window, "queue-same");
        emit reason->linkActivated("seed");
        QVERIFY(fixture.button("startTraining")->isEnabled());
        QCOMPARE(fixture.page->findChild<ConfigForm*>()->config().training.seed, std::uint64_t(43));
        click(fixture.button("startTraining"));
        QCOMPARE(fixture.training().queue().waiting().size(), std::size_t(1));
        QVERIFY(!fixture.button("startTraining")->isEnabled());
    }

    void aLongQueueShowsSeedsAndDatasetScrollsAndDoesNotResizeThePlots() {
        TestEnvironment environment;
        Fixture fixture(environment);
        fixture.startLong();
        QTRY_VERIFY(fixture.text("trainingDetail").contains("epoch"));  // the lines above the plots have their texts
        QTest::qWait(50);
        auto* plot = find<PlotView>(fixture.window, "lossPlot");
        const QSize before = plot->size();
        fixture.queueSeeds(12);
        QCOMPARE(plot->size(), before);
        QCOMPARE(fixture.text("trainingDetail").contains("epoch"), true);
        QCOMPARE(fixture.button("showQueue")->text(), QString("12 runs wait"));
        click(fixture.button("showQueue"));
        QTest::qWait(50);
        QCOMPARE(plot->size(), before);
        const QAbstractItemModel* rows = fixture.queue()->model();
        QCOMPARE(rows->rowCount(), 13);
        QStringList titles;
        for (int column = 0; column < rows->columnCount(); ++column)
            titles << rows->headerData(column, Qt::Horizontal).toString();
        const int seed = int(titles.indexOf("Seed")), dataset = int(titles.indexOf("Dataset"));
        QVERIFY2(seed > 0 && dataset > 0, qPrintable(titles.join(' ')));
        QCOMPARE(rows->index(1, seed).data().toString(), QString("1000"));
        QCOMPARE(rows->index(12, seed).data().toString(), QString("1011"));
        QCOMPARE(rows->index(3, dataset).data().toString(),
                 QString::fromStdString(environment.session().dataset()->name));
        QVERIFY(fixture.queue()->verticalScrollBar()->maximum() > 0);
        savePicture(fixture.window, "queue-12");
        fixture.window.resize(1024, 620);
        QTest::qWait(50);
        savePicture(fixture.window, "queue-12-small");
    }

    void waitingRunsAreMovedByButtonsAndKeysAndTrainInThatOrder() {
        TestEnvironment environment;
        Fixture fixture(environment);
        fixture.startLong();
        fixture.queueSeeds(3);
        click(fixture.button("showQueue"));
        auto* earlier = find<QToolButton>(fixture.window, "moveQueuedEarlier");
        auto* later = find<QToolButton>(fixture.window, "moveQueuedLater");
        QVERIFY(!earlier->isEnabled() && !later->isEnabled());
        const auto press = [&](int row) {
            QTest::mouseClick(fixture.queue()->viewport(), Qt::LeftButton, {},
                              fixture.queue()->visualRect(fixture.queue()->model()->index(row, 0)).center());
        };
        const auto seeds = [&] {
            QList<int> list;
            for (const QueuedRun& run : fixture.training().queue().waiting())
                list << int(run.request.config.training.seed);
            return list;
        };
        press(1);
        QVERIFY2(!earlier->isEnabled(), "no run waits before it: the run above is training");
        QVERIFY(later->isEnabled());
        press(3);
        QVERIFY(earlier->isEnabled() && !later->isEnabled());
        click(earlier);
        QCOMPARE(seeds(), QList<int>({1000, 1002, 1001}));
        fixture.queue()->setFocus();
        QTest::keyClick(fixture.queue(), Qt::Key_Up, Qt::AltModifier);
        QCOMPARE(seeds(), QList<int>({1002, 1000, 1001}));
        QTest::keyClick(fixture.queue(), Qt::Key_Down, Qt::AltModifier);
        QTest::keyClick(fixture.queue(), Qt::Key_Down, Qt::AltModifier);
        QTest::keyClick(fixture.queue(), Qt::Key_Down, Qt::AltModifier);
        QCOMPARE(seeds(), QList<int>({1000, 1001, 1002}));
        click(earlier);
        click(earlier);
        QCOMPARE(seeds(), QList<int>({1002, 1000, 1001}));
        savePicture(fixture.window, "queue-moved");
        // The queue that is stored in the workspace includes the run that trains.
        QList<int> stored;
        for (const QueuedTraining& training : fixture.stored())
            stored << int(configFromJson(training.config).training.seed);
        QCOMPARE(stored.mid(1), seeds());
        fixture.training().stop();
        QVERIFY(waitUntil([&] {
            return fixture.training().live() && fixture.training().live()->record.id &&
                   fixture.training().queue().current()->request.config.training.seed == 1002;
        }));
        QCOMPARE(seeds(), QList<int>({1000, 1001}));
    }

    void theQueueShowsDifferingValuesAsTheFormWritesThem() {
        TestEnvironment environment;
        Fixture fixture(environment);
        fixture.startLong();
        click(fixture.button("model_sasrec"));
        fixture.set("epochs", "7");
        fixture.set("validation_users", "60");
        click(fixture.button("startTraining"));
        QCOMPARE(fixture.training().queue().waiting().size(), std::size_t(1));
        fixture.set("validation_users", "all");
        QVERIFY(fixture.button("startTraining")->isEnabled());
        click(fixture.button("startTraining"));
        QCOMPARE(fixture.training().queue().waiting().size(), std::size_t(2));
        click(fixture.button("showQueue"));
        const QAbstractItemModel* rows = fixture.queue()->model();
        const auto value = [&](int row, const QString& title) {
            for (int column = 0; column < rows->columnCount(); ++column)
                if (rows->headerData(column, Qt::Horizontal).toString() == title)
                    return rows->index(row, column).data().toString();
            return QStringLiteral("no such column");
        };
        QCOMPARE(value(0, "Epochs"), QString::number(kLong));
        QCOMPARE(value(1, "Epochs"), QString("7"));
        QCOMPARE(value(0, "Validation users"), QString("all"));
        QCOMPARE(value(1, "Validation users"), QString("60"));
        QCOMPARE(value(2, "Validation users"), QString("all"));
        QCOMPARE(value(0, "Seed"), QString("42"));
        // The first four columns are the same for every queue. The others show config values, and their titles must be
        // words, not the letters of formulas.
        for (int column = 4; column < rows->columnCount(); ++column)
            QVERIFY2(rows->headerData(column, Qt::Horizontal).toString().size() > 1,
                     qPrintable(rows->headerData(column, Qt::Horizontal).toString()));
        savePicture(fixture.window, "queue-differs");
    }

    void aWaitingRunHasTheNameItGetsWhenItStarts() {
        TestEnvironment environment;
        Fixture fixture(environment);
        fixture.startLong();
        const QString first = QString::fromStdString(fixture.training().live()->record.name);
        QVERIFY2(first.endsWith(" 1"), qPrintable(first));
        const QString stem = first.chopped(1);
        fixture.queueSeeds(2);
        click(fixture.button("showQueue"));
        const auto name = [&](int row) { return fixture.queue()->model()->index(row, 0).data().toString(); };
        QVERIFY(waitUntil([&] { return name(2) == stem + "3"; }));
        QCOMPARE(name(1), stem + "2");
        savePicture(fixture.window, "queue-names");
        // The form suggests the next name after those of the queued runs, and refuses their names.
        auto* nameEdit = find<QLineEdit>(fixture.window, "runName");
        QVERIFY(waitUntil([&] { return nameEdit->placeholderText() == stem + "4"; }));
        fixture.set("seed", "7");
        type(nameEdit, stem + "2");
        QVERIFY2(fixture.text("startReason").contains("is in the queue already"),
                 qPrintable(fixture.text("startReason")));
        type(nameEdit, {});
        // Each run keeps its name, even if another run ends or is removed before it.
        const QString ticket = fixture.training().queue().waiting()[0].ticket;
        fixture.training().queue().remove({ticket});
        QCOMPARE(name(1), stem + "3");
        fixture.training().stop();
        QVERIFY(waitUntil([&] {
            return fixture.training().isTraining() &&
                   fixture.training().live()->record.name == (stem + "3").toStdString();
        }));
        QCOMPARE(fixture.stored().at(0).name, (stem + "3").toStdString());
    }

    void clearAllEmptiesTheQueueAndUndoBringsItBackInItsOrder() {
        TestEnvironment environment;
        Fixture fixture(environment);
        fixture.startLong();
        fixture.queueSeeds(3);
        click(fixture.button("showQueue"));
        QCOMPARE(fixture.stored().size(), std::size_t(4));
        click(find<QToolButton>(fixture.window, "clearQueue"));
        QVERIFY(fixture.training().queue().waiting().empty());
        QVERIFY(fixture.training().isTraining());
        QCOMPARE(fixture.stored().size(), std::size_t(1));
        QTest::qWait(30);
        savePicture(fixture.window, "queue-cleared");
        click(fixture.button("undoRemoveQueued"));
        const std::vector<QueuedRun> restored = fixture.training().queue().waiting();
        QCOMPARE(restored.size(), std::size_t(3));
        QCOMPARE(restored[0].request.config.training.seed, std::uint64_t(1000));
        QCOMPARE(restored[2].request.config.training.seed, std::uint64_t(1002));
        QCOMPARE(fixture.stored().size(), std::size_t(4));
        // With the keyboard, one by one.
        fixture.queue()->setFocus();
        fixture.queue()->selectRow(2);
        QTest::keyClick(fixture.queue(), Qt::Key_Delete);
        QCOMPARE(fixture.training().queue().waiting().size(), std::size_t(2));
        QCOMPARE(fixture.training().queue().waiting()[1].request.config.training.seed, std::uint64_t(1002));
    }

    void aRunThatEndsLeavesTheQueue() {
        TestEnvironment environment;
        Fixture fixture(environment);
        fixture.makeSmall(1);
        click(fixture.button("startTraining"));
        QCOMPARE(fixture.stored().size(), std::size_t(1));
        QVERIFY(waitUntil([&] { return !fixture.training().isBusy() && environment.jobs().isIdle(); }));
        QVERIFY(fixture.stored().empty());
        QVERIFY(fixture.button("startTraining")->isEnabled());
    }

    void aQueueLeftByAnEarlierProcessIsOfferedAndResumed() {
        TestEnvironment environment;
        const DatasetId dataset = environment.session().dataset()->id;
        // Creates the state that a killed window leaves: one run that has begun and one that waits.
        QVERIFY(environment.work([&](JobContext& context) {
            RunRecord run;
            run.name = "SASRec 3";
            run.dataset = dataset;
            run.model = "bert4rec";
            run.config = smallConfig(1, 2).toJson();
            RunStore runs(context.workspace);
            run = runs.add(run);
            run.state = RunState::Stopped;
            runs.update(run);
            const QueuedTraining queued[] = {
                {.ticket = "a", .dataset = dataset, .config = run.config, .name = {}, .device = "cpu", .run = run.id},
                {.ticket = "b",
                 .dataset = dataset,
                 .config = smallConfig(2, 1).toJson(),
                 .name = "second",
                 .device = "cpu",
                 .run = {}}};
            QueueStore(context.workspace).put(queued);
        }));
        Fixture fixture(environment);
        QVERIFY(waitUntil([&] { return fixture.offer->isVisible(); }));
        const QString offerText = fixture.text("resumeText");
        QVERIFY2(offerText.startsWith("SASRec 3 was stopped in epoch 1 of 2"), qPrintable(offerText));
        QVERIFY2(offerText.endsWith("One more run was waiting."), qPrintable(offerText));
        QVERIFY(!fixture.training().isBusy());
        savePicture(fixture.window, "queue-offered");
        click(fixture.button("resumeLater"));
        QVERIFY(!fixture.offer->isVisible());
        QCOMPARE(fixture.stored().size(), std::size_t(2));
        QCOMPARE(fixture.button("showQueue")->text(), QString("2 runs to resume"));
        click(fixture.button("showQueue"));
        QTest::qWait(30);
        savePicture(fixture.window, "queue-interrupted");
        click(find<QToolButton>(fixture.window, "resumeQueue"));
        QVERIFY(waitUntil([&] { return !fixture.training().isBusy() && environment.jobs().isIdle(); }));
        QVERIFY(fixture.stored().empty());
        QCOMPARE(environment.session().runs().size(), std::size_t(2));
        for (const RunRecord& run : environment.session().runs()) QCOMPARE(int(run.state), int(RunState::Finished));
        QVERIFY(environment.session().runs().front().name == "second");
    }

    void whilePausedEveryViewStatesThisAndNoneShowsARate() {
        TestEnvironment environment;
        Fixture fixture(environment);
        fixture.startLong();
        QVERIFY(waitUntil([&] { return fixture.text("trainingDetail").contains("seq/s"); }));
        QCOMPARE(fixture.text("jobTitle"), fixture.text("trainingText"));
        QVERIFY(fixture.text("jobText").contains("seq/s"));
        click(fixture.button("pauseTraining"));
        QVERIFY(waitUntil([&] { return fixture.text("trainingText").startsWith("Paused"); }));
        for (int i = 0; i < 20; ++i) {
            QTest::qWait(20);  // steps that are reported late must not change the texts
            QCOMPARE(fixture.text("jobTitle"), fixture.text("trainingText"));
            for (const char* label : {"trainingDetail", "jobText"}) {
                QVERIFY2(!fixture.text(label).contains("seq/s"), qPrintable(fixture.text(label)));
                QVERIFY2(!fixture.text(label).contains("left"), qPrintable(fixture.text(label)));
            }
            QCOMPARE(find<TableView>(fixture.window, "runs")->model()->index(0, 2).data().toString(),
                     QString("Paused"));
        }
        savePicture(fixture.window, "queue-paused");
        click(fixture.button("pauseTraining"));
        QVERIFY(waitUntil([&] { return fixture.text("jobText").contains("seq/s"); }));
        // Stops the run in the job strip. The page must show that, too.
        click(fixture.button("stopJob"));
        QVERIFY(fixture.text("trainingText").startsWith("Stopping"));
    }

    void withAnotherDatasetThePageNamesTheOneInTrainingAndLeadsToIt() {
        TestEnvironment environment;
        const DatasetId other = addDataset(environment, "other shop");
        Fixture fixture(environment);
        fixture.startLong();
        const DatasetId trainedDataset = environment.session().dataset()->id;
        environment.session().chooseDataset(other);
        QVERIFY2(fixture.text("trainingText").contains("No model is training on other shop"),
                 qPrintable(fixture.text("trainingText")));
        QVERIFY(!fixture.button("pauseTraining")->isVisible());
        const QString trainedName = QString::fromStdString(environment.session().datasets().back().name == "other shop"
                                                               ? environment.session().datasets().front().name
                                                               : environment.session().datasets().back().name);
        QVERIFY2(fixture.text("trainingDetail").startsWith("On " + trainedName + ": Training"),
                 qPrintable(fixture.text("trainingDetail")));
        QTest::qWait(30);
        savePicture(fixture.window, "queue-elsewhere");
        click(fixture.button("goToTraining"));
        QCOMPARE(environment.session().dataset()->id, trainedDataset);
        QVERIFY(waitUntil([&] { return environment.session().run().has_value(); }));
        QVERIFY(fixture.button("pauseTraining")->isVisible());

        // The page shows the end of a run only while the dataset is chosen on which the run was trained.
        environment.session().chooseDataset(other);
        QSignalSpy notified(&environment.session(), &Session::notified);
        fixture.training().stop();
        QVERIFY(waitUntil([&] { return notified.size() == 1; }));
        QVERIFY(!fixture.button("dismissEnd")->isVisible());
        environment.session().chooseDataset(trainedDataset);
        QVERIFY(waitUntil([&] { return fixture.button("dismissEnd")->isVisible(); }));  // shown once the run is chosen
        QVERIFY(fixture.text("trainingText").contains("was stopped"));
    }

    void theFocusStaysOnThePageAfterStop() {
        TestEnvironment environment;
        Fixture fixture(environment);
        auto* first = new QPushButton("Data", &fixture.window);
        first->show();
        fixture.startLong();
        fixture.button("stopTraining")->setFocus();
        QTest::keyClick(fixture.button("stopTraining"), Qt::Key_Space);
        const auto isOnPage = [&] {
            QWidget* focused = fixture.window.focusWidget();
            return focused && fixture.page->isAncestorOf(focused);
        };
        QVERIFY(isOnPage());
        QVERIFY(waitUntil([&] { return !fixture.training().isBusy(); }));
        QVERIFY(isOnPage());
        QVERIFY(fixture.button("dismissEnd")->hasFocus() || fixture.button("lookInside")->hasFocus());
    }
};

QTEST_MAIN(TrainingQueueTest)
#include "training_queue_test.moc"
