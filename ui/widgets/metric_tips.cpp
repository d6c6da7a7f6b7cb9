// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/widgets/metric_tips.h"

#include <QAbstractButton>
#include <QApplication>
#include <QComboBox>
#include <QHeaderView>
#include <QHelpEvent>
#include <QLabel>
#include <QPointer>
#include <QTextDocument>
#include <QToolTip>

#include "core/metrics/metric_explanation.h"

namespace recscope::ui {

namespace {

constexpr int kTitleLines = 2;  // height of a plot's title, in lines of text at the plot's upper edge

/// The text shown at a position, and the widget's own tooltip there.
struct Place {
    QString text, tip;
};

Place placeAt(const QWidget& widget, const QPoint& at) {
    if (const auto* header = qobject_cast<const QHeaderView*>(widget.parentWidget());
        header && header->model() && header->viewport() == &widget) {
        const int section = header->logicalIndexAt(at);
        if (section < 0) return {};
        const auto data = [&](int role) {
            return header->model()->headerData(section, header->orientation(), role).toString();
        };
        return {data(Qt::DisplayRole), data(Qt::ToolTipRole)};
    }
    if (const auto* label = qobject_cast<const QLabel*>(&widget)) return {label->text(), label->toolTip()};
    if (const auto* button = qobject_cast<const QAbstractButton*>(&widget)) return {button->text(), button->toolTip()};
    if (const auto* box = qobject_cast<const QComboBox*>(&widget)) {
        const QString chosen = box->currentData(Qt::ToolTipRole).toString();
        return {box->currentText(), chosen.isEmpty() ? box->toolTip() : chosen};
    }
    // A plot paints its title itself; its parent reports the title as accessible name. Below the title, the points have
    // their own tooltips.
    const QWidget* above = widget.parentWidget();
    if (widget.inherits("QCustomPlot") && above && at.y() < kTitleLines * widget.fontMetrics().height())
        return {above->accessibleName(), above->toolTip()};
    return {};
}

class MetricTips : public QObject {
public:
    using QObject::QObject;

    bool eventFilter(QObject* watched, QEvent* event) override {
        if (event->type() != QEvent::ToolTip || !watched->isWidgetType()) return false;
        auto* const widget = static_cast<QWidget*>(watched);
        const auto& help = static_cast<const QHelpEvent&>(*event);
        const QString tip = metricTipAt(*widget, help.pos());
        if (tip.isEmpty()) return false;
        // QToolTip wraps only rich text.
        QToolTip::showText(help.globalPos(),
                           Qt::mightBeRichText(tip) ? tip : Qt::convertFromPlainText(tip, Qt::WhiteSpaceNormal),
                           widget);
        return true;
    }
};

}  // namespace

QString metricExplanations(const QString& text) {
    QStringList paragraphs;
    for (const std::string& name : metricsNamedIn(text.toStdString()))
        paragraphs << QString::fromStdString(explainMetric(name));
    return paragraphs.join(QStringLiteral("\n\n"));
}

QString metricTipAt(const QWidget& widget, const QPoint& at) {
    const auto [text, tip] = placeAt(widget, at);
    const QString explained = metricExplanations(text);
    if (explained.isEmpty() || tip.isEmpty() || tip == explained) return explained;
    if (tip.startsWith(QLatin1Char('<')))  // rich text
        return tip + QStringLiteral("<p>%1</p>")
                         .arg(explained.toHtmlEscaped().replace(QLatin1String("\n\n"), QLatin1String("</p><p>")));
    return tip + QStringLiteral("\n\n") + explained;
}

void explainMetrics() {
    static QPointer<MetricTips> tips;
    if (tips) return;
    tips = new MetricTips(qApp);
    qApp->installEventFilter(tips);
}

}  // namespace recscope::ui
