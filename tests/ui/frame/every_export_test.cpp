// SPDX-License-Identifier: GPL-3.0-or-later
// Exports every table, plot and map of the window as CSV, and tables also as TSV. Reads the results with a strict
// parser.
#include <QApplication>
#include <QClipboard>
#include <QFile>
#include <QTabWidget>
#include <QTableView>

#include "../../core/support/strict_csv.h"
#include "tiny_runs.h"
#include "ui/attention/attention_export.h"
#include "ui/attention/attention_map.h"
#include "ui/frame/main_window.h"
#include "ui/plot/plot_view.h"
#include "ui/widgets/table_view.h"
#include "ui_test_support.h"

using namespace recscope;
using namespace recscope::ui;
using namespace recscope::ui::test;

class EveryExportTest : public QObject {
    Q_OBJECT

    TestEnvironment m_environment{TestEnvironment::Content::Empty};
    MainWindow m_window;
    QSet<QString> m_tables, m_plots;
    int m_maps = 0;

    bool settled() {
        QApplication::processEvents();
        const bool idle = waitUntil([this] { return m_window.session()->jobs().isIdle(); });
        QApplication::processEvents();
        return idle;
    }

    /// Fails if the strict parser refuses `text` or finds problems. `source` names the table, plot or map.
    static void check(const QString& source, const QString& text, char separator) {
        try {
            const StrictTable table = readStrictly(text.toStdString(), separator);
            QStringList problems;
            for (const std::string& problem : problemsOf(table)) problems << QString::fromStdString(problem);
            QVERIFY2(problems.isEmpty(),
                     qPrintable(source + ": " + problems.mid(0, 6).join(' ') + "\n" + text.left(600)));
        } catch (const std::exception& error) {
            QFAIL(qPrintable(source + ": " + error.what() + "\n" + text.left(600)));
        }
    }

    void checkTable(TableView& view) {
        if (!view.isVisible() || !view.model() || view.model()->rowCount() == 0) return;
        for (const auto& [format, separator] : {std::pair(TableFormat::Csv, ','), std::pair(TableFormat::Tsv, '\t')}) {
            QGuiApplication::clipboard()->clear();
            view.copyAs(format, TableView::Part::All);
            QVERIFY(waitUntil([] { return !QGuiApplication::clipboard()->text().isEmpty(); }));
            check("table " + view.objectName(), QGuiApplication::clipboard()->text(), separator);
        }
        m_tables << view.objectName();
    }

    void checkPlot(PlotView& plot) {
        if (!plot.isVisible() || plot.isEmpty()) return;
        const QString path = m_environment.path("plot.csv");
        QVERIFY(exportSucceeds(plot, path));
        QFile file(path);
        QVERIFY(file.open(QIODevice::ReadOnly));
        check("plot " + plot.objectName(), QString::fromUtf8(file.readAll()), ',');
        m_plots << plot.objectName();
    }

    void checkAll() {
        QVERIFY(settled());
        for (TableView* view : m_window.findChildren<TableView*>()) checkTable(*view);
        for (PlotView* plot : m_window.findChildren<PlotView*>()) checkPlot(*plot);
        for (AttentionMap* map : m_window.findChildren<AttentionMap*>()) {
            if (!map->isVisible() || valuesAsText(map->model(), ',').isEmpty()) continue;
            check("map " + map->objectName(), valuesAsText(map->model(), ','), ',');
            ++m_maps;
        }
    }

    /// Checks the exports of a page, once for each tab of each tab widget that is visible on it.
    void walk(PageId page) {
        m_window.showPage(page);
        QVERIFY(settled());
        checkAll();
        for (QTabWidget* tabs : m_window.findChildren<QTabWidget*>()) {
            for (int tab = 0; tabs->isVisible() && tab < tabs->count(); ++tab) {
                tabs->setCurrentIndex(tab);
                QVERIFY(settled());
                // The table "itemAfter", items that follow an item, is filled only for a chosen item.
                if (auto* items = m_window.findChild<QTableView*>("itemsTable"); items && items->isVisible())
                    QTest::mouseClick(items->viewport(), Qt::LeftButton, {},
                                      items->visualRect(items->model()->index(0, 0)).center());
                checkAll();
            }
        }
    }

private slots:
    void initTestCase() {
        const QString path = m_environment.path("trained.recscope");
        putTrainedWorkspace(path);
        test::show(m_window, {1440, 900});
        m_window.openWorkspace(path, JobRunner::IfMissing::Fail);
        QVERIFY(waitUntil([this] { return m_window.session() && m_window.session()->catalogue(); }));
        m_window.session()->chooseUser(3);
        QVERIFY(settled());
    }

    void exportsOfTablesPlotsAndMapsPassAStrictParser() {
        for (PageId page : {PageId::Data, PageId::Train, PageId::Explore, PageId::Compare}) walk(page);
        for (const char* const table :
             {"usersTable", "itemsTable", "itemAfter", "runs", "history", "recommendations", "metrics", "configs"})
            QVERIFY2(m_tables.contains(table), qPrintable(QString(table) + " was not exported; exported: " +
                                                          QStringList(m_tables.values()).join(", ")));
        for (const char* const plot : {"lengthPlot", "popularityPlot", "compareNdcg", "hitsPlot"})
            QVERIFY2(
                m_plots.contains(plot),
                qPrintable(QString(plot) + " was not exported; exported: " + QStringList(m_plots.values()).join(", ")));
        QVERIFY(m_maps > 0);
    }
};

QTEST_MAIN(EveryExportTest)
#include "every_export_test.moc"
