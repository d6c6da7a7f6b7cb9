// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QAbstractItemView>
#include <QComboBox>
#include <QLabel>
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

/// A Data page with what a person sees and does on it.
struct Stage {
    Bench bench;
    DataPage page{bench.session()};

    explicit Stage(Bench::Content content = Bench::Content::Sample, QSize size = {1440, 900}) : bench(content) {
        show(page, size);
    }
    Session& session() { return bench.session(); }
    template <class T>
    T* the(const char* name) {
        return find<T>(page, name);
    }
    bool idle() {
        return waitUntil([this] { return bench.jobs().isIdle(); });
    }
    QAbstractItemModel* rows(const char* table) { return the<QAbstractItemView>(table)->model(); }
    const DatasetInfo* named(const std::string& name) {
        for (const DatasetInfo& dataset : session().datasets())
            if (dataset.name == name) return &dataset;
        return nullptr;
    }

    QTabWidget* tabs() { return the<QTabWidget>("dataTabs"); }
    QString tabText() { return tabs()->tabText(tabs()->currentIndex()); }
    /// Shows a tab by a click on its title and waits until it has read what it shows.
    void tab(const QString& title) {
        if (!idle()) qFatal("The page does not come to rest.");
        for (int i = 0; i < tabs()->count(); ++i)
            if (tabs()->tabText(i) == title)
                QTest::mouseClick(tabs()->tabBar(), Qt::LeftButton, {}, tabs()->tabBar()->tabRect(i).center());
        if (tabText() != title || !idle()) qFatal("There is no tab '%s'.", qPrintable(title));
    }

    void offer(const char* name, const QByteArray& content) {
        session().offerImport(bench.write(QString::fromLatin1(name), content));
    }
    QPushButton* start() { return the<QPushButton>("startImport"); }
    /// Waits until the import panel's preview of sizes begins with `begin`.
    bool counts(const QString& begin) {
        return waitUntil([&] { return the<QLabel>("importSizes")->text().startsWith(begin); });
    }
    void choose(const char* box, const QVariant& data) {
        auto* combo = the<QComboBox>(box);
        combo->setCurrentIndex(combo->findData(data));
        emit combo->activated(combo->currentIndex());
    }
};

/// Saves pictures in both themes, at the page's size in the largest and in the smallest window of the tour.
inline void views(QWidget& page, const QString& name, const std::function<void()>& prepare = {}) {
    if (qEnvironmentVariableIsEmpty("RECSCOPE_TEST_PICTURES")) return;
    const QSize before = page.size();
    for (const auto& [choice, word] : {std::pair(ThemeChoice::Light, "light"), std::pair(ThemeChoice::Dark, "dark")}) {
        Theme::instance().setChoice(choice);
        for (const QSize size : {QSize(1360, 800), QSize(944, 604)}) {
            page.resize(size);
            QTest::qWait(150);
            if (prepare) prepare();
            QTest::qWait(50);
            picture(page, QStringLiteral("%1-%2-%3").arg(name, QLatin1String(word)).arg(size.width()));
        }
    }
    Theme::instance().setChoice(ThemeChoice::Light);
    page.resize(before);
}

}  // namespace recscope::ui::test
