// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/learn/guess_list.h"

#include <QPainter>
#include <algorithm>
#include <cmath>

#include "ui/theme/theme.h"
#include "ui/widgets/number_text.h"

namespace recscope::ui {

namespace {
constexpr int kLines = 6;                       ///< five guesses and room for a truth further down
constexpr int kNarrowest = 208, kWidest = 320;  ///< design pixels
constexpr double kBarOpacity = 0.22, kBarOpacityDark = 0.5;

double lineHeight() {
    const Theme& theme = Theme::instance();
    return QFontMetricsF(theme.body()).height() + theme.px(space::kUnit);
}

}  // namespace

GuessList::GuessList(QWidget* parent) : QWidget(parent) {
    setSizePolicy(QSizePolicy::Expanding, QSizePolicy::Fixed);
    setMaximumWidth(Theme::instance().px(kWidest));
    connect(&Theme::instance(), &Theme::changed, this, [this] {
        setMaximumWidth(Theme::instance().px(kWidest));
        updateGeometry();
        update();
    });
}

void GuessList::show(const PositionGuess& guess, const QColor& colour, double fullBar) {
    m_guess = guess;
    m_colour = colour;
    m_fullBar = fullBar;
    QStringList said;
    for (const GuessLine& line : guess.top)
        said << tr("%1 %2%3").arg(line.title, QString::number(line.probability, 'f', 3),
                                  line.truth ? tr(", the true item") : QString());
    setAccessibleName(tr("Guesses for position %1").arg(guess.position + 1));
    setAccessibleDescription(said.join(QStringLiteral("; ")));
    setToolTip(guess.top.empty() ? QString()
                                 : tr("True item: %1, rank %2, probability %3")
                                       .arg(guess.truthTitle, wholeNumber(guess.truthRank),
                                            QString::number(guess.truthProbability, 'f', 4)));
    update();
}

QSize GuessList::sizeHint() const {
    const Theme& theme = Theme::instance();
    return {theme.px(kNarrowest), int(std::ceil(kLines * lineHeight()))};
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
                         tr("No uncovered card stands before this one, so there is nothing to guess from."));
        return;
    }
    const QFontMetricsF numbers(theme.numbers());
    const double line = lineHeight(), pad = theme.px(6);
    const double number = std::ceil(numbers.horizontalAdvance(QStringLiteral("0.000")));
    const auto draw = [&](int row, const QString& title, double probability, bool truth) {
        const QRectF position(0.5, row * line + 0.5, width() - 1, line - 3);
        QColor fill = m_colour;
        fill.setAlphaF(float(colours.dark ? kBarOpacityDark : kBarOpacity));
        const double share = m_fullBar > 0 ? std::clamp(probability / m_fullBar, 0.0, 1.0) : 0;
        painter.setPen(Qt::NoPen);
        painter.setBrush(fill);
        const double longest = position.width() - number - 2 * pad;
        if (share * longest >= 1)
            painter.drawRoundedRect(QRectF(position.left(), position.top(), share * longest, position.height()), 3, 3);
        if (truth) {
            painter.setBrush(Qt::NoBrush);
            painter.setPen(QPen(colours.good, 1.5));
            painter.drawRoundedRect(position.adjusted(0.5, 0.5, -0.5, -0.5), 3, 3);
        }
        QFont font = theme.body();
        if (truth) font.setWeight(QFont::DemiBold);
        painter.setFont(font);
        painter.setPen(colours.text);
        const double room = position.width() - number - 3 * pad;
        painter.drawText(position.adjusted(pad, 0, 0, 0), Qt::AlignLeft | Qt::AlignVCenter,
                         QFontMetricsF(font).elidedText(title, Qt::ElideRight, room));
        painter.setFont(theme.numbers());
        painter.setPen(colours.text);
        painter.drawText(position.adjusted(0, 0, -pad, 0), Qt::AlignRight | Qt::AlignVCenter,
                         QString::number(probability, 'f', 3));
    };
    bool found = false;
    for (int row = 0; row < int(m_guess.top.size()); ++row) {
        const GuessLine& guess = m_guess.top[size_t(row)];
        draw(row, guess.title, guess.probability, guess.truth);
        found = found || guess.truth;
    }
    if (!found)
        draw(int(m_guess.top.size()), tr("%1. %2").arg(wholeNumber(m_guess.truthRank), m_guess.truthTitle),
             m_guess.truthProbability, true);
}

}  // namespace recscope::ui
