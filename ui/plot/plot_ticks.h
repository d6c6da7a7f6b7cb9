// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <qcustomplot.h>

#include <functional>

namespace recscope::ui {

/// Ticks of a linear axis with readable labels ("20,000"); whole-numbered if the values are.
class LinearTicker : public QCPAxisTicker {
public:
    bool whole = false;
    std::function<QString(double)> text;  ///< instead of the number, for whole numbers

protected:
    double getTickStep(const QCPRange& range) override;
    int getSubTickCount(double) override { return 0; }
    QString getTickLabel(double tick, const QLocale& locale, QChar format, int precision) override;
};

/// Ticks of a logarithmic axis; falls back to 1-2-5 steps when less than one and a half decades are in view.
class LogTicker : public QCPAxisTickerLog {
public:
    bool whole = false;

protected:
    int getSubTickCount(double) override { return 0; }
    QVector<double> createTickVector(double step, const QCPRange& range) override;
    QString getTickLabel(double tick, const QLocale& locale, QChar format, int precision) override;
};

}  // namespace recscope::ui
