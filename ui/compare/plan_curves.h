// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QPointF>
#include <QString>
#include <QWidget>
#include <optional>
#include <vector>

namespace recscope::ui {

/// One run of a plan as a small plot.
struct PlanCurve {
    QString title;                ///< model, swept config values, seed: "SASRec · d 16 · seed 1"
    QString state;                ///< "epoch 3 of 12", "waiting", "best 0.0812 in epoch 9"
    QString toolTip;              ///< HTML: title, name of the stored run, and the whole config
    QString yLabel;               ///< what the y axis shows: "NDCG@10" or "loss"
    std::vector<QPointF> points;  ///< (epoch, value)
    std::optional<QPointF> best;  ///< point of the best epoch, which is marked
    bool isLive = false;          ///< true while the run is being trained
    /// True if the curve has the same y axis as the other curves with its `yLabel`; false for losses, which cannot be
    /// compared between models.
    bool sharesYAxis = true;
};

/// The curves of all runs of a plan as a grid of small plots. The x axes of all plots cover the same epochs; the
/// y axes of plots with the same label, except losses, cover the same values. A click or the arrow keys choose one.
class PlanCurves : public QWidget {
    Q_OBJECT
public:
    explicit PlanCurves(QWidget* parent = nullptr);

    void setCurves(std::vector<PlanCurve> curves);
    const std::vector<PlanCurve>& curves() const { return m_curves; }
    int chosen() const { return m_chosen; }  ///< index of the chosen curve; -1 = none
    void choose(int index);
    QRect cellRect(int index) const;
    /// The area in which a curve is painted.
    QRectF plotRect(int index) const;

    bool hasHeightForWidth() const override { return true; }
    int heightForWidth(int width) const override;
    QSize sizeHint() const override;
    QSize minimumSizeHint() const override;

signals:
    void chosenChanged();

protected:
    bool event(QEvent* event) override;
    void paintEvent(QPaintEvent* event) override;
    void mousePressEvent(QMouseEvent* event) override;
    void keyPressEvent(QKeyEvent* event) override;

private:
    /// Computes the cell width that fits the longest title. Each title is measured once, not on each paint.
    void measureTitles();
    int columnsFor(int width) const;
    int cellHeight() const;
    int cellAt(QPoint point) const;
    double lastEpoch() const;
    /// The smallest and largest value of the y axis of this curve's plot.
    std::pair<double, double> rangeOf(const PlanCurve& curve) const;
    void paintCell(QPainter& painter, int index) const;

    std::vector<PlanCurve> m_curves;
    int m_chosen = -1;
    int m_cellWidth = 0;  ///< pixels; fits the longest title
};

}  // namespace recscope::ui
