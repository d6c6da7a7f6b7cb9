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

/// What the person asked for; System follows the desktop.
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
/// The same for eyes that need more: on plain black or white, text as far from it as it goes, and all else at least 7:1
/// (WCAG 2.1, level AAA).
Colours withHighContrast(Colours colours);

/// How one run is drawn everywhere: colour, dash pattern and marker together, so that colour never stands alone.
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
    void setHighContrast(std::optional<bool> high);  ///< none = what the desktop says
    std::optional<bool> chosenContrast() const;

    double scale() const;         ///< 1.0 = normal; what the person chose, also while presenting
    void setScale(double scale);  ///< clamped to 0.7…2.0
    /// For a lecture hall: everything half as large again, and the contrast as high as it goes.
    void setPresenting(bool presenting);
    bool isPresenting() const;
    int px(int points) const;  ///< a length of the design scaled, rounded

    /// What a movement takes, milliseconds; 0 = nothing moves, because the desktop asks for less motion.
    int motionTime() const;
    void setMotionTime(std::optional<int> milliseconds);  ///< none = what the desktop says

    QFont body() const;       ///< 1.0
    QFont caption() const;    ///< 0.9
    QFont section() const;    ///< 1.25
    QFont pageTitle() const;  ///< 1.6
    QFont numbers() const;    ///< body with tabular figures

    /// Attention: t in 0…1, zero is the surface colour; lightness monotone in OKLab.
    QColor sequential(double t) const;
    /// Differences: t in -1…1, blue – surface – orange, zero is the surface.
    QColor diverging(double t) const;
    /// The n-th of a list of things that are no runs: neighbours have the colours furthest apart.
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
