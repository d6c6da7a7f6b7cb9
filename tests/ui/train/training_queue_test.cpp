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
struct Stage {
    Bench& bench;
    QWidget window;
    ResumeBar* offer;
    TrainPage* page;
    JobStrip* strip;

    explicit Stage(Bench& bench, QSize size = {1360, 860}) : bench(bench) {
        Session& session = bench.session();
        auto* layout = new QVBoxLayout(&window);
        layout->setContentsMargins({});
        layout->addWidget(offer = new ResumeBar(session, trainingOf(session)));
        layout->addWidget(page = new TrainPage(session), 1);
        layout->addWidget(strip = new JobStrip(bench.jobs(), "test"));
        show(window, size);
    }
    ~Stage() {
        // Removes waiting runs first, because the next one would start when the current one stops.
        QStringList waiting;
        for (const QueuedRun& run : training().queue()) waiting << run.ticket;
        training().removeQueued(waiting);
        training().stop();
        if (!waitUntil([this] { return !training().isBusy() && bench.jobs().isIdle(); }))
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
    void queueSeeds(int count) {
        set("seed", "1000");
        auto* seeds = find<QSpinBox>(window, "seeds");
        seeds->setFocus();
        seeds->selectAll();
        QTest::keyClicks(seeds, QString::number(count));
        click(button("startTraining"));
        QCOMPARE(training().queue().size(), std::size_t(count));
        QTest::qWait(50);
    }
    std::vector<QueuedTraining> stored() {
        std::vector<QueuedTraining> list;
        bench.work([&](JobContext& context) { list = QueueStore(context.workspace).list(); }, WorkerQueue::Record);
        return list;
    }
};

DatasetId addDataset(Bench& bench, const std::string& name) {
    DatasetId id = 0;
    bench.work([&](JobContext& context) {
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
    bench.session().refreshDatasets();
    waitUntil([&] { return bench.session().datasets().size() == 2; });
    return id;
}

}  // namespace

class TrainingQueueTest : public QObject {
    Q_OBJECT

private slots:
    void theBarOfTheStripIsPaintedAtEveryStep() {
        Bench bench;
        JobStrip strip(bench.jobs(), "test");
        show(strip, {900, 60});
        const auto done = std::make_shared<std::atomic_int>(230);
        const JobId job = bench.jobs().start(
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
        bench.jobs().cancel(job);
        QVERIFY(waitUntil([&] { return bench.jobs().isIdle(); }));
    }

    void initTestCase() { Theme::instance().setChoice(ThemeChoice::Light); }

    void theSameValuesAndSeedAreNotQueuedTwiceAndAnotherSeedIsOneClick() {
        Bench bench;
        Stage stage(bench);
        stage.startLong();
        QVERIFY(!stage.button("startTraining")->isEnabled());
        auto* reason = find<QLabel>(stage.window, "startReason");
        QVERIFY2(reason->isVisible() && reason->text().contains("same values and seed 42"), qPrintable(reason->text()));
        picture(stage.window, "queue-same");
        emit reason->linkActivated("seed");
        QVERIFY(stage.button("startTraining")->isEnabled());
        QCOMPARE(stage.page->findChild<ConfigForm*>()->config().training.seed, std::uint64_t(43));
        click(stage.button("startTraining"));
        QCOMPARE(stage.training().queue().size(), std::size_t(1));
        QVERIFY(!stage.button("startTraining")->isEnabled());
    }

    void aLongQueueShowsSeedsAndDatasetScrollsAndDoesNotResizeThePlots() {
        Bench bench;
        Stage stage(bench);
        stage.startLong();
        QTest::qWait(50);
        auto* plot = find<PlotView>(stage.window, "lossPlot");
        const QSize before = plot->size();
        stage.queueSeeds(12);
        QCOMPARE(plot->size(), before);
        QCOMPARE(stage.text("trainingDetail").contains("epoch"), true);
        QCOMPARE(stage.button("showQueue")->text(), QString("12 runs wait"));
        click(stage.button("showQueue"));
        QTest::qWait(50);
        QCOMPARE(plot->size(), before);
        const QAbstractItemModel* rows = stage.queue()->model();
        QCOMPARE(rows->rowCount(), 13);
        QStringList titles;
        for (int column = 0; column < rows->columnCount(); ++column)
            titles << rows->headerData(column, Qt::Horizontal).toString();
        const int seed = int(titles.indexOf("Seed")), dataset = int(titles.indexOf("Dataset"));
        QVERIFY2(seed > 0 && dataset > 0, qPrintable(titles.join(' ')));
        QCOMPARE(rows->index(1, seed).data().toString(), QString("1000"));
        QCOMPARE(rows->index(12, seed).data().toString(), QString("1011"));
        QCOMPARE(rows->index(3, dataset).data().toString(), QString::fromStdString(bench.session().dataset()->name));
        QVERIFY(stage.queue()->verticalScrollBar()->maximum() > 0);
        picture(stage.window, "queue-12");
        stage.window.resize(1024, 620);
        QTest::qWait(50);
        picture(stage.window, "queue-12-small");
    }

    void waitingRunsAreMovedByButtonsAndKeysAndTrainInThatOrder() {
        Bench bench;
        Stage stage(bench);
        stage.startLong();
        stage.queueSeeds(3);
        click(stage.button("showQueue"));
        auto* earlier = find<QToolButton>(stage.window, "moveQueuedEarlier");
        auto* later = find<QToolButton>(stage.window, "moveQueuedLater");
        QVERIFY(!earlier->isEnabled() && !later->isEnabled());
        const auto press = [&](int row) {
            QTest::mouseClick(stage.queue()->viewport(), Qt::LeftButton, {},
                              stage.queue()->visualRect(stage.queue()->model()->index(row, 0)).center());
        };
        const auto seeds = [&] {
            QList<int> list;
            for (const QueuedRun& run : stage.training().queue()) list << int(run.request.config.training.seed);
            return list;
        };
        press(1);
        QVERIFY2(!earlier->isEnabled(), "no run waits before it: the run above is training");
        QVERIFY(later->isEnabled());
        press(3);
        QVERIFY(earlier->isEnabled() && !later->isEnabled());
        click(earlier);
        QCOMPARE(seeds(), QList<int>({1000, 1002, 1001}));
        stage.queue()->setFocus();
        QTest::keyClick(stage.queue(), Qt::Key_Up, Qt::AltModifier);
        QCOMPARE(seeds(), QList<int>({1002, 1000, 1001}));
        QTest::keyClick(stage.queue(), Qt::Key_Down, Qt::AltModifier);
        QTest::keyClick(stage.queue(), Qt::Key_Down, Qt::AltModifier);
        QTest::keyClick(stage.queue(), Qt::Key_Down, Qt::AltModifier);
        QCOMPARE(seeds(), QList<int>({1000, 1001, 1002}));
        click(earlier);
        click(earlier);
        QCOMPARE(seeds(), QList<int>({1002, 1000, 1001}));
        picture(stage.window, "queue-moved");
        // The queue that is stored in the workspace includes the run that trains.
        QList<int> stored;
        for (const QueuedTraining& training : stage.stored())
            stored << int(configFromJson(training.config).training.seed);
        QCOMPARE(stored.mid(1), seeds());
        stage.training().stop();
        QVERIFY(waitUntil([&] {
            return stage.training().live() && stage.training().live()->record.id &&
                   stage.training().current()->request.config.training.seed == 1002;
        }));
        QCOMPARE(seeds(), QList<int>({1000, 1001}));
    }

    void theQueueShowsDifferingValuesAsTheFormWritesThem() {
        Bench bench;
        Stage stage(bench);
        stage.startLong();
        click(stage.button("model_sasrec"));
        stage.set("epochs", "7");
        stage.set("validation_users", "60");
        click(stage.button("startTraining"));
        QCOMPARE(stage.training().queue().size(), std::size_t(1));
        stage.set("validation_users", "all");
        QVERIFY(stage.button("startTraining")->isEnabled());
        click(stage.button("startTraining"));
        QCOMPARE(stage.training().queue().size(), std::size_t(2));
        click(stage.button("showQueue"));
        const QAbstractItemModel* rows = stage.queue()->model();
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
        for (int column = 4; column < rows->columnCount(); ++column)
            QVERIFY2(rows->headerData(column, Qt::Horizontal).toString().size() > 1,
                     qPrintable(rows->headerData(column, Qt::Horizontal).toString()));
        picture(stage.window, "queue-differs");
    }

    void aWaitingRunHasTheNameItGetsWhenItStarts() {
        Bench bench;
        Stage stage(bench);
        stage.startLong();
        const QString first = QString::fromStdString(stage.training().live()->record.name);
        QVERIFY2(first.endsWith(" 1"), qPrintable(first));
        const QString stem = first.chopped(1);
        stage.queueSeeds(2);
        click(stage.button("showQueue"));
        const auto name = [&](int row) { return stage.queue()->model()->index(row, 0).data().toString(); };
        QVERIFY(waitUntil([&] { return name(2) == stem + "3"; }));
        QCOMPARE(name(1), stem + "2");
        picture(stage.window, "queue-names");
        // The form suggests the next name after those of the queued runs, and refuses their names.
        auto* nameEdit = find<QLineEdit>(stage.window, "runName");
        QVERIFY(waitUntil([&] { return nameEdit->placeholderText() == stem + "4"; }));
        stage.set("seed", "7");
        type(nameEdit, stem + "2");
        QVERIFY2(stage.text("startReason").contains("is in the queue already"), qPrintable(stage.text("startReason")));
        type(nameEdit, {});
        // Each run keeps its name, even if another run ends or is removed before it.
        const QString ticket = stage.training().queue()[0].ticket;
        stage.training().removeQueued({ticket});
        QCOMPARE(name(1), stem + "3");
        stage.training().stop();
        QVERIFY(waitUntil([&] {
            return stage.training().isTraining() && stage.training().live()->record.name == (stem + "3").toStdString();
        }));
        QCOMPARE(stage.stored().at(0).name, (stem + "3").toStdString());
    }

    void clearAllEmptiesTheQueueAndUndoBringsItBackInItsOrder() {
        Bench bench;
        Stage stage(bench);
        stage.startLong();
        stage.queueSeeds(3);
        click(stage.button("showQueue"));
        QCOMPARE(stage.stored().size(), std::size_t(4));
        click(find<QToolButton>(stage.window, "clearQueue"));
        QVERIFY(stage.training().queue().empty());
        QVERIFY(stage.training().isTraining());
        QCOMPARE(stage.stored().size(), std::size_t(1));
        QTest::qWait(30);
        picture(stage.window, "queue-cleared");
        click(stage.button("undoRemoveQueued"));
        const std::vector<QueuedRun> restored = stage.training().queue();
        QCOMPARE(restored.size(), std::size_t(3));
        QCOMPARE(restored[0].request.config.training.seed, std::uint64_t(1000));
        QCOMPARE(restored[2].request.config.training.seed, std::uint64_t(1002));
        QCOMPARE(stage.stored().size(), std::size_t(4));
        // With the keyboard, one by one.
        stage.queue()->setFocus();
        stage.queue()->selectRow(2);
        QTest::keyClick(stage.queue(), Qt::Key_Delete);
        QCOMPARE(stage.training().queue().size(), std::size_t(2));
        QCOMPARE(stage.training().queue()[1].request.config.training.seed, std::uint64_t(1002));
    }

    void aRunThatEndsLeavesTheQueue() {
        Bench bench;
        Stage stage(bench);
        stage.makeSmall(1);
        click(stage.button("startTraining"));
        QCOMPARE(stage.stored().size(), std::size_t(1));
        QVERIFY(waitUntil([&] { return !stage.training().isBusy() && bench.jobs().isIdle(); }));
        QVERIFY(stage.stored().empty());
        QVERIFY(stage.button("startTraining")->isEnabled());
    }

    void aQueueLeftByAnEarlierProcessIsOfferedAndResumed() {
        Bench bench;
        const DatasetId dataset = bench.session().dataset()->id;
        // Creates the state that a killed window leaves: one run that has begun and one that waits.
        QVERIFY(bench.work([&](JobContext& context) {
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
        Stage stage(bench);
        QVERIFY(waitUntil([&] { return stage.offer->isVisible(); }));
        const QString offerText = stage.text("resumeText");
        QVERIFY2(offerText.startsWith("SASRec 3 was stopped in epoch 1 of 2"), qPrintable(offerText));
        QVERIFY2(offerText.endsWith("One more run was waiting."), qPrintable(offerText));
        QVERIFY(!stage.training().isBusy());
        picture(stage.window, "queue-offered");
        click(stage.button("resumeLater"));
        QVERIFY(!stage.offer->isVisible());
        QCOMPARE(stage.stored().size(), std::size_t(2));
        QCOMPARE(stage.button("showQueue")->text(), QString("2 runs to resume"));
        click(stage.button("showQueue"));
        QTest::qWait(30);
        picture(stage.window, "queue-interrupted");
        click(find<QToolButton>(stage.window, "resumeQueue"));
        QVERIFY(waitUntil([&] { return !stage.training().isBusy() && bench.jobs().isIdle(); }));
        QVERIFY(stage.stored().empty());
        QCOMPARE(bench.session().runs().size(), std::size_t(2));
        for (const RunRecord& run : bench.session().runs()) QCOMPARE(int(run.state), int(RunState::Finished));
        QVERIFY(bench.session().runs().front().name == "second");
    }

    void whilePausedEveryViewStatesThisAndNoneShowsARate() {
        Bench bench;
        Stage stage(bench);
        stage.startLong();
        QVERIFY(waitUntil([&] { return stage.text("trainingDetail").contains("seq/s"); }));
        QCOMPARE(stage.text("jobTitle"), stage.text("trainingText"));
        QVERIFY(stage.text("jobText").contains("seq/s"));
        click(stage.button("pauseTraining"));
        QVERIFY(waitUntil([&] { return stage.text("trainingText").startsWith("Paused"); }));
        for (int i = 0; i < 20; ++i) {
            QTest::qWait(20);  // steps that are reported late must not change the texts
            QCOMPARE(stage.text("jobTitle"), stage.text("trainingText"));
            for (const char* label : {"trainingDetail", "jobText"}) {
                QVERIFY2(!stage.text(label).contains("seq/s"), qPrintable(stage.text(label)));
                QVERIFY2(!stage.text(label).contains("left"), qPrintable(stage.text(label)));
            }
            QCOMPARE(find<TableView>(stage.window, "runs")->model()->index(0, 2).data().toString(), QString("Paused"));
        }
        picture(stage.window, "queue-paused");
        click(stage.button("pauseTraining"));
        QVERIFY(waitUntil([&] { return stage.text("jobText").contains("seq/s"); }));
        // Stops the run in the job strip. The page must show that, too.
        click(stage.button("stopJob"));
        QVERIFY(stage.text("trainingText").startsWith("Stopping"));
    }

    void withAnotherDatasetThePageNamesTheOneInTrainingAndLeadsToIt() {
        Bench bench;
        const DatasetId other = addDataset(bench, "other shop");
        Stage stage(bench);
        stage.startLong();
        const DatasetId trainedDataset = bench.session().dataset()->id;
        bench.session().chooseDataset(other);
        QVERIFY2(stage.text("trainingText").contains("No model is training on other shop"),
                 qPrintable(stage.text("trainingText")));
        QVERIFY(!stage.button("pauseTraining")->isVisible());
        const QString trainedName = QString::fromStdString(bench.session().datasets().back().name == "other shop"
                                                               ? bench.session().datasets().front().name
                                                               : bench.session().datasets().back().name);
        QVERIFY2(stage.text("trainingDetail").startsWith("On " + trainedName + ": Training"),
                 qPrintable(stage.text("trainingDetail")));
        QTest::qWait(30);
        picture(stage.window, "queue-elsewhere");
        click(stage.button("goToTraining"));
        QCOMPARE(bench.session().dataset()->id, trainedDataset);
        QVERIFY(waitUntil([&] { return bench.session().run().has_value(); }));
        QVERIFY(stage.button("pauseTraining")->isVisible());

        // The page shows the end of a run only while the dataset is chosen on which the run was trained.
        bench.session().chooseDataset(other);
        QSignalSpy notified(&bench.session(), &Session::notified);
        stage.training().stop();
        QVERIFY(waitUntil([&] { return notified.size() == 1; }));
        QVERIFY(!stage.button("dismissEnd")->isVisible());
        bench.session().chooseDataset(trainedDataset);
        QVERIFY(waitUntil([&] { return stage.button("dismissEnd")->isVisible(); }));  // shown once the run is chosen
        QVERIFY(stage.text("trainingText").contains("is stopped"));
    }

    void theFocusStaysOnThePageAfterStop() {
        Bench bench;
        Stage stage(bench);
        auto* first = new QPushButton("Data", &stage.window);
        first->show();
        stage.startLong();
        stage.button("stopTraining")->setFocus();
        QTest::keyClick(stage.button("stopTraining"), Qt::Key_Space);
        const auto isOnPage = [&] {
            QWidget* focused = stage.window.focusWidget();
            return focused && stage.page->isAncestorOf(focused);
        };
        QVERIFY(isOnPage());
        QVERIFY(waitUntil([&] { return !stage.training().isBusy(); }));
        QVERIFY(isOnPage());
        QVERIFY(stage.button("dismissEnd")->hasFocus() || stage.button("lookInside")->hasFocus());
    }
};

QTEST_MAIN(TrainingQueueTest)
#include "training_queue_test.moc"
