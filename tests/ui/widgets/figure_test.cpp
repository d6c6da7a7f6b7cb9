// SPDX-License-Identifier: GPL-3.0-or-later
// Tests saving figures through their dialog, and the saved files.
#include <QComboBox>
#include <QDialogButtonBox>
#include <QDoubleSpinBox>
#include <QFile>
#include <QFontInfo>
#include <QImage>
#include <QPushButton>
#include <QRegularExpression>
#include <QtTest>
#include <cmath>

#include "core/plan/text_width.h"
#include "ui/plot/plot_marks.h"
#include "ui/plot/plot_view.h"
#include "ui/theme/run_palette.h"
#include "ui/widgets/figure_dialog.h"
#include "ui/widgets/settings.h"
#include "ui_test_support.h"

using namespace recscope::ui;
using namespace recscope::ui::test;

namespace {

QString textOf(const QString& path) {
    QFile file(path);
    return file.open(QIODevice::ReadOnly) ? QString::fromUtf8(file.readAll()) : QString();
}

/// A plot with a reference and `lines` lines. The lines have the styles of different runs; every third is translucent.
std::unique_ptr<PlotView> plotOf(int lines) {
    auto plot = std::make_unique<PlotView>("NDCG@10, validation", "Epoch", "NDCG@10");
    for (int i = 0; i < lines; ++i) {
        const RunStyle style = styleOfLook(i);
        const int line = plot->addLine({.name = QString("Run %1").arg(i),
                                        .colour = style.colour,
                                        .dash = style.dash,
                                        .marker = style.marker,
                                        .opacity = i % 3 == 2 ? 0.5 : 1});
        QVector<double> x, y;
        for (int epoch = 1; epoch <= 6; ++epoch) {
            x << epoch;
            y << 0.02 * i + 0.1 * std::log(epoch + i);
        }
        plot->setPoints(line, x, y);
    }
    plot->marks().setReference("pop", 0.1, "Popularity 0.1000");
    return plot;
}

/// The number in an attribute of the document's root element.
double rootNumber(const QString& svg, const QString& attribute) {
    const QRegularExpression pattern(QStringLiteral("<svg[^>]*\\s%1=\"([0-9.]+)").arg(attribute));
    return pattern.match(svg).captured(1).toDouble();
}

}  // namespace

class FigureTest : public QObject {
    Q_OBJECT

private slots:
    void cleanup() { rememberFigureSettings({}); }

    void theDialogRemembersWhatWasChosen() {
        const TestEnvironment environment(TestEnvironment::Content::Empty);
        {
            FigureDialog dialog;
            test::show(dialog, dialog.sizeHint());
            auto* letters = find<QDoubleSpinBox>(dialog, "figureLetters");
            QVERIFY2(!letters->isEnabled() && !letters->toolTip().isEmpty(), "a tool tip must say why");
            auto* width = find<QComboBox>(dialog, "figureWidth");
            width->setFocus();
            QTest::keyClick(width, Qt::Key_End);
            QCOMPARE(FigureWidth(width->currentData().toInt()), FigureWidth::Points);
            type(find<QDoubleSpinBox>(dialog, "figurePoints"), "300");
            QVERIFY(letters->isEnabled());
            type(letters, "7");
            auto* format = find<QComboBox>(dialog, "figureFormat");
            format->setFocus();
            QTest::keyClick(format, Qt::Key_End);
            auto* colours = find<QComboBox>(dialog, "figureColours");
            colours->setFocus();
            QTest::keyClick(colours, Qt::Key_Down);
            savePicture(dialog, "figure-dialog");
            click(dialog.findChild<QDialogButtonBox*>()->button(QDialogButtonBox::Ok));
        }
        const FigureDialog reopened;
        const FigureSettings chosen = reopened.chosen();
        QCOMPARE(chosen.width, FigureWidth::Points);
        QCOMPARE(chosen.points, 300.0);
        QCOMPARE(chosen.letters, 7.0);
        QCOMPARE(chosen.format, QString("pdf"));
        QCOMPARE(chosen.colours, FigureColours::Map);
        QCOMPARE(chosen.widthInPoints(), 300.0);
    }

    void aSavedFigureHasTheChosenWidthAndLetterSize() {
        const TestEnvironment environment(TestEnvironment::Content::Empty);
        auto plot = plotOf(4);
        test::show(*plot, {800, 500});
        FigureSettings settings;
        settings.width = FigureWidth::Column;
        settings.letters = 8;
        rememberFigureSettings(settings);
        const QString svgPath = environment.path("figure.svg");
        QVERIFY(exportSucceeds(*plot, svgPath));
        const QString svg = textOf(svgPath);
        // The width is in mm; that of a column is 88.9 mm. It may differ by 1 %, because the drawing's resolution is a
        // whole number of dots per inch, about 100.
        QVERIFY2(std::abs(rootNumber(svg, "width") - FigureSettings::kColumn / 72 * 25.4) < 0.01 * 88.9 + 0.5,
                 qPrintable(svg.left(400)));
        const double wide = svg.section("viewBox=\"0 0 ", 1).section(' ', 0, 0).toDouble();
        const double caption = QFontInfo(Theme::instance().caption()).pixelSize();
        const double points = caption * FigureSettings::kColumn / wide;
        QVERIFY2(std::abs(points - 8) < 0.1, qPrintable(QString::number(points)));

        const QString pngPath = environment.path("figure.png");
        QVERIFY(exportSucceeds(*plot, pngPath));
        const QImage image(pngPath);
        QVERIFY2(std::abs(image.width() - FigureSettings::kColumn / 72 * 300) <= 2,
                 qPrintable(QString::number(image.width())));
        QVERIFY(std::abs(image.dotsPerMeterX() - 300 * 39.37) < 2);
        const QString pdfPath = environment.path("figure.pdf");
        QVERIFY(exportSucceeds(*plot, pdfPath));
        const QRegularExpression box("/MediaBox \\[0 0 ([0-9.]+) ");
        QFile pdf(pdfPath);
        QVERIFY(pdf.open(QIODevice::ReadOnly));
        const double page = box.match(QString::fromLatin1(pdf.readAll())).captured(1).toDouble();
        QVERIFY2(std::abs(page - FigureSettings::kColumn) <= 1, qPrintable(QString::number(page)));
        savePicture(*plot, "figure-plot-after");
    }

    // Some renderers, such as ImageMagick's, support only SVG 1.1, in which colours have six digits and opacity is a
    // separate attribute.
    void theColoursOfASavedPlotAreThoseOfSvgOnePointOne_data() {
        QTest::addColumn<int>("lines");
        QTest::addColumn<bool>("dark");
        for (const int lines : {2, 4, 8, 16})
            for (const bool dark : {false, true})
                QTest::addRow("%d lines, %s", lines, dark ? "dark" : "light") << lines << dark;
    }
    void theColoursOfASavedPlotAreThoseOfSvgOnePointOne() {
        QFETCH(int, lines);
        QFETCH(bool, dark);
        const TestEnvironment environment(TestEnvironment::Content::Empty);
        Theme::instance().setChoice(dark ? ThemeChoice::Dark : ThemeChoice::Light);
        auto plot = plotOf(lines);
        test::show(*plot, {800, 500});
        const QString path = environment.path("plot.svg");
        QVERIFY(exportSucceeds(*plot, path));
        const QString svg = textOf(path);
        const QRegularExpression colour("(fill|stroke|stop-color|color)=\"([^\"]*)\"");
        const QRegularExpression allowed("^(none|#[0-9a-fA-F]{6}|url\\(#[A-Za-z0-9_]+\\))$");
        int count = 0;
        for (auto matches = colour.globalMatch(svg); matches.hasNext(); ++count) {
            const QString value = matches.next().captured(2);
            QVERIFY2(allowed.match(value).hasMatch(), qPrintable(value));
        }
        QVERIFY(count > lines);
        for (const char* form : {"rgba(", "hsl(", "currentColor"}) QVERIFY2(!svg.contains(form), form);
        savePicture(*plot, QString("runs-%1-%2").arg(lines).arg(dark ? "dark" : "light"));
        Theme::instance().setChoice(ThemeChoice::Light);
    }

    // core writes reports without fonts, so it assumes a width for each label. The label needs no more in a common
    // font.
    void textOfReportsIsMeasuredNoNarrowerThanItIsDrawn() {
        QFont font("DejaVu Sans");
        if (QFontInfo(font).family() != QLatin1String("DejaVu Sans")) QSKIP("DejaVu Sans is not installed.");
        font.setPixelSize(100);
        font.setHintingPreference(QFont::PreferNoHinting);
        const QFontMetricsF metrics(font);
        for (const char* text : {"BERT4Rec · d 64 · seed 42", "NDCG@10 on test, mean and 95 % interval",
                                 "learning_rate = 0.001", "WWW", "illi", "Größe ± 0.01", "change of HR@10; dashed"}) {
            const double drawn = metrics.horizontalAdvance(QString::fromUtf8(text));
            const double measured = recscope::textWidth(text, 100);
            // Glyphs are placed in steps of 1/64 pixel.
            QVERIFY2(measured >= drawn - 0.02 * double(qstrlen(text)), text);
            QVERIFY2(measured <= 1.15 * drawn, text);
        }
    }
};

QTEST_MAIN(FigureTest)
#include "figure_test.moc"
