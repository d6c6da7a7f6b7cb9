// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QAbstractItemView>
#include <QAction>
#include <QComboBox>
#include <QLabel>
#include <QMenu>
#include <QPushButton>
#include <QTabBar>
#include <QTabWidget>
#include <functional>
#include <string>
#include <utility>

#include "ui/data/data_page.h"
#include "ui/theme/theme.h"
#include "ui_test_support.h"

namespace recscope::ui::test {

/// A Data page, with functions that read and operate it as the user of the program would.
struct DataFixture {
    TestEnvironment environment;
    DataPage page{environment.session()};

    explicit DataFixture(TestEnvironment::Content content = TestEnvironment::Content::Sample, QSize size = {1440, 900})
        : environment(content) {
        show(page, size);
    }
    Session& session() { return environment.session(); }
    template <class T>
    T* child(const char* name) {
        return find<T>(page, name);
    }
    /// Waits until no job runs. Returns false if a job still runs after kPatience.
    bool idle() {
        return waitUntil([this] { return environment.jobs().isIdle(); });
    }
    QAbstractItemModel* tableModel(const char* table) { return child<QAbstractItemView>(table)->model(); }
    const DatasetInfo* datasetNamed(const std::string& name) {
        for (const DatasetInfo& dataset : session().datasets())
            if (dataset.name == name) return &dataset;
        return nullptr;
    }

    QTabWidget* tabs() { return child<QTabWidget>("dataTabs"); }
    QString currentTab() { return tabs()->tabText(tabs()->currentIndex()); }
    /// Opens a tab by a click on its title and waits until its data is loaded.
    void openTab(const QString& title) {
        if (!idle()) qFatal("The page does not become idle.");
        for (int i = 0; i < tabs()->count(); ++i)
            if (tabs()->tabText(i) == title)
                QTest::mouseClick(tabs()->tabBar(), Qt::LeftButton, {}, tabs()->tabBar()->tabRect(i).center());
        if (currentTab() != title || !idle()) qFatal("There is no tab '%s'.", qPrintable(title));
    }

    /// Writes a file and opens the import form for it.
    void offer(const char* name, const QByteArray& content) {
        session().offerImport(environment.write(QString::fromLatin1(name), content));
    }
    QPushButton* startButton() { return child<QPushButton>("startImport"); }
    /// Waits until the text of the sizes in the import panel begins with `begin`, such as "3 users".
    bool showsSizes(const QString& begin) {
        return waitUntil([&] { return child<QLabel>("importSizes")->text().startsWith(begin); });
    }
    /// The action for a kind of event in the menu of the import form that chooses which kinds are imported.
    QAction* kindAction(const QString& kind) {
        for (QAction* action : child<QPushButton>("importKinds")->menu()->actions())
            if (action->text() == kind || action->text().startsWith(kind + QStringLiteral(" ("))) return action;
        qFatal("There is no such kind.");
    }
    /// Chooses the entry with this data, with the signal that a choice by hand sends.
    void choose(const char* box, const QVariant& data) {
        auto* combo = child<QComboBox>(box);
        combo->setCurrentIndex(combo->findData(data));
        emit combo->activated(combo->currentIndex());
    }
};

/// Saves four pictures, in both themes and at two sizes: the sizes that the page has in the largest and in the smallest
/// window of which `recscope --tour` takes pictures. Calls `prepare` before each picture.
inline void savePictures(QWidget& page, const QString& name, const std::function<void()>& prepare = {}) {
    if (qEnvironmentVariableIsEmpty("RECSCOPE_TEST_PICTURES")) return;
    const QSize before = page.size();
    for (const auto& [choice, theme] : {std::pair(ThemeChoice::Light, "light"), std::pair(ThemeChoice::Dark, "dark")}) {
        Theme::instance().setChoice(choice);
        for (const QSize size : {QSize(1360, 800), QSize(944, 604)}) {
            page.resize(size);
            QTest::qWait(150);
            if (prepare) prepare();
            QTest::qWait(50);
            savePicture(page, QStringLiteral("%1-%2-%3").arg(name, QLatin1String(theme)).arg(size.width()));
        }
    }
    Theme::instance().setChoice(ThemeChoice::Light);
    page.resize(before);
}

}  // namespace recscope::ui::test
