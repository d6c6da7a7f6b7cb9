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

#include "data_fixture.h"

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

/// The customers of the shop, each with a segment and an age; every third one is "Gold".
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

/// Imports the orders as the dataset "shop".
void import(DataFixture& fixture) {
    fixture.offer("shop.csv", orders());
    QVERIFY(waitUntil([&] { return fixture.startButton()->isEnabled(); }));
    click(fixture.startButton());
    QVERIFY(waitUntil([&] {
        const auto dataset = fixture.session().dataset();
        return dataset && dataset->name == "shop";
    }));
    QVERIFY(fixture.idle());
}

QStringList columnTitles(QAbstractItemModel& model) {
    QStringList texts;
    for (int column = 0; column < model.columnCount(); ++column)
        texts << model.headerData(column, Qt::Horizontal).toString();
    return texts;
}

void clickHeader(DataFixture& fixture, QTableView& table, int column) {
    auto* header = table.horizontalHeader();
    QTest::mouseClick(header->viewport(), Qt::LeftButton, {},
                      QPoint(header->sectionViewportPosition(column) + 5, header->height() / 2));
    QVERIFY(fixture.idle());
}

}  // namespace

class AttributesTest : public QObject {
    Q_OBJECT

private slots:
    void theFormCountsTheMatchingUsersOfAFile() {
        DataFixture fixture;
        fixture.offer("shop.csv", orders());
        QVERIFY(waitUntil([&] { return fixture.startButton()->isEnabled(); }));
        QVERIFY(fixture.child<QLabel>("importUsersMatch")->text().isEmpty());
        const QString path = fixture.environment.write("who they are.csv", customers());
        whenOpen<QFileDialog>(fixture.page, [&](QFileDialog& dialog) { enterFile(dialog, path); });
        click(fixture.child<QPushButton>("chooseUsers"));
        QVERIFY(waitUntil([&] {
            return fixture.child<QLabel>("importUsersMatch")->text() == QLatin1String("30 of 30 users match");
        }));
        savePicture(fixture.page, "import-users-match");
        const QString other = fixture.environment.write("others.csv", "id,age\nX1,20\nX2,30\nX3,40\n");
        type(fixture.child<QLineEdit>("importUsers"), other);
        QVERIFY(waitUntil(
            [&] { return fixture.child<QLabel>("importUsersMatch")->text() == QLatin1String("0 of 30 users match"); }));
        type(fixture.child<QLineEdit>("importUsers"), path);
        QVERIFY(waitUntil([&] {
            return fixture.child<QLabel>("importUsersMatch")->text() == QLatin1String("30 of 30 users match");
        }));
        click(fixture.startButton());
        QVERIFY(waitUntil([&] { return fixture.datasetNamed("shop") != nullptr; }));
        fixture.openTab("Users");
        QAbstractItemModel* users = fixture.tableModel("usersTable");
        QVERIFY(waitUntil([&] { return columnTitles(*users).contains("segment"); }));
    }

    void theFormReportsAFileInTheFolderThatDoesNotMatch() {
        DataFixture fixture;
        fixture.environment.write("customers.csv", "id,age\nX1,20\nX2,30\nX3,40\n");
        fixture.offer("shop.csv", orders());
        QVERIFY(waitUntil([&] { return !fixture.child<QLabel>("importUsersMatch")->text().isEmpty(); }));
        QCOMPARE(fixture.child<QLabel>("importUsersMatch")->text(),
                 QString("customers.csv is not used: 0 of 30 users match"));
        QVERIFY(fixture.child<QLineEdit>("importUsers")->text().isEmpty());
    }

    void itemsHaveColumnsAndFiltersOfTheirAttributes() {
        DataFixture fixture;
        import(fixture);
        fixture.openTab("Items");
        QAbstractItemModel* items = fixture.tableModel("itemsTable");
        QVERIFY(waitUntil([&] { return columnTitles(*items).contains("price"); }));
        QVERIFY(fixture.idle());
        const int price = int(columnTitles(*items).indexOf("price"));
        auto* table = fixture.child<QTableView>("itemsTable");
        QCOMPARE(items->rowCount(), kProducts);
        clickHeader(fixture, *table, price);  // largest first, as numbers: 11.5 before 9.5
        QCOMPARE(items->index(0, price).data().toString(), QString("11.5"));
        QCOMPARE(items->index(2, price).data().toString(), QString("9.5"));
        clickHeader(fixture, *table, price);
        QCOMPARE(items->index(0, price).data().toString(), QString("0.5"));
        auto* attribute = fixture.child<QComboBox>("itemsAttribute");
        attribute->setCurrentText("price");
        fixture.child<QDoubleSpinBox>("itemsAttributeFrom")->setValue(9);
        QVERIFY(waitUntil([&] { return items->rowCount() == 3; }));
        QVERIFY(fixture.child<QLabel>("itemsCount")->text().startsWith("3 of 12"));
        savePictures(fixture.page, "data-items-attributes");
        attribute->setCurrentText("any");
        QVERIFY(waitUntil([&] { return items->rowCount() == kProducts; }));
    }

    void userAttributesAreAddedLater() {
        DataFixture fixture;
        import(fixture);
        fixture.openTab("Users");
        QAbstractItemModel* users = fixture.tableModel("usersTable");
        QVERIFY(!columnTitles(*users).contains("segment"));
        QVERIFY(!fixture.child<QComboBox>("usersAttribute")->isVisible());
        const QString path = fixture.environment.write("clients 2026.csv", customers());
        QSignalSpy notified(&fixture.session(), &Session::notified);
        whenOpen<QFileDialog>(fixture.page, [&](QFileDialog& dialog) { enterFile(dialog, path); });
        click(fixture.child<QPushButton>("addUserAttributes"));
        QVERIFY(waitUntil([&] { return columnTitles(*users).contains("segment"); }));
        QVERIFY(fixture.idle());
        QCOMPARE(notified.last().first().toString(),
                 QString("Added segment and age for 30 of 30 users, from clients 2026.csv."));
        auto* attribute = fixture.child<QComboBox>("usersAttribute");
        QVERIFY(attribute->isVisible());
        attribute->setCurrentText("segment");
        fixture.child<QComboBox>("usersAttributeValue")->setCurrentText("Gold");
        QVERIFY(waitUntil([&] { return users->rowCount() == 10; }));
        const int segment = int(columnTitles(*users).indexOf("segment"));
        for (int row = 0; row < users->rowCount(); ++row)
            QCOMPARE(users->index(row, segment).data().toString(), QString("Gold"));
        savePictures(fixture.page, "data-users-attributes");
    }

    void aFileAboutOtherUsersIsRefusedWithAMessage() {
        DataFixture fixture;
        import(fixture);
        fixture.openTab("Users");
        const QString path = fixture.environment.write("others.csv", "id,age\nX1,20\nX2,30\nX3,40\n");
        QSignalSpy notified(&fixture.session(), &Session::notified);
        whenOpen<QFileDialog>(fixture.page, [&](QFileDialog& dialog) { enterFile(dialog, path); });
        click(fixture.child<QPushButton>("addUserAttributes"));
        QVERIFY(waitUntil([&] { return notified.count() == 1; }));
        QCOMPARE(notified.first().first().toString(),
                 QString("others.csv was not added. No column of others.csv holds the users of this dataset."));
    }
};

QTEST_MAIN(AttributesTest)
#include "attributes_test.moc"
