// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/widgets/settings.h"

#include <QFile>
#include <QSettings>
#include <QTemporaryDir>
#include <QTest>

using namespace recscope::ui;

class SettingsTest : public QObject {
    Q_OBJECT

private slots:
    void initTestCase() {
        QSettings::setDefaultFormat(QSettings::IniFormat);
        QSettings::setPath(QSettings::IniFormat, QSettings::UserScope, m_folder.path());
        QCoreApplication::setOrganizationName(QStringLiteral("recscope-test"));
        QCoreApplication::setApplicationName(QStringLiteral("recscope-test"));
        m_file = Settings::instance().fileName();
    }

    void aValueIsReadAtOnceAndWrittenLater() {
        Settings::instance().setValue(QStringLiteral("group/word"), QStringLiteral("seven"));
        QCOMPARE(Settings::instance().value(QStringLiteral("group/word")).toString(), QStringLiteral("seven"));
        // Delivers all events pending for this thread: a plain QSettings would write now.
        QCoreApplication::sendPostedEvents();
        QCOMPARE(onDisk(), QByteArray());
        QTRY_VERIFY(onDisk().contains("word=seven"));
        Settings::instance().remove(QStringLiteral("group/word"));
        QTRY_VERIFY(!onDisk().contains("word"));
        QVERIFY(!Settings::instance().contains(QStringLiteral("group/word")));
    }

    void aSecondChangeIsWrittenToo() {
        for (int i = 0; i < 3; ++i) {
            Settings::instance().setValue(QStringLiteral("count"), i);
            QTRY_VERIFY(onDisk().contains("count=" + QByteArray::number(i)));
        }
    }

    void theLastValuesAreWrittenOnDestructionAndReadByTheNextInstance() {
        Settings::instance().setValue(QStringLiteral("group/last"), QStringList{"one", "two"});
        Settings::instance().setValue(QStringLiteral("group/below/it"), 1);
        Settings::instance().setValue(QStringLiteral("groups"), 2);
        delete &Settings::instance();
        QFile file(m_file);
        QVERIFY(file.open(QIODevice::ReadOnly) && file.readAll().contains("last=one, two"));
        QCOMPARE(Settings::instance().value(QStringLiteral("group/last")).toStringList(), (QStringList{"one", "two"}));
        Settings::instance().remove(QStringLiteral("group"));
        QVERIFY(!Settings::instance().contains(QStringLiteral("group/below/it")));
        delete &Settings::instance();
        QCOMPARE(Settings::instance().value(QStringLiteral("groups")).toInt(), 2);
        QVERIFY(!Settings::instance().contains(QStringLiteral("group/last")));
    }

private:
    static QByteArray onDisk() {
        QFile file(Settings::instance().fileName());  // a second QSettings would share the unsaved changes of the first
        return file.open(QIODevice::ReadOnly) ? file.readAll() : QByteArray();
    }

    QTemporaryDir m_folder;
    QString m_file;
};

QTEST_MAIN(SettingsTest)
#include "settings_test.moc"
