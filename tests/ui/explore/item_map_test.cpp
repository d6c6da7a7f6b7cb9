// SPDX-License-Identifier: GPL-3.0-or-later
// Tests selections in the item map: by a lasso, drawn with mouse events, and by keys.
#include <qcustomplot.h>

#include <QClipboard>
#include <QLabel>
#include <QMenu>
#include <QPushButton>
#include <QSignalSpy>
#include <QTabBar>
#include <QTabWidget>
#include <QTest>
#include <QToolButton>
#include <set>

#include "tiny_runs.h"
#include "ui/explore/explore_page.h"
#include "ui/explore/tabs/item_map_panel.h"
#include "ui/explore/tabs/item_selection.h"
#include "ui/plot/lasso.h"
#include "ui/plot/plot_view.h"
#include "ui/theme/theme.h"
#include "ui_test_support.h"

using namespace recscope;
using namespace recscope::ui;
using namespace recscope::ui::test;

class ItemMapTest : public QObject {
    Q_OBJECT

private slots:
    void initTestCase() {
        m_environment = std::make_unique<TestEnvironment>();
        const RunId run = trainTiny(*m_environment, "bert4rec");
        QVERIFY(m_environment->work(
            [&](JobContext& context) { m_map = embeddingMap(InferenceSession::load(context.workspace, run)); }));
        m_page = std::make_unique<ExplorePage>(m_environment->session());
        test::show(*m_page, {1368, 800});
        QVERIFY(waitUntil([this] { return m_page->answer() && m_page->answer()->explanation; }));
        auto* tabs = find<QTabWidget>(*m_page, "exploreTabs");
        tabs->tabBar()->setFocus();
        while (!panel()->isVisible()) QTest::keyClick(tabs->tabBar(), Qt::Key_Right);
        QVERIFY(waitUntil([this] { return !panel()->plot()->isEmpty() && idle(); }));
    }
    void init() {
        panel()->clearSelection();
        find<QToolButton>(*m_page, "itemLasso")->setChecked(false);
        panel()->plot()->showAll();
        settle();
    }
    void cleanupTestCase() {
        m_page.reset();
        QVERIFY(waitUntil([this] { return idle(); }));
        m_environment.reset();
    }

    void aLassoSelectsTheItemsInside() {
        click(find<QToolButton>(*m_page, "itemLasso"));
        const QCPRange before = plot()->xAxis->range();
        // A triangle whose bounding box contains items outside the triangle.
        const QRect area = plot()->axisRect()->rect();
        const QPolygonF line{QPointF(area.left() + 5, area.top() + 5), QPointF(area.right() - 5, area.top() + 5),
                             QPointF(area.left() + 5, area.bottom() - 5)};
        draw(line);
        std::set<Token> inside;
        int inBox = 0;
        for (size_t i = 0; i < m_map.x.size(); ++i) {
            const QPointF pixel(plot()->xAxis->coordToPixel(double(m_map.x[i])),
                                plot()->yAxis->coordToPixel(double(m_map.y[i])));
            if (line.containsPoint(pixel, Qt::OddEvenFill)) inside.insert(Token(i) + kFirstItemToken);
            inBox += line.boundingRect().contains(pixel);
        }
        QVERIFY(inside.size() > 1 && int(inside.size()) < inBox);
        const std::vector<Token>& selected = panel()->selected();
        QCOMPARE(std::set<Token>(selected.begin(), selected.end()), inside);
        QCOMPARE(plot()->xAxis->range(), before);  // drawing the lasso did not move the plot
        QCOMPARE(find<QTableView>(*m_page, "selectionItems")->model()->rowCount(), int(inside.size()));
        QCOMPARE(find<QLabel>(*m_page, "selectionCount")->text(),
                 tr("%1 of %2 items").arg(inside.size()).arg(m_map.x.size()));
        QVERIFY(find<QTableView>(*m_page, "selectionGenres")->model()->rowCount() > 0);
        savePictures(QStringLiteral("item-map-lasso"));
        QTest::keyClick(panel()->plot(), Qt::Key_Escape);
        QVERIFY(panel()->selected().empty());
        QVERIFY(find<QWidget>(*m_page, "itemNeighbours")->isVisible());
        QVERIFY(lasso()->shape().isEmpty());
    }

    void zoomingAndMovingKeepTheLassoOnItsItems() {
        QTest::keyClick(panel()->plot(), Qt::Key_L);
        QVERIFY(lasso()->isActive());
        draw(box(0.2, 0.2, 0.7, 0.8));
        const std::vector<Token> selected = panel()->selected();
        const QPolygonF shape = lasso()->shape();
        const QCPRange before = plot()->xAxis->range();
        const QPointF middle = plot()->axisRect()->rect().center();
        QWheelEvent wheel(middle, plot()->mapToGlobal(middle), {}, {0, 120}, Qt::NoButton, Qt::NoModifier,
                          Qt::NoScrollPhase, false);
        QApplication::sendEvent(plot(), &wheel);
        QVERIFY(plot()->xAxis->range().size() < before.size());
        QTest::keyClick(panel()->plot(), Qt::Key_Right);
        QCOMPARE(lasso()->shape(), shape);
        QCOMPARE(panel()->selected(), selected);
        // With the lasso off, dragging moves the plot again.
        QTest::keyClick(panel()->plot(), Qt::Key_L);
        QVERIFY(!lasso()->isActive());
        const QCPRange zoomed = plot()->yAxis->range();
        draw(box(0.3, 0.3, 0.6, 0.6));
        QVERIFY(plot()->yAxis->range() != zoomed);
        QCOMPARE(panel()->selected(), selected);
    }

    void withCtrlHeldTheLassoNeedsNoButton() {
        draw(box(0, 0, 1, 1), Qt::ControlModifier);
        QVERIFY(panel()->selected().size() > m_map.x.size() / 2);
        QVERIFY(!lasso()->isActive());
    }

    void aClickWithTheLassoStillChoosesAnItem() {
        click(find<QToolButton>(*m_page, "itemLasso"));
        QSignalSpy nearest(panel(), &ItemMapPanel::neighboursShown);
        const Token requested = 5;
        const QPoint point(int(plot()->xAxis->coordToPixel(double(m_map.x[requested - 1]))),
                           int(plot()->yAxis->coordToPixel(double(m_map.y[requested - 1]))));
        QTest::mouseClick(plot(), Qt::LeftButton, {}, point);
        QVERIFY(waitUntil([&] { return nearest.count() == 1; }));
        QVERIFY(panel()->item().has_value());
        QVERIFY(panel()->selected().empty());
    }

    void keysSelectTheVisibleItemsAndTheNeighbours() {
        panel()->plot()->setFocus();
        for (int i = 0; i < 3; ++i) QTest::keyClick(panel()->plot(), Qt::Key_Plus);
        const QCPRange xRange = plot()->xAxis->range(), yRange = plot()->yAxis->range();
        choose(0);
        size_t expected = 0;
        for (size_t i = 0; i < m_map.x.size(); ++i)
            expected += xRange.contains(double(m_map.x[i])) && yRange.contains(double(m_map.y[i]));
        QVERIFY(expected > 0 && expected < m_map.x.size());
        QCOMPARE(panel()->selected().size(), expected);
        QSignalSpy nearest(panel(), &ItemMapPanel::neighboursShown);
        panel()->chooseItem(7);
        QVERIFY(panel()->selected().empty());
        QVERIFY(waitUntil([&] { return nearest.count() == 1; }));
        choose(1);
        QCOMPARE(panel()->selected().size(), size_t(1 + 20));  // the chosen item and its neighbours
        QVERIFY(std::binary_search(panel()->selected().begin(), panel()->selected().end(), Token(7)));
        savePictures(QStringLiteral("item-map-neighbours"));
        choose(2);
        QVERIFY(panel()->selected().empty());
    }

    void anEmptyLassoShowsACountOfZero() {
        click(find<QToolButton>(*m_page, "itemLasso"));
        draw(box(0.001, 0.001, 0.012, 0.012));
        QVERIFY(panel()->selected().empty());
        QVERIFY(find<QLabel>(*m_page, "selectionCount")->text().startsWith(QStringLiteral("0 ")));
        QVERIFY(!find<QPushButton>(*m_page, "selectionCopy")->isEnabled());
        savePictures(QStringLiteral("item-map-empty"));
    }

    void theSelectionIsCopiedAsCsv() {
        panel()->chooseItem(3);
        settle();
        panel()->selectNeighbours();
        click(find<QPushButton>(*m_page, "selectionCopy"));
        const QStringList lines = QGuiApplication::clipboard()->text().split(QLatin1Char('\n'), Qt::SkipEmptyParts);
        QCOMPARE(lines.size(), 1 + 21);
        QCOMPARE(lines.front(), QStringLiteral("item,title,genres,interactions"));
        const ItemInfo& first = m_environment->session().catalogue()->at(size_t(panel()->selected().front()) - 1);
        QCOMPARE(lines[1], QStringLiteral("%1,%2,%3,%4")
                               .arg(QString::fromStdString(first.id), QString::fromStdString(first.title),
                                    QString::fromStdString(first.genres))
                               .arg(first.interactions));
    }

    void genreSharesAreGivenForTheSelectionAndForAllItems() {
        const ItemCatalogue catalogue{{.token = 1, .id = "a", .title = "A \"x\"", .genres = "War|Drama"},
                                      {.token = 2, .id = "b", .title = "B", .genres = "Drama"},
                                      {.token = 3, .id = "c", .title = "C", .genres = ""},
                                      {.token = 4, .id = "d", .title = "D", .genres = "Comedy"}};
        const std::vector<GenreShare> shares = genreShares(catalogue, {1, 2});
        QCOMPARE(shares.size(), size_t(2));
        QCOMPARE(shares[0].genre, std::string("Drama"));
        QCOMPARE(shares[0].selected, 1.0);
        QCOMPARE(shares[0].all, 0.5);
        QCOMPARE(shares[1].genre, std::string("War"));
        QCOMPARE(shares[1].selected, 0.5);
        QCOMPARE(shares[1].all, 0.25);
        QVERIFY(genreShares(catalogue, {3}).empty());
        QVERIFY(itemsCsv(catalogue, {1}).endsWith(QStringLiteral("a,\"A \"\"x\"\"\",War|Drama,0\n")));
    }

private:
    ItemMapPanel* panel() { return find<ItemMapPanel>(*m_page, "itemsMap"); }
    QCustomPlot* plot() { return panel()->plot()->plot(); }
    Lasso* lasso() { return plot()->findChild<Lasso*>(); }
    bool idle() const { return m_environment->jobs().isIdle(); }
    /// Waits until no job runs. The result of a job may start another job, so it waits several times.
    void settle() {
        for (int round = 0; round < 3; ++round) {
            QApplication::processEvents();
            QVERIFY(waitUntil([this] { return idle(); }));
        }
        QApplication::processEvents();
    }
    /// A rectangle, given in fractions of the plot area.
    QPolygonF box(double left, double top, double right, double bottom) {
        const QRectF area = plot()->axisRect()->rect();
        const auto at = [&](double x, double y) {
            return QPointF(area.left() + 1 + x * (area.width() - 2), area.top() + 1 + y * (area.height() - 2));
        };
        return QPolygonF{at(left, top), at(right, top), at(right, bottom), at(left, bottom)};
    }
    /// Draws `line` with the mouse: presses at its first point, moves along it and releases at its last point. Sends
    /// the events that a window system would send.
    void draw(const QPolygonF& line, Qt::KeyboardModifiers keys = Qt::NoModifier) {
        const auto send = [&](QEvent::Type type, const QPointF& point, Qt::MouseButton button,
                              Qt::MouseButtons buttons) {
            QMouseEvent event(type, point, plot()->mapToGlobal(point), button, buttons, keys);
            QApplication::sendEvent(plot(), &event);
        };
        send(QEvent::MouseButtonPress, line.front(), Qt::LeftButton, Qt::LeftButton);
        for (qsizetype i = 1; i < line.size(); ++i)
            for (const double share : {0.5, 1.0})
                send(QEvent::MouseMove, line[i - 1] + share * (line[i] - line[i - 1]), Qt::NoButton, Qt::LeftButton);
        send(QEvent::MouseButtonRelease, line.back(), Qt::LeftButton, Qt::NoButton);
        settle();
    }
    /// Chooses an entry of the menu of selections with the keyboard: 0 the visible items, 1 the chosen item and its
    /// neighbours, 2 nothing.
    void choose(int entry) {
        QMenu* menu = find<QToolButton>(*m_page, "itemSelect")->menu();
        menu->popup(m_page->mapToGlobal(QPoint(0, 0)));
        for (int i = 0; i <= entry; ++i) QTest::keyClick(menu, Qt::Key_Down);
        QTest::keyClick(menu, Qt::Key_Return);
        m_page->activateWindow();
    }
    void savePictures(const QString& name) {
        for (ThemeChoice choice : {ThemeChoice::Light, ThemeChoice::Dark}) {
            Theme::instance().setChoice(choice);
            for (QSize size : {QSize(952, 600), QSize(1368, 800)}) {
                m_page->resize(size);
                QTest::qWait(50);
                QCOMPARE(m_page->size(), size);
                savePicture(*m_page, QStringLiteral("%1-%2-%3")
                                         .arg(name, choice == ThemeChoice::Light ? "light" : "dark")
                                         .arg(size.width()));
            }
        }
        Theme::instance().setChoice(ThemeChoice::Light);
        QTest::qWait(50);
    }

    std::unique_ptr<TestEnvironment> m_environment;
    std::unique_ptr<ExplorePage> m_page;
    EmbeddingMap m_map;
};

QTEST_MAIN(ItemMapTest)
#include "item_map_test.moc"
