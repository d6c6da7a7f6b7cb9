// SPDX-License-Identifier: GPL-3.0-or-later
// Tests attributes on the Data page: from a users file in the import form, added later, as columns and as filters.
#include <QAbstractItemView>
#include <QComboBox>
#include <QDoubleSpinBox>
#include <QFileDialog>
#include <QHeaderView>
#include <QLabel>
#include <QLineEdit>
#include <QPushButton>
#include <QSignalSpy>
#include <QTableView>

#include "data_stage.h"

using namespace recscope;
using namespace recscope::ui;
using namespace recscope::ui::test;

namespace {

constexpr int kUsers = 30, kProducts = 12;

/// A shop's orders; the products have names, categories and prices.
QByteArray orders() {
    QByteArray content = "customer_id,product_id,product_name,category,price,order_date\n";
    for (int user = 0; user < kUsers; ++user)
        for (int line = 0; line < 4; ++line) {
            const int product = (3 * user + 5 * line) % kProducts;
            content += QStringLiteral("C%1,P%2,Product number %2,%3,%4.5,2026-03-%5\n")
                           .arg(user)
                           .arg(product)
                           .arg(QLatin1String(product % 2 ? "Kitchen" : "Home"))
                           .arg(product)
                           .arg(1 + line, 2, 10, QLatin1Char('0'))
                           .toUtf8();
        }
    return content;
}

QByteArray customers() {
    QByteArray content = "id;segment;age\n";
    for (int user = 0; user < kUsers; ++user)
        content += QStringLiteral("C%1;%2;%3\n")
                       .arg(user)
                       .arg(QLatin1String(user % 3 ? "Silver" : "Gold"))
                       .arg(20 + user)
                       .toUtf8();
    return content;
}

void import(Stage& stage) {
    stage.offer("shop.csv", orders());
    QVERIFY(waitUntil([&] { return stage.start()->isEnabled(); }));
    click(stage.start());
    QVERIFY(waitUntil([&] {
        const auto dataset = stage.session().dataset();
        return dataset && dataset->name == "shop";
    }));
    QVERIFY(stage.idle());
}

QStringList columnTitles(QAbstractItemModel& model) {
    QStringList texts;
    for (int column = 0; column < model.columnCount(); ++column)
        texts << model.headerData(column, Qt::Horizontal).toString();
    return texts;
}

void clickHeader(Stage& stage, QTableView& table, int column) {
    auto* header = table.horizontalHeader();
    QTest::mouseClick(header->viewport(), Qt::LeftButton, {},
                      QPoint(header->sectionViewportPosition(column) + 5, header->height() / 2));
    QVERIFY(stage.idle());
}

}  // namespace

class AttributesTest : public QObject {
    Q_OBJECT

private slots:
    void theFormCountsTheMatchingUsersOfAFile() {
        Stage stage;
        stage.offer("shop.csv", orders());
        QVERIFY(waitUntil([&] { return stage.start()->isEnabled(); }));
        QVERIFY(stage.child<QLabel>("importUsersMatch")->text().isEmpty());
        const QString path = stage.bench.write("who they are.csv", customers());
        whenOpen<QFileDialog>(stage.page, [&](QFileDialog& dialog) { enterFile(dialog, path); });
        click(stage.child<QPushButton>("chooseUsers"));
        QVERIFY(waitUntil(
            [&] { return stage.child<QLabel>("importUsersMatch")->text() == QLatin1String("30 of 30 users match"); }));
        picture(stage.page, "import-users-match");
        const QString other = stage.bench.write("others.csv", "id,age\nX1,20\nX2,30\nX3,40\n");
        type(stage.child<QLineEdit>("importUsers"), other);
        QVERIFY(waitUntil(
            [&] { return stage.child<QLabel>("importUsersMatch")->text() == QLatin1String("0 of 30 users match"); }));
        type(stage.child<QLineEdit>("importUsers"), path);
        QVERIFY(waitUntil(
            [&] { return stage.child<QLabel>("importUsersMatch")->text() == QLatin1String("30 of 30 users match"); }));
        click(stage.start());
        QVERIFY(waitUntil([&] { return stage.datasetNamed("shop") != nullptr; }));
        stage.openTab("Users");
        QAbstractItemModel* users = stage.tableModel("usersTable");
        QVERIFY(waitUntil([&] { return columnTitles(*users).contains("segment"); }));
    }

    void theFormReportsAFileInTheFolderThatDoesNotMatch() {
        Stage stage;
        stage.bench.write("customers.csv", "id,age\nX1,20\nX2,30\nX3,40\n");
        stage.offer("shop.csv", orders());
        QVERIFY(waitUntil([&] { return !stage.child<QLabel>("importUsersMatch")->text().isEmpty(); }));
        QCOMPARE(stage.child<QLabel>("importUsersMatch")->text(),
                 QString("customers.csv is not used: 0 of 30 users match"));
        QVERIFY(stage.child<QLineEdit>("importUsers")->text().isEmpty());
    }

    void itemsHaveColumnsAndFiltersOfTheirAttributes() {
        Stage stage;
        import(stage);
        stage.openTab("Items");
        QAbstractItemModel* items = stage.tableModel("itemsTable");
        QVERIFY(waitUntil([&] { return columnTitles(*items).contains("price"); }));
        QVERIFY(stage.idle());
        const int price = int(columnTitles(*items).indexOf("price"));
        auto* table = stage.child<QTableView>("itemsTable");
        QCOMPARE(items->rowCount(), kProducts);
        clickHeader(stage, *table, price);  // largest first, as numbers: 11.5 before 9.5
        QCOMPARE(items->index(0, price).data().toString(), QString("11.5"));
        QCOMPARE(items->index(2, price).data().toString(), QString("9.5"));
        clickHeader(stage, *table, price);
        QCOMPARE(items->index(0, price).data().toString(), QString("0.5"));
        auto* attribute = stage.child<QComboBox>("itemsAttribute");
        attribute->setCurrentText("price");
        stage.child<QDoubleSpinBox>("itemsAttributeFrom")->setValue(9);
        QVERIFY(waitUntil([&] { return items->rowCount() == 3; }));
        QVERIFY(stage.child<QLabel>("itemsCount")->text().startsWith("3 of 12"));
        pictures(stage.page, "data-items-attributes");
        attribute->setCurrentText("any");
        QVERIFY(waitUntil([&] { return items->rowCount() == kProducts; }));
    }

    void userAttributesAreAddedLater() {
        Stage stage;
        import(stage);
        stage.openTab("Users");
        QAbstractItemModel* users = stage.tableModel("usersTable");
        QVERIFY(!columnTitles(*users).contains("segment"));
        QVERIFY(!stage.child<QComboBox>("usersAttribute")->isVisible());
        const QString path = stage.bench.write("clients 2026.csv", customers());
        QSignalSpy notified(&stage.session(), &Session::notified);
        whenOpen<QFileDialog>(stage.page, [&](QFileDialog& dialog) { enterFile(dialog, path); });
        click(stage.child<QPushButton>("addUserAttributes"));
        QVERIFY(waitUntil([&] { return columnTitles(*users).contains("segment"); }));
        QVERIFY(stage.idle());
        QCOMPARE(notified.last().first().toString(),
                 QString("Added segment and age for 30 of 30 users, from clients 2026.csv."));
        auto* attribute = stage.child<QComboBox>("usersAttribute");
        QVERIFY(attribute->isVisible());
        attribute->setCurrentText("segment");
        stage.child<QComboBox>("usersAttributeValue")->setCurrentText("Gold");
        QVERIFY(waitUntil([&] { return users->rowCount() == 10; }));
        const int segment = int(columnTitles(*users).indexOf("segment"));
        for (int row = 0; row < users->rowCount(); ++row)
            QCOMPARE(users->index(row, segment).data().toString(), QString("Gold"));
        pictures(stage.page, "data-users-attributes");
    }

    void aFileAboutOtherUsersIsRefusedWithAMessage() {
        Stage stage;
        import(stage);
        stage.openTab("Users");
        const QString path = stage.bench.write("others.csv", "id,age\nX1,20\nX2,30\nX3,40\n");
        QSignalSpy notified(&stage.session(), &Session::notified);
        whenOpen<QFileDialog>(stage.page, [&](QFileDialog& dialog) { enterFile(dialog, path); });
        click(stage.child<QPushButton>("addUserAttributes"));
        QVERIFY(waitUntil([&] { return notified.count() == 1; }));
        QCOMPARE(notified.first().first().toString(),
                 QString("others.csv was not added. No column of others.csv holds the users of this dataset."));
    }
};

QTEST_MAIN(AttributesTest)
#include "attributes_test.moc"
