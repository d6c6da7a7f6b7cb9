// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/compare/study_view.h"

#include <QComboBox>
#include <QDialogButtonBox>
#include <QLabel>
#include <QLineEdit>
#include <QListWidget>
#include <QPushButton>
#include <QTest>
#include <QXmlStreamReader>

#include "core/plan/report.h"
#include "ui/compare/compare_page.h"
#include "ui/compare/plan_dialog.h"
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
        QVERIFY(!find<QPushButton>(*m_page, "studyReport")->isEnabled());
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
        settle();
        QCOMPARE(stateOf(*m_page), QString("4 of 4 runs finished"));
        QVERIFY(!train->isEnabled());
        QVERIFY(find<QPushButton>(*m_page, "studyReport")->isEnabled());
        auto* table = find<CellTable>(*m_page, "study");
        auto* part = find<QComboBox>(*m_page, "studyPart");
        QCOMPARE(part->count(), 2);
        for (int protocol = 0; protocol < 2; ++protocol) {
            part->setCurrentIndex(protocol);
            QCOMPARE(table->rowCount(), 2);
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

    void aPlanWhoseDataIsMissingSaysSoAndRunsOnOtherData() {
        auto* plan = find<QComboBox>(*m_page, "studyPlan");
        plan->setCurrentIndex(plan->findData("table-3-paper"));
        emit plan->activated(plan->currentIndex());
        settle();
        auto* empty = find<EmptyState>(*m_page, "studyEmpty");
        QVERIFY(empty->isVisible());
        QVERIFY2(empty->sentence().contains("ml-1m"), qPrintable(empty->sentence()));
        QVERIFY(!find<QPushButton>(*m_page, "studyTrain")->isEnabled());
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

    void theReportIsWellFormedAndNeedsNoNetwork() {
        QString html;
        QVERIFY(m_bench->work([&](JobContext& context) {
            html = QString::fromStdString(reportHtml(studyOf(context.workspace, planFromJson(kPlan))));
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
        QCOMPARE(pictures, 2);
        QCOMPARE(tables, 4);  // for each protocol the numbers, and the keys that differ
        QCOMPARE(rows, 4 * 3);
        QVERIFY(html.contains("--set dim=16 --set inner_dim=8 --set max_length=8 --set layers=1 --seed 2"));
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
