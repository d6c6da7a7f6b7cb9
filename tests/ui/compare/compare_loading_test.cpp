// SPDX-License-Identifier: GPL-3.0-or-later
// Tests when the Compare page reads and computes: once per change, and only for the visible tab.
#include <QToolButton>

#include "compare_fixture.h"
#include "ui/compare/config_tab.h"
#include "ui/plot/plot_view.h"
#include "ui/widgets/table_view.h"

using namespace recscope;
using namespace recscope::ui;
using namespace recscope::ui::test;

class CompareLoadingTest : public CompareFixture {
    Q_OBJECT

    /// Calls `act` and waits until all work is done. Returns how often the page started to read its runs meanwhile.
    int readsOf(const ComparePage& page, const std::function<void()>& act) {
        int reads = 0;
        const auto counting = connect(&page.reading(), &AnyAsyncQuery::changed, this, [&] {
            if (page.reading().state() == AsyncQueryState::Running) ++reads;
        });
        act();
        settle();
        disconnect(counting);
        return reads;
    }

    /// Whether a tab has content, for Curves, Metrics, Breakdown, Users and Config, in this order.
    static std::vector<bool> filled(ComparePage& page) {
        return {!find<PlotView>(page, "compareNdcg")->isEmpty(),
                find<TableView>(page, "metrics")->model()->rowCount() > 0 ||
                    !find<QLabel>(page, "verdict")->text().isEmpty(),
                !find<PlotView>(page, "lengthPlot")->isEmpty(), !find<PlotView>(page, "rankPlot")->isEmpty(),
                find<TableView>(page, "configs")->model()->rowCount() > 0};
    }

    /// Shows a tab by a click; see CompareFixture::open() for the numbers of the tabs.
    void press(ComparePage& page, int tab) {
        QTest::mouseClick(page.tabs()->tabBar(), Qt::LeftButton, {}, page.tabs()->tabBar()->tabRect(tab).center());
        settle();
    }

private slots:
    void initTestCase() { prepare(); }
    void cleanupTestCase() { m_environment.reset(); }

    void onlyTheVisibleTabIsFilled() {
        const auto page = open(0);
        QCOMPARE(filled(*page), (std::vector<bool>{true, false, false, false, false}));
        press(*page, 3);
        QCOMPARE(filled(*page), (std::vector<bool>{true, false, false, true, false}));
        press(*page, 1);
        QCOMPARE(filled(*page), (std::vector<bool>{true, true, false, true, false}));
    }

    void aTabThatIsShownAgainShowsWhatWasChosenMeanwhile() {
        const auto page = open(1);
        auto* table = find<TableView>(*page, "metrics");
        const int before = table->model()->rowCount();
        press(*page, 0);
        const std::vector<RunId> chosen = page->chips()->chosen();
        const RunId other = std::find(chosen.begin(), chosen.end(), m_bert) == chosen.end() ? m_bert : m_stopped;
        click(find<QToolButton>(*page, qPrintable(QStringLiteral("chip_%1").arg(other))));
        settle();
        QCOMPARE(table->model()->rowCount(), before);
        press(*page, 1);
        QCOMPARE(table->model()->rowCount(), before + 1);
    }

    void oneChangeReadsTheRunsOnce() {
        const auto page = open(1);
        auto* chip = find<QToolButton>(*page, qPrintable(QStringLiteral("chip_%1").arg(m_bert)));
        QCOMPARE(readsOf(*page, [&] { click(chip); }), 1);
        QCOMPARE(readsOf(*page, [&] { m_environment->session().refreshRuns(); }), 1);
        QCOMPARE(readsOf(*page, [&] { m_environment->session().compareRuns({m_bert, m_sas, m_stopped}); }), 1);
        QCOMPARE(page->chips()->chosen().size(), std::size_t(3));
    }

    void anotherThemeSplitOrTabReadsNoRun() {
        const auto page = open(1);
        QCOMPARE(readsOf(*page, [&] { Theme::instance().setChoice(ThemeChoice::Dark); }), 0);
        QCOMPARE(readsOf(*page, [&] { Theme::instance().setChoice(ThemeChoice::Light); }), 0);
        QCOMPARE(readsOf(*page, [&] { choose(find<QComboBox>(*page, "compareSplit"), "Validation"); }), 0);
        QCOMPARE(readsOf(*page, [&] { press(*page, 2); }), 0);
    }

    void aHiddenPageReadsWhenItIsShown() {
        const auto page = open(0);
        QCOMPARE(readsOf(*page,
                         [&] {
                             page->hide();
                             m_environment->session().refreshRuns();
                             settle();
                             m_environment->session().refreshRuns();
                         }),
                 0);
        QCOMPARE(readsOf(*page, [&] { page->show(); }), 1);
    }

    void anUnchangedRunIsTheSameObjectAfterReadingAgain() {
        const DatasetId dataset = m_environment->session().dataset()->id;
        QVERIFY(m_environment->work([&](JobContext& context) {
            const auto first = readRun(context.workspace, m_sas);
            if (readRun(context.workspace, m_sas, first) != first) qFatal("The run was read again.");
            RunStore(context.workspace).rename(m_sas, "SASRec under another name");
            const auto renamed = readRun(context.workspace, m_sas, first);
            if (renamed == first || renamed->name() != "SASRec under another name") qFatal("It has its old name.");
            if (renamed->record.dataset != dataset) qFatal("It is another run.");
        }));
    }

    void anUnreadableConfigIsReportedInItsColumn() {
        ComparedRun unreadable = madeUpRun("B", {1, 2, 3}, 0, "sasrec");
        unreadable.record.config = R"({"model": "of the future"})";
        ConfigTab tab(m_environment->session());
        tab.setLines(linesOf({madeUpRun("A", {1, 2, 3}), unreadable}));
        const QAbstractItemModel& table = *find<TableView>(tab, "configs")->model();
        QVERIFY(table.rowCount() > 0);
        QCOMPARE(table.headerData(3, Qt::Horizontal).toString(), QString("B"));
        QCOMPARE(table.index(0, 2).data().toString(), QString("BERT4Rec"));
        QCOMPARE(table.index(0, 3).data().toString(), QString("cannot be read"));
    }
};

QTEST_MAIN(CompareLoadingTest)
#include "compare_loading_test.moc"
