// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <qcustomplot.h>

#include <functional>

namespace recscope::ui {

/// Ticks of a linear axis with readable labels ("20,000"), at whole numbers if `whole`.
class LinearTicker : public QCPAxisTicker {
public:
    bool whole = false;
    std::function<QString(double)> text;  ///< if set, labels the ticks, which are then at whole numbers
    /// Width in pixels of the widest tick label in a range; in a long range, of a sample of the labels. Pre: `text` is
    /// set.
    int widestText(const QCPRange& range, const QFontMetrics& metrics) const;

protected:
    double getTickStep(const QCPRange& range) override;
    int getSubTickCount(double) override { return 0; }
    QString getTickLabel(double tick, const QLocale& locale, QChar format, int precision) override;
};

/// Ticks of a logarithmic axis, at whole numbers if `whole`: at powers of ten; if fewer than 2.2 decades are in view,
/// also at 2 and 5 times a power of ten; if less than one decade, also at the other multiples.
class LogTicker : public QCPAxisTickerLog {
public:
    bool whole = false;

protected:
    int getSubTickCount(double) override { return 0; }
    QVector<double> createTickVector(double step, const QCPRange& range) override;
    QString getTickLabel(double tick, const QLocale& locale, QChar format, int precision) override;
};

}  // namespace recscope::ui
