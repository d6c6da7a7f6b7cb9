// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/train/run_table.h"

#include <QDialog>
#include <QFrame>
#include <QHeaderView>
#include <QLabel>
#include <QLineEdit>
#include <QMenu>
#include <QPushButton>
#include <QSignalSpy>
#include <QTimer>
#include <QToolButton>
#include <QVBoxLayout>

#include "core/config/run_config.h"
#include "core/models/transformer/transformer_config.h"
#include "ui/runs/training_controller.h"
#include "ui/theme/theme.h"
#include "ui/widgets/table_view.h"
#include "ui_test_support.h"

using namespace recscope;
using namespace recscope::ui;
using namespace recscope::ui::test;

#include "core/recommender/registry.h"

namespace {

struct RunSpec {
    std::string name, model = "bert4rec";
    double ndcg = 0;  ///< NDCG@10 on validation; the one on test is half of it; 0 = not evaluated
    std::int64_t dim = 64, maxLength = 50;
    std::uint64_t seed = 42;
};

/// Shows the list of runs with its buttons. The runs are only records: none was trained.
struct Fixture {
    TestEnvironment environment;
    QWidget page;
    RunTable* table;

    explicit Fixture(const std::vector<RunSpec>& specs, QSize size = {1100, 420}) {
        const bool stored = environment.work([&](JobContext& context) {
            for (const RunSpec& spec : specs) {
                RunConfig config = defaultConfig(spec.model);
                transformerOf(config).dim = spec.dim;
                transformerOf(config).maxLength = spec.maxLength;
                config.training.seed = spec.seed;
                RunRecord run;
                run.name = spec.name;
                run.dataset = environment.session().dataset()->id;
                run.model = spec.model;
                run.config = config.toJson();
                RunStore store(context.workspace);
                run = store.add(run);
                run.state = RunState::Finished;
                run.epochsDone = run.bestEpoch = spec.ndcg > 0 ? 5 : 0;
                if (spec.ndcg > 0) {
                    run.bestValid.emplace().ndcg10 = spec.ndcg;
                    run.test.emplace().ndcg10 = spec.ndcg / 2;
                }
                store.update(run);
            }
        });
        if (!stored) qFatal("The runs were not stored.");
        auto* layout = new QVBoxLayout(&page);
        table = new RunTable(environment.session(), trainingOf(environment.session()));
        layout->addWidget(table->actions(), 0, Qt::AlignRight);
        layout->addWidget(table);
        environment.session().refreshRuns();
        show(page, size);
        if (!waitUntil(
                [&] { return environment.jobs().isIdle() && environment.session().runs().size() == specs.size(); }))
            qFatal("The runs were not read.");
        QTest::qWait(30);
    }

    TableView* view() { return table->view(); }
    const QAbstractItemModel* model() { return view()->model(); }
    QHeaderView* header() { return view()->horizontalHeader(); }
    int column(const QString& title) {
        for (int i = 0; i < model()->columnCount(); ++i)
            if (!view()->isColumnHidden(i) && model()->headerData(i, Qt::Horizontal).toString() == title) return i;
        return -1;
    }
    QStringList names() {
        QStringList list;
        for (int row = 0; row < model()->rowCount(); ++row) list << model()->index(row, 0).data().toString();
        return list;
    }
    QString selectedNames() {
        QStringList list;
        for (const RunRecord& run : table->selected()) list << QString::fromStdString(run.name);
        return list.join(',');
    }
    void clickHeader(const QString& title) {
        const int section = column(title);
        const QPoint at(header()->sectionViewportPosition(section) + 12, header()->height() / 2);
        QTest::mouseClick(header()->viewport(), Qt::LeftButton, {}, at);
    }
    void clickRow(const QString& name, Qt::KeyboardModifiers modifiers = {}) {
        const int row = int(names().indexOf(name));
        QTest::mouseClick(view()->viewport(), Qt::LeftButton, modifiers,
                          view()->visualRect(model()->index(row, 0)).center());
    }
};

}  // namespace

class RunTableTest : public QObject {
    Q_OBJECT

private slots:
    void initTestCase() { Theme::instance().setChoice(ThemeChoice::Light); }

    void aClickOnAHeaderSortsTheBestFirstAndMissingValuesLast() {
        Fixture fixture({{.name = "low", .ndcg = 0.05},
                         {.name = "none"},
                         {.name = "high", .ndcg = 0.2},
                         {.name = "mid", .ndcg = 0.1}});
        QCOMPARE(fixture.names(), QStringList({"mid", "high", "none", "low"}));  // newest first
        fixture.clickHeader("NDCG@10 valid");
        QCOMPARE(fixture.names(), QStringList({"high", "mid", "low", "none"}));
        QCOMPARE(fixture.header()->sortIndicatorSection(), fixture.column("NDCG@10 valid"));
        fixture.clickHeader("NDCG@10 valid");
        QCOMPARE(fixture.names(), QStringList({"low", "mid", "high", "none"}));
        fixture.clickHeader("NDCG@10 valid");
        QCOMPARE(fixture.names(), QStringList({"mid", "high", "none", "low"}));
    }

    void numbersInNamesSortAsNumbers() {
        Fixture fixture({{.name = "SASRec 10"}, {.name = "SASRec 2"}, {.name = "SASRec 1"}});
        fixture.clickHeader("Run");
        QCOMPARE(fixture.names(), QStringList({"SASRec 1", "SASRec 2", "SASRec 10"}));
    }

    void theContextMenuSortsFromTheKeyboard() {
        Fixture fixture({{.name = "b", .ndcg = 0.1}, {.name = "a", .ndcg = 0.2}, {.name = "c", .ndcg = 0.3}});
        whenOpen<QMenu>(fixture.page, [&](QMenu& menu) {
            savePicture(menu, "run-table-menu");
            for (QAction* action : menu.actions())
                if (action->menu() && action->menu()->objectName() == "sortMenu") {
                    menu.setActiveAction(action);
                    QTest::keyClick(&menu, Qt::Key_Right);
                    auto* sort = action->menu();
                    QTest::keyClick(sort, Qt::Key_Down);  // the entry after "Newest first" sorts by name
                    QTest::keyClick(sort, Qt::Key_Return);
                    return;
                }
            qFatal("The menu does not sort.");
        });
        fixture.view()->setFocus();
        QContextMenuEvent event(QContextMenuEvent::Keyboard, QPoint(20, 20),
                                fixture.view()->mapToGlobal(QPoint(20, 20)));
        QCoreApplication::sendEvent(fixture.view(), &event);
        QTRY_COMPARE(fixture.names(), QStringList({"a", "b", "c"}));
        QCOMPARE(fixture.header()->sortIndicatorSection(), 0);
    }

    void onlyValuesThatDifferHaveAColumn() {
        Fixture fixture(
            {{.name = "a", .dim = 64}, {.name = "b", .dim = 128}, {.name = "s", .model = "sasrec", .dim = 64}});
        QVERIFY(fixture.column("Width d") > 0);
        QCOMPARE(fixture.column("Length N"), -1);
        QCOMPARE(fixture.column("Seed"), -1);
        // If a key differs only because the models have different defaults, the table has no column for it.
        QCOMPARE(fixture.column("Norm"), -1);
        QCOMPARE(fixture.model()->index(1, fixture.column("Width d")).data().toString(), QString("128"));
        QVERIFY(fixture.view()->isNumericColumn(fixture.column("Width d")));
        fixture.clickHeader("Width d");
        QCOMPARE(fixture.names().last(), QString("b"));
        savePicture(fixture.page, "run-table-columns");
    }

    void filteredRunsShowOnlyTheColumnsInWhichTheyDiffer() {
        Fixture fixture(
            {{.name = "one a", .dim = 64}, {.name = "one b", .dim = 64, .seed = 43}, {.name = "two", .dim = 128}});
        QVERIFY(fixture.column("Width d") > 0);
        type(find<QLineEdit>(fixture.page, "runSearch"), "ONE");
        QCOMPARE(fixture.names(), QStringList({"one b", "one a"}));
        QCOMPARE(fixture.column("Width d"), -1);
        QVERIFY(fixture.column("Seed") > 0);
        type(find<QLineEdit>(fixture.page, "runSearch"), "d=128");
        QCOMPARE(fixture.names(), QStringList({"two"}));
        type(find<QLineEdit>(fixture.page, "runSearch"), "nothing like it");
        QCOMPARE(fixture.model()->rowCount(), 0);
        savePicture(fixture.page, "run-table-no-match");
    }

    void theMeanOfOneConfigStaysLastHoweverTheTableIsSorted() {
        Fixture fixture({{.name = "a", .ndcg = 0.1, .seed = 1},
                         {.name = "b", .ndcg = 0.2, .seed = 2},
                         {.name = "c", .ndcg = 0.3, .dim = 8}});
        QCOMPARE(fixture.model()->rowCount(), 4);
        for (const char* title : {"NDCG@10 test", "NDCG@10 test", "Run", "Seed"}) {
            fixture.clickHeader(title);
            QVERIFY2(fixture.names().last().startsWith("Mean"), title);
        }
        // The row of means belongs to no single run, so a click on it must not select its runs. (A text of at most
        // one letter names at most one run.)
        fixture.clickRow("a");
        fixture.clickRow(fixture.names().last());
        QVERIFY(fixture.selectedNames().size() <= 1);
    }

    void controlAndShiftSelectSeveralRunsWithoutChangingTheChosenOne() {
        Fixture fixture({{.name = "a", .ndcg = 0.1},
                         {.name = "b", .ndcg = 0.1},
                         {.name = "c", .ndcg = 0.1},
                         {.name = "d", .ndcg = 0.1}});
        fixture.clickRow("c");
        QCOMPARE(fixture.environment.session().run()->name, std::string("c"));
        QVERIFY(!find<QToolButton>(fixture.page, "compareRuns")->isEnabled());
        QVERIFY(find<QToolButton>(fixture.page, "compareRuns")->toolTip().contains("Ctrl"));
        fixture.clickRow("a", Qt::ControlModifier);
        QCOMPARE(fixture.selectedNames(), QString("c,a"));
        QCOMPARE(fixture.environment.session().run()->name, std::string("c"));
        fixture.clickRow("d", Qt::ControlModifier);
        fixture.clickRow("b", Qt::ShiftModifier);
        QVERIFY(!find<QToolButton>(fixture.page, "renameRun")->isEnabled());
        QSignalSpy page(&fixture.environment.session(), &Session::pageRequested);
        QSignalSpy compared(&fixture.environment.session(), &Session::comparisonRequested);
        click(find<QToolButton>(fixture.page, "compareRuns"));
        QCOMPARE(page.value(0).value(0).value<PageId>(), PageId::Compare);
        QCOMPARE(compared.value(0).value(0).value<std::vector<RunId>>().size(), fixture.table->selected().size());
        savePicture(fixture.page, "run-table-several");
    }

    void theSelectionStaysWhenTheListIsReadAgain() {
        Fixture fixture({{.name = "a", .ndcg = 0.1}, {.name = "b", .ndcg = 0.1}, {.name = "c", .ndcg = 0.1}});
        fixture.clickRow("a");
        fixture.clickRow("c", Qt::ControlModifier);
        fixture.environment.session().refreshRuns();
        QVERIFY(waitUntil([&] { return fixture.environment.jobs().isIdle(); }));
        QCOMPARE(fixture.selectedNames(), QString("c,a"));
    }

    void removedRunsComeBackByUndoAndAreGoneAfterTheNextRemoval() {
        Fixture fixture({{.name = "a"}, {.name = "b"}, {.name = "c"}, {.name = "d"}});
        fixture.clickRow("a");
        fixture.clickRow("b", Qt::ControlModifier);
        QTest::keyClick(fixture.view(), Qt::Key_Delete);
        QCOMPARE(fixture.names(), QStringList({"d", "c"}));
        QVERIFY(find<QFrame>(fixture.page, "runsRemoved")->isVisible());
        QTest::qWait(30);
        savePicture(fixture.page, "run-table-removed");
        click(find<QPushButton>(fixture.page, "undoRemoveRuns"));
        QVERIFY(waitUntil([&] { return fixture.names() == QStringList({"d", "c", "b", "a"}); }));
        QVERIFY(!find<QFrame>(fixture.page, "runsRemoved")->isVisible());
        for (const char* name : {"a", "c"}) {
            fixture.clickRow(name);
            click(find<QToolButton>(fixture.page, "removeRun"));
        }
        QVERIFY(waitUntil([&] { return fixture.environment.jobs().isIdle(); }));
        std::vector<RunRecord> stored;
        QVERIFY(fixture.environment.work([&](JobContext& context) { stored = RunStore(context.workspace).list(); }));
        QCOMPARE(stored.size(), std::size_t(3));  // c is only hidden: its removal can be undone
        click(find<QPushButton>(fixture.page, "undoRemoveRuns"));
        QVERIFY(waitUntil([&] { return fixture.names() == QStringList({"d", "c", "b"}); }));
    }

    void theEditorOfANameStaysInItsRow() {
        Fixture fixture({{.name = "a"}, {.name = "b"}, {.name = "c"}});
        fixture.clickRow("b");
        QTest::keyClick(fixture.view(), Qt::Key_F2);
        auto* editor = find<QLineEdit>(fixture.page, "runNameEditor");
        const QRect row = fixture.view()->visualRect(fixture.model()->index(1, 0));
        QCOMPARE(editor->geometry(), row);
        QTest::qWait(30);
        savePicture(fixture.page, "run-table-editor");
        editor->selectAll();
        QTest::keyClicks(editor, "better");
        QTest::keyClick(editor, Qt::Key_Return);
        QVERIFY(waitUntil([&] { return fixture.names() == QStringList({"c", "better", "a"}); }));
    }

    void renamingTwiceOpensOneEditor() {
        Fixture fixture({{.name = "a"}, {.name = "b"}});
        fixture.clickRow("b");
        auto* rename = find<QToolButton>(fixture.page, "renameRun");
        click(rename);
        auto* editor = find<QLineEdit>(fixture.page, "runNameEditor");
        editor->setText("half");
        QTest::failOnWarning(QRegularExpression("editing failed"));
        click(rename);
        QCOMPARE(fixture.page.findChildren<QLineEdit*>("runNameEditor").size(), 1);
        QCOMPARE(editor->text(), QString("half"));
    }

    void aNameThatIsTakenIsRefusedWithAMessage() {
        Fixture fixture({{.name = "a"}, {.name = "b"}});
        fixture.clickRow("b");
        click(find<QToolButton>(fixture.page, "renameRun"));
        auto* editor = find<QLineEdit>(fixture.page, "runNameEditor");
        QSignalSpy notified(&fixture.environment.session(), &Session::notified);
        editor->selectAll();
        QTest::keyClicks(editor, "a");
        QTest::keyClick(editor, Qt::Key_Return);
        QVERIFY(waitUntil([&] { return notified.size() == 1; }));
        QVERIFY2(notified[0][0].toString().contains("already a run"), qPrintable(notified[0][0].toString()));
        QCOMPARE(fixture.names(), QStringList({"b", "a"}));
    }

    void aDoubleClickOpensTheSettingsFromWhichTheRunIsTrainedAgain() {
        Fixture fixture({{.name = "a", .dim = 8}, {.name = "b"}});
        QSignalSpy repeated(fixture.table, &RunTable::repeatRequested);
        const QPoint at = fixture.view()->visualRect(fixture.model()->index(1, 0)).center();
        fixture.clickRow("a");
        QTest::mouseDClick(fixture.view()->viewport(), Qt::LeftButton, {}, at);
        auto* dialog = find<QDialog>(fixture.page, "runSettingsDialog");
        QVERIFY(dialog->isVisible());
        auto* table = find<TableView>(*dialog, "settingsTable");
        QStringList shown;
        for (int row = 0; row < table->model()->rowCount(); ++row)
            shown << table->model()->index(row, 1).data().toString() + '=' +
                         table->model()->index(row, 2).data().toString();
        QVERIFY2(shown.contains("Width d=8"), qPrintable(shown.join(' ')));
        QTest::qWait(30);
        savePicture(*dialog, "run-settings");
        click(find<QPushButton>(*dialog, "repeatFromSettings"));
        QCOMPARE(repeated.size(), 1);
        QCOMPARE(repeated[0][0].value<RunRecord>().name, std::string("a"));
    }

    void theNoteBelowTheTableIsNotCutAtTheMinimumHeight() {
        Fixture fixture({{.name = "a", .model = "sasrec", .ndcg = 0.1}, {.name = "b", .model = "sasrec", .ndcg = 0.2}},
                        {420, 420});
        auto* note = find<QLabel>(fixture.page, "runsProtocol");
        QVERIFY(waitUntil([&] { return note->isVisible(); }));
        fixture.page.resize(420, fixture.page.minimumSizeHint().height());
        QTest::qWait(30);
        QVERIFY(note->height() >= note->heightForWidth(note->width()));
        QVERIFY(fixture.view()->geometry().bottom() < note->geometry().top());
    }

    void thirtyRunsKeepAReadableNameColumn() {
        std::vector<RunSpec> specs;
        for (int i = 0; i < 30; ++i)
            specs.push_back({.name = (i % 2 ? "SASRec " : "BERT4Rec ") + std::to_string(i / 2 + 1),
                             .model = i % 2 ? "sasrec" : "bert4rec",
                             .ndcg = i % 7 ? 0.05 + 0.003 * i : 0,
                             .dim = i % 3 ? 64 : 128,
                             .maxLength = i % 5 ? 50 : 200,
                             .seed = std::uint64_t(42 + i % 4)});
        Fixture fixture(specs, {1000, 420});
        fixture.clickHeader("NDCG@10 test");
        savePicture(fixture.page, "run-table-30");
        QVERIFY(fixture.view()->columnWidth(0) > 100);
        fixture.page.resize(600, 300);
        Theme::instance().setChoice(ThemeChoice::Dark);
        QTest::qWait(50);
        QVERIFY(fixture.view()->columnWidth(0) > 100);
        savePicture(fixture.page, "run-table-30-small-dark");
        Theme::instance().setChoice(ThemeChoice::Light);
    }
};

QTEST_MAIN(RunTableTest)
#include "run_table_test.moc"
