// SPDX-License-Identifier: GPL-3.0-or-later
// Tests orders and kinds of events in the import form and on the Data page.
#include <QComboBox>
#include <QFile>
#include <QLabel>
#include <QPushButton>
#include <QScrollArea>
#include <QTabWidget>
#include <QTableView>
#include <QToolButton>

#include "core/data/importer.h"
#include "data_fixture.h"
#include "ui/theme/theme.h"

using namespace recscope;
using namespace recscope::ui;
using namespace recscope::ui::test;

namespace {

const char* const kShop =
    "order_id,customer_id,product_id,event_type,order_date\n"
    "1,ann,milk,view,2026-01-01 10:00:00\n1,ann,bread,purchase,2026-01-01 10:00:00\n"
    "2,ann,tea,purchase,2026-01-02 10:00:00\n3,ann,milk,purchase,2026-01-03 10:00:00\n"
    "4,bob,tea,view,2026-01-01 11:00:00\n4,bob,jam,cart,2026-01-01 11:00:00\n"
    "5,bob,milk,purchase,2026-01-04 11:00:00\n5,bob,bread,purchase,2026-01-04 11:00:00\n"
    "6,cleo,jam,view,2026-01-01 12:00:00\n6,cleo,tea,view,2026-01-01 12:00:00\n";

}  // namespace

class OrdersAndKindsViewTest : public QObject {
    Q_OBJECT

private slots:
    void theFormShowsBothRolesAndFiltersKinds() {
        DataFixture fixture;
        fixture.offer("shop.csv", kShop);
        QVERIFY(fixture.showsSizes("3 users · 4 items · 10 interactions"));
        QCOMPARE(fixture.child<QComboBox>("importColumn4")->currentText(), QStringLiteral("order_id"));
        QCOMPARE(fixture.child<QComboBox>("importColumn5")->currentText(), QStringLiteral("event_type"));
        QCOMPARE(fixture.child<QComboBox>("importOrders")->currentText(), QStringLiteral("Same order number"));
        auto* kinds = fixture.child<QPushButton>("importKinds");
        QCOMPARE(kinds->text(), QStringLiteral("All 3 kinds"));
        savePictures(fixture.page, "import-orders-and-kinds");
        fixture.kindAction("view")->trigger();
        QVERIFY(fixture.showsSizes("2 users · 4 items · 6 interactions"));
        QCOMPARE(kinds->text(), QStringLiteral("purchase, cart"));
        fixture.kindAction("cart")->trigger();
        QVERIFY(fixture.showsSizes("2 users · 3 items · 5 interactions"));
        // The last kind cannot be unchecked: there would be nothing left to import.
        QVERIFY(!fixture.kindAction("purchase")->isEnabled());
        fixture.kindAction("view")->trigger();
        QVERIFY(fixture.showsSizes("3 users"));
    }

    void theMenuOfKindsStaysOpenForSeveralChoices() {
        DataFixture fixture;
        fixture.offer("shop.csv", kShop);
        QVERIFY(fixture.showsSizes("3 users · 4 items · 10 interactions"));
        auto* kinds = fixture.child<QPushButton>("importKinds");
        fixture.page.findChild<QScrollArea*>()->ensureWidgetVisible(kinds);
        QTimer::singleShot(0, kinds, [&] {  // the click runs the event loop of the menu
            QMenu* menu = kinds->menu();
            QTest::mouseClick(menu, Qt::LeftButton, {}, menu->actionGeometry(fixture.kindAction("view")).center());
            QVERIFY(menu->isVisible());
            menu->setActiveAction(fixture.kindAction("cart"));
            QTest::keyClick(menu, Qt::Key_Space);
            QVERIFY(menu->isVisible());
            // The last kind stays checked.
            QTest::mouseClick(menu, Qt::LeftButton, {}, menu->actionGeometry(fixture.kindAction("purchase")).center());
            QVERIFY(menu->isVisible());
            QTest::keyClick(menu, Qt::Key_Escape);
        });
        click(kinds);
        QVERIFY(!kinds->menu()->isVisible());
        QCOMPARE(kinds->text(), QStringLiteral("purchase"));
        QVERIFY(fixture.showsSizes("2 users · 3 items · 5 interactions"));
    }

    void ordersCanBeFoundByTheTime() {
        DataFixture fixture;
        fixture.offer("plain.csv", "user,item,time\nann,a,100\nann,b,100\nann,c,200\nbob,a,50\nbob,b,60\n");
        QVERIFY(fixture.showsSizes("2 users"));
        auto* orders = fixture.child<QComboBox>("importOrders");
        QCOMPARE(orders->currentText(), QStringLiteral("No orders"));
        QVERIFY(!fixture.child<QPushButton>("importKinds")->isVisible());
        fixture.choose("importOrders", int(Orders::SameTime));
        click(fixture.startButton());
        QVERIFY(waitUntil([&] { return fixture.session().dataset() && fixture.session().dataset()->hasOrders; }));
    }

    void theDataPageFiltersByKindAndCountsOrders() {
        DataFixture fixture;
        fixture.offer("shop.csv", kShop);
        QVERIFY(fixture.showsSizes("3 users"));
        click(fixture.startButton());
        QVERIFY(waitUntil(
            [&] { return fixture.session().dataset() && fixture.session().dataset()->eventKinds.size() == 3; }));
        fixture.openTab("Users");
        auto* table = fixture.child<QTableView>("usersTable");
        QVERIFY(waitUntil([&] { return table->model()->rowCount() == 3; }));
        auto* kind = fixture.child<QComboBox>("usersKind");
        QVERIFY(kind->isVisible());
        fixture.choose("usersKind", kind->itemData(kind->findText("cart")));
        QVERIFY(waitUntil([&] { return table->model()->rowCount() == 1; }));
        QTest::mouseClick(table->viewport(), Qt::LeftButton, {},
                          table->visualRect(table->model()->index(0, 0)).center());
        QVERIFY(waitUntil([&] { return fixture.child<QLabel>("userAbout")->text().contains("2 orders"); }));
        savePictures(fixture.page, "data-users-kind");
        click(fixture.child<QToolButton>("usersReset"));
        QVERIFY(waitUntil([&] { return table->model()->rowCount() == 3; }));
        fixture.openTab("Items");
        auto* items = fixture.child<QTableView>("itemsTable");
        QVERIFY(waitUntil([&] { return items->model()->rowCount() == 4; }));
        fixture.choose("itemsKind", kind->itemData(kind->findText("cart")));
        QVERIFY(waitUntil([&] { return items->model()->rowCount() == 1; }));
        QTest::mouseClick(items->viewport(), Qt::LeftButton, {},
                          items->visualRect(items->model()->index(0, 0)).center());
        auto* tabs = fixture.child<QTabWidget>("itemTabs");
        QVERIFY(waitUntil([&] { return tabs->isVisible(); }));
        QCOMPARE(tabs->tabToolTip(2), QStringLiteral("Items in the same orders as this item"));
    }
};

QTEST_MAIN(OrdersAndKindsViewTest)
#include "orders_and_kinds_view_test.moc"
