// SPDX-License-Identifier: GPL-3.0-or-later
// Tests the dialog in which the user of the program writes a plan by ticking values.
#include <QComboBox>
#include <QDialogButtonBox>
#include <QFileDialog>
#include <QLabel>
#include <QLineEdit>
#include <QListWidget>
#include <QPushButton>
#include <QTest>

#include "study_fixture.h"
#include "ui/compare/plan_dialog.h"

using namespace recscope;
using namespace recscope::ui;
using namespace recscope::ui::test;

namespace {

void pressSave(PlanDialog& dialog) {
    click(dialog.findChild<QDialogButtonBox*>()->button(QDialogButtonBox::Save));
}

}  // namespace

class PlanDialogTest : public StudyFixture {
    Q_OBJECT

private slots:
    void initTestCase() { begin(); }
    void cleanupTestCase() { end(); }

    void aPlanIsWrittenByTickingValues() {
        PlanDialog dialog(*m_environment->session().dataset());
        test::show(dialog, dialog.size());
        savePicture(dialog, "plan-dialog");
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
        QVERIFY2(summary->text().contains("“x” is not a seed"), qPrintable(summary->text()));
        type(find<QLineEdit>(dialog, "planSeeds"), "7");
        QVERIFY(save->isEnabled());
        QCOMPARE(dialog.plan()->datasets, std::vector<std::string>{"Sample cinema"});
        QCOMPARE(dialog.plan()->entries.front().values.front().second, (std::vector<std::string>{"1", "2"}));
    }

    void severalKeysMakeAGridAndOneValueFixesAKey() {
        PlanDialog dialog(*m_environment->session().dataset());
        test::show(dialog, dialog.size());
        auto* models = find<QListWidget>(dialog, "planModels");
        for (int row = 0; row < models->count(); ++row)
            models->item(row)->setCheckState(models->item(row)->text() == "SASRec" ? Qt::Checked : Qt::Unchecked);
        type(find<QLineEdit>(dialog, "planSeeds"), "7");
        // Chooses `key` in the combo box `boxName` and types `values` into the input `inputName`.
        const auto set = [&](const char* boxName, const char* inputName, const QString& key, const QString& values) {
            auto* box = find<QComboBox>(dialog, boxName);
            box->setCurrentIndex(box->findData(key));
            type(find<QLineEdit>(dialog, inputName), values);
        };
        set("planKey", "planValues", "layers", "1, 2");
        click(find<QPushButton>(dialog, "planAddKey"));
        QVERIFY(!dialog.plan() || dialog.plan()->entries.front().values.size() == 1);
        set("planKey_2", "planValues_2", "dim", "16, 32, 64");
        QVERIFY2(find<QLabel>(dialog, "planSummary")->text().startsWith("6 runs"),
                 qPrintable(find<QLabel>(dialog, "planSummary")->text()));
        QCOMPARE(dialog.plan()->shape, PlanShape::Table);
        click(find<QPushButton>(dialog, "planAddKey"));
        set("planKey_3", "planValues_3", "epochs", "5");
        QVERIFY(find<QLabel>(dialog, "planSummary")->text().startsWith("6 runs"));
        savePicture(dialog, "plan-dialog-grid");
        for (const PlannedRun& run : plannedRunsOn(*m_environment->session().dataset(), *dialog.plan()))
            QCOMPARE(run.config.training.epochs, std::int64_t(5));
        click(find<QPushButton>(dialog, "planRemoveKey_2"));
        QVERIFY(find<QLabel>(dialog, "planSummary")->text().startsWith("2 runs"));
        QCOMPARE(dialog.plan()->shape, PlanShape::Curve);
    }

    void finishedRunsCanBeAddedToAPlan() {
        RunRecord adopted;
        adopted.name = "RecBole's";
        adopted.model = "sasrec";
        adopted.state = RunState::Finished;
        RunRecord running = adopted;
        running.name = "still trains";
        running.state = RunState::Running;
        PlanDialog dialog(*m_environment->session().dataset(), {adopted, running});
        test::show(dialog, dialog.size());
        auto* runs = find<QListWidget>(dialog, "planRuns");
        QCOMPARE(runs->count(), 1);
        QVERIFY(runs->item(0)->toolTip().startsWith("Trained elsewhere"));
        runs->item(0)->setCheckState(Qt::Checked);
        QVERIFY(dialog.plan());
        QCOMPARE(dialog.plan()->entries.back().run, std::string("RecBole's"));
    }

    void theSummaryOfOneRunIsSingularAndEveryProtocolIsExplained() {
        PlanDialog dialog(*m_environment->session().dataset());
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

    void aPlansNameIsMadeOfTheLatinLettersAndDigitsOfItsTitle() {
        PlanDialog dialog(*m_environment->session().dataset());
        for (const auto& [title, name] :
             {std::pair("Été: d = 16!", "ete-d-16"), std::pair("Мой план", "plan"), std::pair("My plan", "my-plan")}) {
            find<QLineEdit>(dialog, "planTitle")->setText(title);
            QVERIFY2(dialog.plan(), title);
            QCOMPARE(dialog.plan()->name, std::string(name));
        }
    }

    void cancellingTheFileDialogReturnsToThePlanWithItsTitle() {
        QString title;
        whenOpen<PlanDialog>(*m_page, [&](PlanDialog& dialog) {
            type(find<QLineEdit>(dialog, "planTitle"), "Kept title");
            whenOpen<QFileDialog>(*m_page, [&](QFileDialog& files) {
                whenOpen<PlanDialog>(*m_page, [&](PlanDialog& again) {
                    title = find<QLineEdit>(again, "planTitle")->text();
                    whenOpen<QFileDialog>(
                        *m_page, [&](QFileDialog& second) { enterFile(second, m_environment->path("kept.json")); });
                    pressSave(again);
                });
                files.reject();
            });
            pressSave(dialog);
        });
        choosePlan(*m_page, "?new");
        QCOMPARE(title, QString("Kept title"));
        settle();
        QCOMPARE(find<QComboBox>(*m_page, "studyPlan")->currentData().toString(), m_environment->path("kept.json"));
        QCOMPARE(find<QComboBox>(*m_page, "studyPlan")->currentText(), QString("Kept title"));
    }

    void withoutADatasetTheNewPlanEntryIsDisabledWithAReason() {
        TestEnvironment environment(TestEnvironment::Content::Empty);
        ComparePage page(environment.session());
        test::show(page);
        auto* plan = find<QComboBox>(page, "studyPlan");
        const int entry = plan->findData("?new");
        const auto flags = [&](QComboBox* box) { return box->model()->index(entry, 0).flags(); };
        QVERIFY(!(flags(plan) & Qt::ItemIsEnabled));
        QVERIFY2(plan->itemData(entry, Qt::ToolTipRole).toString().contains("load a dataset on the Data page first"),
                 qPrintable(plan->itemData(entry, Qt::ToolTipRole).toString()));
        auto* other = find<QComboBox>(*m_page, "studyPlan");
        QVERIFY(other->model()->index(other->findData("?new"), 0).flags() & Qt::ItemIsEnabled);
        QVERIFY(waitUntil([&] { return environment.jobs().isIdle(); }));
    }
};

QTEST_MAIN(PlanDialogTest)
#include "plan_dialog_test.moc"
