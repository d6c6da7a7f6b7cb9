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

constexpr int kUser = 12;  ///< in the sample's own order

/// A window that is opened and closed as often as a test wants, on one workspace.
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
        // A search begins a little after the typing.
        QTest::qWait(200);
        return waitUntil([this] { return window->session()->jobs().isIdle(); });
    }
    template <class T>
    T* the(const char* name) {
        return find<T>(*window, name);
    }
    /// The visible one: widgets on two tabs share a name.
    template <class T>
    T* seen(const char* name) {
        for (T* one : window->findChildren<T*>(QLatin1String(name)))
            if (one->isVisible()) return one;
        qFatal("Nothing called '%s' is seen.", name);
    }
    void page(const char* id) {
        click(the<QToolButton>(qPrintable(QStringLiteral("page-") + QLatin1String(id))));
        if (!idle()) qFatal("The page does not come to rest.");
    }
    void tab(const char* tabs, const QString& title) {
        QTabBar* bar = the<QTabWidget>(tabs)->tabBar();
        for (int i = 0; i < bar->count(); ++i)
            if (bar->tabText(i) == title) QTest::mouseClick(bar, Qt::LeftButton, {}, bar->tabRect(i).center());
        if (tabOf(tabs) != title || !idle()) qFatal("There is no tab '%s'.", qPrintable(title));
    }
    QString tabOf(const char* tabs) { return the<QTabWidget>(tabs)->tabText(the<QTabWidget>(tabs)->currentIndex()); }
    /// Chooses with the keyboard, as a person does in a box that has the focus.
    void choose(const char* box, const QString& text) {
        auto* combo = the<QComboBox>(box);
        for (const Qt::Key key : {Qt::Key_Down, Qt::Key_Up})
            for (int i = 0; i < combo->count() && combo->currentText() != text; ++i) QTest::keyClick(combo, key);
        if (combo->currentText() != text || !idle()) qFatal("'%s' cannot be chosen.", qPrintable(text));
    }
    void chooseUser(int row) {
        auto* list = the<TableView>("users");
        list->scrollTo(list->model()->index(row, 0));
        QTest::mouseClick(list->viewport(), Qt::LeftButton, {},
                          list->visualRect(list->model()->index(row, 0)).center());
        if (!idle()) qFatal("No user was chosen.");
    }
    void clickHead(const char* table, int column) {
        QHeaderView* head = the<TableView>(table)->horizontalHeader();
        QTest::mouseClick(head->viewport(), Qt::LeftButton, {},
                          QPoint(head->sectionViewportPosition(column) + 8, head->height() / 2));
        if (!idle()) qFatal("The table does not come to rest.");
    }
    /// "3 down: Toy Story", what the table is sorted by and its first row.
    QString orderOf(const char* table) {
        const auto* view = the<TableView>(table);
        const QHeaderView* head = view->horizontalHeader();
        QStringList row;
        for (int column = 0; column < view->model()->columnCount(); ++column)
            row << view->model()->index(0, column).data().toString();
        if (!head->isSortIndicatorShown()) return QStringLiteral("own order: ") + row.join(QStringLiteral(" | "));
        const bool isUp = head->sortIndicatorOrder() == Qt::AscendingOrder;
        const QString order = isUp ? QStringLiteral("%1 up: %2") : QStringLiteral("%1 down: %2");
        return order.arg(head->sortIndicatorSection()).arg(row.join(QStringLiteral(" | ")));
    }
    int user() { return int(window->findChild<UsersPanel*>()->user().value_or(-1)); }
    /// The dataset's UiState as the program itself uses it.
    UiState ofDataset() { return UiState(path(), *window->session()->dataset()); }
};

}  // namespace

class UiStateStoreTest : public QObject {
    Q_OBJECT

private slots:
    void init() { Settings::instance().clear(); }

    void exploreIsAsItWasLeft() {
        Stage stage;
        stage.open();
        stage.page("explore");
        stage.chooseUser(kUser);
        stage.tab("exploreTabs", "Heads");
        stage.choose("userOrder", "Worst served first");
        click(stage.the<QToolButton>("userFilter"));
        type(stage.the<QSpinBox>("userMinLength"), "5");
        QTest::keyClick(stage.the<QSpinBox>("userMinLength"), Qt::Key_Return);
        QVERIFY(stage.idle());
        const int rows = stage.the<TableView>("users")->model()->rowCount();
        QCOMPARE(stage.user(), kUser);
        stage.close();

        stage.open();
        QCOMPARE(stage.window->currentPage(), QString("explore"));
        QCOMPARE(stage.user(), kUser);
        QCOMPARE(stage.tabOf("exploreTabs"), QString("Heads"));
        QCOMPARE(stage.the<QComboBox>("userOrder")->currentText(), QString("Worst served first"));
        QVERIFY(stage.the<QSpinBox>("userMinLength")->isVisible());
        QCOMPARE(stage.the<QSpinBox>("userMinLength")->value(), 5);
        QCOMPARE(stage.the<TableView>("users")->model()->rowCount(), rows);
        QVERIFY(stage.the<QLabel>("exploreSubtitle")->text().startsWith("User "));
        picture(*stage.window, "reopened-explore");
    }

    void dataIsAsItWasLeft() {
        Stage stage;
        stage.open();
        stage.page("data");
        stage.tab("dataTabs", "Users");
        auto* table = stage.the<TableView>("usersTable");
        stage.clickHead("usersTable", 1);
        type(stage.the<QLineEdit>("usersSearch"), "1");
        QVERIFY(stage.idle());
        const QString first = table->model()->index(0, 0).data().toString();
        const int rows = table->model()->rowCount();
        stage.close();

        stage.open();
        QCOMPARE(stage.window->currentPage(), QString("data"));
        QCOMPARE(stage.tabOf("dataTabs"), QString("Users"));
        QCOMPARE(stage.the<QLineEdit>("usersSearch")->text(), QString("1"));
        table = stage.the<TableView>("usersTable");
        QCOMPARE(table->horizontalHeader()->sortIndicatorSection(), 1);
        QCOMPARE(table->model()->index(0, 0).data().toString(), first);
        QCOMPARE(table->model()->rowCount(), rows);
        picture(*stage.window, "reopened-data");
    }

    void trainAndLearnAreAsTheyWereLeft() {
        Stage stage;
        stage.open();
        stage.page("learn");
        auto* chapters = stage.the<QListWidget>("chapterList");
        QTest::mouseClick(chapters->viewport(), Qt::LeftButton, {},
                          chapters->visualItemRect(chapters->item(2)).center());
        const QString chapter = stage.the<QLabel>("chapterTitle")->text();
        QVERIFY(chapter.startsWith(QLatin1Char('3')));
        click(stage.the<QPushButton>("option1"));
        click(stage.the<QPushButton>("otherUser"));
        QVERIFY(stage.idle());
        const QString user = stage.the<QLineEdit>("learnUser")->text();
        stage.page("train");
        click(stage.the<QPushButton>("model_sasrec"));
        type(stage.the<QLineEdit>("epochs"), "7");
        click(stage.the<QPushButton>("model_bert4rec"));
        type(stage.the<QLineEdit>("epochs"), "9");
        auto* log = stage.the<QAbstractButton>("lossLog");
        QTest::mouseClick(log, Qt::LeftButton, {}, QPoint(8, log->height() / 2));
        stage.tab("trainTabs", "Timeline");
        stage.close();

        stage.open();
        QCOMPARE(stage.window->currentPage(), QString("train"));
        QCOMPARE(stage.tabOf("trainTabs"), QString("Timeline"));
        QVERIFY(stage.the<QPushButton>("model_bert4rec")->isChecked());
        QCOMPARE(stage.the<QLineEdit>("epochs")->text(), QString("9"));
        QVERIFY(stage.the<QAbstractButton>("lossLog")->isChecked());
        click(stage.the<QPushButton>("model_sasrec"));
        QCOMPARE(stage.the<QLineEdit>("epochs")->text(), QString("7"));
        stage.page("learn");
        QCOMPARE(stage.the<QLabel>("chapterTitle")->text(), chapter);
        QVERIFY(stage.the<QLabel>("answer")->isVisible());
        QCOMPARE(stage.the<QLineEdit>("learnUser")->text(), user);
    }

    void compareIsAsItWasLeft() {
        Stage stage;
        stage.open();
        stage.page("compare");
        stage.tab("compareTabs", "Users");
        auto* protocol = stage.the<QComboBox>("compareProtocol");
        const QString requested = protocol->itemText(protocol->count() - 1);
        QVERIFY(requested != protocol->currentText());
        stage.choose("compareProtocol", requested);
        const QString a = stage.seen<QComboBox>("pairA")->currentText();
        click(stage.seen<QToolButton>("pairSwap"));
        QVERIFY(stage.idle());
        const QString b = stage.seen<QComboBox>("pairA")->currentText();
        QVERIFY(a != b);
        stage.close();

        stage.open();
        QCOMPARE(stage.window->currentPage(), QString("compare"));
        QCOMPARE(stage.tabOf("compareTabs"), QString("Users"));
        QCOMPARE(stage.the<QComboBox>("compareProtocol")->currentText(), requested);
        QCOMPARE(stage.seen<QComboBox>("pairA")->currentText(), b);
        QCOMPARE(stage.seen<QComboBox>("pairB")->currentText(), a);
        picture(*stage.window, "reopened-compare");
    }

    void everyTableIsInTheOrderItWasLeftIn() {
        Stage stage;
        stage.open();
        stage.page("explore");
        stage.chooseUser(kUser);
        stage.clickHead("history", 3);  // by title
        stage.clickHead("history", 3);
        stage.clickHead("recommendations", 1);
        stage.page("train");
        stage.clickHead("runs", 0);
        stage.clickHead("runs", 0);
        stage.page("data");
        stage.tab("dataTabs", "Items");
        stage.clickHead("itemsTable", 1);
        const char* const tables[] = {"history", "recommendations", "runs", "itemsTable"};
        QStringList left;
        for (const char* table : tables) left << stage.orderOf(table);
        QVERIFY2(left[0].startsWith("3 down") && left[1].startsWith("1 up") && left[2].startsWith("0 down"),
                 qPrintable(left.join('\n')));
        stage.close();

        stage.open();
        for (const char* page : {"explore", "train", "data"}) stage.page(page);
        QStringList found;
        for (const char* table : tables) found << stage.orderOf(table);
        QCOMPARE(found.join('\n'), left.join('\n'));
        // The third click still restores the original order, and that is saved, too.
        stage.page("explore");
        stage.clickHead("history", 3);
        const QString own = stage.orderOf("history");
        QVERIFY2(own.startsWith("own order"), qPrintable(own));
        stage.close();
        stage.open();
        QCOMPARE(stage.orderOf("history"), own);
        picture(*stage.window, "reopened-orders");
    }

    void aKilledProgramHasWhatWasChangedAMomentBefore() {
        Stage stage;
        stage.open();
        stage.page("explore");
        const auto onDisk = [] {
            QFile file(Settings::instance().fileName());  // another QSettings would write
            return file.open(QIODevice::ReadOnly) ? file.readAll() : QByteArray();
        };
        stage.tab("exploreTabs", "Heads");
        QVERIFY(waitUntil([&] { return onDisk().contains("exploreTabs=3"); }));
        type(stage.the<QLineEdit>("userSearch"), "17");
        QVERIFY(waitUntil([&] { return onDisk().contains("userSearch=17"); }));
        stage.tab("exploreTabs", "What if");
        QVERIFY(waitUntil([&] { return onDisk().contains("exploreTabs=2"); }));
    }

    void whatIsGoneIsPassedOverInSilence() {
        Stage stage;
        stage.open();
        stage.page("compare");
        const std::vector<RunRecord> runs = stage.window->session()->runs();
        QCOMPARE(runs.size(), std::size_t(2));
        click(stage.the<QToolButton>(qPrintable(QString("chip_%1").arg(runs[0].id))));  // only the older one is left
        stage.window->session()->chooseRun(runs[0].id);
        QVERIFY(stage.idle());
        UiState dataset = stage.ofDataset();
        stage.close();
        // The user is one the dataset does not have, the run is deleted.
        dataset.set("explore/UsersPanel", 1'000'000);
        {
            Workspace workspace = Workspace::open(stage.path().toStdString());
            RunStore(workspace).remove(runs[0].id);
        }
        stage.open();
        QCOMPARE(stage.window->session()->run()->id, runs[1].id);
        QVERIFY(stage.the<QToolButton>(qPrintable(QString("chip_%1").arg(runs[1].id)))->isChecked());
        stage.page("explore");
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
        stage.page("explore");
        const std::size_t first = stage.window->session()->dataset()->name == "tiny" ? 1 : 0;
        go(first);
        stage.chooseUser(kUser);
        type(stage.the<QLineEdit>("userSearch"), "1");
        QVERIFY(stage.idle());
        go(1 - first);
        QCOMPARE(stage.user(), 0);
        QCOMPARE(stage.the<QLineEdit>("userSearch")->text(), QString());
        stage.chooseUser(2);
        go(first);
        QCOMPARE(stage.user(), kUser);
        QCOMPARE(stage.the<QLineEdit>("userSearch")->text(), QString("1"));
        go(1 - first);
        QCOMPARE(stage.user(), 2);
    }
};

QTEST_MAIN(UiStateStoreTest)
#include "ui_state_store_test.moc"
