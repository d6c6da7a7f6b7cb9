// SPDX-License-Identifier: GPL-3.0-or-later
// Tests recommendation lists for many users, and the table of items that are in none of these lists.
#include <QAbstractItemModel>
#include <QAction>
#include <QApplication>
#include <QComboBox>
#include <QFile>
#include <QFileDialog>
#include <QLabel>
#include <QLineEdit>
#include <QMenu>
#include <QPushButton>
#include <QSpinBox>
#include <QTimer>
#include <QToolButton>

#include "core/lists/never_recommended.h"
#include "core/store/cohort_store.h"
#include "tiny_runs.h"
#include "ui/explore/explore_page.h"
#include "ui/lists/list_export_dialog.h"
#include "ui/lists/never_recommended_dialog.h"
#include "ui/widgets/table_view.h"
#include "ui_test_support.h"

using namespace recscope;
using namespace recscope::ui;
using namespace recscope::ui::test;

namespace {

QStringList linesOf(const QString& path) {
    QFile file(path);
    if (!file.open(QIODevice::ReadOnly)) return {};
    return QString::fromUtf8(file.readAll()).split(QLatin1Char('\n'), Qt::SkipEmptyParts);
}

}  // namespace

class ManyListsTest : public QObject {
    Q_OBJECT

private slots:
    void initTestCase() {
        m_environment = std::make_unique<TestEnvironment>();
        m_run = trainTiny(*m_environment, "sasrec", /*maxLength=*/16);
        QVERIFY(m_environment->work([&](JobContext& context) {
            CohortStore(context.workspace)
                .save(m_environment->session().dataset()->id, "three", "by hand", std::vector<std::int32_t>{1, 5, 9});
        }));
    }
    void cleanupTestCase() { m_environment.reset(); }

    void exploreSavesTheListsOfACohortAndStatesWhichItemsAreRead() {
        ExplorePage page(m_environment->session());
        show(page);
        m_environment->session().chooseUser(1);
        QVERIFY(waitUntil([&] { return page.answer() && page.answer()->explanation; }));
        auto* weights = find<QLabel>(page, "listWeights");
        QVERIFY2(weights->text().contains("reads all before the test item"), qPrintable(weights->text()));
        savePicture(page, "explore-lists-button");
        const QString path = m_environment->path("three.csv");
        const SavedFiles saved(page);
        QCOMPARE(menuOf([&] { click(find<QToolButton>(page, "manyLists")); }, "&Recommendations for many").size(), 2);
        auto* dialog = find<ListExportDialog>(page, "listExportDialog");
        QVERIFY(waitUntil([&] { return find<QComboBox>(*dialog, "listUsers")->count() == 2; }));
        choose(find<QComboBox>(*dialog, "listUsers"), "Cohort “three”");
        find<QSpinBox>(*dialog, "listTop")->setValue(7);
        savePicture(*dialog, "list-export-dialog");
        whenOpen<QFileDialog>(page, [&](QFileDialog& files) { enterFile(files, path); });
        click(find<QPushButton>(*dialog, "saveLists"));
        QVERIFY(waitUntil([&] { return !saved.paths.isEmpty(); }));
        QCOMPARE(saved.paths, QStringList{path});
        const QStringList lines = linesOf(path);
        QCOMPARE(lines.size(), 1 + 3 * 7);
        QCOMPARE(lines[0], QString("user,rank,item,title,score,probability,input"));
        for (const QString& line : lines.mid(1)) QVERIFY2(line.endsWith(",test"), qPrintable(line));
    }

    void itemsNeverRecommendedAreShownAndExported() {
        NeverRecommended expected;
        const auto compute = [&](HistoryInput input, std::int32_t top) {
            return m_environment->work([&, input, top](JobContext& context) {
                expected = neverRecommended(context.workspace, {.run = m_run, .top = top, .input = input}, {}, {});
            });
        };
        QWidget window;
        show(window, {1000, 700});
        auto* dialog = new NeverRecommendedDialog(m_environment->session(), *m_environment->session().run(),
                                                  HistoryInput::Test, &window);
        dialog->QDialog::show();
        auto* table = find<TableView>(*dialog, "neverRecommendedTable");
        auto* save = find<QPushButton>(*dialog, "saveNeverRecommended");
        QVERIFY(waitUntil([&] { return save->isEnabled(); }));
        QVERIFY(compute(HistoryInput::Test, 10));
        QCOMPARE(table->model()->rowCount(), int(expected.items.size()));
        QCOMPARE(table->model()->index(0, 0).data().toString(),
                 QString::fromStdString(expected.items.front().item.title));
        auto* sentence = find<QLabel>(*dialog, "neverRecommendedSentence");
        QVERIFY2(sentence->text().contains("reads all before the test item"), qPrintable(sentence->text()));
        savePicture(*dialog, "never-recommended");
        // Changing the input makes the dialog compute the lists again.
        choose(find<QComboBox>(*dialog, "listInput"), "Everything, including the test item: for current lists");
        find<QSpinBox>(*dialog, "listTop")->setValue(1);
        QVERIFY(waitUntil([&] { return save->isEnabled() && sentence->text().contains("everything"); }));
        QVERIFY(compute(HistoryInput::All, 1));
        QCOMPARE(table->model()->rowCount(), int(expected.items.size()));
        const SavedFiles saved(window);
        const QString path = m_environment->path("never.csv");
        dialog->exportTo(path);
        QVERIFY(waitUntil([&] { return !saved.paths.isEmpty(); }));
        QCOMPARE(linesOf(path).size(), 1 + qsizetype(expected.items.size()));
        delete dialog;
    }

private:
    std::unique_ptr<TestEnvironment> m_environment;
    RunId m_run = 0;
};

QTEST_MAIN(ManyListsTest)
#include "many_lists_test.moc"
