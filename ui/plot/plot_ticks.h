// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <qcustomplot.h>

#include <functional>

namespace recscope::ui {

/// Ticks of a linear axis with readable labels, e.g. "20,000".
class LinearTicker : public QCPAxisTicker {
public:
    bool onlyWholeNumbers = false;
    std::function<QString(double)> text;  ///< if set, returns the labels of the ticks, which are then at whole numbers
    /// Width in pixels of the widest tick label in a range; in a long range, only a sample of the labels is measured.
    /// Precondition: `text` is set.
    int widestText(const QCPRange& range, const QFontMetrics& metrics) const;

protected:
    double getTickStep(const QCPRange& range) override;
    int getSubTickCount(double) override { return 0; }
    QString getTickLabel(double tick, const QLocale& locale, QChar format, int precision) override;
};

/// Ticks of a logarithmic axis: at powers of ten; if fewer than 2.2 decades are in view, also at 2 and 5 times a power
/// of ten; if less than one decade is in view, also at 1.5 and the other whole multiples.
class LogTicker : public QCPAxisTickerLog {
public:
    bool onlyWholeNumbers = false;

protected:
    int getSubTickCount(double) override { return 0; }
    QVector<double> createTickVector(double step, const QCPRange& range) override;
    QString getTickLabel(double tick, const QLocale& locale, QChar format, int precision) override;
};

}  // namespace recscope::ui
