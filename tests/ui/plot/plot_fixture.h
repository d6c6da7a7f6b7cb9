// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <qcustomplot.h>

#include <QSettings>
#include <QTemporaryDir>
#include <QtTest>

#include "ui/plot/plot_view.h"
#include "ui_test_support.h"

namespace recscope::ui::test {

/// Base class of tests of plots: helpers that show a plot in a window, operate it and find the items drawn in it.
class PlotFixture : public QObject {
protected:
    /// Adds a line with the points (i, 0.01 i) for i = 1 … `points`.
    static void fill(PlotView& view, int points) {
        PlotView::Line line;
        line.name = QStringLiteral("BERT4Rec 1");
        const int index = view.addLine(line);
        for (int i = 1; i <= points; ++i) view.appendPoint(index, i, 0.01 * i);
    }
    static void show(QWidget& view) {
        view.resize(500, 300);
        view.show();
        QVERIFY(QTest::qWaitForWindowActive(&view));
        QCoreApplication::processEvents();
    }
    /// The pixel of a point that is given in the units of the axes.
    static QPoint at(const PlotView& view, double x, double y) {
        return QPointF(view.plot()->xAxis->coordToPixel(x), view.plot()->yAxis->coordToPixel(y)).toPoint();
    }
    static QPoint middle(const PlotView& view) { return view.plot()->axisRect()->center(); }
    /// Zooms as the user of the program does: a click, then the wheel.
    static void wheel(PlotView& view, int notches = 1) {
        QTest::mouseClick(view.plot(), Qt::LeftButton, {}, middle(view));
        wheelThroughWindow(view.plot(), middle(view), notches);
    }
    static bool isInside(const QCPRange& range, const QCPRange& whole) {
        const double rounding = 1e-9 * whole.size();
        return range.lower >= whole.lower - rounding && range.upper <= whole.upper + rounding;
    }
    /// The first drawn item of this type; null if there is none.
    template <class Item>
    static Item* item(const PlotView& view) {
        for (int i = 0; i < view.plot()->itemCount(); ++i)
            if (auto* match = qobject_cast<Item*>(view.plot()->item(i))) return match;
        return nullptr;
    }

    /// The drawn text that equals `expected`; null if there is none.
    static QCPItemText* textItem(const PlotView& view, const QString& expected) {
        for (int i = 0; i < view.plot()->itemCount(); ++i)
            if (auto* text = qobject_cast<QCPItemText*>(view.plot()->item(i)); text && text->text() == expected)
                return text;
        return nullptr;
    }

    /// Redirects the program's settings to a temporary folder, and has Qt draw dialogs itself.
    void prepare() {
        QCoreApplication::setAttribute(Qt::AA_DontUseNativeDialogs);
        QSettings::setDefaultFormat(QSettings::IniFormat);
        QSettings::setPath(QSettings::IniFormat, QSettings::UserScope, m_settings.path());
        QCoreApplication::setOrganizationName("recscope-test");
    }

private:
    QTemporaryDir m_settings;
};

}  // namespace recscope::ui::test
