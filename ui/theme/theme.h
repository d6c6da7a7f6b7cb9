// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QColor>
#include <QFont>
#include <QObject>
#include <QPen>
#include <QString>
#include <memory>
#include <optional>

namespace recscope::ui {

/// The colour scheme that the user of the program chose; System follows the desktop.
enum class ThemeChoice { System, Light, Dark };

/// The colours of one theme. Code outside ui/theme does not define colours.
struct Colours {
    QColor window, surface, line, text, muted, accent;
    QColor accentText;          ///< for text on the accent colour
    QColor good, warning, bad;  ///< for states; always accompanied by a word or a mark
    bool dark = false;
};

Colours lightColours();
Colours darkColours();
/// Raises the contrast of these colours: plain black or white background, text with the greatest possible contrast, and
/// at least 7:1 for all other colours (WCAG 2.1, level AAA).
Colours withHighContrast(Colours colours);

/// How one run is drawn everywhere: colour, dash pattern and marker together, so that colour is never the only
/// distinction.
struct RunStyle {
    QColor colour;
    Qt::PenStyle dash = Qt::SolidLine;
    /// 0 disc, 1 square, 2 triangle, 3 diamond, 4 cross, 5 plus, 6 inverted triangle, 7 hollow square
    int marker = 0;
};

/// Distances in design pixels, to be converted with Theme::px.
namespace space {
inline constexpr int kUnit = 4, kPadding = 8, kSpacing = 16, kPageMargin = 24, kCornerRadius = 6;
}

/// The look of the whole program: palette, fonts, scale. One instance, owned by the QApplication; widgets listen to
/// `changed` and read the current values.
class Theme : public QObject {
    Q_OBJECT
public:
    /// The theme of this application. Created at the first call, which requires a QApplication, and owned by the
    /// QApplication.
    static Theme& instance();
    ~Theme() override;

    ThemeChoice choice() const;
    void setChoice(ThemeChoice choice);
    const Colours& colours() const;

    bool hasHighContrast() const;                    ///< as chosen; if nothing is chosen, as the desktop requests
    void setHighContrast(std::optional<bool> high);  ///< nullopt = follow the desktop's setting
    std::optional<bool> chosenContrast() const;      ///< the argument of the last `setHighContrast`

    double scale() const;         ///< the chosen scale, 1.0 = normal; excludes the enlargement of presentation mode
    void setScale(double scale);  ///< clamped to 0.7…2.0
    /// For a lecture hall: scales body text to at least a fixed share of the screen's height (presentation_size.h) and
    /// raises the contrast.
    void setPresenting(bool presenting);
    bool isPresenting() const;
    /// Converts design pixels to screen pixels: times the scale, including the enlargement of presentation mode,
    /// rounded.
    int px(int designPixels) const;

    /// Duration of an animation in milliseconds; 0 = no animations, because the desktop requests less motion.
    int motionTime() const;
    void setMotionTime(std::optional<int> milliseconds);  ///< nullopt = follow the desktop's setting

    QFont body() const;       ///< relative size 1.0
    QFont caption() const;    ///< relative size 0.9
    QFont section() const;    ///< relative size 1.25
    QFont pageTitle() const;  ///< relative size 1.6
    QFont numbers() const;    ///< the body font with tabular figures

    /// The colour of an attention weight, t in 0…1: zero is the surface colour, and OKLab lightness is monotone in t.
    QColor sequential(double t) const;
    /// The colour of a difference, t in -1…1: from blue through the surface colour (zero) to orange.
    QColor diverging(double t) const;
    /// The style of the category with this index (from 0) in a list of things other than runs. Neighbouring categories
    /// get very different colours.
    RunStyle categoryStyle(int ordinal) const;

signals:
    /// Colours, fonts or scale have changed: receivers must repaint, replot and lay out again.
    void changed();

private:
    Theme();
    void apply();

    struct State;
    std::unique_ptr<State> m_state;
};

}  // namespace recscope::ui
