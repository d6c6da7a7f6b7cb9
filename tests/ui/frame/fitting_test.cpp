// SPDX-License-Identifier: GPL-3.0-or-later
// Checks every page and dialog in every language in the smallest supported window: no label, button, tab or column
// heading may be cut. Text whose length has no limit (titles of items, names of runs) may be elided if a tooltip
// contains the whole text.
#include <QAbstractButton>
#include <QComboBox>
#include <QHeaderView>
#include <QLabel>
#include <QLineEdit>
#include <QScrollArea>
#include <QScrollBar>
#include <QTabBar>
#include <QTabWidget>
#include <QToolButton>
#include <algorithm>
#include <array>

#include "core/util/language.h"
#include "tiny_runs.h"
#include "ui/attention/head_steps_dialog.h"
#include "ui/cohort/cohort_dialog.h"
#include "ui/compare/plan_dialog.h"
#include "ui/explore/tabs/attention_tab.h"
#include "ui/frame/closing_dialog.h"
#include "ui/frame/main_window.h"
#include "ui/frame/window_language.h"
#include "ui/learn/chapter_list.h"
#include "ui/runs/training_controller.h"
#include "ui/session/session.h"
#include "ui/theme/theme.h"
#include "ui/train/adopt_dialog.h"
#include "ui/train/machines_dialog.h"
#include "ui/train/run_settings_dialog.h"
#include "ui/widgets/elided_combo_box.h"
#include "ui/widgets/elided_label.h"

using namespace recscope;
using namespace recscope::ui;
using namespace recscope::ui::test;

namespace {

constexpr QSize kMinSize(1024, 700);
constexpr int kTolerance = 1;   // pixels; layouts round sizes
constexpr int kInputEdge = 5;   // pixels, the frame and inner margin of a QLineEdit
constexpr int kReadable = 160;  // pixels, minimum width of a widget that elides its text

const char* const kShopFile =
    "reader,book,stars,date\n"
    "anna,Nine Rivers,5,2026-01-04\n"
    "anna,Salt and Copper,4,2026-01-19\n"
    "bruno,Nine Rivers,3,2026-01-07\n"
    "bruno,Salt and Copper,5,2026-01-30\n"
    "chiara,A Winter in Halden,2,2026-01-15\n"
    "chiara,Nine Rivers,5,2026-02-28\n";

/// Describes the widget in failure messages: its class, and its object name or that of its nearest named ancestor.
QString locationOf(const QWidget& widget) {
    QString location = QLatin1String(widget.metaObject()->className());
    for (const QWidget* at = &widget; at; at = at->parentWidget()) {
        if (at->objectName().isEmpty() || at->objectName().startsWith(QLatin1String("qt_"))) continue;
        return location + QLatin1Char(' ') + at->objectName();
    }
    return location;
}

bool hasFullTooltip(const QWidget& widget, const QString& text) {
    return !text.isEmpty() && widget.toolTip().contains(text);
}

void checkLabel(const QLabel& label, QStringList& cut) {
    if (label.text().isEmpty() || hasFullTooltip(label, label.text())) return;
    if (qobject_cast<const ElidedLabel*>(&label) && label.width() >= kReadable) return;
    // A label that lacks less than half a line does not count as cut: substitute fonts are a little higher.
    const bool isCut = label.wordWrap()
                           ? label.heightForWidth(label.width()) > label.height() + label.fontMetrics().height() / 2
                           : label.sizeHint().width() > label.width() + kTolerance;
    if (isCut) {
        cut << QStringLiteral("%1: \"%2\" has %3 x %4, needs %5 x %6")
                   .arg(locationOf(label), label.text())
                   .arg(label.width())
                   .arg(label.height())
                   .arg(label.wordWrap() ? label.width() : label.sizeHint().width())
                   .arg(label.wordWrap() ? label.heightForWidth(label.width()) : label.sizeHint().height());
    }
}

void checkButton(const QAbstractButton& button, QStringList& cut) {
    const auto* const tool = qobject_cast<const QToolButton*>(&button);
    if (button.text().isEmpty() || (tool && tool->toolButtonStyle() == Qt::ToolButtonIconOnly)) return;
    if (hasFullTooltip(button, button.text())) return;
    if (button.sizeHint().width() > button.width() + kTolerance)
        cut << QStringLiteral("%1: \"%2\" has %3, needs %4")
                   .arg(locationOf(button), button.text())
                   .arg(button.width())
                   .arg(button.sizeHint().width());
}

void checkTabs(const QTabBar& tabs, QStringList& cut) {
    if (tabs.sizeHint().width() > tabs.width() + kTolerance)
        cut << QStringLiteral("%1: tabs have %2, need %3")
                   .arg(locationOf(tabs))
                   .arg(tabs.width())
                   .arg(tabs.sizeHint().width());
}

void checkCombo(const QComboBox& combo, QStringList& cut) {
    if (combo.currentText().isEmpty() || hasFullTooltip(combo, combo.currentText())) return;
    if (qobject_cast<const ElidedComboBox*>(&combo) && combo.width() >= kReadable) return;
    const int needed = combo.fontMetrics().horizontalAdvance(combo.currentText());
    if (needed > combo.width() - combo.height())  // the arrow is about as wide as the box is high
        cut << QStringLiteral("%1: \"%2\" has %3, its text needs %4")
                   .arg(locationOf(combo), combo.currentText())
                   .arg(combo.width())
                   .arg(needed);
}

void checkInput(const QLineEdit& input, QStringList& cut) {
    if (!input.text().isEmpty() || input.placeholderText().isEmpty() || hasFullTooltip(input, input.placeholderText()))
        return;
    const QMargins margins = input.textMargins();
    const int needed =
        input.fontMetrics().horizontalAdvance(input.placeholderText()) + margins.left() + margins.right();
    if (needed > input.width() - 2 * kInputEdge)
        cut << QStringLiteral("%1: \"%2\" has %3, needs %4")
                   .arg(locationOf(input), input.placeholderText())
                   .arg(input.width() - 2 * kInputEdge)
                   .arg(needed);
}

void checkHeader(const QHeaderView& header, QStringList& cut) {
    if (header.orientation() != Qt::Horizontal || !header.model()) return;
    for (int section = 0; section < header.count(); ++section) {
        if (header.isSectionHidden(section)) continue;
        const QString text = header.model()->headerData(section, Qt::Horizontal).toString();
        const QString tip = header.model()->headerData(section, Qt::Horizontal, Qt::ToolTipRole).toString();
        int needed = 0;
        for (const QString& line : text.split(QLatin1Char('\n')))
            needed = std::max(needed, header.fontMetrics().horizontalAdvance(line));
        if (needed > header.sectionSize(section) + kTolerance && !tip.contains(text))
            cut << QStringLiteral("%1: column \"%2\" has %3, its text needs %4")
                       .arg(locationOf(header), text)
                       .arg(header.sectionSize(section))
                       .arg(needed);
    }
}

/// Appends a line to `cut` if the content is wider than the viewport although the area scrolls only vertically.
void checkScrolled(const QScrollArea& area, QStringList& cut) {
    if (!area.widget() || area.horizontalScrollBar()->isVisible()) return;
    if (area.widget()->width() > area.viewport()->width() + kTolerance)
        cut << QStringLiteral("%1: shows %2 of %3")
                   .arg(locationOf(area))
                   .arg(area.viewport()->width())
                   .arg(area.widget()->width());
}

/// Checks all visible descendants of `root`. Appends a line to `cut` for each cut text; counts the checked widgets.
void checkAll(const QWidget& root, QStringList& cut, int& checked) {
    for (const QWidget* widget : root.findChildren<QWidget*>()) {
        if (!widget->isVisible() || widget->visibleRegion().isEmpty()) continue;
        ++checked;
        if (const auto* label = qobject_cast<const QLabel*>(widget)) checkLabel(*label, cut);
        if (const auto* button = qobject_cast<const QAbstractButton*>(widget)) checkButton(*button, cut);
        if (const auto* tabs = qobject_cast<const QTabBar*>(widget)) checkTabs(*tabs, cut);
        if (const auto* combo = qobject_cast<const QComboBox*>(widget)) checkCombo(*combo, cut);
        if (const auto* area = qobject_cast<const QScrollArea*>(widget)) checkScrolled(*area, cut);
        if (const auto* input = qobject_cast<const QLineEdit*>(widget)) checkInput(*input, cut);
        if (const auto* header = qobject_cast<const QHeaderView*>(widget)) checkHeader(*header, cut);
    }
}

}  // namespace

class FittingTest : public QObject {
    Q_OBJECT

private slots:
    void nothingIsCutOnAnyPage_data() { languagesAndSizes(); }
    void noDialogIsCut_data() { languagesAndSizes(); }
    void noDialogIsCut() {
        QFETCH(QString, code);
        QFETCH(QSize, size);
        QFETCH(double, scale);
        TestEnvironment environment(TestEnvironment::Content::Empty);
        putTrainedWorkspace(environment.path("window.recscope"));
        setWindowLanguage(code);
        MainWindow window;
        Theme::instance().setScale(scale);
        show(window, size);
        window.openWorkspace(environment.path("window.recscope"), JobRunner::IfMissing::Fail);
        QVERIFY(waitUntil([&] { return window.session() && window.session()->catalogue(); }));
        Session& session = *window.session();
        const auto idle = [&] {
            QTest::qWait(100);
            return waitUntil([&] { return session.jobs().isIdle(); });
        };
        QVERIFY(idle());
        QStringList cut;
        int checked = 0;
        const auto checkDialog = [&](QDialog& dialog, const QString& where) {
            if (!dialog.isVisible()) dialog.show();
            QVERIFY(QTest::qWaitForWindowExposed(&dialog));
            QVERIFY(idle());
            QTest::qWait(50);
            QStringList problems;
            checkAll(dialog, problems, checked);
            for (const QString& problem : problems) cut << QStringLiteral("%1: %2").arg(where, problem);
            savePicture(dialog,
                        QStringLiteral("fitting-%1-%2-dialog-%3").arg(code).arg(qRound(100 * scale)).arg(where));
            if (dialog.height() > size.height() || dialog.width() > size.width())
                cut << QStringLiteral("%1 has %2 x %3").arg(where).arg(dialog.width()).arg(dialog.height());
            delete &dialog;
        };
        const DatasetInfo dataset = session.dataset().value();
        checkDialog(*new RunSettingsDialog(session.runs().front(), &window), QStringLiteral("settings"));
        checkDialog(*new MachinesDialog(session, &window), QStringLiteral("machines"));
        checkDialog(*new PlanDialog(dataset, {}, &window), QStringLiteral("plan"));
        checkDialog(CohortDialog::open(session, window), QStringLiteral("cohorts"));
        checkDialog(*new ClosingDialog(trainingOf(session), Leaving::Program, &window), QStringLiteral("closing"));
        window.showPage(PageId::Train);
        QVERIFY(idle());
        offerWeights(session, QStringLiteral(RECSCOPE_SOURCE_DIR "/tests/golden/adopt_gsasrec.safetensors"), &window);
        QVERIFY(waitUntil([&] { return window.findChild<AdoptDialog*>(); }));
        checkDialog(*window.findChild<AdoptDialog*>(), QStringLiteral("adopt"));
        window.showPage(PageId::Explore);
        QVERIFY(idle());
        auto* tabs = find<QTabWidget>(window, "exploreTabs");
        auto* attention = window.findChild<AttentionTab*>();
        QVERIFY(attention);
        tabs->setCurrentWidget(attention);
        QVERIFY(idle());
        click(find<QAbstractButton>(window, "attentionSteps"));
        QVERIFY(waitUntil([&] { return window.findChild<HeadStepsDialog*>(); }));
        checkDialog(*window.findChild<HeadStepsDialog*>(), QStringLiteral("steps"));
        cut.removeDuplicates();
        for (const QString& problem : cut) qWarning("%s", qPrintable(problem));
        QVERIFY(checked > 100);
        QVERIFY2(cut.isEmpty(), qPrintable(QStringLiteral("%1 texts are cut").arg(cut.size())));
    }
    static void languagesAndSizes() {
        QTest::addColumn<QString>("code");
        QTest::addColumn<QSize>("size");
        QTest::addColumn<double>("scale");
        for (const Language& language : languages())
            QTest::newRow(language.code.c_str()) << QString::fromStdString(language.code) << kMinSize << 1.0;
        QTest::newRow("en at 150 %") << "en" << kMinSize << 1.5;
        QTest::newRow("en at 200 %") << "en" << QSize(1440, 900) << 2.0;
        QTest::newRow("de at 200 %") << "de" << QSize(1440, 900) << 2.0;
    }
    void nothingIsCutOnAnyPage() {
        QFETCH(QString, code);
        QFETCH(QSize, size);
        QFETCH(double, scale);
        TestEnvironment environment(TestEnvironment::Content::Empty);
        putTrainedWorkspace(environment.path("window.recscope"));
        setWindowLanguage(code);
        MainWindow window;
        Theme::instance().setScale(scale);  // now, because the window has just applied the scale of its settings
        show(window, size);
        window.openWorkspace(environment.path("window.recscope"), JobRunner::IfMissing::Fail);
        QVERIFY(waitUntil([&] { return window.session() && window.session()->catalogue(); }));
        const auto idle = [&] {
            QTest::qWait(100);
            const bool isIdle = waitUntil([&] { return window.session()->jobs().isIdle(); });
            QTest::qWait(100);  // layouts that change late are done in a later turn of the event loop
            return isIdle;
        };
        QVERIFY(idle());
        QStringList cut;
        int checked = 0;
        const auto checkVisiblePart = [&](const QString& where) {
            // On a busy machine a layout may still be pending. So the check is repeated, and only what stays cut
            // counts. Once a text is known to be cut, the test has failed, and few repetitions are enough.
            QStringList problems;
            for (int patience = cut.isEmpty() ? 20 : 2; patience > 0; --patience) {
                problems.clear();
                checkAll(window, problems, checked);
                if (problems.isEmpty()) break;
                QTest::qWait(100);
            }
            for (const QString& problem : problems) cut << QStringLiteral("%1: %2").arg(where, problem);
            savePicture(window, QStringLiteral("fitting-%1-%2-%3").arg(code).arg(qRound(100 * scale)).arg(where));
        };
        auto* pages = find<QScrollArea>(window, "pages");
        const auto checkPage = [&](const QString& where) {
            checkVisiblePart(where);
            const std::array bars = {pages->horizontalScrollBar(), pages->verticalScrollBar()};
            if (std::none_of(bars.begin(), bars.end(), [](QScrollBar* bar) { return bar->maximum() > 0; })) return;
            for (QScrollBar* bar : bars) bar->setValue(bar->maximum());
            checkVisiblePart(where + QStringLiteral(", lower right"));
            for (QScrollBar* bar : bars) bar->setValue(0);
        };
        const auto go = [&](const QString& page) {
            click(find<QToolButton>(window, qPrintable(QStringLiteral("page-") + page)));
            return idle();
        };
        for (const char* page : {"data", "train", "explore", "compare"}) {
            QVERIFY(go(page));
            checkPage(page);
            for (QTabWidget* tabs : window.findChildren<QTabWidget*>()) {
                for (int i = 0; tabs->isVisible() && i < tabs->count(); ++i) {
                    if (!tabs->isTabEnabled(i)) continue;
                    QTest::mouseClick(tabs->tabBar(), Qt::LeftButton, {}, tabs->tabBar()->tabRect(i).center());
                    QVERIFY(idle());
                    checkPage(QStringLiteral("%1-%2-%3").arg(page, tabs->objectName()).arg(i));
                }
            }
        }
        click(find<QAbstractButton>(window, "compareStudy"));
        QVERIFY(idle());
        checkPage(QStringLiteral("study"));
        QVERIFY(go(QStringLiteral("learn")));
        auto* chapters = find<ChapterList>(window, "chapterList");
        for (int chapter = 0; chapter < chapters->count(); ++chapter) {
            const QModelIndex index = chapters->model()->index(chapter, 0);
            chapters->scrollTo(index);
            QTest::mouseClick(chapters->viewport(), Qt::LeftButton, {}, chapters->visualRect(index).center());
            QVERIFY(idle());
            checkPage(QStringLiteral("learn-%1").arg(chapter + 1));
        }
        QVERIFY(go(QStringLiteral("data")));
        click(find<QAbstractButton>(window, "showCatalogue"));
        QVERIFY(idle());
        checkPage(QStringLiteral("catalogue"));
        click(find<QAbstractButton>(window, "closeCatalogue"));
        window.session()->offerImport(environment.write(QStringLiteral("shop.csv"), kShopFile));
        QVERIFY(idle());
        checkPage(QStringLiteral("import"));
        // A page that needs more space would have enlarged the window.
        QCOMPARE(window.size(), size);
        QCOMPARE(Theme::instance().scale(), scale);
        cut.removeDuplicates();
        for (const QString& problem : cut) qWarning("%s", qPrintable(problem));
        QVERIFY(checked > 500);
        QVERIFY2(cut.isEmpty(), qPrintable(QStringLiteral("%1 texts are cut").arg(cut.size())));
    }
    void scalingBackLeavesNoScrollBarsAndPagesKeepTheirScrollPositions() {
        TestEnvironment environment(TestEnvironment::Content::Empty);
        putTrainedWorkspace(environment.path("window.recscope"));
        MainWindow window;
        show(window, kMinSize);
        window.openWorkspace(environment.path("window.recscope"), JobRunner::IfMissing::Fail);
        QVERIFY(waitUntil([&] { return window.session() && window.session()->catalogue(); }));
        auto* pages = find<QScrollArea>(window, "pages");
        QScrollBar &across = *pages->horizontalScrollBar(), &down = *pages->verticalScrollBar();
        const auto go = [&](const char* page) {
            click(find<QToolButton>(window, qPrintable(QStringLiteral("page-") + QLatin1String(page))));
            QTest::qWait(100);
            QVERIFY(waitUntil([&] { return window.session()->jobs().isIdle(); }));
            QTest::qWait(100);
        };
        const char* const all[] = {"data", "train", "explore", "learn", "compare"};
        for (const char* page : all) go(page);
        Theme::instance().setScale(2);
        for (const char* page : all) {
            go(page);
            QVERIFY2(across.maximum() > 0 && down.maximum() > 0, page);
            QVERIFY2(across.value() == 0 && down.value() == 0, page);
            across.setValue(across.maximum());
            down.setValue(down.maximum() / 2);
        }
        for (const char* page : all) {
            go(page);
            QCOMPARE(across.value(), across.maximum());
            QCOMPARE(down.value(), down.maximum() / 2);
        }
        window.resize(1440, 900);
        go("explore");
        auto* tabs = find<QTabWidget>(window, "exploreTabs");
        for (int i = tabs->count() - 1; i >= 0; --i) {
            tabs->setCurrentIndex(i);
            QTest::qWait(50);
        }
        for (double scale = 2; scale > 1; scale -= 0.1) Theme::instance().setScale(scale);
        Theme::instance().setScale(1);
        QTest::qWait(100);
        window.resize(kMinSize);
        for (const char* page : {"explore", "data", "train", "learn", "compare"}) {
            go(page);
            if (across.maximum() == 0 && down.maximum() == 0) continue;
            for (const QWidget* widget : pages->findChildren<QWidget*>())
                if (widget->isVisible() && widget->minimumSizeHint().width() > 400)
                    qWarning("%s needs %d, at least %d", qPrintable(locationOf(*widget)),
                             widget->minimumSizeHint().width(), widget->minimumWidth());
            QFAIL(page);
        }
    }
    // Tests the check itself: it must detect a label that is cut.
    void aCutLabelIsDetected() {
        QWidget box;
        auto* label = new QLabel(QStringLiteral("a sentence that needs more than forty pixels"), &box);
        label->setFixedWidth(40);
        show(box, {200, 100});
        QStringList cut;
        int checked = 0;
        checkAll(box, cut, checked);
        QCOMPARE(cut.size(), 1);
    }
    void cleanup() {
        setWindowLanguage(QStringLiteral("en"));
        Theme::instance().setScale(1);
    }
};

QTEST_MAIN(FittingTest)
#include "fitting_test.moc"
