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
struct Fixture {
    TestEnvironment environment{TestEnvironment::Content::Empty};
    std::unique_ptr<MainWindow> window;

    QString path() const { return environment.path("window.recscope"); }
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
    /// The table with this name. If several pages have one, it is that of Explore, whose names Compare also uses.
    TableView* table(const char* name) {
        const QWidget& explore = *window->findChild<QWidget*>("explorePage");
        TableView* const ofExplore = explore.findChild<TableView*>(QLatin1String(name));
        return ofExplore ? ofExplore : child<TableView>(name);
    }
    void clickHeader(const char* name, int column) {
        QHeaderView* header = table(name)->horizontalHeader();
        QTest::mouseClick(header->viewport(), Qt::LeftButton, {},
                          QPoint(header->sectionViewportPosition(column) + 8, header->height() / 2));
        if (!idle()) qFatal("The table does not come to rest.");
    }
    /// Describes a table's order by the sorted column, the direction and the cells of the first row, such as
    /// "0 up: Alien | Horror | …". If no column is sorted, the text begins with "own order: ".
    QString orderOf(const char* name) {
        const auto* view = table(name);
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
        Fixture fixture;
        fixture.open();
        fixture.openPage("explore");
        fixture.chooseUser(kUser);
        fixture.openTab("exploreTabs", "Heads");
        fixture.choose("userOrder", "Worst rank first");
        click(fixture.child<QToolButton>("userFilter"));
        type(fixture.child<QSpinBox>("userMinLength"), "5");
        QTest::keyClick(fixture.child<QSpinBox>("userMinLength"), Qt::Key_Return);
        QVERIFY(fixture.idle());
        const int rows = fixture.child<TableView>("users")->model()->rowCount();
        QCOMPARE(fixture.user(), kUser);
        fixture.close();

        fixture.open();
        QVERIFY(fixture.window->currentPage() == PageId::Explore);
        QCOMPARE(fixture.user(), kUser);
        QCOMPARE(fixture.currentTab("exploreTabs"), QString("Heads"));
        QCOMPARE(fixture.child<QComboBox>("userOrder")->currentText(), QString("Worst rank first"));
        QVERIFY(fixture.child<QSpinBox>("userMinLength")->isVisible());
        QCOMPARE(fixture.child<QSpinBox>("userMinLength")->value(), 5);
        QCOMPARE(fixture.child<TableView>("users")->model()->rowCount(), rows);
        QVERIFY(fixture.child<QLabel>("exploreSubtitle")->text().startsWith("User "));
        savePicture(*fixture.window, "reopened-explore");
    }

    void dataIsRestored() {
        Fixture fixture;
        fixture.open();
        fixture.openPage("data");
        fixture.openTab("dataTabs", "Users");
        auto* table = fixture.child<TableView>("usersTable");
        fixture.clickHeader("usersTable", 1);
        type(fixture.child<QLineEdit>("usersSearch"), "1");
        QVERIFY(fixture.idle());
        const QString first = table->model()->index(0, 0).data().toString();
        const int rows = table->model()->rowCount();
        fixture.close();

        fixture.open();
        QVERIFY(fixture.window->currentPage() == PageId::Data);
        QCOMPARE(fixture.currentTab("dataTabs"), QString("Users"));
        QCOMPARE(fixture.child<QLineEdit>("usersSearch")->text(), QString("1"));
        table = fixture.child<TableView>("usersTable");
        QCOMPARE(table->horizontalHeader()->sortIndicatorSection(), 1);
        QCOMPARE(table->model()->index(0, 0).data().toString(), first);
        QCOMPARE(table->model()->rowCount(), rows);
        savePicture(*fixture.window, "reopened-data");
    }

    void trainAndLearnAreRestored() {
        Fixture fixture;
        fixture.open();
        fixture.openPage("learn");
        auto* chapters = fixture.child<QListWidget>("chapterList");
        QTest::mouseClick(chapters->viewport(), Qt::LeftButton, {},
                          chapters->visualItemRect(chapters->item(2)).center());
        const QString chapter = fixture.child<QLabel>("chapterTitle")->text();
        QVERIFY(chapter.startsWith(QLatin1Char('3')));
        click(fixture.child<QPushButton>("option1"));
        click(fixture.child<QPushButton>("otherUser"));
        QVERIFY(fixture.idle());
        const QString user = fixture.child<QLineEdit>("learnUser")->text();
        fixture.openPage("train");
        click(fixture.child<QPushButton>("model_sasrec"));
        type(fixture.child<QLineEdit>("epochs"), "7");
        click(fixture.child<QPushButton>("model_bert4rec"));
        type(fixture.child<QLineEdit>("epochs"), "9");
        auto* log = fixture.child<QAbstractButton>("lossLog");
        QTest::mouseClick(log, Qt::LeftButton, {}, QPoint(8, log->height() / 2));
        fixture.openTab("trainTabs", "Timeline");
        fixture.close();

        fixture.open();
        QVERIFY(fixture.window->currentPage() == PageId::Train);
        QCOMPARE(fixture.currentTab("trainTabs"), QString("Timeline"));
        QVERIFY(fixture.child<QPushButton>("model_bert4rec")->isChecked());
        QCOMPARE(fixture.child<QLineEdit>("epochs")->text(), QString("9"));
        QVERIFY(fixture.child<QAbstractButton>("lossLog")->isChecked());
        click(fixture.child<QPushButton>("model_sasrec"));
        QCOMPARE(fixture.child<QLineEdit>("epochs")->text(), QString("7"));
        fixture.openPage("learn");
        QCOMPARE(fixture.child<QLabel>("chapterTitle")->text(), chapter);
        QVERIFY(fixture.child<QLabel>("answer")->isVisible());
        QCOMPARE(fixture.child<QLineEdit>("learnUser")->text(), user);
    }

    void compareIsRestored() {
        Fixture fixture;
        fixture.open();
        fixture.openPage("compare");
        fixture.openTab("compareTabs", "Users");
        auto* protocol = fixture.child<QComboBox>("compareProtocol");
        const QString requested = protocol->itemText(protocol->count() - 1);
        QVERIFY(requested != protocol->currentText());
        fixture.choose("compareProtocol", requested);
        const QString a = fixture.visibleChild<QComboBox>("pairA")->currentText();
        click(fixture.visibleChild<QToolButton>("pairSwap"));
        QVERIFY(fixture.idle());
        const QString b = fixture.visibleChild<QComboBox>("pairA")->currentText();
        QVERIFY(a != b);
        fixture.close();

        fixture.open();
        QVERIFY(fixture.window->currentPage() == PageId::Compare);
        QCOMPARE(fixture.currentTab("compareTabs"), QString("Users"));
        QCOMPARE(fixture.child<QComboBox>("compareProtocol")->currentText(), requested);
        QCOMPARE(fixture.visibleChild<QComboBox>("pairA")->currentText(), b);
        QCOMPARE(fixture.visibleChild<QComboBox>("pairB")->currentText(), a);
        savePicture(*fixture.window, "reopened-compare");
    }

    void sortOrdersOfTablesAreRestored() {
        Fixture fixture;
        fixture.open();
        fixture.openPage("explore");
        fixture.chooseUser(kUser);
        fixture.clickHeader("history", 3);  // sorts by title
        fixture.clickHeader("history", 3);
        fixture.clickHeader("recommendations", 1);
        fixture.openPage("train");
        fixture.clickHeader("runs", 0);
        fixture.clickHeader("runs", 0);
        fixture.openPage("data");
        fixture.openTab("dataTabs", "Items");
        fixture.clickHeader("itemsTable", 1);
        const char* const tables[] = {"history", "recommendations", "runs", "itemsTable"};
        QStringList saved;
        for (const char* table : tables) saved << fixture.orderOf(table);
        QVERIFY2(saved[0].startsWith("3 down") && saved[1].startsWith("1 up") && saved[2].startsWith("0 down"),
                 qPrintable(saved.join('\n')));
        fixture.close();

        fixture.open();
        for (const char* page : {"explore", "train", "data"}) fixture.openPage(page);
        QStringList restored;
        for (const char* table : tables) restored << fixture.orderOf(table);
        QCOMPARE(restored.join('\n'), saved.join('\n'));
        // In the restored table, the third click on a heading still restores the original order. That order is saved,
        // too.
        fixture.openPage("explore");
        fixture.clickHeader("history", 3);
        const QString originalOrder = fixture.orderOf("history");
        QVERIFY2(originalOrder.startsWith("own order"), qPrintable(originalOrder));
        fixture.close();
        fixture.open();
        QCOMPARE(fixture.orderOf("history"), originalOrder);
        savePicture(*fixture.window, "reopened-orders");
    }

    void changesAreOnDiskAMomentLater() {
        Fixture fixture;
        fixture.open();
        fixture.openPage("explore");
        const auto onDisk = [] {
            QFile file(
                Settings::instance().fileName());  // not through another QSettings object, which would write the file
            return file.open(QIODevice::ReadOnly) ? file.readAll() : QByteArray();
        };
        fixture.openTab("exploreTabs", "Heads");
        QVERIFY(waitUntil([&] { return onDisk().contains("exploreTabs=3"); }));  // the index of the tab
        type(fixture.child<QLineEdit>("userSearch"), "17");
        QVERIFY(waitUntil([&] { return onDisk().contains("userSearch=17"); }));
        fixture.openTab("exploreTabs", "What if");
        QVERIFY(waitUntil([&] { return onDisk().contains("exploreTabs=2"); }));
    }

    void missingUsersAndRunsAreSkippedSilently() {
        Fixture fixture;
        fixture.open();
        fixture.openPage("compare");
        const std::vector<RunRecord> runs = fixture.window->session()->runs();
        QCOMPARE(runs.size(), std::size_t(2));
        // Releases the chip of the first run, so that only the second one stays chosen for comparison.
        click(fixture.child<QToolButton>(qPrintable(QString("chip_%1").arg(runs[0].id))));
        fixture.window->session()->chooseRun(runs[0].id);
        QVERIFY(fixture.idle());
        UiState dataset = fixture.datasetState();
        fixture.close();
        // Stores the index of a user who does not exist in the dataset, and deletes the run that the state names.
        dataset.set("explore/UsersPanel", 1'000'000);
        {
            Workspace workspace = Workspace::open(fixture.path().toStdString());
            RunStore(workspace).remove(runs[0].id);
        }
        fixture.open();
        QCOMPARE(fixture.window->session()->run()->id, runs[1].id);
        QVERIFY(fixture.child<QToolButton>(qPrintable(QString("chip_%1").arg(runs[1].id)))->isChecked());
        fixture.openPage("explore");
        QCOMPARE(fixture.user(), 0);
    }

    void everyDatasetHasItsOwnUserAndSearch() {
        Fixture fixture;
        putSampleWorkspace(fixture.path());
        {
            Workspace workspace = Workspace::open(fixture.path().toStdString());
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
        fixture.open();
        const auto go = [&](std::size_t dataset) {
            fixture.window->session()->chooseDataset(fixture.window->session()->datasets()[dataset].id);
            QVERIFY(fixture.idle());
        };
        fixture.openPage("explore");
        const std::size_t first = fixture.window->session()->dataset()->name == "tiny" ? 1 : 0;
        go(first);
        fixture.chooseUser(kUser);
        type(fixture.child<QLineEdit>("userSearch"), "1");
        QVERIFY(fixture.idle());
        go(1 - first);
        QCOMPARE(fixture.user(), 0);
        QCOMPARE(fixture.child<QLineEdit>("userSearch")->text(), QString());
        fixture.chooseUser(2);
        go(first);
        QCOMPARE(fixture.user(), kUser);
        QCOMPARE(fixture.child<QLineEdit>("userSearch")->text(), QString("1"));
        go(1 - first);
        QCOMPARE(fixture.user(), 2);
    }
};

QTEST_MAIN(UiStateStoreTest)
#include "ui_state_store_test.moc"
