// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/widgets/plain_table.h"

#include <QtTest>

using namespace recscope::ui;

class PlainTableTest : public QObject {
    Q_OBJECT

    /// What plainColumns() makes of a column "x" with these cells: a line of titles, then a line for each row.
    static QString read(const QStringList& cells, const QLocale& locale = QLocale(QStringLiteral("en"))) {
        const PlainColumns columns = plainColumns(QStringLiteral("x"), cells, locale);
        QStringList lines{columns.titles.join(QLatin1Char('|'))};
        for (const QStringList& row : columns.rows) lines << row.join(QLatin1Char('|'));
        return lines.join(QLatin1Char('\n'));
    }

private slots:
    void displayedNumbersBecomeMachineReadable() {
        QCOMPARE(read({"1,931", "7", "−0.33", "+0.5", "1e-05", "–", ""}), QString("x\n1931\n7\n-0.33\n0.5\n1e-05\n\n"));
    }

    void aUnitMovesIntoTheHeader() {
        QCOMPARE(read({"18.3 ×", "0.52 ×"}), QString("x (×)\n18.3\n0.52"));
        QCOMPARE(read({"24.7 %", "–"}), QString("x (%)\n24.7\n"));
    }

    void aHalfWidthHasASeparateColumn() {
        QCOMPARE(read({"0.0680 ± 0.0068", "0.0432"}), QString("x|x ±\n0.0680|0.0068\n0.0432|"));
        QCOMPARE(read({"−0.02 ±0.01"}), QString("x|x ±\n-0.02|0.01"));
        QCOMPARE(read({"12.3 ± 1.2 %"}), QString("x (%)|x ± (%)\n12.3|1.2"));
    }

    void anIntervalHasTwoExtraColumns() {
        QCOMPARE(read({"12 % (8–16)"}), QString("x (%)|x, from (%)|x, to (%)\n12|8|16"));
    }

    void aHalfWidthIsNotABoundOfAnInterval() {
        QCOMPARE(read({"0.1 ± 0.02", "0 (0–0.04)", "0.3"}),
                 QString("x|x ±|x, from|x, to\n0.1|0.02||\n0||0|0.04\n0.3|||"));
        const PlainColumns means = plainMeans(
            "HR@1", {{.mean = 0.25, .halfWidth = 0.125}, {.mean = 0, .low = 0, .high = 0.0409}, {.mean = {}}});
        QCOMPARE(means.titles, (QStringList{"HR@1", "HR@1 ±", "HR@1, from", "HR@1, to"}));
        QCOMPARE(means.rows[0], (QStringList{"0.25", "0.125", "", ""}));
        QCOMPARE(means.rows[1], (QStringList{"0", "", "0", "0.0409"}));
        QCOMPARE(means.rows[2], (QStringList{"", "", "", ""}));
        QCOMPARE(plainMeans("x", {{.mean = 1}}).titles, QStringList("x"));
    }

    void aBoundIsNamedInTheHeader() { QCOMPARE(read({"< 0.0001", "0.0484"}), QString("x, at most\n0.0001\n0.0484")); }

    void aColumnWithOtherTextStaysUnchanged() {
        QCOMPARE(read({"3 of 12", "7"}), QString("x\n3 of 12\n7"));
        QCOMPARE(read({"2026-11-21", ""}), QString("x\n2026-11-21\n"));
        QCOMPARE(read({"12 min", "8 s"}), QString("x\n12 min\n8 s"));
    }

    void numbersAreParsedInTheNotationOfTheLanguage() {
        QCOMPARE(read({"1.931", "0,25"}, QLocale("de")), QString("x\n1931\n0.25"));
        const QLocale french("fr");
        QCOMPARE(read({french.toString(1931), french.toString(-0.25)}, french), QString("x\n1931\n-0.25"));
        QCOMPARE(read({"0.0680 ± 0.0068"}, QLocale::c()), QString("x|x ±\n0.0680|0.0068"));
    }

    void anExactNumberIsReadBackTheSame() {
        for (const double value : {0.1, 1.0 / 3, 1e-12, -4.5e20, 123456789.0})
            QCOMPARE(exactNumber(value).toDouble(), value);
        QCOMPARE(exactNumber(0.5), QString("0.5"));
        QVERIFY(exactNumber(std::nan("")).isEmpty());
    }
};

QTEST_GUILESS_MAIN(PlainTableTest)
#include "plain_table_test.moc"
