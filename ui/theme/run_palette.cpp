// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/theme/run_palette.h"

#include "ui/theme/oklab.h"

namespace recscope::ui {

namespace {

// The first six are from Okabe and Ito, "Color Universal Design" (2008), without black and yellow, which are invisible
// on the dark and on the light background, respectively. The last two are chosen from all colours with a contrast of
// 3:1 to both backgrounds (WCAG 2.1, 1.4.11): of all pairs, they differ most from the six and from each other, for
// normal and colour-blind vision.
const RunHues kHues = {{{0x00, 0x72, 0xB2},
                        {0xD5, 0x5E, 0x00},
                        {0x00, 0x9E, 0x73},
                        {0xCC, 0x79, 0xA7},
                        {0xE6, 0x9F, 0x00},
                        {0x56, 0xB4, 0xE9},
                        {0x82, 0x46, 0xE6},
                        {0x8C, 0x64, 0x3C}}};
// The hues for high contrast on white: the hues of `kHues` with a contrast of 4.5:1 to white. Darkening each one just
// enough would give all of them the same lightness, but colour-blind people tell them apart by lightness. These are the
// nearest colours that stay distinct.
const RunHues kDarkHues = {{{0x00, 0x5D, 0x9B},
                            {0xB9, 0x5D, 0x27},
                            {0x0E, 0x55, 0x3D},
                            {0x96, 0x57, 0x7A},
                            {0x6F, 0x4A, 0x00},
                            {0x35, 0x7C, 0xA4},
                            {0x7F, 0x57, 0xD1},
                            {0x82, 0x6A, 0x53}}};
/// Contrast required of runs' hues in high-contrast mode: the minimum for text in WCAG 2.1, level AA.
constexpr double kMinContrast = 4.5;
constexpr Qt::PenStyle kDashes[kRunDashes] = {Qt::SolidLine, Qt::DashLine, Qt::DotLine, Qt::DashDotLine,
                                              Qt::DashDotDotLine};

/// The hues for high contrast on black: each is lightened towards white until its contrast to black reaches
/// `kMinContrast`.
RunHues lightHues() {
    RunHues hues = kHues;
    for (QColor& hue : hues) {
        const Ramp ramp = makeRamp({hue, Qt::white});
        for (double t = 0; contrast(hue, Qt::black) < kMinContrast; t += 0.02) hue = rampAt(ramp, t);
    }
    return hues;
}

}  // namespace

RunHues runHues(const Colours& colours, bool highContrast) {
    if (!highContrast) return kHues;
    if (!colours.dark) return kDarkHues;
    static const RunHues light = lightHues();
    return light;
}

RunStyle styleOfLook(int look) {
    const Theme& theme = Theme::instance();
    const int hue = hueOfLook(look), round = look / kRunHues;
    return {runHues(theme.colours(), theme.hasHighContrast())[std::size_t(hue)],
            kDashes[(hue + 2 * round) % kRunDashes], markerOfLook(look)};
}

}  // namespace recscope::ui
