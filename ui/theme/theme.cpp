// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/theme/theme.h"

#include <QApplication>
#include <QFontDatabase>
#include <QFontMetricsF>
#include <QPainter>
#include <QPalette>
#include <QPointer>
#include <QProxyStyle>
#include <QScreen>
#include <QStyleOption>
#include <algorithm>
#include <array>
#include <cmath>
#include <utility>

#include "ui/theme/held_style_changes.h"
#include "ui/theme/language_fonts.h"
#include "ui/theme/oklab.h"
#include "ui/theme/presentation_size.h"
#include "ui/theme/run_palette.h"
#include "ui/theme/style_sheet.h"
#include "ui/theme/system_appearance.h"

namespace recscope::ui {

Colours lightColours() {
    Colours c;
    c.window = QColor(0xF7, 0xF7, 0xF5);
    c.surface = QColor(0xFF, 0xFF, 0xFF);
    c.line = QColor(0xE3, 0xE3, 0xDF);
    c.text = QColor(0x1F, 0x23, 0x28);
    c.muted = QColor(0x6B, 0x72, 0x80);
    c.accent = QColor(0x2C, 0x6B, 0xDA);
    c.accentText = QColor(0xFF, 0xFF, 0xFF);
    c.good = QColor(0x1A, 0x7A, 0x36);
    c.warning = QColor(0x8F, 0x5F, 0x00);
    c.bad = QColor(0xC4, 0x21, 0x2C);
    return c;
}

Colours darkColours() {
    Colours c;
    c.window = QColor(0x16, 0x18, 0x1D);
    c.surface = QColor(0x1E, 0x21, 0x28);
    c.line = QColor(0x30, 0x34, 0x3D);
    c.text = QColor(0xE6, 0xE8, 0xEB);
    c.muted = QColor(0x9A, 0xA3, 0xAF);
    c.accent = QColor(0x6F, 0xA0, 0xFF);
    c.accentText = QColor(0x10, 0x14, 0x1C);
    c.good = QColor(0x5C, 0xC8, 0x7E);
    c.warning = QColor(0xE3, 0xAE, 0x45);
    c.bad = QColor(0xFF, 0x7F, 0x76);
    c.dark = true;
    return c;
}

namespace {

/// Moves `colour` towards `furthest`, the colour with the greatest contrast to `ground`, until its contrast to `ground`
/// reaches `minContrast`.
QColor withContrast(const QColor& colour, const QColor& furthest, const QColor& ground, double minContrast) {
    const Ramp ramp = makeRamp({colour, furthest});
    QColor found = colour;
    for (double t = 0; contrast(found, ground) < minContrast; t += 0.02) found = rampAt(ramp, t);
    return found;
}

}  // namespace

Colours withHighContrast(Colours c) {
    constexpr double kMinContrast = 7;
    const QColor furthest = c.dark ? Qt::white : Qt::black, ground = c.dark ? Qt::black : Qt::white;
    c.window = c.surface = ground;
    c.text = furthest;
    for (QColor* colour : {&c.line, &c.muted, &c.accent, &c.good, &c.warning, &c.bad})
        *colour = withContrast(*colour, furthest, ground, kMinContrast);
    c.accentText = ground;
    return c;
}

namespace {

constexpr double kMinScale = 0.7, kMaxScale = 2.0;
/// The share of the screen's height that body text gets in presentation mode: a little more than the required
/// `kMinBodyShareOfScreen`, because font sizes are rounded to pixels.
constexpr double kPresentationBodyShare = 1.04 * kMinBodyShareOfScreen;
constexpr int kDefaultPresentationHeight = 720;  ///< pixels; used until setPresentationHeight() is called
constexpr int kPointsPerInch = 72;
constexpr int kMotionTime = 250;  ///< milliseconds
/// The desktop's font size for body text, in points, is clamped to this range (the offscreen platform has no size).
constexpr double kMinBody = 9, kMaxBody = 11;

}  // namespace

QPalette paletteFor(const Colours& c) {
    QPalette p;
    const QColor disabled =
        QColor::fromRgb((c.muted.red() + c.surface.red()) / 2, (c.muted.green() + c.surface.green()) / 2,
                        (c.muted.blue() + c.surface.blue()) / 2);
    p.setColor(QPalette::Window, c.window);
    p.setColor(QPalette::WindowText, c.text);
    p.setColor(QPalette::Base, c.surface);
    p.setColor(QPalette::AlternateBase, c.window);
    p.setColor(QPalette::Text, c.text);
    p.setColor(QPalette::PlaceholderText, c.muted);
    p.setColor(QPalette::Button, c.surface);
    p.setColor(QPalette::ButtonText, c.text);
    p.setColor(QPalette::BrightText, c.bad);
    p.setColor(QPalette::ToolTipBase, c.surface);
    p.setColor(QPalette::ToolTipText, c.text);
    p.setColor(QPalette::Highlight, c.accent);
    p.setColor(QPalette::HighlightedText, c.accentText);
    p.setColor(QPalette::Link, c.accent);
    p.setColor(QPalette::LinkVisited, c.accent);
    p.setColor(QPalette::Light, c.dark ? c.line : c.surface);
    p.setColor(QPalette::Midlight, c.line);
    p.setColor(QPalette::Mid, c.line);
    p.setColor(QPalette::Dark, c.muted);
    p.setColor(QPalette::Shadow, c.dark ? c.window : c.muted);
    for (const auto role : {QPalette::WindowText, QPalette::Text, QPalette::ButtonText})
        p.setColor(QPalette::Disabled, role, disabled);
    p.setColor(QPalette::Disabled, QPalette::Highlight, c.line);
    p.setColor(QPalette::Disabled, QPalette::HighlightedText, disabled);
    return p;
}

namespace {

bool hasTabularFigures(const QString& family, double size) {
    QFont font(family);
    font.setPointSizeF(size);
    const QFontMetricsF metrics(font);
    const double width = metrics.horizontalAdvance(u'0');
    return std::all_of(u"123456789", u"123456789" + 9, [&](char16_t digit) {
        return std::abs(metrics.horizontalAdvance(QChar(digit)) - width) < 0.01;
    });
}

}  // namespace

namespace {

/// Qt's Fusion style with icon sizes that follow the theme's scale. A widget without an icon size of its own uses the
/// style's icon size.
class ScaledStyle : public QProxyStyle {
public:
    explicit ScaledStyle(std::shared_ptr<const double> scale)
        : QProxyStyle(QStringLiteral("Fusion")), m_scale(std::move(scale)) {}

    int pixelMetric(PixelMetric metric, const QStyleOption* option, const QWidget* widget) const override {
        const int value = QProxyStyle::pixelMetric(metric, option, widget);
        switch (metric) {
            case PM_SmallIconSize:  // used by tabs and inputs
            case PM_LargeIconSize:
            case PM_ButtonIconSize:
            case PM_ListViewIconSize:
            case PM_ToolBarIconSize:
                return int(std::lround(value * *m_scale));
            default:
                return value;
        }
    }

    // Draws a single-line frame around the whole popup list of a combo box, because Fusion's own frame is a few pixels
    // outside the list.
    void drawPrimitive(PrimitiveElement element, const QStyleOption* option, QPainter* painter,
                       const QWidget* widget) const override {
        if (element != PE_PanelMenu || !widget || !widget->inherits("QComboBoxPrivateContainer"))
            return QProxyStyle::drawPrimitive(element, option, painter, widget);
        const Colours& colours = Theme::instance().colours();
        painter->fillRect(option->rect, colours.surface);
        painter->setPen(QPen(colours.line, 1));
        painter->drawRect(option->rect.adjusted(0, 0, -1, -1));
    }

private:
    std::shared_ptr<const double> m_scale;
};

/// Makes text white in a dark theme and black in a light one, and moves muted text and lines halfway to that colour.
void raiseContrast(Colours& colours) {
    const QColor furthest = colours.dark ? Qt::white : Qt::black;
    const auto halfWay = [&](const QColor& from) { return rampAt(makeRamp({from, furthest}), 0.5); };
    colours.text = furthest;
    colours.muted = halfWay(colours.muted);
    colours.line = halfWay(colours.line);
}

}  // namespace

namespace {
int nextPresentationHeight =
    kDefaultPresentationHeight;  ///< pixels; set by setPresentationHeight(), used by the next setPresenting()
}  // namespace

void setPresentationHeight(int pixels) {
    nextPresentationHeight = std::max(1, pixels);
}

struct Theme::State {
    SystemAppearance system;
    LanguageFonts fonts;
    HeldStyleChanges styleChanges;
    ThemeChoice choice = ThemeChoice::System;
    std::optional<bool> highContrast;
    Colours colours = lightColours();
    double chosenScale = 1;
    bool presenting = false;
    int presentationHeight = kDefaultPresentationHeight;  ///< height in pixels of the screen used for the presentation
    std::optional<int> motionTime;                        ///< overrides the desktop's setting
    /// The effective scale, including the enlargement of presentation mode. It is shared with the style, which may
    /// outlive this object.
    std::shared_ptr<double> sharedScale = std::make_shared<double>(1);
    double& scale = *sharedScale;
    double bodySize = 10;  ///< points, at scale 1
    QString family, numberFamily;
    Ramp sequential, fromZeroToBlue, fromZeroToOrange;

    /// Computes colours, colour scales and the scale factor from the choices.
    void recompute();
    /// The scale at which body text has the height required in presentation mode.
    double presentationScale() const {
        const double dotsPerInch = QGuiApplication::primaryScreen()->logicalDotsPerInchY();
        return kPresentationBodyShare * presentationHeight / (bodySize * dotsPerInch / kPointsPerInch);
    }
};

Theme& Theme::instance() {
    static QPointer<Theme> theme;
    if (!theme) {
        theme = new Theme;
        theme->setParent(qApp);
    }
    return *theme;
}

Theme::Theme() : m_state(std::make_unique<State>()) {
    const QFont system = QApplication::font();
    const QStringList families = QFontDatabase::families();
    m_state->family = families.contains(QStringLiteral("Inter")) ? QStringLiteral("Inter") : system.family();
    if (system.pointSizeF() > 0) m_state->bodySize = std::clamp(system.pointSizeF(), kMinBody, kMaxBody);
    // QFont cannot request the font feature `tnum` before Qt 6.7: take the first family whose digits are equally wide.
    m_state->numberFamily = m_state->family;
    for (const QString& family : {m_state->family, system.family(), QStringLiteral("Noto Sans"),
                                  QStringLiteral("Cantarell"), QStringLiteral("DejaVu Sans")})
        if (families.contains(family) && hasTabularFigures(family, m_state->bodySize)) {
            m_state->numberFamily = family;
            break;
        }
    QApplication::setStyle(new ScaledStyle(m_state->sharedScale));
    connect(&m_state->fonts, &LanguageFonts::changed, this, &Theme::apply);
    connect(&m_state->system, &SystemAppearance::changed, this, [this] {
        if (m_state->choice == ThemeChoice::System || !m_state->highContrast) apply();
    });
    apply();
}

Theme::~Theme() = default;

ThemeChoice Theme::choice() const {
    return m_state->choice;
}

void Theme::setChoice(ThemeChoice choice) {
    if (choice == m_state->choice) return;
    m_state->choice = choice;
    apply();
}

bool Theme::hasHighContrast() const {
    return m_state->highContrast.value_or(m_state->system.wantsHighContrast());
}

void Theme::setHighContrast(std::optional<bool> high) {
    if (high == m_state->highContrast) return;
    m_state->highContrast = high;
    apply();
}

std::optional<bool> Theme::chosenContrast() const {
    return m_state->highContrast;
}

const Colours& Theme::colours() const {
    return m_state->colours;
}
double Theme::scale() const {
    return m_state->chosenScale;
}

void Theme::setScale(double scale) {
    scale = std::clamp(scale, kMinScale, kMaxScale);
    if (std::abs(scale - m_state->chosenScale) < 1e-6) return;
    m_state->chosenScale = scale;
    apply();
}

void Theme::setPresenting(bool presenting) {
    if (presenting == m_state->presenting && (!presenting || m_state->presentationHeight == nextPresentationHeight))
        return;
    m_state->presenting = presenting;
    m_state->presentationHeight = nextPresentationHeight;
    m_state->recompute();
    emit changed();
}

bool Theme::isPresenting() const {
    return m_state->presenting;
}

int Theme::px(int designPixels) const {
    return int(std::lround(designPixels * m_state->scale));
}

int Theme::motionTime() const {
    return m_state->motionTime.value_or(m_state->system.wantsLessMotion() ? 0 : kMotionTime);
}

void Theme::setMotionTime(std::optional<int> milliseconds) {
    m_state->motionTime = milliseconds;
}

void Theme::State::recompute() {
    State& s = *this;
    const bool dark = s.choice == ThemeChoice::Dark || (s.choice == ThemeChoice::System && s.system.isDark());
    s.colours = dark ? darkColours() : lightColours();
    if (s.highContrast.value_or(s.system.wantsHighContrast())) s.colours = withHighContrast(s.colours);
    s.scale = s.presenting ? std::max(s.chosenScale, 1.0) * s.presentationScale() : s.chosenScale;
    if (s.presenting) raiseContrast(s.colours);
    const QColor surface = s.colours.surface;
    if (dark) {
        s.sequential = makeRamp({surface, {0x1F, 0x5F, 0x9E}, {0x4F, 0xB4, 0xE6}, {0xE2, 0xFB, 0xFF}});
        s.fromZeroToBlue = makeRamp({surface, {0x2C, 0x6C, 0xB0}, {0x8C, 0xC8, 0xFF}});
        s.fromZeroToOrange = makeRamp({surface, {0xA8, 0x58, 0x18}, {0xFF, 0xB8, 0x6B}});
    } else {
        s.sequential = makeRamp({surface, {0xA9, 0xCC, 0xF2}, {0x3D, 0x7D, 0xCB}, {0x0A, 0x2A, 0x66}});
        s.fromZeroToBlue = makeRamp({surface, {0x86, 0xB6, 0xE6}, {0x0B, 0x55, 0xA3}});
        s.fromZeroToOrange = makeRamp({surface, {0xF2, 0xAE, 0x72}, {0xB8, 0x4A, 0x00}});
    }
}

// In presentation mode, the window keeps its normal look: only the visible page restyles itself
// (`applyPresentationStyle` in style_sheet.h), which takes about a tenth of the time needed to restyle the whole
// window.
void Theme::apply() {
    State& s = *m_state;
    const bool presenting = std::exchange(s.presenting, false);
    s.recompute();
    // Replacing the style sheet took 1.1 s when measured with all pages of the program, but only a quarter of that if
    // the old sheet was removed first.
    s.styleChanges.begin();
    qApp->setStyleSheet({});
    QApplication::setPalette(paletteFor(s.colours));
    QApplication::setFont(body());
    qApp->setStyleSheet(styleSheetFor(*this));
    s.styleChanges.end();
    s.presenting = presenting;
    if (presenting) s.recompute();
    emit changed();
    s.styleChanges.measureHidden();
}

namespace {

/// A font of this family; letters that it lacks are taken from the font of the current language.
QFont fontOf(const QString& family, const LanguageFonts& fonts, double points) {
    QFont font(fonts.withLanguage(family));
    font.setPointSizeF(points);
    return font;
}

}  // namespace

QFont Theme::body() const {
    return fontOf(m_state->family, m_state->fonts, m_state->bodySize * m_state->scale);
}
QFont Theme::caption() const {
    return fontOf(m_state->family, m_state->fonts, 0.9 * m_state->bodySize * m_state->scale);
}

QFont Theme::section() const {
    QFont font = fontOf(m_state->family, m_state->fonts, 1.25 * m_state->bodySize * m_state->scale);
    font.setWeight(QFont::DemiBold);
    return font;
}

QFont Theme::pageTitle() const {
    QFont font = fontOf(m_state->family, m_state->fonts, 1.6 * m_state->bodySize * m_state->scale);
    font.setWeight(QFont::DemiBold);
    return font;
}

QFont Theme::numbers() const {
#if QT_VERSION >= QT_VERSION_CHECK(6, 7, 0)
    QFont font = body();
    font.setFeature("tnum", 1);
    return font;
#else
    return fontOf(m_state->numberFamily, m_state->fonts, m_state->bodySize * m_state->scale);
#endif
}

QColor Theme::sequential(double t) const {
    return rampAt(m_state->sequential, t);
}

QColor Theme::diverging(double t) const {
    return t < 0 ? rampAt(m_state->fromZeroToBlue, -t) : rampAt(m_state->fromZeroToOrange, t);
}

RunStyle Theme::categoryStyle(int ordinal) const {
    constexpr std::array<int, kRunHues> kOrder = {0, 2, 4, 1, 3, 5, 6, 7};
    return styleOfLook(kOrder[std::size_t(ordinal) % kRunHues] + kRunHues * (ordinal / kRunHues));
}

}  // namespace recscope::ui
