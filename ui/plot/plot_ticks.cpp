// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/plot/plot_ticks.h"

#include <cmath>

#include "ui/widgets/number_text.h"

namespace recscope::ui {

namespace {

QString tickText(double tick) {
    const double size = std::abs(tick);
    if (size < 1e-12) return QStringLiteral("0");
    if (size >= 1e7 || size < 1e-4) return shortNumber(tick, 3);
    if (size >= 1000) return wholeNumber(std::llround(tick));
    return shortNumber(tick);
}

}  // namespace

double LinearTicker::getTickStep(const QCPRange& range) {
    if (text) return std::max(1.0, std::ceil(range.size() / tickCount()));  // never more labels than fit
    const double step = QCPAxisTicker::getTickStep(range);
    return onlyWholeNumbers ? std::max(1.0, std::ceil(step - 1e-9)) : step;
}

int LinearTicker::widestText(const QCPRange& range, const QFontMetrics& metrics) const {
    constexpr int kMaxSamples = 40;
    int widest = 0;
    const double step = std::max(1.0, std::ceil(range.size() / kMaxSamples));
    for (double tick = std::ceil(range.lower); tick <= range.upper; tick += step)
        widest = std::max(widest, metrics.horizontalAdvance(text(tick)));
    return widest;
}

QString LinearTicker::getTickLabel(double tick, const QLocale&, QChar, int) {
    return text ? text(tick) : tickText(tick);
}

QVector<double> LogTicker::createTickVector(double step, const QCPRange& range) {
    if (range.lower <= 0) return {};
    const double decades = std::log10(range.upper / range.lower);
    if (decades > 6) return QCPAxisTickerLog::createTickVector(step, range);
    std::vector<double> within{1};
    if (decades < 1) {
        within = {1, 1.5, 2, 3, 4, 5, 6, 7, 8, 9};
    } else if (decades < 2.2) {
        within = {1, 2, 5};
    }
    QVector<double> ticks;
    for (int power = int(std::floor(std::log10(range.lower))); power <= int(std::ceil(std::log10(range.upper)));
         ++power)
        for (double factor : within) {
            const double tick = factor * std::pow(10.0, power);
            if (onlyWholeNumbers && std::abs(tick - std::round(tick)) > 1e-9) continue;
            if (tick >= range.lower * (1 - 1e-9) && tick <= range.upper * (1 + 1e-9)) ticks.append(tick);
        }
    return ticks;
}

QString LogTicker::getTickLabel(double tick, const QLocale&, QChar, int) {
    return tickText(tick);
}

}  // namespace recscope::ui
