// SPDX-License-Identifier: GPL-3.0-or-later
// Tests where a plot places the labels of references, marks and the cursor: they must not cover each other or the data.
#include <qcustomplot.h>

#include <cmath>

#include "core/util/random.h"
#include "plot_fixture.h"
#include "ui/plot/label_layout.h"
#include "ui/plot/plot_marks.h"
#include "ui/theme/theme.h"

using namespace recscope::ui;
using namespace recscope::ui::test;

class PlotLabelsTest : public PlotFixture {
    Q_OBJECT

private slots:
    void initTestCase() { prepare(); }

    void referencesAreInViewAndTheMarkStaysInside() {
        PlotView view("NDCG@10", "Epoch", "NDCG@10");
        fill(view, 10);
        view.marks().setReference("best", 0.6, "Best reachable");
        view.marks().setReference("best", 0.5, "Best reachable");
        view.marks().setMarkedPoint(10, 0.1, "best");
        show(view);
        QVERIFY(view.plot()->yAxis->range().contains(0.5));
        int texts = 0;
        for (int i = 0; i < view.plot()->itemCount(); ++i)
            texts += qobject_cast<QCPItemText*>(view.plot()->item(i)) != nullptr;
        QCOMPARE(texts, 2);
    }

    void labelsOfAColumnAreLeftOutRatherThanDrawnOverEachOther() {
        const std::vector<double> ys{0, 5, 10, 15, 20};  // the middles of five labels, which are 5 or 10 pixels high
        const std::vector<std::size_t> downwards{0, 1, 2, 3, 4}, urgentFirst{3, 0, 1, 2, 4};
        QCOMPARE(labelsWithoutOverlap(ys, downwards, 5), std::vector<bool>(5, true));
        QCOMPARE(labelsWithoutOverlap(ys, downwards, 10), (std::vector<bool>{true, false, true, false, true}));
        QCOMPARE(labelsWithoutOverlap(ys, urgentFirst, 10), (std::vector<bool>{true, false, false, true, false}));
    }

    void anAxisLabelIsNotLongerThanItsAxis() {
        const QString name = "NDCG@10 on the validation items of all users";
        PlotView view("NDCG@10", "Epoch", name);
        fill(view, 10);
        show(view);
        QCOMPARE(view.plot()->yAxis->label().isEmpty(), false);
        view.resize(500, 120);
        const auto fits = [&] {
            const QFontMetrics metrics(view.plot()->yAxis->labelFont());
            return metrics.horizontalAdvance(view.plot()->yAxis->label()) <= view.plot()->axisRect()->height();
        };
        QTRY_VERIFY(fits() && view.plot()->yAxis->label() != name);
        const QTemporaryDir folder;
        view.exportTo(folder.filePath("plot.csv"));
        QFile file(folder.filePath("plot.csv"));
        QVERIFY(file.open(QIODevice::ReadOnly));
        QVERIFY(file.readLine().contains(name.toUtf8()));
    }

    void theCsvHasWholeIntervalsIfTheirWhiskersAreCutOnBothSides() {
        PlotView view("NDCG@10", "Group", "NDCG@10");
        const int line = view.addLine({});
        view.setPoints(line, {0, 1}, {0.5, 0.5});
        view.setIntervals(line, {0.75, 0.25}, {.lowest = 0, .highest = 1});
        show(view);
        const QTemporaryDir folder;
        view.exportTo(folder.filePath("plot.csv"));
        QFile file(folder.filePath("plot.csv"));
        QVERIFY(file.open(QIODevice::ReadOnly));
        QCOMPARE(file.readAll(), QByteArray("series,Group,NDCG@10,±\nNDCG@10,0,0.5,0.75\nNDCG@10,1,0.5,0.25\n"));
    }

    void whiskersEndAtTheLimitsOfTheValues() {
        PlotView view("NDCG@10", "Group", "NDCG@10");
        const int line = view.addLine({});
        view.setPoints(line, {0, 1, 2}, {0.01, 0.5, 0.99});
        view.setIntervals(line, {0.05, 0.05, 0.05}, {.lowest = 0, .highest = 1});
        const QCPErrorBars* whiskers = nullptr;
        for (int i = 0; !whiskers && i < view.plot()->plottableCount(); ++i)
            whiskers = qobject_cast<QCPErrorBars*>(view.plot()->plottable(i));
        QVERIFY(whiskers);
        QCOMPARE(whiskers->data()->at(0).errorMinus, 0.01);
        QCOMPARE(whiskers->data()->at(0).errorPlus, 0.05);
        QCOMPARE(whiskers->data()->at(1).errorMinus, 0.05);
        QVERIFY(std::abs(whiskers->data()->at(2).errorPlus - 0.01) < 1e-12);
    }

    void aReferenceIsNamedOnlyWhereItsNameHidesNoCurve() {
        PlotView view("NDCG@10", "Epoch", "NDCG@10");
        const int rising = view.addLine({}), falling = view.addLine({});
        view.setPoints(rising, {1, 10}, {0.1, 0.9});
        view.setPoints(falling, {1, 10}, {0.9, 0.1});
        view.marks().setReference("bigram", 0.5, "Last item (bigram) 0.5000");
        show(view);
        const QCPItemText* name = nullptr;
        for (int i = 0; !name && i < view.plot()->itemCount(); ++i)
            name = qobject_cast<QCPItemText*>(view.plot()->item(i));
        QVERIFY(name);
        view.resize(500, 400);
        QTRY_VERIFY(name->visible());
        view.resize(500, 120);
        QTRY_VERIFY(!name->visible());
    }

    void theMarksLabelStaysAtItsPoint() {
        PlotView view("NDCG@10", "Epoch", "NDCG@10");
        const int line = view.addLine({});
        QVector<double> x, y;
        for (int i = 0; i < 200; ++i) {  // the line crosses all places beside the mark
            x << i;
            y << (i % 2 ? 0.9 : 0.1);
        }
        view.setPoints(line, x, y);
        view.marks().setMarkedPoint(100, 0.5, "best: 0.5000");
        show(view);
        const auto* label = item<QCPItemText>(view);
        QVERIFY(label && label->visible());
        const QPointF point = at(view, 100, 0.5), corner = label->position->pixelPosition();
        const QFontMetrics metrics(Theme::instance().caption());
        const QRectF box(corner, QSizeF(metrics.horizontalAdvance(label->text()) + 4, metrics.height()));
        const double across = std::max({box.left() - point.x(), point.x() - box.right(), 0.0});
        const double down = std::max({box.top() - point.y(), point.y() - box.bottom(), 0.0});
        QVERIFY2(across <= 10 && down <= 10, qPrintable(QString("%1 %2").arg(across).arg(down)));
    }

    void theBestEpochIsNamedInARunOfAnyLength() {
        recscope::Random random({7});
        for (const int epochs : {1, 14, 90, 150, 300})
            for (const QSize size : {QSize(270, 160), QSize(470, 240), QSize(900, 300)}) {
                PlotView view("NDCG@10, validation", "Epoch", "NDCG@10");
                show(view);
                view.resize(size);
                PlotView::Line style;
                style.marker = 4;
                const int line = view.addLine(style);
                QVector<double> x, y;
                int best = 0;
                for (int epoch = 0; epoch < epochs; ++epoch) {
                    x << epoch + 1;
                    y << 0.2 + 0.695 * (1 - std::exp(-0.15 * epoch)) + 0.04 * random.uniform();
                    if (y[epoch] > y[best]) best = epoch;
                }
                view.setPoints(line, x, y);
                view.marks().setReference("best", 0.9285, "Best reachable 0.9285");
                view.marks().setReference("popularity", 0.1134, "Popularity 0.1134");
                view.marks().setMarkedPoint(x[best], y[best], "best epoch: 0.9000");
                QCoreApplication::processEvents();  // the axes follow the data
                QCoreApplication::processEvents();
                const QString where = QString("%1 epochs, %2 wide").arg(epochs).arg(size.width());
                QTRY_VERIFY2(textItem(view, "best epoch: 0.9000")->visible(), qPrintable(where));
                if (size.width() > 300)  // in a narrower plot the two labels do not fit side by side
                    QTRY_VERIFY2(textItem(view, "Best reachable 0.9285")->visible(), qPrintable(where));
            }
    }

    void theBestEpochIsNamedWhereItsPointHasNoFreeSpotAround() {
        recscope::Random random({11});
        PlotView view("NDCG@10, validation", "Epoch", "NDCG@10");
        PlotView::Line style;
        style.marker = 0;
        const int line = view.addLine(style);
        QVector<double> x, y;
        for (int epoch = 1; epoch <= 1500; ++epoch) {
            x << epoch;
            y << random.uniform();
        }
        view.setPoints(line, x, y);
        view.marks().setMarkedPoint(750, 0.5, "best: 0.5000");
        show(view);
        const QCPItemText* name = textItem(view, "best: 0.5000");
        QTRY_VERIFY(name->visible());
        QCOMPARE(name->brush().color(),
                 Theme::instance().colours().surface);  // has a background, because the line passes behind it
    }

    void theCursorLineRunsBehindTheLabel() {
        PlotView view("NDCG@10", "Epoch", "NDCG@10");
        PlotView::Line green;
        green.colour = Qt::darkGreen;
        const int line = view.addLine(green);
        view.setPoints(line, {1, 14}, {0.1, 0.5});
        view.marks().setReference("best", 0.8, "Best reachable 0.8000");
        view.marks().setCursorLine(13.5, "epoch 13");
        show(view);
        const QCPItemText* name = textItem(view, "Best reachable 0.8000");
        QTRY_VERIFY(name->visible());
        const int x = at(view, 13.5, 0.1).x();
        const QRect labelBox = QRectF(name->topLeft->pixelPosition(), name->bottomRight->pixelPosition()).toRect();
        QVERIFY(labelBox.left() < x && x < labelBox.right());  // without a background the line would cross the letters
        const QImage picture = view.plot()->grab().toImage();
        const auto blue = [&](const QRect& part) {
            int pixels = 0;
            for (int row = part.top(); row <= part.bottom(); ++row)
                for (int column = part.left(); column <= part.right(); ++column) {
                    const QColor pixel = picture.pixelColor(column, row);
                    pixels += pixel.blue() - pixel.red() > 40;
                }
            return pixels;
        };
        QVERIFY(blue(QRect(x - 2, labelBox.bottom() + 4, 5, 10)) > 0);
        QCOMPARE(blue(labelBox.adjusted(1, 1, -1, -1)), 0);
    }

    void labelsDoNotOverlapEachOtherPointsOrLines() {
        recscope::Random random({2026});
        int shown = 0, total = 0, covering = 0;
        for (const QSize size : {QSize(270, 150), QSize(500, 300), QSize(1200, 700)}) {
            PlotView view("NDCG@10", "Epoch", "NDCG@10");
            show(view);
            view.resize(size);
            for (int round = 0; round < 40; ++round) {
                view.clear();
                PlotView::Line style;
                style.marker = 0;
                const int line = view.addLine(style);
                const int epochs = 1 + int(random.below(60));
                const double height = 0.02 + 0.2 * random.uniform();
                QVector<double> x, y;
                int best = 0;
                for (int epoch = 0; epoch < epochs; ++epoch) {
                    x << epoch + 1;
                    y << height * (1 - std::exp(-0.2 * epoch)) + 0.02 * random.uniform();
                    if (y[epoch] > y[best]) best = epoch;
                }
                view.setPoints(line, x, y);
                view.marks().setMarkedPoint(x[best], y[best], QString("best epoch: %1").arg(y[best], 0, 'f', 4));
                const double popularity = 0.1 * random.uniform(), bigram = popularity + 0.05 * random.uniform();
                view.marks().setReference("popularity", popularity,
                                          QString("Popularity %1").arg(popularity, 0, 'f', 4));
                view.marks().setReference("bigram", bigram, QString("Last item (bigram) %1").arg(bigram, 0, 'f', 4));
                if (round % 2) view.marks().setReference("best", 0.5, "Best reachable 0.5000");
                QCoreApplication::processEvents();  // the axes follow the data

                const QString where = QString("%1 x %2, round %3").arg(size.width()).arg(size.height()).arg(round);
                const QRectF area = QRectF(view.plot()->axisRect()->rect()).adjusted(-1, -1, 1, 1);
                std::vector<QRectF> labels;
                QRectF markLabel;  // the label of the mark, which must be visible even if no place is free
                QList<double> lines;
                QRectF ring;
                for (int i = 0; i < view.plot()->itemCount(); ++i) {
                    const QCPAbstractItem* item = view.plot()->item(i);
                    if (const auto* text = qobject_cast<const QCPItemText*>(item)) {
                        ++total;
                        if (!text->visible()) continue;
                        labels.emplace_back(text->topLeft->pixelPosition(), text->bottomRight->pixelPosition());
                        if (text->text().startsWith("best epoch")) markLabel = labels.back();
                    } else if (const auto* dashed = qobject_cast<const QCPItemLine*>(item)) {
                        if (dashed->visible()) lines << dashed->start->pixelPosition().y();
                    } else if (const auto* ellipse = qobject_cast<const QCPItemEllipse*>(item)) {
                        ring = QRectF(ellipse->topLeft->pixelPosition(), ellipse->bottomRight->pixelPosition());
                    }
                }
                shown += int(labels.size());
                for (std::size_t i = 0; i < labels.size(); ++i) {
                    QVERIFY2(area.contains(labels[i]), qPrintable(where));
                    QVERIFY2(!labels[i].intersects(ring), qPrintable(where));
                    for (std::size_t j = 0; j < i; ++j) QVERIFY2(!labels[i].intersects(labels[j]), qPrintable(where));
                    const bool overLine = std::any_of(lines.begin(), lines.end(), [&](double height) {
                        return height > labels[i].top() && height < labels[i].bottom();
                    });
                    int points = 0;
                    for (int point = 0; point < epochs; ++point)
                        points += labels[i].contains(QPointF(view.plot()->xAxis->coordToPixel(x[point]),
                                                             view.plot()->yAxis->coordToPixel(y[point])));
                    if (labels[i] == markLabel)
                        covering += size.width() >= 500 && (overLine || points > 0);
                    else
                        QVERIFY2(!overLine && points == 0, qPrintable(where));
                }
            }
        }
        QVERIFY2(shown > total * 3 / 5, qPrintable(QString("%1 of %2").arg(shown).arg(total)));
        // The label of the mark may cover points or lines if no other place is free. This is counted in the 80 rounds
        // at the two larger sizes.
        QVERIFY2(covering <= 4, qPrintable(QString("%1 of 80").arg(covering)));
    }

    void aReferenceWithoutSpaceForItsNameEndsInADiamondAndIsNamedInTheHoverText() {
        PlotView view("NDCG@10", "Epoch", "NDCG@10");
        const int rising = view.addLine({}), falling = view.addLine({});
        view.setPoints(rising, {1, 5, 10}, {0.1, 0.5, 0.9});
        view.setPoints(falling, {1, 5, 10}, {0.9, 0.5, 0.1});
        view.marks().setReference("bigram", 0.5, "Last item (bigram) 0.5000");
        show(view);
        const auto* line = item<QCPItemLine>(view);
        const auto* name = item<QCPItemText>(view);
        view.resize(500, 400);
        QTRY_VERIFY(name->visible());
        QCOMPARE(int(line->head().style()), int(QCPLineEnding::esNone));
        view.resize(300, 120);
        QTRY_VERIFY(!name->visible());
        QCOMPARE(int(line->head().style()), int(QCPLineEnding::esDiamond));
        QTest::mouseMove(view.plot(), at(view, 5, 0.6));
        QTRY_VERIFY2(view.hoverText().contains("Last item (bigram) 0.5000"), qPrintable(view.hoverText()));
    }

    void aMarkOutOfViewHasNoLabel() {
        PlotView view("NDCG@10", "Epoch", "NDCG@10");
        fill(view, 20);
        view.marks().setMarkedPoint(1, 0.01, "best");
        show(view);
        QVERIFY(item<QCPItemText>(view)->visible());
        view.plot()->xAxis->setRange(10, 20);
        view.plot()->replot();
        QVERIFY(!item<QCPItemText>(view)->visible());
    }
};

QTEST_MAIN(PlotLabelsTest)
#include "plot_labels_test.moc"
