// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/learn/guess_list.h"

#include <QHelpEvent>
#include <QPainter>
#include <QToolTip>
#include <algorithm>
#include <cmath>

#include "ui/theme/theme.h"
#include "ui/widgets/animation.h"
#include "ui/widgets/number_text.h"

namespace recscope::ui {

namespace {
constexpr int kLines = 6;                        ///< five guesses, and the true item if it is not among them
constexpr int kMinWidth = 208, kMaxWidth = 320;  ///< design pixels
constexpr double kBarOpacity = 0.22, kBarOpacityDark = 0.5;

double lineHeight() {
    const Theme& theme = Theme::instance();
    return QFontMetricsF(theme.body()).height() + theme.px(space::kUnit);
}

}  // namespace

GuessList::GuessList(QWidget* parent) : QWidget(parent), m_animation(new Animation(this)) {
    setSizePolicy(QSizePolicy::Expanding, QSizePolicy::Fixed);
    setMaximumWidth(Theme::instance().px(kMaxWidth));
    connect(&Theme::instance(), &Theme::changed, this, [this] {
        setMaximumWidth(Theme::instance().px(kMaxWidth));
        updateGeometry();
        update();
    });
}

void GuessList::showGuess(const PositionGuess& guess, const QColor& colour, double fullBar) {
    m_guess = guess;
    m_colour = colour;
    m_fullBar = fullBar;
    QStringList descriptions;
    for (const GuessLine& line : guess.top)
        descriptions << tr("%1 %2%3").arg(line.title, fixedNumber(line.probability, 3),
                                          line.isTruth ? tr(", the true item") : QString());
    setAccessibleName(tr("Guesses for position %1").arg(guess.position + 1));
    setAccessibleDescription(descriptions.join(QStringLiteral("; ")));
    update();
}

void GuessList::animateFrom(const PositionGuess& before) {
    m_before = before;
    m_animation->begin();
}

std::vector<GuessLine> GuessList::lines() const {
    std::vector<GuessLine> lines = m_guess.top;
    if (!lines.empty() && std::none_of(lines.begin(), lines.end(), [](const GuessLine& line) { return line.isTruth; }))
        lines.push_back({tr("%1. %2").arg(wholeNumber(m_guess.truthRank), m_guess.truthTitle), m_guess.truthProbability,
                         /*isTruth=*/true});
    return lines;
}

bool GuessList::event(QEvent* event) {
    if (event->type() != QEvent::ToolTip) return QWidget::event(event);
    const auto* help = static_cast<QHelpEvent*>(event);
    const std::vector<GuessLine> all = lines();
    const auto row = std::size_t(std::max(0.0, help->pos().y() / lineHeight()));
    QString tip;
    if (row < all.size()) {
        tip = QStringLiteral("%1  %2").arg(all[row].title, fixedNumber(all[row].probability, 4));
        if (all[row].isTruth)
            tip += QLatin1Char('\n') + tr("the true item, rank %1").arg(wholeNumber(m_guess.truthRank));
    }
    QToolTip::showText(help->globalPos(), tip, this);
    return true;
}

QSize GuessList::sizeHint() const {
    const Theme& theme = Theme::instance();
    return {theme.px(kMinWidth), int(std::ceil(kLines * lineHeight()))};
}

void GuessList::paintEvent(QPaintEvent*) {
    const Theme& theme = Theme::instance();
    const Colours& colours = theme.colours();
    QPainter painter(this);
    painter.setRenderHint(QPainter::Antialiasing);
    if (m_guess.top.empty()) {
        painter.setFont(theme.caption());
        painter.setPen(colours.muted);
        painter.drawText(rect(), Qt::AlignLeft | Qt::AlignTop | Qt::TextWordWrap,
                         tr("No uncovered card comes before this one, so there is nothing to guess from."));
        return;
    }
    const QFontMetricsF numbers(theme.numbers());
    const double line = lineHeight(), pad = theme.px(6);
    const double number = std::ceil(numbers.horizontalAdvance(QStringLiteral("0.000")));
    const auto shown = [this](const GuessLine& line) {
        double before = line.isTruth ? m_before.truthProbability : 0;
        for (const GuessLine& old : m_before.top)
            if (old.title == line.title) before = old.probability;
        return m_animation->between(before, line.probability);
    };
    const auto draw = [&](int row, const GuessLine& guess) {
        const auto& [title, probability, isTruth] = guess;
        const QRectF lineRect(0.5, row * line + 0.5, width() - 1, line - 3);
        QColor fill = m_colour;
        fill.setAlphaF(float(colours.dark ? kBarOpacityDark : kBarOpacity));
        const double share = m_fullBar > 0 ? std::clamp(shown(guess) / m_fullBar, 0.0, 1.0) : 0;
        painter.setPen(Qt::NoPen);
        painter.setBrush(fill);
        const double longest = lineRect.width() - number - 2 * pad;
        if (share * longest >= 1)
            painter.drawRoundedRect(QRectF(lineRect.left(), lineRect.top(), share * longest, lineRect.height()), 3, 3);
        if (isTruth) {
            painter.setBrush(Qt::NoBrush);
            painter.setPen(QPen(colours.good, 1.5));
            painter.drawRoundedRect(lineRect.adjusted(0.5, 0.5, -0.5, -0.5), 3, 3);
        }
        QFont font = theme.body();
        if (isTruth) font.setWeight(QFont::DemiBold);
        painter.setFont(font);
        painter.setPen(colours.text);
        const double available = lineRect.width() - number - 3 * pad;
        painter.drawText(lineRect.adjusted(pad, 0, 0, 0), Qt::AlignLeft | Qt::AlignVCenter,
                         QFontMetricsF(font).elidedText(title, Qt::ElideMiddle, available));
        painter.setFont(theme.numbers());
        painter.setPen(colours.text);
        painter.drawText(lineRect.adjusted(0, 0, -pad, 0), Qt::AlignRight | Qt::AlignVCenter,
                         fixedNumber(probability, 3));
    };
    const std::vector<GuessLine> all = lines();
    for (int row = 0; row < int(all.size()); ++row) draw(row, all[std::size_t(row)]);
}

}  // namespace recscope::ui
