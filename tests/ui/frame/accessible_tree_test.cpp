// SPDX-License-Identifier: GPL-3.0-or-later
// Reads, on every page, the accessible tree that Qt exports to screen readers over AT-SPI.
#include <QAbstractItemView>
#include <QAccessible>
#include <QScrollArea>
#include <QTabBar>
#include <QTabWidget>
#include <QToolButton>

#include "tiny_runs.h"
#include "ui/attention/attention_map.h"
#include "ui/attention/head_grid.h"
#include "ui/frame/main_window.h"

using namespace recscope;
using namespace recscope::ui;
using namespace recscope::ui::test;

namespace {

/// Adds to `silent` a line for each control that Tab reaches but a screen reader cannot announce, because it has no
/// name or no role. Adds to `controls` the number of all controls that Tab reaches.
void collectSilent(QAccessibleInterface* node, QStringList& silent, int& controls) {
    if (!node || !node->isValid() || node->state().invisible) return;
    const auto* const widget = qobject_cast<const QWidget*>(node->object());
    if (widget && widget->isEnabled() && widget->focusPolicy() & Qt::TabFocus && !widget->focusProxy()) {
        ++controls;
        QString path;
        for (const QWidget* at = widget; at && !at->isWindow(); at = at->parentWidget()) {
            path.prepend(QStringLiteral("/%1#%2").arg(QLatin1String(at->metaObject()->className()), at->objectName()));
            if (path.size() > 150) break;
        }
        const QString name = node->text(QAccessible::Name).simplified();
        if (name.isEmpty()) silent << path + QStringLiteral(": no name");
        // AT-SPI has no role for scroll areas.
        if ((node->role() == QAccessible::NoRole || node->role() == QAccessible::Client) &&
            !qobject_cast<const QScrollArea*>(widget))
            silent << path + QStringLiteral(": no role (\"%1\")").arg(name);
    }
    if (node->tableInterface()) return;  // cells are queried through their table
    for (int i = 0; i < node->childCount(); ++i) collectSilent(node->child(i), silent, controls);
}

}  // namespace

class AccessibleTreeTest : public QObject {
    Q_OBJECT

private slots:
    void initTestCase() {
        putTrainedWorkspace(m_environment.path("window.recscope"));
        m_window = std::make_unique<MainWindow>();
        show(*m_window);
        m_window->openWorkspace(m_environment.path("window.recscope"), JobRunner::IfMissing::Fail);
        QVERIFY(waitUntil([this] { return m_window->session() && m_window->session()->catalogue(); }));
        idle();
    }

    void everyControlOfEveryPageHasANameAndARole_data() {
        QTest::addColumn<QString>("page");
        for (const char* page : {"data", "train", "explore", "learn", "compare"}) QTest::newRow(page) << page;
    }
    void everyControlOfEveryPageHasANameAndARole() {
        QFETCH(QString, page);
        click(find<QToolButton>(*m_window, qPrintable("page-" + page)));
        idle();
        QStringList silent;
        int controls = 0;
        const auto read = [&] {
            collectSilent(QAccessible::queryAccessibleInterface(m_window.get()), silent, controls);
        };
        read();
        for (QTabWidget* tabs : m_window->findChildren<QTabWidget*>()) {
            for (int i = 0; tabs->isVisible() && i < tabs->count(); ++i) {
                if (!tabs->isTabEnabled(i)) continue;
                QTest::mouseClick(tabs->tabBar(), Qt::LeftButton, {}, tabs->tabBar()->tabRect(i).center());
                idle();
                read();
            }
        }
        silent.removeDuplicates();
        for (const QString& problem : silent) qWarning("%s", qPrintable(problem));
        QVERIFY(silent.isEmpty());
        QVERIFY(controls > 10);
    }

    void aMapIsReadCellByCell() {
        click(find<QToolButton>(*m_window, "page-explore"));
        idle();
        auto* users = find<QAbstractItemView>(*m_window, "users");
        QTest::mouseClick(users->viewport(), Qt::LeftButton, {},
                          users->visualRect(users->model()->index(3, 0)).center());
        idle();
        auto* tabs = find<QTabWidget>(*m_window, "exploreTabs")->tabBar();
        QTest::mouseClick(tabs, Qt::LeftButton, {}, tabs->tabRect(0).center());
        auto* map = find<AttentionMap>(*m_window, "map");
        QVERIFY(waitUntil([&] { return map->model().positions() > 2; }));

        QAccessibleInterface* accessible = QAccessible::queryAccessibleInterface(map);
        QCOMPARE(accessible->role(), QAccessible::Table);
        QAccessibleTableInterface* table = accessible->tableInterface();
        QVERIFY(table);
        QCOMPARE(table->rowCount(), map->model().positions());
        const int last = map->model().positions() - 1;
        QAccessibleInterface* cell = table->cellAt(last, 1);
        const QString cellName = cell->text(QAccessible::Name);
        QVERIFY2(cellName.contains(QStringLiteral(" looks at ") + map->model().labelOf(1) + QStringLiteral(": ")),
                 qPrintable(cellName));
        QCOMPARE(cellName, map->model().sentence({last, 1}));
        QCOMPARE(accessible->indexOfChild(cell), last * map->model().positions() + 1);
        QCOMPARE(cell->tableCellInterface()->rowIndex(), last);
        QVERIFY(!table->cellAt(last + 1, 0));

        map->selection().pin(last, 1);
        QTest::keyClick(map, Qt::Key_Right);
        QVERIFY(table->cellAt(last, 2)->state().selected);
        QVERIFY(!cell->state().selected);
    }

    void theHeadsAreReadCellByCell() {
        auto* heads = find<HeadGrid>(*m_window, "heads");
        QAccessibleTableInterface* grid = QAccessible::queryAccessibleInterface(heads)->tableInterface();
        QVERIFY(grid && grid->rowCount() > 0);
        QVERIFY(!grid->cellAt(grid->rowCount() - 1, 0)->text(QAccessible::Name).isEmpty());
        QCOMPARE(grid->selectedCellCount(), 1);
    }

private:
    void idle() {
        QTest::qWait(200);
        QVERIFY(waitUntil([this] { return m_window->session()->jobs().isIdle(); }));
    }

    TestEnvironment m_environment{TestEnvironment::Content::Empty};
    std::unique_ptr<MainWindow> m_window;
};

QTEST_MAIN(AccessibleTreeTest)
#include "accessible_tree_test.moc"
