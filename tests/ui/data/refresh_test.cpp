// SPDX-License-Identifier: GPL-3.0-or-later
// Tests the import of a file under the name of an existing dataset in the import form.
#include <QApplication>
#include <QFile>
#include <QLabel>
#include <QLineEdit>
#include <QPushButton>
#include <QRadioButton>
#include <QSpinBox>

#include "data_fixture.h"

using namespace recscope;
using namespace recscope::ui;
using namespace recscope::ui::test;

namespace {

const char* const kWeek1 =
    "user,item,time\n"
    "ann,tea,2026-11-02 08:00:00\nann,mug,2026-11-03 08:00:00\nann,pot,2026-11-04 08:00:00\n"
    "bob,mug,2026-11-02 09:00:00\nbob,pot,2026-11-05 09:00:00\n";
const char* const kWeek2 =
    "user,item,time\n"
    "bob,pot,2026-11-05 09:00:00\ncat,jar,2026-11-09 10:00:00\ncat,tea,2026-11-10 10:00:00\n";

const char* const kBought1 =
    "user,item,time,event\n"
    "ann,tea,2026-11-02 08:00:00,view\nann,tea,2026-11-03 08:00:00,purchase\nann,mug,2026-11-04 08:00:00,purchase\n"
    "bob,mug,2026-11-02 09:00:00,view\nbob,pot,2026-11-05 09:00:00,purchase\nbob,tea,2026-11-06 09:00:00,purchase\n";
const char* const kBought2 =
    "user,item,time,event\n"
    "ann,jar,2026-11-09 08:00:00,view\nann,jar,2026-11-10 08:00:00,purchase\nbob,jar,2026-11-11 08:00:00,view\n";

}  // namespace

class RefreshTest : public QObject {
    Q_OBJECT

private:
    static bool importWeek1(DataFixture& fixture) {
        fixture.offer("shop.csv", kWeek1);
        if (!fixture.showsSizes("2 users")) return false;
        click(fixture.startButton());
        return waitUntil([&] { return fixture.datasetNamed("shop"); }) && fixture.idle();
    }
    /// Waits until the form asks whether to add to the dataset of this name, to replace it, or to use another name.
    static bool offersChoices(DataFixture& fixture) {
        return waitUntil([&] { return fixture.child<QRadioButton>("importAddRows")->isVisible(); });
    }
    /// Clicks on the circle: to the right of the text, a radio button does not react.
    static void clickOn(QRadioButton* button) {
        QTest::mouseClick(button, Qt::LeftButton, {}, QPoint(button->height() / 2, button->height() / 2));
    }
    /// The visible lines "Earlier version of …" in the list of datasets.
    static QStringList versionsShown(DataFixture& fixture) {
        QStringList texts;
        for (const QLabel* label : fixture.page.findChildren<QLabel*>("datasetVersion"))
            if (label->isVisible()) texts << label->text();
        return texts;
    }

private slots:
    void aFreeNameNeedsNoChoice() {
        DataFixture fixture(TestEnvironment::Content::Empty);
        fixture.offer("shop.csv", kWeek1);
        QVERIFY(fixture.showsSizes("2 users"));
        QVERIFY(!fixture.child<QRadioButton>("importAddRows")->isVisible());
        QVERIFY(fixture.startButton()->isEnabled());
    }

    void aTakenNameNeedsAChoiceAndKeepsWhatWasTyped() {
        DataFixture fixture(TestEnvironment::Content::Empty);
        QVERIFY(importWeek1(fixture));
        fixture.offer("shop.csv", kWeek2);
        QVERIFY(fixture.showsSizes("2 users"));
        QVERIFY(offersChoices(fixture));
        QVERIFY(!fixture.startButton()->isEnabled());
        QCOMPARE(fixture.startButton()->toolTip(), "Choose what happens to the dataset that has this name");
        QCOMPARE(fixture.child<QLabel>("importExisting")->text(), "There is a dataset named “shop”.");
        fixture.child<QSpinBox>("importMinLength")->setValue(1);
        savePicture(fixture.page, "refresh-choices");
        for (const char* choice : {"importAddRows", "importRename", "importReplace", "importAddRows"}) {
            clickOn(fixture.child<QRadioButton>(choice));
            QCOMPARE(fixture.startButton()->isEnabled(), choice != std::string("importRename"));
            QCOMPARE(fixture.child<QLineEdit>("importName")->text(), "shop");
            QCOMPARE(fixture.child<QSpinBox>("importMinLength")->value(), 1);
        }
    }

    void theChoicesCanBeMadeWithKeys() {
        DataFixture fixture(TestEnvironment::Content::Empty);
        QVERIFY(importWeek1(fixture));
        fixture.offer("shop.csv", kWeek2);
        QVERIFY(offersChoices(fixture));
        fixture.child<QLineEdit>("importName")->setFocus();
        QTest::keyClick(QApplication::focusWidget(), Qt::Key_Tab);
        QCOMPARE(QApplication::focusWidget(), fixture.child<QRadioButton>("importAddRows"));
        QTest::keyClick(QApplication::focusWidget(), Qt::Key_Space);
        QVERIFY(fixture.child<QRadioButton>("importAddRows")->isChecked());
        QTest::keyClick(QApplication::focusWidget(), Qt::Key_Down);
        QVERIFY(fixture.child<QRadioButton>("importReplace")->isChecked());
    }

    void addingRowsMakesANewVersionAndKeepsTheEarlierOne() {
        DataFixture fixture(TestEnvironment::Content::Empty);
        QVERIFY(importWeek1(fixture));
        const DatasetId before = fixture.datasetNamed("shop")->id;
        fixture.offer("shop.csv", kWeek2);
        QVERIFY(offersChoices(fixture));
        clickOn(fixture.child<QRadioButton>("importAddRows"));
        QVERIFY(waitUntil([&] { return fixture.startButton()->isEnabled(); }));
        click(fixture.startButton());
        QVERIFY(waitUntil([&] { return fixture.session().datasets().size() == 2; }));
        QVERIFY(fixture.idle());
        const DatasetInfo& shop = fixture.session().datasets().front();
        QCOMPARE(shop.name, std::string("shop"));
        QCOMPARE(shop.interactions, 7);
        QCOMPARE(shop.previous, before);
        QCOMPARE(versionsShown(fixture), QStringList("Earlier version of shop"));
        savePicture(fixture.page, "refresh-versions");
        fixture.session().chooseDataset(before);
        QVERIFY(fixture.child<QLabel>("datasetAbout")->text().startsWith("earlier version of shop"));
    }

    void aMergedDatasetNamesAllItsFilesAndOffersThemAgain() {
        DataFixture fixture(TestEnvironment::Content::Empty);
        QVERIFY(importWeek1(fixture));
        fixture.offer("week2.csv", kWeek2);
        QVERIFY(fixture.showsSizes("2 users"));
        type(fixture.child<QLineEdit>("importName"), "shop");
        clickOn(fixture.child<QRadioButton>("importAddRows"));
        QVERIFY(waitUntil([&] { return fixture.startButton()->isEnabled(); }));
        click(fixture.startButton());
        QVERIFY(waitUntil([&] { return fixture.session().datasets().size() == 2; }));
        QVERIFY(fixture.idle());
        QVERIFY(fixture.child<QLabel>("datasetAbout")->text().startsWith("shop.csv and week2.csv"));
        auto* again = fixture.child<QPushButton>("importAgain");
        QVERIFY(again->toolTip().contains("replace all its rows"));
        const QStringList texts = menuOf([&] { click(again); }, QStringLiteral("shop.csv"));
        QCOMPARE(texts.mid(1), QStringList({"shop.csv", "week2.csv"}));
        QVERIFY(fixture.showsSizes("2 users · 3 items · 5 interactions"));
        QVERIFY(fixture.child<QLineEdit>("importPath")->text().endsWith("shop.csv"));
        QCOMPARE(fixture.child<QLineEdit>("importName")->text(), "shop");
        QVERIFY(offersChoices(fixture));
        savePicture(fixture.page, "refresh-again");
    }

    void theRowsToAddAreCountedBeforeTheImport() {
        DataFixture fixture(TestEnvironment::Content::Empty);
        QVERIFY(importWeek1(fixture));
        fixture.offer("shop.csv", kWeek2);
        QVERIFY(fixture.showsSizes("2 users · 3 items · 3 interactions"));
        QVERIFY(offersChoices(fixture));
        QCOMPARE(fixture.child<QLabel>("importWhyNot")->text(),
                 "Choose what happens to the dataset that has this name");
        clickOn(fixture.child<QRadioButton>("importAddRows"));
        QVERIFY(fixture.showsSizes("3 users · 4 items · 7 interactions"));
        QVERIFY(fixture.child<QLabel>("importRemarks")->text().startsWith("rows read: 3 · new: 2 (users: 1)"));
        QVERIFY(fixture.child<QLabel>("importWhyNot")->text().isEmpty());
        clickOn(fixture.child<QRadioButton>("importReplace"));
        QVERIFY(fixture.showsSizes("2 users · 3 items · 3 interactions"));
    }

    void addingRowsKeepsTheKindsOfTheDataset() {
        DataFixture fixture(TestEnvironment::Content::Empty);
        fixture.offer("till.csv", kBought1);
        QVERIFY(fixture.showsSizes("2 users"));
        auto* kinds = fixture.child<QPushButton>("importKinds");
        fixture.kindAction("view")->trigger();
        QVERIFY(fixture.showsSizes("2 users · 3 items · 4 interactions"));
        click(fixture.startButton());
        QVERIFY(waitUntil([&] { return fixture.datasetNamed("till"); }) && fixture.idle());
        fixture.offer("till.csv", kBought2);
        QVERIFY(fixture.showsSizes("2 users"));
        QCOMPARE(kinds->text(), "All 2 kinds");
        clickOn(fixture.child<QRadioButton>("importAddRows"));
        QVERIFY(fixture.showsSizes("2 users · 4 items · 5 interactions"));
        QCOMPARE(kinds->text(), "purchase");
        auto* why = fixture.child<QLabel>("importWhyKinds");
        QVERIFY(why->isVisible());
        QVERIFY2(why->text().contains("“till”"), qPrintable(why->text()));
        fixture.kindAction("view")->trigger();  // from now on, both kinds are imported
        QVERIFY(!why->isVisible());
        QVERIFY(fixture.showsSizes("2 users · 4 items · 7 interactions"));
        click(fixture.startButton());
        QVERIFY(waitUntil([&] { return fixture.session().datasets().size() == 2; }));
        QCOMPARE(fixture.session().datasets().front().interactions, 7);
    }

    void aReplacementHasOnlyTheRowsOfTheFile() {
        DataFixture fixture(TestEnvironment::Content::Empty);
        QVERIFY(importWeek1(fixture));
        fixture.offer("shop.csv", kWeek2);
        QVERIFY(offersChoices(fixture));
        clickOn(fixture.child<QRadioButton>("importReplace"));
        QVERIFY(waitUntil([&] { return fixture.startButton()->isEnabled(); }));
        click(fixture.startButton());
        QVERIFY(waitUntil([&] { return fixture.session().datasets().size() == 2; }));
        QCOMPARE(fixture.session().datasets().front().interactions, 3);
    }

    void anotherNameIsTypedInTheSameForm() {
        DataFixture fixture(TestEnvironment::Content::Empty);
        QVERIFY(importWeek1(fixture));
        fixture.offer("shop.csv", kWeek2);
        QVERIFY(offersChoices(fixture));
        clickOn(fixture.child<QRadioButton>("importRename"));
        auto* name = fixture.child<QLineEdit>("importName");
        QVERIFY(name->hasFocus());
        QCOMPARE(name->selectedText(), "shop");
        QTest::keyClicks(name, "week 2");
        QVERIFY(waitUntil([&] { return fixture.startButton()->isEnabled(); }));
        QVERIFY(!fixture.child<QRadioButton>("importRename")->isVisible());
        click(fixture.startButton());
        QVERIFY(waitUntil([&] { return fixture.datasetNamed("week 2"); }));
        QVERIFY(versionsShown(fixture).isEmpty());
    }

    void typedValuesAreRestoredAfterAFailure() {
        DataFixture fixture(TestEnvironment::Content::Empty);
        fixture.offer("shop.csv", kWeek1);
        QVERIFY(fixture.showsSizes("2 users"));
        type(fixture.child<QLineEdit>("importName"), "corner shop");
        fixture.child<QSpinBox>("importMinItem")->setValue(9);  // no item has nine interactions
        QVERIFY(fixture.startButton()->isEnabled());            // until the count has failed
        click(fixture.startButton());
        QVERIFY(fixture.idle());
        QVERIFY(fixture.session().datasets().empty());
        QCOMPARE(fixture.child<QLineEdit>("importName")->text(), "corner shop");
        QCOMPARE(fixture.child<QSpinBox>("importMinItem")->value(), 9);
        QVERIFY(fixture.child<QLineEdit>("importPath")->text().endsWith("shop.csv"));
    }
};

QTEST_MAIN(RefreshTest)
#include "refresh_test.moc"
