// SPDX-License-Identifier: GPL-3.0-or-later
// Imports a file under the name of an existing dataset through the import form.
#include <QApplication>
#include <QFile>
#include <QLabel>
#include <QLineEdit>
#include <QPushButton>
#include <QRadioButton>
#include <QSpinBox>

#include "data_stage.h"

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
    static bool importWeek1(Stage& stage) {
        stage.offer("shop.csv", kWeek1);
        if (!stage.showsSizes("2 users")) return false;
        click(stage.start());
        return waitUntil([&] { return stage.datasetNamed("shop"); }) && stage.idle();
    }
    static bool offersChoices(Stage& stage) {
        return waitUntil([&] { return stage.child<QRadioButton>("importAddRows")->isVisible(); });
    }
    /// Clicks on the circle: to the right of the text, a radio button does not react.
    static void clickOn(QRadioButton* button) {
        QTest::mouseClick(button, Qt::LeftButton, {}, QPoint(button->height() / 2, button->height() / 2));
    }
    /// The texts below the names of the cards of earlier versions.
    static QStringList versionsShown(Stage& stage) {
        QStringList texts;
        for (const QLabel* label : stage.page.findChildren<QLabel*>("datasetVersion"))
            if (label->isVisible()) texts << label->text();
        return texts;
    }

private slots:
    void aNameThatIsFreeNeedsNoChoice() {
        Stage stage(Bench::Content::Empty);
        stage.offer("shop.csv", kWeek1);
        QVERIFY(stage.showsSizes("2 users"));
        QVERIFY(!stage.child<QRadioButton>("importAddRows")->isVisible());
        QVERIFY(stage.start()->isEnabled());
    }

    void aTakenNameNeedsAChoiceAndKeepsWhatWasTyped() {
        Stage stage(Bench::Content::Empty);
        QVERIFY(importWeek1(stage));
        stage.offer("shop.csv", kWeek2);
        QVERIFY(stage.showsSizes("2 users"));
        QVERIFY(offersChoices(stage));
        QVERIFY(!stage.start()->isEnabled());
        QCOMPARE(stage.start()->toolTip(), "Choose what happens to the dataset that has this name");
        QCOMPARE(stage.child<QLabel>("importExisting")->text(), "There is a dataset named “shop”.");
        stage.child<QSpinBox>("importMinLength")->setValue(1);
        picture(stage.page, "refresh-choices");
        for (const char* choice : {"importAddRows", "importRename", "importReplace", "importAddRows"}) {
            clickOn(stage.child<QRadioButton>(choice));
            QCOMPARE(stage.start()->isEnabled(), choice != std::string("importRename"));
            QCOMPARE(stage.child<QLineEdit>("importName")->text(), "shop");
            QCOMPARE(stage.child<QSpinBox>("importMinLength")->value(), 1);
        }
    }

    void theChoicesCanBeMadeWithKeys() {
        Stage stage(Bench::Content::Empty);
        QVERIFY(importWeek1(stage));
        stage.offer("shop.csv", kWeek2);
        QVERIFY(offersChoices(stage));
        stage.child<QLineEdit>("importName")->setFocus();
        QTest::keyClick(QApplication::focusWidget(), Qt::Key_Tab);
        QCOMPARE(QApplication::focusWidget(), stage.child<QRadioButton>("importAddRows"));
        QTest::keyClick(QApplication::focusWidget(), Qt::Key_Space);
        QVERIFY(stage.child<QRadioButton>("importAddRows")->isChecked());
        QTest::keyClick(QApplication::focusWidget(), Qt::Key_Down);
        QVERIFY(stage.child<QRadioButton>("importReplace")->isChecked());
    }

    void addingRowsMakesANewVersionAndKeepsTheEarlierOne() {
        Stage stage(Bench::Content::Empty);
        QVERIFY(importWeek1(stage));
        const DatasetId before = stage.datasetNamed("shop")->id;
        stage.offer("shop.csv", kWeek2);
        QVERIFY(offersChoices(stage));
        clickOn(stage.child<QRadioButton>("importAddRows"));
        QVERIFY(waitUntil([&] { return stage.start()->isEnabled(); }));
        click(stage.start());
        QVERIFY(waitUntil([&] { return stage.session().datasets().size() == 2; }));
        QVERIFY(stage.idle());
        const DatasetInfo& shop = stage.session().datasets().front();
        QCOMPARE(shop.name, std::string("shop"));
        QCOMPARE(shop.interactions, 7);
        QCOMPARE(shop.previous, before);
        QCOMPARE(versionsShown(stage), QStringList("Earlier version of shop"));
        picture(stage.page, "refresh-versions");
        stage.session().chooseDataset(before);
        QVERIFY(stage.child<QLabel>("datasetAbout")->text().startsWith("earlier version of shop"));
    }

    void aMergedDatasetNamesAllItsFilesAndOffersThemAgain() {
        Stage stage(Bench::Content::Empty);
        QVERIFY(importWeek1(stage));
        stage.offer("week2.csv", kWeek2);
        QVERIFY(stage.showsSizes("2 users"));
        type(stage.child<QLineEdit>("importName"), "shop");
        clickOn(stage.child<QRadioButton>("importAddRows"));
        QVERIFY(waitUntil([&] { return stage.start()->isEnabled(); }));
        click(stage.start());
        QVERIFY(waitUntil([&] { return stage.session().datasets().size() == 2; }));
        QVERIFY(stage.idle());
        QVERIFY(stage.child<QLabel>("datasetAbout")->text().startsWith("shop.csv and week2.csv"));
        auto* again = stage.child<QPushButton>("importAgain");
        QVERIFY(again->toolTip().contains("replace all its rows"));
        const QStringList texts = menuOf([&] { click(again); }, QStringLiteral("shop.csv"));
        QCOMPARE(texts.mid(1), QStringList({"shop.csv", "week2.csv"}));
        QVERIFY(stage.showsSizes("2 users · 3 items · 5 interactions"));
        QVERIFY(stage.child<QLineEdit>("importPath")->text().endsWith("shop.csv"));
        QCOMPARE(stage.child<QLineEdit>("importName")->text(), "shop");
        QVERIFY(offersChoices(stage));
        picture(stage.page, "refresh-again");
    }

    void theRowsToAddAreCountedBeforeTheImport() {
        Stage stage(Bench::Content::Empty);
        QVERIFY(importWeek1(stage));
        stage.offer("shop.csv", kWeek2);
        QVERIFY(stage.showsSizes("2 users · 3 items · 3 interactions"));
        QVERIFY(offersChoices(stage));
        QCOMPARE(stage.child<QLabel>("importWhyNot")->text(), "Choose what happens to the dataset that has this name");
        clickOn(stage.child<QRadioButton>("importAddRows"));
        QVERIFY(stage.showsSizes("3 users · 4 items · 7 interactions"));
        QVERIFY(stage.child<QLabel>("importRemarks")->text().startsWith("rows read: 3 · new: 2 (users: 1)"));
        QVERIFY(stage.child<QLabel>("importWhyNot")->text().isEmpty());
        clickOn(stage.child<QRadioButton>("importReplace"));
        QVERIFY(stage.showsSizes("2 users · 3 items · 3 interactions"));
    }

    void addingKeepsTheKindsOfTheDataset() {
        Stage stage(Bench::Content::Empty);
        stage.offer("till.csv", kBought1);
        QVERIFY(stage.showsSizes("2 users"));
        auto* kinds = stage.child<QPushButton>("importKinds");
        stage.kindAction("view")->trigger();
        QVERIFY(stage.showsSizes("2 users · 3 items · 4 interactions"));
        click(stage.start());
        QVERIFY(waitUntil([&] { return stage.datasetNamed("till"); }) && stage.idle());
        stage.offer("till.csv", kBought2);
        QVERIFY(stage.showsSizes("2 users"));
        QCOMPARE(kinds->text(), "All 2 kinds");
        clickOn(stage.child<QRadioButton>("importAddRows"));
        QVERIFY(stage.showsSizes("2 users · 4 items · 5 interactions"));
        QCOMPARE(kinds->text(), "purchase");
        auto* why = stage.child<QLabel>("importWhyKinds");
        QVERIFY(why->isVisible());
        QVERIFY2(why->text().contains("“till”"), qPrintable(why->text()));
        stage.kindAction("view")->trigger();  // from now on, both kinds are imported
        QVERIFY(!why->isVisible());
        QVERIFY(stage.showsSizes("2 users · 4 items · 7 interactions"));
        click(stage.start());
        QVERIFY(waitUntil([&] { return stage.session().datasets().size() == 2; }));
        QCOMPARE(stage.session().datasets().front().interactions, 7);
    }

    void aReplacementHasOnlyTheRowsOfTheFile() {
        Stage stage(Bench::Content::Empty);
        QVERIFY(importWeek1(stage));
        stage.offer("shop.csv", kWeek2);
        QVERIFY(offersChoices(stage));
        clickOn(stage.child<QRadioButton>("importReplace"));
        QVERIFY(waitUntil([&] { return stage.start()->isEnabled(); }));
        click(stage.start());
        QVERIFY(waitUntil([&] { return stage.session().datasets().size() == 2; }));
        QCOMPARE(stage.session().datasets().front().interactions, 3);
    }

    void anotherNameIsTypedInTheSameForm() {
        Stage stage(Bench::Content::Empty);
        QVERIFY(importWeek1(stage));
        stage.offer("shop.csv", kWeek2);
        QVERIFY(offersChoices(stage));
        clickOn(stage.child<QRadioButton>("importRename"));
        auto* name = stage.child<QLineEdit>("importName");
        QVERIFY(name->hasFocus());
        QCOMPARE(name->selectedText(), "shop");
        QTest::keyClicks(name, "week 2");
        QVERIFY(waitUntil([&] { return stage.start()->isEnabled(); }));
        QVERIFY(!stage.child<QRadioButton>("importRename")->isVisible());
        click(stage.start());
        QVERIFY(waitUntil([&] { return stage.datasetNamed("week 2"); }));
        QVERIFY(versionsShown(stage).isEmpty());
    }

    void typedValuesAreRestoredAfterAFailure() {
        Stage stage(Bench::Content::Empty);
        stage.offer("shop.csv", kWeek1);
        QVERIFY(stage.showsSizes("2 users"));
        type(stage.child<QLineEdit>("importName"), "corner shop");
        stage.child<QSpinBox>("importMinItem")->setValue(9);  // no item has nine interactions
        QVERIFY(stage.start()->isEnabled());                  // until the count has failed
        click(stage.start());
        QVERIFY(stage.idle());
        QVERIFY(stage.session().datasets().empty());
        QCOMPARE(stage.child<QLineEdit>("importName")->text(), "corner shop");
        QCOMPARE(stage.child<QSpinBox>("importMinItem")->value(), 9);
        QVERIFY(stage.child<QLineEdit>("importPath")->text().endsWith("shop.csv"));
    }
};

QTEST_MAIN(RefreshTest)
#include "refresh_test.moc"
