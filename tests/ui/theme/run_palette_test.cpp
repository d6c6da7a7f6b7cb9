// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/theme/run_palette.h"

#include <QTest>
#include <algorithm>
#include <array>
#include <cmath>
#include <set>
#include <tuple>

#include "ui/theme/oklab.h"

using namespace recscope::ui;

namespace {

using Matrix = std::array<std::array<double, 3>, 3>;
struct Eye {
    const char* name;
    Matrix matrix;  ///< applied to linear RGB
};
// Machado, Oliveira and Fernandes, "A Physiologically-based Model for Simulation of Color Vision Deficiency" (IEEE TVCG
// 15, 2009): its matrices for severity 1.0, that is for eyes without one of the three kinds of cones.
const Eye kEyes[] = {
    {"all cones", {{{1, 0, 0}, {0, 1, 0}, {0, 0, 1}}}},
    {"protanopia",
     {{{0.152286, 1.052583, -0.204868}, {0.114503, 0.786281, 0.099216}, {-0.003882, -0.048116, 1.051998}}}},
    {"deuteranopia",
     {{{0.367322, 0.860646, -0.227968}, {0.280085, 0.672501, 0.047413}, {-0.011820, 0.042940, 0.968881}}}},
    {"tritanopia",
     {{{1.255528, -0.076749, -0.178779}, {-0.078411, 0.930809, 0.147602}, {0.004733, 0.691367, 0.303900}}}}};

/// The linear value of an sRGB component; both are in 0…1.
double linear(double component) {
    return component <= 0.04045 ? component / 12.92 : std::pow((component + 0.055) / 1.055, 2.4);
}

using Lab = std::array<double, 3>;
/// CIELAB (D65) of a colour as this eye sees it.
Lab seen(const QColor& colour, const Eye& eye) {
    const double rgb[3] = {linear(colour.redF()), linear(colour.greenF()), linear(colour.blueF())};
    double perceived[3];
    for (std::size_t i = 0; i < 3; ++i) {
        perceived[i] = 0;
        for (std::size_t j = 0; j < 3; ++j) perceived[i] += eye.matrix[i][j] * rgb[j];
        perceived[i] = std::clamp(perceived[i], 0.0, 1.0);
    }
    const auto f = [](double t) { return t > 216.0 / 24389 ? std::cbrt(t) : (24389.0 / 27 * t + 16) / 116; };
    const double x = f((0.4124564 * perceived[0] + 0.3575761 * perceived[1] + 0.1804375 * perceived[2]) / 0.95047);
    const double y = f(0.2126729 * perceived[0] + 0.7151522 * perceived[1] + 0.0721750 * perceived[2]);
    const double z = f((0.0193339 * perceived[0] + 0.1191920 * perceived[1] + 0.9503041 * perceived[2]) / 1.08883);
    return {116 * y - 16, 500 * (x - y), 200 * (y - z)};
}

// Stone, Szafir and Setlur, "An Engineering Model for Color Difference as a Function of Size" (CIC 22, 2014): marks of
// s degrees are told apart by a share p of people if they differ by p (A + B / s) along an axis of CIELAB. The paper
// calls the difference for p = 0.5 just noticeable. A marker is 8 units of 1/96 inch wide, which is 0.2 degrees at 60
// cm.
constexpr double kDegrees = 0.2, kShare = 0.5;
constexpr double kNoticeable[3] = {kShare * (10.16 + 1.50 / kDegrees), kShare*(10.68 + 3.08 / kDegrees),
                                   kShare*(10.70 + 5.74 / kDegrees)};

/// The difference between two colours of a marker, as a multiple of the just noticeable difference.
double distance(const Lab& a, const Lab& b) {
    double sum = 0;
    for (std::size_t axis = 0; axis < 3; ++axis) sum += std::pow((a[axis] - b[axis]) / kNoticeable[axis], 2);
    return std::sqrt(sum);
}

}  // namespace

class RunPaletteTest : public QObject {
    Q_OBJECT

private slots:
    void themes_data() {
        QTest::addColumn<bool>("dark");
        QTest::addColumn<bool>("high");
        QTest::newRow("light") << false << false;
        QTest::newRow("dark") << true << false;
        QTest::newRow("light, high contrast") << false << true;
        QTest::newRow("dark, high contrast") << true << true;
    }

    static RunHues hues(bool dark, bool high) {
        const Colours colours = dark ? darkColours() : lightColours();
        return runHues(high ? withHighContrast(colours) : colours, high);
    }

    // Two of the first 64 looks may have the same marker and dash, so the hue alone must be enough to tell them apart.
    void allHuesDifferForEveryEye_data() { themes_data(); }
    void allHuesDifferForEveryEye() {
        QFETCH(bool, dark);
        QFETCH(bool, high);
        const RunHues palette = hues(dark, high);
        for (const Eye& eye : kEyes)
            for (std::size_t a = 0; a < palette.size(); ++a)
                for (std::size_t b = 0; b < a; ++b) {
                    const double apart = distance(seen(palette[a], eye), seen(palette[b], eye));
                    QVERIFY2(apart >= 1, qPrintable(QString("%1 and %2, %3: %4")
                                                        .arg(palette[a].name(), palette[b].name(), eye.name)
                                                        .arg(apart)));
                }
    }

    void theSimulationLeavesGreyGrey() {
        for (const Eye& eye : kEyes) {
            const Lab grey = seen(QColor(128, 128, 128), eye);
            QVERIFY2(std::abs(grey[0] - 53.585) < 0.1 && std::hypot(grey[1], grey[2]) < 0.5, eye.name);
        }
        // A red and a green of equal lightness look alike to an eye with deuteranopia, but not to one with all cones.
        const QColor red(0xC0, 0x60, 0x40), green(0x7A, 0x84, 0x40);
        QVERIFY(distance(seen(red, kEyes[2]), seen(green, kEyes[2])) < 1);
        QVERIFY(distance(seen(red, kEyes[0]), seen(green, kEyes[0])) > 1);
    }

    // WCAG 2.1, 1.4.11, requires a contrast of 3:1 for graphics. Only the two added hues are checked: orange and sky
    // blue of Okabe and Ito have 2.2:1 on white.
    void theTwoHuesAddedToOkabesAndItosHaveContrastOnEveryBackground() {
        const RunHues palette = hues(false, false);
        for (std::size_t hue = 6; hue < palette.size(); ++hue)
            for (const Colours& colours : {lightColours(), darkColours()})
                for (const QColor& background : {colours.surface, colours.window})
                    QVERIFY2(contrast(palette[hue], background) >= 3,
                             qPrintable(QString("%1 on %2: %3")
                                            .arg(palette[hue].name(), background.name())
                                            .arg(contrast(palette[hue], background))));
    }

    void inHighContrastEveryHueHasTheContrastOfText_data() { themes_data(); }
    void inHighContrastEveryHueHasTheContrastOfText() {
        QFETCH(bool, dark);
        QFETCH(bool, high);
        if (!high) return;
        for (const QColor& hue : hues(dark, high))
            QVERIFY2(contrast(hue, dark ? Qt::black : Qt::white) >= 4.5, qPrintable(hue.name()));
    }

    void theFirstSixtyFourLooksDifferInHueOrMarker() {
        std::set<std::pair<QRgb, int>> seen;
        for (int look = 0; look < kRunHues * kRunMarkers; ++look) {
            const RunStyle style = styleOfLook(look);
            QVERIFY2(seen.emplace(style.colour.rgb(), style.marker).second, qPrintable(QString::number(look)));
        }
    }

    void theFirstThreeHundredAndTwentyLooksDifferInHueMarkerOrDash() {
        std::set<std::tuple<QRgb, int, int>> seen;
        for (int look = 0; look < kRunHues * kRunMarkers * kRunDashes; ++look) {
            const RunStyle style = styleOfLook(look);
            QVERIFY(seen.emplace(style.colour.rgb(), style.marker, int(style.dash)).second);
        }
    }
};

QTEST_MAIN(RunPaletteTest)
#include "run_palette_test.moc"
