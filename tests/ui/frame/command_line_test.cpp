// SPDX-License-Identifier: GPL-3.0-or-later
// Tests the options with which the graphical program only prints something and opens no window.
#include <QProcess>
#include <QTest>

class CommandLineTest : public QObject {
    Q_OBJECT

private slots:
    void helpAndVersionNeedNoDisplay_data() {
        QTest::addColumn<QString>("option");
        QTest::addColumn<QStringList>("expected");
        QTest::newRow("--help") << "--help" << QStringList{"Usage:", "--tour", "FILE.recscope"};
        QTest::newRow("-h") << "-h" << QStringList{"Usage:", "--tour", "FILE.recscope"};
        QTest::newRow("--version") << "--version" << QStringList{"RecScope ", RECSCOPE_VERSION};
        QTest::newRow("-v") << "-v" << QStringList{"RecScope ", RECSCOPE_VERSION};
    }
    void helpAndVersionNeedNoDisplay() {
        QFETCH(QString, option);
        QFETCH(QStringList, expected);
        QProcessEnvironment environment = QProcessEnvironment::systemEnvironment();
        for (const char* const name : {"DISPLAY", "WAYLAND_DISPLAY", "QT_QPA_PLATFORM"}) environment.remove(name);
        environment.insert("LC_ALL", "C.UTF-8");  // Qt warns about any other encoding
        QProcess program;
        program.setProcessEnvironment(environment);
        program.start(RECSCOPE_PROGRAM, {option});
        QVERIFY(program.waitForFinished(/*for ever*/ -1));
        QCOMPARE(program.readAllStandardError(), QByteArray());
        QCOMPARE(program.exitStatus(), QProcess::NormalExit);
        QCOMPARE(program.exitCode(), 0);
        const QString text = QString::fromUtf8(program.readAllStandardOutput());
        for (const QString& part : expected) QVERIFY2(text.contains(part), qPrintable(text));
    }
};

QTEST_GUILESS_MAIN(CommandLineTest)
#include "command_line_test.moc"
