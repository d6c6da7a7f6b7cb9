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

/// The person's choice; System follows the desktop.
enum class ThemeChoice { System, Light, Dark };

/// The colours of one theme. No colour is written anywhere else in ui/.
struct Colours {
    QColor window, surface, line, text, muted, accent;
    QColor accentText;          ///< on top of accent
    QColor good, warning, bad;  ///< states, always together with a word or a mark
    bool dark = false;
};

Colours lightColours();
Colours darkColours();
/// The same in high contrast: on plain black or white, text of the greatest possible contrast, and all else at least
/// 7:1 (WCAG 2.1, level AAA).
Colours withHighContrast(Colours colours);

/// How one run is drawn everywhere: colour, dash pattern and marker together, so that colour is never the only
/// distinction.
struct RunStyle {
    QColor colour;
    Qt::PenStyle dash = Qt::SolidLine;
    /// 0 disc, 1 square, 2 triangle, 3 diamond, 4 cross, 5 plus, 6 triangle on its tip, 7 hollow square
    int marker = 0;
};

namespace space {
inline constexpr int kUnit = 4, kInside = 8, kBetween = 16, kPage = 24, kCorner = 6;
}

/// The look of the whole program: palette, fonts, scale. One instance, owned by the QApplication; widgets listen to
/// `changed` and read the current values.
class Theme : public QObject {
    Q_OBJECT
public:
    /// The theme of this application. Made on first use after QApplication, owned by it.
    static Theme& instance();
    ~Theme() override;

    ThemeChoice choice() const;
    void setChoice(ThemeChoice choice);
    const Colours& colours() const;

    bool hasHighContrast() const;
    void setHighContrast(std::optional<bool> high);  ///< none = the desktop's setting
    std::optional<bool> chosenContrast() const;

    double scale() const;         ///< 1.0 = normal; the person's choice, also in presentation mode
    void setScale(double scale);  ///< clamped to 0.7…2.0
    /// For a lecture hall: scales body text to a fixed share of the screen's height (stage_size.h) and raises the
    /// contrast.
    void setPresenting(bool presenting);
    bool isPresenting() const;
    int px(int points) const;  ///< design pixels times the scale, rounded

    /// Duration of an animation, milliseconds; 0 = nothing moves, because the desktop requests less motion.
    int motionTime() const;
    void setMotionTime(std::optional<int> milliseconds);  ///< none = the desktop's setting

    QFont body() const;       ///< 1.0
    QFont caption() const;    ///< 0.9
    QFont section() const;    ///< 1.25
    QFont pageTitle() const;  ///< 1.6
    QFont numbers() const;    ///< body with tabular figures

    /// For attention weights: t in 0…1, zero is the surface colour; lightness is monotone in OKLab.
    QColor sequential(double t) const;
    /// For differences: t in -1…1, blue – surface – orange, zero is the surface colour.
    QColor diverging(double t) const;
    /// The style of the n-th category in a list of things other than runs: neighbours have the colours furthest apart.
    RunStyle categoryStyle(int ordinal) const;

signals:
    /// Colours, fonts or scale changed: repaint, replot, re-layout.
    void changed();

private:
    Theme();
    void apply();

    struct State;
    std::unique_ptr<State> m_state;
};

}  // namespace recscope::ui
