// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/frame/ui_state_store.h"

#include <QAbstractItemModel>
#include <QComboBox>
#include <QFile>
#include <QHeaderView>
#include <QLabel>
#include <QLineEdit>
#include <QListWidget>
#include <QPushButton>
#include <QSpinBox>
#include <QTabBar>
#include <QTabWidget>
#include <QToolButton>

#include "core/store/dataset_store.h"
#include "core/store/run_store.h"
#include "core/store/workspace.h"
#include "tiny_runs.h"
#include "ui/explore/users_panel.h"
#include "ui/frame/main_window.h"
#include "ui/session/ui_state.h"
#include "ui/widgets/settings.h"
#include "ui/widgets/table_view.h"

using namespace recscope;
using namespace recscope::ui;
using namespace recscope::ui::test;

namespace {

constexpr int kUser = 12;  ///< index of a user in the sample's original order

/// A window on one workspace, which a test can close and open again.
struct Stage {
    Bench bench{Bench::Content::Empty};
    std::unique_ptr<MainWindow> window;

    QString path() const { return bench.path("window.recscope"); }
    void open() {
        if (!QFile::exists(path())) putTrainedWorkspace(path());
        window = std::make_unique<MainWindow>();
        show(*window);
        window->openWorkspace(path(), JobRunner::IfMissing::Fail);
        if (!waitUntil([this] { return window->session() && window->session()->catalogue(); }) || !idle())
            qFatal("The workspace was not opened.");
    }
    void close() {
        window->close();
        if (!waitUntil([this] { return !window->isVisible(); })) qFatal("The window was not closed.");
        window.reset();
    }
    bool idle() {
        // A search starts with a short delay after typing.
        QTest::qWait(200);
        return waitUntil([this] { return window->session()->jobs().isIdle(); });
    }
    template <class T>
    T* child(const char* name) {
        return find<T>(*window, name);
    }
    /// The visible one of the widgets with this object name, which may exist on several tabs.
    template <class T>
    T* visibleChild(const char* name) {
        for (T* widget : window->findChildren<T*>(QLatin1String(name)))
            if (widget->isVisible()) return widget;
        qFatal("Nothing called '%s' is seen.", name);
    }
    void openPage(const char* id) {
        click(child<QToolButton>(qPrintable(QStringLiteral("page-") + QLatin1String(id))));
        if (!idle()) qFatal("The page does not come to rest.");
    }
    void openTab(const char* tabs, const QString& title) {
        QTabBar* bar = child<QTabWidget>(tabs)->tabBar();
        for (int i = 0; i < bar->count(); ++i)
            if (bar->tabText(i) == title) QTest::mouseClick(bar, Qt::LeftButton, {}, bar->tabRect(i).center());
        if (currentTab(tabs) != title || !idle()) qFatal("There is no tab '%s'.", qPrintable(title));
    }
    QString currentTab(const char* tabs) {
        return child<QTabWidget>(tabs)->tabText(child<QTabWidget>(tabs)->currentIndex());
    }
    /// Chooses an entry of a combo box with the arrow keys.
    void choose(const char* box, const QString& text) {
        auto* combo = child<QComboBox>(box);
        for (const Qt::Key key : {Qt::Key_Down, Qt::Key_Up})
            for (int i = 0; i < combo->count() && combo->currentText() != text; ++i) QTest::keyClick(combo, key);
        if (combo->currentText() != text || !idle()) qFatal("'%s' cannot be chosen.", qPrintable(text));
    }
    void chooseUser(int row) {
        auto* list = child<TableView>("users");
        list->scrollTo(list->model()->index(row, 0));
        QTest::mouseClick(list->viewport(), Qt::LeftButton, {},
                          list->visualRect(list->model()->index(row, 0)).center());
        if (!idle()) qFatal("No user was chosen.");
    }
    void clickHeader(const char* table, int column) {
        QHeaderView* header = child<TableView>(table)->horizontalHeader();
        QTest::mouseClick(header->viewport(), Qt::LeftButton, {},
                          QPoint(header->sectionViewportPosition(column) + 8, header->height() / 2));
        if (!idle()) qFatal("The table does not come to rest.");
    }
    /// Describes a table's order by the sorted column, the direction and the first row: "3 down: 1 | Toy Story".
    QString orderOf(const char* table) {
        const auto* view = child<TableView>(table);
        const QHeaderView* header = view->horizontalHeader();
        QStringList row;
        for (int column = 0; column < view->model()->columnCount(); ++column)
            row << view->model()->index(0, column).data().toString();
        if (!header->isSortIndicatorShown()) return QStringLiteral("own order: ") + row.join(QStringLiteral(" | "));
        const bool isUp = header->sortIndicatorOrder() == Qt::AscendingOrder;
        const QString order = isUp ? QStringLiteral("%1 up: %2") : QStringLiteral("%1 down: %2");
        return order.arg(header->sortIndicatorSection()).arg(row.join(QStringLiteral(" | ")));
    }
    int user() { return int(window->findChild<UsersPanel*>()->user().value_or(-1)); }
    /// The stored state that belongs to the chosen dataset.
    UiState datasetState() { return UiState(path(), *window->session()->dataset()); }
};

}  // namespace

class UiStateStoreTest : public QObject {
    Q_OBJECT

private slots:
    void init() { Settings::instance().clear(); }

    void exploreIsRestored() {
        Stage stage;
        stage.open();
        stage.openPage("explore");
        stage.chooseUser(kUser);
        stage.openTab("exploreTabs", "Heads");
        stage.choose("userOrder", "Worst rank first");
        click(stage.child<QToolButton>("userFilter"));
        type(stage.child<QSpinBox>("userMinLength"), "5");
        QTest::keyClick(stage.child<QSpinBox>("userMinLength"), Qt::Key_Return);
        QVERIFY(stage.idle());
        const int rows = stage.child<TableView>("users")->model()->rowCount();
        QCOMPARE(stage.user(), kUser);
        stage.close();

        stage.open();
        QCOMPARE(stage.window->currentPage(), QString("explore"));
        QCOMPARE(stage.user(), kUser);
        QCOMPARE(stage.currentTab("exploreTabs"), QString("Heads"));
        QCOMPARE(stage.child<QComboBox>("userOrder")->currentText(), QString("Worst rank first"));
        QVERIFY(stage.child<QSpinBox>("userMinLength")->isVisible());
        QCOMPARE(stage.child<QSpinBox>("userMinLength")->value(), 5);
        QCOMPARE(stage.child<TableView>("users")->model()->rowCount(), rows);
        QVERIFY(stage.child<QLabel>("exploreSubtitle")->text().startsWith("User "));
        picture(*stage.window, "reopened-explore");
    }

    void dataIsRestored() {
        Stage stage;
        stage.open();
        stage.openPage("data");
        stage.openTab("dataTabs", "Users");
        auto* table = stage.child<TableView>("usersTable");
        stage.clickHeader("usersTable", 1);
        type(stage.child<QLineEdit>("usersSearch"), "1");
        QVERIFY(stage.idle());
        const QString first = table->model()->index(0, 0).data().toString();
        const int rows = table->model()->rowCount();
        stage.close();

        stage.open();
        QCOMPARE(stage.window->currentPage(), QString("data"));
        QCOMPARE(stage.currentTab("dataTabs"), QString("Users"));
        QCOMPARE(stage.child<QLineEdit>("usersSearch")->text(), QString("1"));
        table = stage.child<TableView>("usersTable");
        QCOMPARE(table->horizontalHeader()->sortIndicatorSection(), 1);
        QCOMPARE(table->model()->index(0, 0).data().toString(), first);
        QCOMPARE(table->model()->rowCount(), rows);
        picture(*stage.window, "reopened-data");
    }

    void trainAndLearnAreRestored() {
        Stage stage;
        stage.open();
        stage.openPage("learn");
        auto* chapters = stage.child<QListWidget>("chapterList");
        QTest::mouseClick(chapters->viewport(), Qt::LeftButton, {},
                          chapters->visualItemRect(chapters->item(2)).center());
        const QString chapter = stage.child<QLabel>("chapterTitle")->text();
        QVERIFY(chapter.startsWith(QLatin1Char('3')));
        click(stage.child<QPushButton>("option1"));
        click(stage.child<QPushButton>("otherUser"));
        QVERIFY(stage.idle());
        const QString user = stage.child<QLineEdit>("learnUser")->text();
        stage.openPage("train");
        click(stage.child<QPushButton>("model_sasrec"));
        type(stage.child<QLineEdit>("epochs"), "7");
        click(stage.child<QPushButton>("model_bert4rec"));
        type(stage.child<QLineEdit>("epochs"), "9");
        auto* log = stage.child<QAbstractButton>("lossLog");
        QTest::mouseClick(log, Qt::LeftButton, {}, QPoint(8, log->height() / 2));
        stage.openTab("trainTabs", "Timeline");
        stage.close();

        stage.open();
        QCOMPARE(stage.window->currentPage(), QString("train"));
        QCOMPARE(stage.currentTab("trainTabs"), QString("Timeline"));
        QVERIFY(stage.child<QPushButton>("model_bert4rec")->isChecked());
        QCOMPARE(stage.child<QLineEdit>("epochs")->text(), QString("9"));
        QVERIFY(stage.child<QAbstractButton>("lossLog")->isChecked());
        click(stage.child<QPushButton>("model_sasrec"));
        QCOMPARE(stage.child<QLineEdit>("epochs")->text(), QString("7"));
        stage.openPage("learn");
        QCOMPARE(stage.child<QLabel>("chapterTitle")->text(), chapter);
        QVERIFY(stage.child<QLabel>("answer")->isVisible());
        QCOMPARE(stage.child<QLineEdit>("learnUser")->text(), user);
    }

    void compareIsRestored() {
        Stage stage;
        stage.open();
        stage.openPage("compare");
        stage.openTab("compareTabs", "Users");
        auto* protocol = stage.child<QComboBox>("compareProtocol");
        const QString requested = protocol->itemText(protocol->count() - 1);
        QVERIFY(requested != protocol->currentText());
        stage.choose("compareProtocol", requested);
        const QString a = stage.visibleChild<QComboBox>("pairA")->currentText();
        click(stage.visibleChild<QToolButton>("pairSwap"));
        QVERIFY(stage.idle());
        const QString b = stage.visibleChild<QComboBox>("pairA")->currentText();
        QVERIFY(a != b);
        stage.close();

        stage.open();
        QCOMPARE(stage.window->currentPage(), QString("compare"));
        QCOMPARE(stage.currentTab("compareTabs"), QString("Users"));
        QCOMPARE(stage.child<QComboBox>("compareProtocol")->currentText(), requested);
        QCOMPARE(stage.visibleChild<QComboBox>("pairA")->currentText(), b);
        QCOMPARE(stage.visibleChild<QComboBox>("pairB")->currentText(), a);
        picture(*stage.window, "reopened-compare");
    }

    void sortOrdersOfTablesAreRestored() {
        Stage stage;
        stage.open();
        stage.openPage("explore");
        stage.chooseUser(kUser);
        stage.clickHeader("history", 3);  // sorts by title
        stage.clickHeader("history", 3);
        stage.clickHeader("recommendations", 1);
        stage.openPage("train");
        stage.clickHeader("runs", 0);
        stage.clickHeader("runs", 0);
        stage.openPage("data");
        stage.openTab("dataTabs", "Items");
        stage.clickHeader("itemsTable", 1);
        const char* const tables[] = {"history", "recommendations", "runs", "itemsTable"};
        QStringList saved;
        for (const char* table : tables) saved << stage.orderOf(table);
        QVERIFY2(saved[0].startsWith("3 down") && saved[1].startsWith("1 up") && saved[2].startsWith("0 down"),
                 qPrintable(saved.join('\n')));
        stage.close();

        stage.open();
        for (const char* page : {"explore", "train", "data"}) stage.openPage(page);
        QStringList restored;
        for (const char* table : tables) restored << stage.orderOf(table);
        QCOMPARE(restored.join('\n'), saved.join('\n'));
        // In the restored table, the third click on a heading still restores the original order. That order is saved,
        // too.
        stage.openPage("explore");
        stage.clickHeader("history", 3);
        const QString originalOrder = stage.orderOf("history");
        QVERIFY2(originalOrder.startsWith("own order"), qPrintable(originalOrder));
        stage.close();
        stage.open();
        QCOMPARE(stage.orderOf("history"), originalOrder);
        picture(*stage.window, "reopened-orders");
    }

    void changesAreOnDiskAMomentLater() {
        Stage stage;
        stage.open();
        stage.openPage("explore");
        const auto onDisk = [] {
            QFile file(
                Settings::instance().fileName());  // not through another QSettings object, which would write the file
            return file.open(QIODevice::ReadOnly) ? file.readAll() : QByteArray();
        };
        stage.openTab("exploreTabs", "Heads");
        QVERIFY(waitUntil([&] { return onDisk().contains("exploreTabs=3"); }));
        type(stage.child<QLineEdit>("userSearch"), "17");
        QVERIFY(waitUntil([&] { return onDisk().contains("userSearch=17"); }));
        stage.openTab("exploreTabs", "What if");
        QVERIFY(waitUntil([&] { return onDisk().contains("exploreTabs=2"); }));
    }

    void missingUsersAndRunsAreSkippedSilently() {
        Stage stage;
        stage.open();
        stage.openPage("compare");
        const std::vector<RunRecord> runs = stage.window->session()->runs();
        QCOMPARE(runs.size(), std::size_t(2));
        // Releases the chip of the first run, so that only the second one stays chosen for comparison.
        click(stage.child<QToolButton>(qPrintable(QString("chip_%1").arg(runs[0].id))));
        stage.window->session()->chooseRun(runs[0].id);
        QVERIFY(stage.idle());
        UiState dataset = stage.datasetState();
        stage.close();
        // Stores the index of a user who does not exist in the dataset, and deletes the run that the state names.
        dataset.set("explore/UsersPanel", 1'000'000);
        {
            Workspace workspace = Workspace::open(stage.path().toStdString());
            RunStore(workspace).remove(runs[0].id);
        }
        stage.open();
        QCOMPARE(stage.window->session()->run()->id, runs[1].id);
        QVERIFY(stage.child<QToolButton>(qPrintable(QString("chip_%1").arg(runs[1].id)))->isChecked());
        stage.openPage("explore");
        QCOMPARE(stage.user(), 0);
    }

    void everyDatasetHasItsOwnUserAndSearch() {
        Stage stage;
        putSampleWorkspace(stage.path());
        {
            Workspace workspace = Workspace::open(stage.path().toStdString());
            NewDataset tiny;
            tiny.info.name = "tiny";
            tiny.items = {{.token = 1, .id = "x", .title = {}, .genres = {}}};
            tiny.histories.itemCount = 1;
            for (const char* user : {"ana", "ben", "cem"}) {
                tiny.userIds.emplace_back(user);
                tiny.histories.append(std::vector<Token>{1, 1, 1, 1});
            }
            DatasetStore(workspace).add(tiny, {});
        }
        stage.open();
        const auto go = [&](std::size_t dataset) {
            stage.window->session()->chooseDataset(stage.window->session()->datasets()[dataset].id);
            QVERIFY(stage.idle());
        };
        stage.openPage("explore");
        const std::size_t first = stage.window->session()->dataset()->name == "tiny" ? 1 : 0;
        go(first);
        stage.chooseUser(kUser);
        type(stage.child<QLineEdit>("userSearch"), "1");
        QVERIFY(stage.idle());
        go(1 - first);
        QCOMPARE(stage.user(), 0);
        QCOMPARE(stage.child<QLineEdit>("userSearch")->text(), QString());
        stage.chooseUser(2);
        go(first);
        QCOMPARE(stage.user(), kUser);
        QCOMPARE(stage.child<QLineEdit>("userSearch")->text(), QString("1"));
        go(1 - first);
        QCOMPARE(stage.user(), 2);
    }
};

QTEST_MAIN(UiStateStoreTest)
#include "ui_state_store_test.moc"
