// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/theme/theme.h"

#include <QApplication>
#include <QComboBox>
#include <QFontMetricsF>
#include <QListView>
#include <QPushButton>
#include <QSignalSpy>
#include <QStyle>
#include <QTabBar>
#include <QTest>
#include <QToolButton>

#include "ui/theme/icons.h"
#include "ui/theme/motion_answers.h"
#include "ui/theme/oklab.h"

using namespace recscope::ui;

namespace {

constexpr double kReadable = 4.5;  // WCAG 2.1, level AA, text of normal size

/// A widget that counts how often Qt notifies it of a change of its style.
class StyleChangeCounter : public QWidget {
public:
    using QWidget::QWidget;
    int times = 0;

protected:
    void changeEvent(QEvent* event) override {
        if (event->type() == QEvent::StyleChange) ++times;
        QWidget::changeEvent(event);
    }
};

}  // namespace

class ThemeTest : public QObject {
    Q_OBJECT

private slots:
    void everyTextColourIsReadableOnWindowAndSurface_data() {
        QTest::addColumn<bool>("dark");
        QTest::newRow("light") << false;
        QTest::newRow("dark") << true;
    }

    void everyTextColourIsReadableOnWindowAndSurface() {
        QFETCH(bool, dark);
        const Colours c = dark ? darkColours() : lightColours();
        const std::pair<const char*, QColor> texts[] = {{"text", c.text}, {"muted", c.muted},     {"accent", c.accent},
                                                        {"good", c.good}, {"warning", c.warning}, {"bad", c.bad}};
        for (const auto& [name, colour] : texts)
            for (const QColor& background : {c.window, c.surface})
                QVERIFY2(
                    contrast(colour, background) >= kReadable,
                    qPrintable(QString("%1 on %2: %3").arg(name, background.name()).arg(contrast(colour, background))));
        QVERIFY(contrast(c.accentText, c.accent) >= kReadable);
    }

    void inHighContrastEveryColourHasAContrastOfSeven_data() { everyTextColourIsReadableOnWindowAndSurface_data(); }

    void inHighContrastEveryColourHasAContrastOfSeven() {
        QFETCH(bool, dark);
        const Colours c = withHighContrast(dark ? darkColours() : lightColours());
        for (const QColor& colour : {c.text, c.muted, c.accent, c.good, c.warning, c.bad, c.line})
            for (const QColor& background : {c.window, c.surface})
                QVERIFY2(contrast(colour, background) >= 7, qPrintable(colour.name() + " on " + background.name()));
        QVERIFY(contrast(c.accentText, c.accent) >= 7);
        QCOMPARE(c.dark, dark);
    }

    void aVisibleWidgetIsRestyledAtOnceAndAHiddenOneWhenItIsShown() {
        Theme::instance().setChoice(ThemeChoice::Light);
        QWidget window;
        auto *seen = new StyleChangeCounter(&window), *hidden = new StyleChangeCounter(&window),
             *gone = new StyleChangeCounter(&window);
        for (QWidget* later : {hidden, gone}) later->hide();
        window.show();
        QVERIFY(QTest::qWaitForWindowExposed(&window));
        for (StyleChangeCounter* widget : {seen, hidden}) widget->times = 0;
        Theme::instance().setChoice(ThemeChoice::Dark);
        Theme::instance().setChoice(ThemeChoice::Light);
        QCOMPARE(seen->times, 2);
        QCOMPARE(hidden->times, 0);
        delete gone;
        hidden->show();
        QCOMPARE(hidden->times, 1);
        hidden->hide();
        hidden->show();
        QCOMPARE(hidden->times, 1);
    }

    void highContrastAppliesToBothThemesAndCanBeSwitchedOff() {
        Theme& theme = Theme::instance();
        theme.setChoice(ThemeChoice::Light);
        QSignalSpy changed(&theme, &Theme::changed);
        theme.setHighContrast(true);
        QCOMPARE(changed.count(), 1);
        QCOMPARE(QApplication::palette().color(QPalette::Base), QColor(Qt::white));
        QCOMPARE(QApplication::palette().color(QPalette::Text), QColor(Qt::black));
        theme.setChoice(ThemeChoice::Dark);
        QCOMPARE(QApplication::palette().color(QPalette::Base), QColor(Qt::black));
        theme.setHighContrast({});  // back to the desktop's setting, which is none here
        QCOMPARE(QApplication::palette().color(QPalette::Base), darkColours().surface);
    }

    void linesStandOutInHighContrast() {
        Theme& theme = Theme::instance();
        const auto smallestContrast = [&] {
            double smallest = 21;  // the largest contrast that there is
            for (int i = 0; i < 6; ++i)
                smallest = std::min(smallest, contrast(theme.categoryStyle(i).colour, theme.colours().surface));
            return smallest;
        };
        for (const ThemeChoice choice : {ThemeChoice::Light, ThemeChoice::Dark}) {
            theme.setChoice(choice);
            theme.setHighContrast(true);
            QVERIFY2(smallestContrast() >= kReadable, qPrintable(QString::number(smallestContrast())));
            theme.setHighContrast({});
            QVERIFY(smallestContrast() < kReadable);
        }
    }

    void theDesktopsMotionSettingOverridesGnomes() {
        // `animations`, the setting of GNOME, counts only if `reduced`, the setting of the desktop, is not known.
        QVERIFY(!MotionAnswers().prefersReducedMotion());
        QVERIFY((MotionAnswers{.reduced = {}, .animations = 0}.prefersReducedMotion()));
        QVERIFY(!(MotionAnswers{.reduced = {}, .animations = 1}.prefersReducedMotion()));
        QVERIFY((MotionAnswers{.reduced = 1, .animations = 1}.prefersReducedMotion()));
        QVERIFY(!(MotionAnswers{.reduced = 0, .animations = 0}.prefersReducedMotion()));
    }

    void contrastOfBlackAndWhiteIsTwentyOne() { QCOMPARE(qRound(contrast(Qt::black, Qt::white) * 100), 2100); }

    void oklabRoundTripsToTheSameColour() {
        for (const QColor& colour : {QColor(0x2F, 0x6F, 0xDE), QColor(1, 2, 3), QColor(250, 128, 0), QColor(Qt::white)})
            QCOMPARE(fromOklab(toOklab(colour)).rgb(), colour.rgb());
    }

    void oklabOfRedIsThePublishedValue() {
        // Reference values for sRGB red (1, 0, 0), converted from Ottosson's table.
        const Oklab red = toOklab(QColor(255, 0, 0));
        QVERIFY(std::abs(red.lightness - 0.62796) < 1e-4);
        QVERIFY(std::abs(red.a - 0.22486) < 1e-4);
        QVERIFY(std::abs(red.b - 0.12585) < 1e-4);
    }

    void lightnessOfTheSequentialRampOnlyFallsInLightAndOnlyRisesInDark_data() {
        everyTextColourIsReadableOnWindowAndSurface_data();
    }

    void lightnessOfTheSequentialRampOnlyFallsInLightAndOnlyRisesInDark() {
        QFETCH(bool, dark);
        Theme& theme = Theme::instance();
        theme.setChoice(dark ? ThemeChoice::Dark : ThemeChoice::Light);
        double before = toOklab(theme.sequential(0)).lightness;
        const double first = before;
        for (int i = 1; i <= 255; ++i) {
            const double lightness = toOklab(theme.sequential(i / 255.0)).lightness;
            // Channels have 8 bits, so rounding may cause a small step in the wrong direction.
            QVERIFY(dark ? lightness > before - 0.004 : lightness < before + 0.004);
            before = lightness;
        }
        QVERIFY(std::abs(before - first) > 0.5);
    }

    void theColourOfZeroIsTheSurfaceInBothRamps_data() { everyTextColourIsReadableOnWindowAndSurface_data(); }

    void theColourOfZeroIsTheSurfaceInBothRamps() {
        QFETCH(bool, dark);
        Theme& theme = Theme::instance();
        theme.setChoice(dark ? ThemeChoice::Dark : ThemeChoice::Light);
        QCOMPARE(theme.sequential(0), theme.colours().surface);
        QCOMPARE(theme.diverging(0), theme.colours().surface);
        QCOMPARE(theme.sequential(qQNaN()), theme.colours().surface);
    }

    void switchingReportsAndChangesThePaletteOfTheApplication() {
        Theme& theme = Theme::instance();
        theme.setChoice(ThemeChoice::Light);
        QSignalSpy changed(&theme, &Theme::changed);
        theme.setChoice(ThemeChoice::Dark);
        QCOMPARE(changed.count(), 1);
        QCOMPARE(QApplication::palette().color(QPalette::Window), darkColours().window);
        QVERIFY(theme.colours().dark);
    }

    void iconsGrowWithTheFontSize() {
        Theme& theme = Theme::instance();
        theme.setScale(1);
        QPushButton push;
        QToolButton tool;
        QComboBox box;
        QListView list;
        QTabBar tabs;
        const auto sizes = [&] {
            const QStyle& style = *list.style();
            return QList<int>{push.iconSize().width(),
                              tool.iconSize().width(),
                              box.iconSize().width(),
                              tabs.iconSize().width(),
                              style.pixelMetric(QStyle::PM_ListViewIconSize, nullptr, &list),
                              style.pixelMetric(QStyle::PM_SmallIconSize)};
        };
        const QList<int> before = sizes();
        theme.setScale(2);
        const QList<int> after = sizes();
        for (int i = 0; i < before.size(); ++i)
            QVERIFY2(after[i] == 2 * before[i], qPrintable(QString("%1: %2").arg(i).arg(after[i])));
        theme.setScale(1);
        QCOMPARE(sizes(), before);
    }

    void theScaleIsClampedAndScalesFontsAndLengths() {
        Theme& theme = Theme::instance();
        theme.setScale(1);
        const double size = theme.body().pointSizeF();
        theme.setScale(2);
        QCOMPARE(theme.body().pointSizeF(), 2 * size);
        QCOMPARE(theme.px(space::kSpacing), 2 * space::kSpacing);
        theme.setScale(9);
        QCOMPARE(theme.scale(), 2.0);
        theme.setScale(0.1);
        QCOMPARE(theme.scale(), 0.7);
        theme.setScale(1);
    }

    void digitsOfNumbersAreEquallyWide() {
        const QFontMetricsF metrics(Theme::instance().numbers());
        for (const QChar digit : QStringLiteral("123456789"))
            QCOMPARE(metrics.horizontalAdvance(digit), metrics.horizontalAdvance(u'0'));
    }

    void theStyleSheetHasNoUnreplacedPlaceholder() {
        Theme::instance().setChoice(ThemeChoice::Dark);
        QVERIFY(!qApp->styleSheet().contains(u'$'));
        QVERIFY(qApp->styleSheet().contains(darkColours().accentText.name()));
    }

    void iconsAreDrawnInTheTextColourOfTheTheme() {
        Theme& theme = Theme::instance();
        for (const ThemeChoice choice : {ThemeChoice::Light, ThemeChoice::Dark}) {
            theme.setChoice(choice);
            const QImage image = lineIcon("data").pixmap(40, 40).toImage();
            bool hasTextColour = false;
            for (int y = 0; y < image.height(); ++y)
                for (int x = 0; x < image.width(); ++x)
                    hasTextColour = hasTextColour || (qAlpha(image.pixel(x, y)) == 255 &&
                                                      image.pixelColor(x, y) == theme.colours().text);
            QVERIFY(hasTextColour);
        }
    }
};

QTEST_MAIN(ThemeTest)
#include "theme_test.moc"
