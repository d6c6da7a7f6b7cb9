// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/compare/study_view.h"

#include <QApplication>
#include <QComboBox>
#include <QDialogButtonBox>
#include <QFileDialog>
#include <QFileInfo>
#include <QLabel>
#include <QLineEdit>
#include <QListWidget>
#include <QPushButton>
#include <QTabBar>
#include <QTabWidget>
#include <QTest>
#include <QTimer>
#include <QToolButton>
#include <QXmlStreamReader>

#include "core/plan/report.h"
#include "core/plan/study_figures.h"
#include "core/store/queue_store.h"
#include "core/store/run_store.h"
#include "ui/compare/compare_page.h"
#include "ui/compare/plan_curves.h"
#include "ui/compare/plan_dialog.h"
#include "ui/compare/study_attention.h"
#include "ui/compare/study_curves.h"
#include "ui/runs/training_controller.h"
#include "ui/widgets/cell_table.h"
#include "ui/widgets/empty_state.h"
#include "ui/widgets/svg_view.h"
#include "ui_test_support.h"

using namespace recscope;
using namespace recscope::ui;
using namespace recscope::ui::test;

namespace {

const char* const kPlan = R"({"name": "small", "title": "A small <plan>", "datasets": "Sample cinema", "shows": "curve",
    "protocols": ["full", "pop100"], "seeds": [1, 2], "runs": [
      {"model": "sasrec", "set": {"epochs": 1, "dim": [8, 16], "inner_dim": 8, "max_length": 8, "layers": 1},
       "printed": [{"dataset": "sample CINEMA", "protocol": "full", "set": {"dim": 16}, "metrics": {"ndcg@10": 0.2}}]}]})";

QString stateOf(QWidget& page) {
    return find<QLabel>(page, "studyState")->text();
}

/// As a person chooses an entry of the list of plans.
void choosePlan(QWidget& page, const QString& entry) {
    auto* plan = find<QComboBox>(page, "studyPlan");
    plan->setCurrentIndex(plan->findData(entry));
    emit plan->activated(plan->currentIndex());
}

/// Once the next dialog is open; the test program stops if none of this type is.
template <class Dialog>
void inDialog(QWidget& page, const std::function<void(Dialog&)>& act) {
    QTimer::singleShot(200, &page, [act] {
        auto* dialog = qobject_cast<Dialog*>(QApplication::activeModalWidget());
        if (!dialog) qFatal("There is no dialog of the asked type.");
        act(*dialog);
    });
}

void pressSave(PlanDialog& dialog) {
    click(dialog.findChild<QDialogButtonBox*>()->button(QDialogButtonBox::Save));
}

/// Types a name into the dialog and accepts it.
void enterFile(QFileDialog& dialog, const QString& file) {
    auto* name = find<QLineEdit>(dialog, "fileNameEdit");
    name->setText(file);
    QTest::keyClick(name, Qt::Key_Return);
}

QByteArray contentOf(const QString& path) {
    QFile file(path);
    return file.open(QIODevice::ReadOnly) ? file.readAll() : QByteArray();
}

}  // namespace

class StudyViewTest : public QObject {
    Q_OBJECT

    std::unique_ptr<Bench> m_bench;
    std::unique_ptr<ComparePage> m_page;

    StudyView& study() { return *m_page->study(); }
    void settle() {
        QVERIFY(waitUntil([this] { return m_bench->jobs().isIdle() && !trainingOf(m_bench->session()).isBusy(); }));
        QCoreApplication::processEvents();
        QVERIFY(waitUntil([this] { return m_bench->jobs().isIdle() && !study().reading().isOpen(); }));
    }

    /// With a click on its tab.
    void showTab(const QString& title) {
        QTabBar* bar = study().tabs()->tabBar();
        for (int i = 0; i < bar->count(); ++i)
            if (bar->tabText(i) == title) QTest::mouseClick(bar, Qt::LeftButton, {}, bar->tabRect(i).center());
        QCOMPARE(bar->tabText(bar->currentIndex()), title);
    }

private slots:
    void initTestCase() {
        m_bench = std::make_unique<Bench>();
        m_page = std::make_unique<ComparePage>(m_bench->session());
        test::show(*m_page);
        click(find<QPushButton>(*m_page, "compareStudy"));
        settle();
    }
    void cleanupTestCase() {
        m_page.reset();
        m_bench.reset();
    }

    void withoutAnyRunAReadyPlanShowsItsRowsAndHowLongItTakes() {
        QVERIFY(study().isVisible());
        auto* table = find<CellTable>(*m_page, "study");
        QVERIFY(table->isVisible());
        QVERIFY(table->rowCount() >= 6);
        QVERIFY2(stateOf(*m_page).startsWith("0 of "), qPrintable(stateOf(*m_page)));
        QVERIFY2(stateOf(*m_page).contains("all of it at most"), qPrintable(stateOf(*m_page)));
        auto* report = find<QPushButton>(*m_page, "studyReport");
        QVERIFY(!report->isEnabled());
        QCOMPARE(report->toolTip(), QString("No run of the plan is finished yet"));
        picture(*m_page, "study-nothing-trained");
    }

    void aPlanIsTrainedFromHereAndItsTableFills() {
        study().openPlan(m_bench->write("small.json", kPlan));
        settle();
        QCOMPARE(find<QComboBox>(*m_page, "studyPlan")->currentText(), QString("A small <plan>"));
        QVERIFY2(stateOf(*m_page).startsWith("0 of 4 runs finished"), qPrintable(stateOf(*m_page)));
        auto* train = find<QPushButton>(*m_page, "studyTrain");
        QCOMPARE(train->text(), QString("Train 4 runs"));
        click(train);
        QVERIFY2(stateOf(*m_page).contains("4 under way or waiting"), qPrintable(stateOf(*m_page)));
        QCOMPARE(train->text(), QString("All in the queue"));
        QVERIFY(!train->isEnabled());
        settle();
        QCOMPARE(stateOf(*m_page), QString("4 of 4 runs finished"));
        QVERIFY(!train->isEnabled());
        QVERIFY(find<QPushButton>(*m_page, "studyReport")->isEnabled());
        QStringList names;
        for (const RunRecord& run : m_bench->session().runs()) names << QString::fromStdString(run.name);
        QCOMPARE(names, QStringList({"SASRec · d 16 · seed 2", "SASRec · d 16 · seed 1", "SASRec · d 8 · seed 2",
                                     "SASRec · d 8 · seed 1"}));
        auto* table = find<CellTable>(*m_page, "study");
        auto* part = find<QComboBox>(*m_page, "studyPart");
        QCOMPARE(part->count(), 2);
        for (int protocol = 0; protocol < 2; ++protocol) {
            part->setCurrentIndex(protocol);
            QCOMPARE(table->rowCount(), 2);
            const QString about = table->model()->index(1, 0).data(Qt::ToolTipRole).toString();
            QVERIFY2(about.contains("SASRec · d 16 · seed 2") && about.contains("Length N 8"), qPrintable(about));
            for (int row = 0; row < 2; ++row) {
                QCOMPARE(table->model()->index(row, 1).data().toString(), QString("2"));
                QVERIFY(table->model()->index(row, 2).data().toString().contains("±"));
            }
            // What is printed stands beside what was reached, under its own protocol only.
            QCOMPARE(table->model()->headerData(3, Qt::Horizontal).toString().contains("printed"), protocol == 0);
        }
        QVERIFY(showsSomething(*find<SvgView>(*m_page, "studyPicture")));
        picture(*m_page, "study-curve");
    }

    void theRunsOfAFinishedPlanAreSmallPicturesFromTheStore() {
        showTab("Runs");
        settle();
        const auto& curves = study().curves()->curves().curves();
        QCOMPARE(curves.size(), std::size_t(4));
        for (const PlanCurve& curve : curves) {
            QCOMPARE(curve.points.size(), std::size_t(1));
            QCOMPARE(curve.measure, QString("NDCG@10"));
            QVERIFY2(curve.state.startsWith("Finished · best 0."), qPrintable(curve.state));
            QVERIFY(curve.about.contains("Length N 8"));
        }
        QCOMPARE(curves[2].title, QString("SASRec · d 16 · seed 1"));
        QVERIFY(!find<QToolButton>(*m_page, "studyPause")->isEnabled());
        QVERIFY(!find<QComboBox>(*m_page, "studyPart")->isVisible());
        showTab("Numbers");
    }

    void thePapersPicturesOfAttentionAreDrawnOfAnyFinishedRun() {
        showTab("Attention");
        auto* figure = find<QComboBox>(*m_page, "attentionFigure");
        auto* run = find<QComboBox>(*m_page, "attentionRun");
        auto* view = find<SvgView>(*m_page, "attentionPicture");
        auto* caption = find<QLabel>(*m_page, "attentionCaption");
        QCOMPARE(run->count(), 4);
        for (const auto& [key, words] :
             {std::pair(Qt::Key_Home, QString("As SASRec's Figure 4: over all 2,000 training sequences")),
              std::pair(Qt::Key_Down, QString("As SASRec's Figure 5: two disjoint sets")),
              std::pair(Qt::Key_Down, QString())}) {
            figure->setFocus();
            QTest::keyClick(figure, key);
            QVERIFY(waitUntil([&] { return study().attention()->drawing().state() == QuestionState::Answered; }));
            QCoreApplication::processEvents();
            picture(*m_page, QStringLiteral("study-attention-%1").arg(figure->currentIndex()));
            if (words.isEmpty()) continue;
            QVERIFY2(caption->text().startsWith(words), qPrintable(caption->text()));
            QVERIFY(showsSomething(*view));
        }
        // The model reads 8 positions, the figure has 10.
        auto* sentence = find<QLabel>(*m_page, "attentionWords");
        QVERIFY(sentence->isVisible() && view->isEmpty());
        QVERIFY2(sentence->text().contains("reads 10 positions of no user"), qPrintable(sentence->text()));
        QVERIFY(!find<QToolButton>(*m_page, "attentionSave")->isEnabled());
    }

    void anAverageIsStoppedAndBegunAgainWithAClick() {
        auto* figure = find<QComboBox>(*m_page, "attentionFigure");
        auto* run = find<QComboBox>(*m_page, "attentionRun");
        auto* stop = find<QPushButton>(*m_page, "attentionStop");
        figure->setFocus();
        QTest::keyClick(figure, Qt::Key_Home);
        run->setFocus();
        QTest::keyClick(run, Qt::Key_Down);
        QVERIFY(stop->isVisible());
        QCOMPARE(stop->text(), QString("Stop"));
        click(stop);
        QVERIFY(waitUntil([&] { return study().attention()->drawing().state() == QuestionState::Stopped; }));
        QCOMPARE(find<QLabel>(*m_page, "attentionWords")->text(), QString("The averaging was stopped."));
        QCOMPARE(stop->text(), QString("Draw it"));
        click(stop);
        QVERIFY(waitUntil([&] { return study().attention()->drawing().state() == QuestionState::Answered; }));
        QVERIFY(!stop->isVisible());
        QVERIFY(!find<SvgView>(*m_page, "attentionPicture")->isEmpty());
        for (const char* suffix : {"png", "svg", "pdf"}) {
            const QString path = m_bench->path(QStringLiteral("figure.") + suffix);
            QVERIFY(find<SvgView>(*m_page, "attentionPicture")->exportTo(path));
            QVERIFY2(QFileInfo(path).size() > 2000, suffix);
        }
        showTab("Numbers");
        settle();
    }

    void aPlanGrowsLiveAndIsPausedReorderedAndDroppedFromHere() {
        study().openPlan(m_bench->write("long.json", R"({"name": "long", "title": "A long plan", "datasets":
            "Sample cinema", "seeds": [7, 8, 9, 10], "runs": [{"model": "sasrec", "set": {"epochs": 400, "patience": 0,
            "dim": 8, "inner_dim": 8, "max_length": 8, "layers": 1, "validation_users": 50}}]})"));
        settle();
        showTab("Runs");
        click(find<QPushButton>(*m_page, "studyTrain"));
        TrainingController& training = trainingOf(m_bench->session());
        const auto& curves = study().curves()->curves().curves();
        QCOMPARE(curves.size(), std::size_t(4));
        QVERIFY(waitUntil([&] { return curves[0].points.size() > 2; }));
        QVERIFY(curves[0].isLive && !curves[1].isLive);
        QVERIFY2(curves[0].state.startsWith("Training · epoch "), qPrintable(curves[0].state));
        QCOMPARE(curves[1].state, QString("Waiting"));

        auto* pause = find<QToolButton>(*m_page, "studyPause");
        click(pause);
        QVERIFY(training.live()->paused);
        QCOMPARE(pause->text(), QString("Go on"));
        QVERIFY2(curves[0].state.startsWith("Paused"), qPrintable(curves[0].state));
        picture(*m_page, "study-live");
        click(pause);
        QVERIFY(!training.live()->paused);

        auto& small = study().curves()->curves();
        const auto seeds = [&] {
            QList<int> list;
            for (const QueuedRun& run : training.queue()) list << int(run.request.config.training.seed);
            return list;
        };
        QVERIFY(!find<QToolButton>(*m_page, "studyDrop")->isEnabled());
        QTest::mouseClick(&small, Qt::LeftButton, {}, small.cellRect(2).center());
        click(find<QToolButton>(*m_page, "studyEarlier"));
        QCOMPARE(seeds(), QList<int>({9, 8, 10}));
        QTest::keyClick(&small, Qt::Key_Down, Qt::AltModifier);
        QCOMPARE(seeds(), QList<int>({8, 9, 10}));
        QTest::keyClick(&small, Qt::Key_Left);
        QTest::keyClick(&small, Qt::Key_Delete);
        QCOMPARE(seeds(), QList<int>({9, 10}));
        QCOMPARE(curves[1].state, QString("Not trained"));
        QCOMPARE(find<QPushButton>(*m_page, "studyTrain")->text(), QString("Train 1 run"));

        QStringList waiting;
        for (const QueuedRun& run : training.queue()) waiting << run.ticket;
        training.removeQueued(waiting);
        const std::size_t before = curves[0].points.size();
        training.stop();
        settle();
        QVERIFY2(curves[0].state.startsWith("Interrupted"), qPrintable(curves[0].state));
        QVERIFY(curves[0].points.size() >= before);
        showTab("Numbers");
    }

    void fortyFiveRunsFitTheSmallestWindow() {
        study().openPlan(m_bench->write("many.json", R"json({"name": "many", "title": "Forty-five runs", "datasets":
            "Sample cinema", "shows": "ablation", "protocols": ["full", "pop100"], "runs": [
            {"model": "sasrec", "label": "SASRec (2 blocks, 1 head)", "preset": "course", "set": {
        "epochs" : 1, "dim" : 8, "inner_dim" : 8, "layers" : 1,
            "max_length" : [ 4, 8, 12 ], "hidden_dropout" : [ 0, 0.1, 0.2, 0.3, 0.4 ]}},
            {"model": "bert4rec", "label": "BERT4Rec", "preset": "course", "set": {"mask_probability": [0.1, 0.2, 0.3,
             0.4, 0.5, 0.6], "max_length": [4, 8, 12, 16, 20]}}]})json"));
        settle();
        const QSize before = m_page->size();
        for (const ThemeChoice theme : {ThemeChoice::Light, ThemeChoice::Dark}) {
            Theme::instance().setChoice(theme);
            m_page->resize(944, 620);
            for (const char* tab : {"Numbers", "Runs", "Attention"}) {
                showTab(tab);
                settle();
                QCOMPARE(m_page->size(), QSize(944, 620));
                picture(*m_page, QStringLiteral("study-45-%1-%2").arg(tab).arg(theme == ThemeChoice::Dark));
            }
            const auto& small = study().curves()->curves();
            QCOMPARE(small.curves().size(), std::size_t(45));
            const QFontMetrics caption(Theme::instance().caption());
            for (int i = 0; i < 45; ++i) {
                const PlanCurve& curve = small.curves()[std::size_t(i)];
                QVERIFY2(caption.horizontalAdvance(curve.title) <= small.plotRect(i).width(), qPrintable(curve.title));
                QVERIFY(small.rect().contains(small.cellRect(i)));
            }
        }
        Theme::instance().setChoice(ThemeChoice::Light);
        m_page->resize(before);
        showTab("Numbers");
    }

    void whatAnEarlierStartLeftInTheQueueIsResumedFromHere() {
        Bench bench;
        const QString file = bench.write("left.json", R"({"name": "left", "title": "Left", "datasets": "Sample cinema",
            "seeds": [5], "runs": [{"model": "sasrec", "set": {"epochs": 1, "dim": 8, "inner_dim": 8, "max_length": 8,
            "layers": 1}}]})");
        const PlannedRun run = plannedRunsOn(*bench.session().dataset(), findPlan(file.toStdString())).front();
        QVERIFY(bench.work([&](JobContext& context) {
            const QueuedTraining left{.ticket = "left",
                                      .dataset = run.dataset,
                                      .config = run.config.toJson(),
                                      .name = "SASRec · seed 5",
                                      .device = "cpu",
                                      .run = {}};
            QueueStore(context.workspace).put({&left, 1});
        }));
        ComparePage page(bench.session());
        test::show(page);
        click(find<QPushButton>(page, "compareStudy"));
        page.study()->openPlan(file);
        auto* train = find<QPushButton>(page, "studyTrain");
        QVERIFY(waitUntil([&] { return train->text() == "Resume the queue"; }));
        QVERIFY(train->isEnabled());
        click(train);
        QVERIFY(trainingOf(bench.session()).isBusy());
        QVERIFY(waitUntil([&] { return stateOf(page) == "1 of 1 run finished"; }));
        QCOMPARE(bench.session().runs().front().name, std::string("SASRec · seed 5"));
        QVERIFY(waitUntil([&] { return bench.jobs().isIdle(); }));
    }

    void aPlanWhoseDataIsMissingSaysSoAndRunsOnOtherData() {
        auto* plan = find<QComboBox>(*m_page, "studyPlan");
        plan->setCurrentIndex(plan->findData("table-3-paper"));
        emit plan->activated(plan->currentIndex());
        settle();
        auto* empty = find<EmptyState>(*m_page, "studyEmpty");
        QVERIFY(empty->isVisible());
        QVERIFY2(empty->sentence().contains("ml-1m"), qPrintable(empty->sentence()));
        for (const char* name : {"studyTrain", "studyReport"}) {
            QVERIFY(!find<QPushButton>(*m_page, name)->isEnabled());
            QCOMPARE(find<QPushButton>(*m_page, name)->toolTip(), QString("This plan cannot be shown here"));
        }
        QCOMPARE(find<QPushButton>(*m_page, "studyTrain")->text(), QString("Train"));
        picture(*m_page, "study-no-data");
        auto* dataset = find<QComboBox>(*m_page, "studyDataset");
        dataset->setCurrentIndex(dataset->findData("Sample cinema"));
        emit dataset->activated(dataset->currentIndex());
        QVERIFY(waitUntil([&] { return find<CellTable>(*m_page, "study")->isVisible(); }));
        QVERIFY(stateOf(*m_page).startsWith("0 of "));
        dataset->setCurrentIndex(0);
    }

    void aFileThatIsNoPlanSaysWhy() {
        study().openPlan(m_bench->write("broken.json", R"({"name": "x", "runs": []})"));
        settle();
        QVERIFY2(find<EmptyState>(*m_page, "studyEmpty")->sentence().contains("names no dataset"),
                 qPrintable(find<EmptyState>(*m_page, "studyEmpty")->sentence()));
    }

    void aPlanIsWrittenByTickingValues() {
        PlanDialog dialog(*m_bench->session().dataset());
        test::show(dialog, dialog.size());
        picture(dialog, "plan-dialog");
        auto* summary = find<QLabel>(dialog, "planSummary");
        auto* save = dialog.findChild<QDialogButtonBox*>()->button(QDialogButtonBox::Save);
        QVERIFY(dialog.plan());
        const auto onlyModel = [&](const QString& title) {
            auto* models = find<QListWidget>(dialog, "planModels");
            for (int row = 0; row < models->count(); ++row)
                models->item(row)->setCheckState(models->item(row)->text() == title ? Qt::Checked : Qt::Unchecked);
        };
        onlyModel("SASRec");
        QVERIFY2(summary->text().startsWith("3 runs"), qPrintable(summary->text()));
        auto* key = find<QComboBox>(dialog, "planKey");
        key->setCurrentIndex(key->findData("layers"));
        QVERIFY(!dialog.plan());
        QVERIFY(!save->isEnabled());
        type(find<QLineEdit>(dialog, "planValues"), "1, 2 3");
        QVERIFY2(summary->text().startsWith("9 runs"), qPrintable(summary->text()));
        QCOMPARE(dialog.plan()->shape, PlanShape::Curve);
        type(find<QLineEdit>(dialog, "planValues"), "1, 99");
        QVERIFY(!dialog.plan());
        QVERIFY2(summary->text().contains("99"), qPrintable(summary->text()));
        type(find<QLineEdit>(dialog, "planValues"), "1, 2");
        type(find<QLineEdit>(dialog, "planSeeds"), "7, x");
        QVERIFY2(summary->text().contains("“x” is no seed"), qPrintable(summary->text()));
        type(find<QLineEdit>(dialog, "planSeeds"), "7");
        QVERIFY(save->isEnabled());
        QCOMPARE(dialog.plan()->datasets, std::vector<std::string>{"Sample cinema"});
        QCOMPARE(dialog.plan()->entries.front().values.front().second, (std::vector<std::string>{"1", "2"}));
    }

    void onePlannedRunIsOneRunAndEveryPresetAndProtocolIsExplained() {
        PlanDialog dialog(*m_bench->session().dataset());
        test::show(dialog, dialog.size());
        auto* preset = find<QComboBox>(dialog, "planPreset");
        preset->setCurrentIndex(preset->findData("paper"));
        QVERIFY2(dialog.plan(), qPrintable(find<QLabel>(dialog, "planSummary")->text()));
        auto* protocols = find<QListWidget>(dialog, "planProtocols");
        QVERIFY(protocols->count() > 1);
        for (int row = 0; row < protocols->count(); ++row) {
            const QString about = protocols->item(row)->toolTip();
            QVERIFY2(about.startsWith(protocols->item(row)->text() + ": among "), qPrintable(about));
        }
        auto* models = find<QListWidget>(dialog, "planModels");
        for (int row = 1; row < models->count(); ++row) models->item(row)->setCheckState(Qt::Unchecked);
        type(find<QLineEdit>(dialog, "planSeeds"), "7");
        QVERIFY2(find<QLabel>(dialog, "planSummary")->text().startsWith("1 run."),
                 qPrintable(find<QLabel>(dialog, "planSummary")->text()));
    }

    void aPlansNameIsMadeOfWhatItsTitleHasOfLatinLetters() {
        PlanDialog dialog(*m_bench->session().dataset());
        for (const auto& [title, name] :
             {std::pair("Été: d = 16!", "ete-d-16"), std::pair("Мой план", "plan"), std::pair("My plan", "my-plan")}) {
            find<QLineEdit>(dialog, "planTitle")->setText(title);
            QVERIFY2(dialog.plan(), title);
            QCOMPARE(dialog.plan()->name, std::string(name));
        }
    }

    void whoGivesUpSavingIsBackInThePlanWithAllThatWasTicked() {
        QString title;
        QTimer::singleShot(200, m_page.get(), [&] {
            auto* dialog = qobject_cast<PlanDialog*>(QApplication::activeModalWidget());
            if (!dialog) qFatal("There is no plan dialog.");
            type(find<QLineEdit>(*dialog, "planTitle"), "Kept title");
            inDialog<QFileDialog>(*m_page, [&](QFileDialog& files) {
                inDialog<PlanDialog>(*m_page, [&](PlanDialog& again) {
                    title = find<QLineEdit>(again, "planTitle")->text();
                    inDialog<QFileDialog>(*m_page,
                                          [&](QFileDialog& second) { enterFile(second, m_bench->path("kept.json")); });
                    pressSave(again);
                });
                files.reject();
            });
            pressSave(*dialog);
        });
        choosePlan(*m_page, "?new");
        QCOMPARE(title, QString("Kept title"));
        settle();
        QCOMPARE(find<QComboBox>(*m_page, "studyPlan")->currentData().toString(), m_bench->path("kept.json"));
        QCOMPARE(find<QComboBox>(*m_page, "studyPlan")->currentText(), QString("Kept title"));
    }

    void withoutADatasetNoPlanIsWrittenAndTheEntrySaysWhy() {
        Bench bench(Bench::Content::Empty);
        ComparePage page(bench.session());
        test::show(page);
        auto* plan = find<QComboBox>(page, "studyPlan");
        const int entry = plan->findData("?new");
        const auto flags = [&](QComboBox* box) { return box->model()->index(entry, 0).flags(); };
        QVERIFY(!(flags(plan) & Qt::ItemIsEnabled));
        QVERIFY2(plan->itemData(entry, Qt::ToolTipRole).toString().contains("load one on Data first"),
                 qPrintable(plan->itemData(entry, Qt::ToolTipRole).toString()));
        auto* other = find<QComboBox>(*m_page, "studyPlan");
        QVERIFY(other->model()->index(other->findData("?new"), 0).flags() & Qt::ItemIsEnabled);
        QVERIFY(waitUntil([&] { return bench.jobs().isIdle(); }));
    }

    void whileAFileIsLookedForTheChosenPlanStaysChosenAndIsReadAnew() {
        const QString file = m_bench->write("small.json", kPlan);
        study().openPlan(file);
        settle();
        auto* plan = find<QComboBox>(*m_page, "studyPlan");
        bool seen = false;
        QString during, entry;
        inDialog<QFileDialog>(*m_page, [&](QFileDialog& dialog) {
            during = plan->currentData().toString();
            emit trainingOf(m_bench->session()).runFinished({});
            seen = waitUntil([&] { return study().reading().state() == QuestionState::Answered; });
            entry = plan->itemText(plan->findData("?open"));
            dialog.reject();
        });
        choosePlan(*m_page, "?open");
        QVERIFY(seen);
        QCOMPARE(during, file);
        QCOMPARE(entry, QString("Open a plan…"));
        QCOMPARE(plan->currentText(), QString("A small <plan>"));
        QVERIFY(find<CellTable>(*m_page, "study")->isVisible());
        QVERIFY2(stateOf(*m_page).startsWith("4 of 4 runs finished"), qPrintable(stateOf(*m_page)));
    }

    void aRemovedRunIsMissingUntilItIsBroughtBack() {
        settle();
        const RunRecord* removed = nullptr;
        for (const RunRecord& run : m_bench->session().runs())
            if (run.name == "SASRec · d 8 · seed 1") removed = &run;
        QVERIFY(removed);
        m_bench->session().removeRuns({removed->id});
        settle();
        QVERIFY2(stateOf(*m_page).startsWith("3 of 4 runs finished · all of it at most"), qPrintable(stateOf(*m_page)));
        auto* train = find<QPushButton>(*m_page, "studyTrain");
        QCOMPARE(train->text(), QString("Train 1 run"));
        QVERIFY(train->isEnabled());
        QCOMPARE(find<CellTable>(*m_page, "study")->model()->index(0, 1).data().toString(), QString("1 of 2"));
        m_bench->session().undoRemoveRuns();
        settle();
        QCOMPARE(stateOf(*m_page), QString("4 of 4 runs finished"));
        QCOMPARE(train->toolTip(), QString("All runs of the plan are finished"));
    }

    void aReportDoesNotOverwriteTheOneBefore() {
        const QString folder = m_bench->path("reports");
        QVERIFY(QDir().mkpath(folder));
        const SavedFiles saved(*m_page);
        QByteArray first;
        for (int time = 1; time <= 2; ++time) {
            inDialog<QFileDialog>(*m_page, [&](QFileDialog& dialog) { enterFile(dialog, folder); });
            click(find<QPushButton>(*m_page, "studyReport"));
            QVERIFY(waitUntil([&] { return saved.paths.size() == time; }));
            if (time > 1) continue;
            // What a person may have changed since.
            QFile markdown(folder + "/small.md");
            QVERIFY(markdown.open(QIODevice::Append) && markdown.write("my note") > 0);
            markdown.close();
            first = contentOf(folder + "/small.md");
        }
        QVERIFY2(saved.paths[0].endsWith("small.html"), qPrintable(saved.paths[0]));
        QVERIFY2(saved.paths[1].endsWith("small-2.html"), qPrintable(saved.paths[1]));
        QCOMPARE(contentOf(folder + "/small.md"), first);
        QVERIFY(QFileInfo(folder + "/small-2.csv").size() > 0);
        settle();
    }

    void whatFailedIsNamedWithItsReason() {
        const QString file = m_bench->write("failed.json", R"({"name": "failed", "title": "Failed", "datasets":
            "Sample cinema", "seeds": [77], "runs": [{"model": "sasrec", "set": {"epochs": 1, "dim": 8, "inner_dim": 8,
            "max_length": 8, "layers": 1}}]})");
        const PlannedRun planned = plannedRunsOn(*m_bench->session().dataset(), findPlan(file.toStdString())).front();
        QVERIFY(m_bench->work([&](JobContext& context) {
            RunStore store(context.workspace);
            RunRecord run;
            run.name = "Run <77>";
            run.dataset = planned.dataset;
            run.model = "sasrec";
            run.config = planned.config.toJson();
            run = store.add(run);
            run.state = RunState::Failed;
            run.message = "The loss is no number.";
            store.update(run);
        }));
        study().openPlan(file);
        settle();
        auto* state = find<QLabel>(*m_page, "studyState");
        QVERIFY2(state->text().startsWith("0 of 1 run finished · 1 failed"), qPrintable(state->text()));
        QVERIFY2(state->toolTip().contains("<b>Run &lt;77&gt;</b>: The loss is no number."),
                 qPrintable(state->toolTip()));
    }

    void measuringIsSeenInTheStripAndEndsWhenThePageIsHiddenOrRunsAreTrained() {
        QStringList seen;
        const auto watch = connect(&m_bench->jobs(), &JobRunner::stripChanged, this, [&] {
            for (const JobInfo& job : m_bench->jobs().stripJobs()) seen << job.title;
        });
        study().openPlan(m_bench->write("slow.json", R"({"name": "slow", "title": "Slow", "datasets": "Sample cinema",
            "seeds": [9], "runs": [{"model": "sasrec", "set": {"epochs": 1, "dim": [8, 12, 16], "inner_dim": 8,
            "max_length": [8, 9, 10], "layers": 1}}]})"));
        const auto measures = [&] { return study().estimating().state() == QuestionState::Running; };
        QVERIFY(waitUntil(measures));
        disconnect(watch);
        QVERIFY(seen.contains("Reading the runs of a plan"));
        QVERIFY(seen.contains("Measuring how long a plan takes"));
        m_page->hide();
        QCOMPARE(study().estimating().state(), QuestionState::Hidden);
        QVERIFY(m_bench->jobs().stripJobs().empty() || waitUntil([&] { return m_bench->jobs().isIdle(); }));
        test::show(*m_page);
        QVERIFY(waitUntil(measures));
        click(find<QPushButton>(*m_page, "studyTrain"));
        QCOMPARE(study().estimating().state(), QuestionState::None);
        QVERIFY(!study().reading().isOpen());
        TrainingController& training = trainingOf(m_bench->session());
        QStringList waiting;
        for (const QueuedRun& run : training.queue()) waiting << run.ticket;
        training.removeQueued(waiting);
        training.stop();
        settle();
    }

    void theTimeIsThatOfTheRunsThatAreMissingNow() {
        // Learns nothing, so that its patience ends it long before its epochs.
        const QString file = m_bench->write("times.json", R"({"name": "times", "title": "Times", "datasets":
            "Sample cinema", "seeds": [3], "runs": [{"model": "sasrec", "set": {"epochs": [1, 100000], "patience": 1,
            "learning_rate": 1e-9, "dim": 8, "inner_dim": 8, "max_length": 8, "layers": 1, "validation_users": 50}}]})");
        study().openPlan(file);
        settle();
        const auto time = [&] { return stateOf(*m_page).section("at most ", 1); };
        const QString before = time();
        QVERIFY(!before.isEmpty());
        const PlannedRun longest = plannedRunsOn(*m_bench->session().dataset(), findPlan(file.toStdString())).back();
        TrainRequest request;
        request.dataset = longest.dataset;
        request.config = longest.config;
        trainingOf(m_bench->session()).start(request);
        settle();
        QVERIFY2(stateOf(*m_page).startsWith("1 of 2 runs finished"), qPrintable(stateOf(*m_page)));
        QVERIFY(!time().isEmpty());
        QVERIFY2(time() != before, qPrintable(stateOf(*m_page)));
    }

    void anOpenedPlanItsDataAndThePartAreBackAfterARestart() {
        const QString file = m_bench->write("small.json", kPlan);
        study().openPlan(file);
        settle();
        const QVariant part = m_page->rememberedState();
        QCOMPARE(study().rememberedState().toStringList().front(), file);
        // The datasets are not read yet when the state is put back.
        Session session(m_bench->jobs());
        ComparePage page(session);
        page.restoreState(part);
        page.study()->restoreState(QStringList{file, "Sample cinema"});
        test::show(page);
        QVERIFY(page.study()->isVisible());
        QCOMPARE(page.study()->rememberedState().toStringList(), QStringList({file, "Sample cinema"}));
        session.refreshDatasets();
        // The plan's own data is read first.
        QVERIFY(waitUntil([&] { return find<QComboBox>(page, "studyDataset")->currentText() == "Sample cinema"; }));
        QVERIFY(waitUntil([&] { return stateOf(page) == "4 of 4 runs finished"; }));
        QCOMPARE(find<QComboBox>(page, "studyPlan")->currentText(), QString("A small <plan>"));
        QVERIFY(!find<QLabel>(page, "studySource")->isVisible());
        // A file that is gone is passed over, data that is gone is not.
        page.study()->restoreState(QStringList{m_bench->path("gone.json"), "Gone"});
        QCOMPARE(find<QComboBox>(page, "studyPlan")->currentText(), QString("A small <plan>"));
        QVERIFY(waitUntil([&] { return m_bench->jobs().isIdle() && !page.study()->reading().isOpen(); }));
        QCOMPARE(find<QLabel>(page, "studySource")->text(),
                 QString("There is no dataset “Gone” any more: this is the plan's own data."));
        QVERIFY(find<QLabel>(page, "studySource")->isVisible());
        picture(page, "study-lost-data");
    }

    void theReportIsWellFormedAndNeedsNoNetwork() {
        QString html;
        QVERIFY(m_bench->work([&](JobContext& context) {
            const Study study = studyOf(context.workspace, planFromJson(kPlan));
            html = QString::fromStdString(
                reportHtml(study, reportFigures(context.workspace, study, context.progress, context.stop)));
        }));
        QXmlStreamReader reader(html.mid(html.indexOf("<html")));
        int tables = 0, pictures = 0, rows = 0;
        while (!reader.atEnd()) {
            if (reader.readNext() != QXmlStreamReader::StartElement) continue;
            const QStringView name = reader.name();
            tables += name == QLatin1String("table");
            pictures += name == QLatin1String("svg");
            rows += name == QLatin1String("tr");
            for (const char* fetching : {"link", "script", "img", "iframe"}) QVERIFY(name != QLatin1String(fetching));
            QVERIFY(!reader.attributes().hasAttribute("src") && !reader.attributes().hasAttribute("href"));
        }
        QVERIFY2(!reader.hasError(), qPrintable(reader.errorString()));
        // One for each protocol, and of the best run two of attention: it reads too little for the third.
        QCOMPARE(pictures, 4);
        QVERIFY(html.contains("As SASRec&#39;s Figure 4") && html.contains("As SASRec&#39;s Figure 5"));
        QCOMPARE(tables, 4);  // for each protocol the numbers, and the keys that differ
        QCOMPARE(rows, 4 * 3);
        QVERIFY(html.contains("--set dim=16 --set inner_dim=8 --set max_length=8 --set layers=1 --seed 2"));
    }

    void runsToCompareLeaveTheStudy() {
        click(find<QPushButton>(*m_page, "compareStudy"));
        QVERIFY(study().isVisible());
        m_bench->session().compareRuns({m_bench->session().runs().front().id});
        QVERIFY(!study().isVisible());
        QVERIFY(find<QPushButton>(*m_page, "compareRuns")->isChecked());
        QVERIFY(waitUntil([this] { return m_bench->jobs().isIdle(); }));
        click(find<QPushButton>(*m_page, "compareStudy"));
    }

    void runsAreBackWithAClick() {
        click(find<QPushButton>(*m_page, "compareRuns"));
        QVERIFY(!study().isVisible());
        QVERIFY(m_page->tabs()->isVisible());
        QVERIFY(waitUntil([this] { return m_bench->jobs().isIdle(); }));
    }
};

QTEST_MAIN(StudyViewTest)
#include "study_view_test.moc"
