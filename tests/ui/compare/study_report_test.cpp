// SPDX-License-Identifier: GPL-3.0-or-later
// Tests the study's figures of attention, which are drawn as in the papers, and the files of its report.
#include <QComboBox>
#include <QDir>
#include <QFileDialog>
#include <QFileInfo>
#include <QLabel>
#include <QPushButton>
#include <QTest>
#include <QToolButton>
#include <QXmlStreamReader>

#include "core/plan/report.h"
#include "core/plan/study_figures.h"
#include "study_fixture.h"
#include "ui/compare/study_attention.h"
#include "ui/widgets/svg_view.h"

using namespace recscope;
using namespace recscope::ui;
using namespace recscope::ui::test;

class StudyReportTest : public StudyFixture {
    Q_OBJECT

private slots:
    void initTestCase() {
        begin();
        openTrainedPlan();
    }
    void cleanupTestCase() { end(); }

    void thePapersFiguresOfAttentionAreDrawnFromAFinishedRun() {
        showTab("Attention");
        auto* figure = find<QComboBox>(*m_page, "attentionFigure");
        auto* run = find<QComboBox>(*m_page, "attentionRun");
        auto* view = find<SvgView>(*m_page, "attentionPicture");
        auto* caption = find<QLabel>(*m_page, "attentionCaption");
        QCOMPARE(run->count(), 4);
        for (const auto& [key, captionStart] :
             {std::pair(Qt::Key_Home, QString("As in SASRec's Figure 4: over all 2,000 training sequences")),
              std::pair(Qt::Key_Down, QString("As in SASRec's Figure 5: attention")),
              std::pair(Qt::Key_Down, QString())}) {
            figure->setFocus();
            QTest::keyClick(figure, key);
            QVERIFY(waitUntil([&] { return study().attention()->drawing().state() == AsyncQueryState::Answered; }));
            QCoreApplication::processEvents();
            savePicture(*m_page, QStringLiteral("study-attention-%1").arg(figure->currentIndex()));
            if (captionStart.isEmpty()) continue;
            QVERIFY2(caption->text().startsWith(captionStart), qPrintable(caption->text()));
            QVERIFY(showsSomething(*view));
        }
        // The model reads only 8 positions and the figure needs 10, so the figure is empty.
        auto* message = find<QLabel>(*m_page, "attentionWords");
        QVERIFY(message->isVisible() && view->isEmpty());
        QVERIFY2(message->text().contains("reads fewer than 10 positions of every user"), qPrintable(message->text()));
        QVERIFY(!find<QToolButton>(*m_page, "attentionSave")->isEnabled());
    }

    void oneClickStopsAnAverageAndTheNextOneRestartsIt() {
        auto* figure = find<QComboBox>(*m_page, "attentionFigure");
        auto* run = find<QComboBox>(*m_page, "attentionRun");
        auto* stop = find<QPushButton>(*m_page, "attentionStop");
        figure->setFocus();
        QTest::keyClick(figure, Qt::Key_Home);
        run->setFocus();
        QTest::keyClick(run, Qt::Key_Down);
        QVERIFY(stop->isVisible());
        QCOMPARE(stop->text(), QString("Stop"));
        click(stop);
        QVERIFY(waitUntil([&] { return study().attention()->drawing().state() == AsyncQueryState::Stopped; }));
        QCOMPARE(find<QLabel>(*m_page, "attentionWords")->text(), QString("The averaging was stopped."));
        QCOMPARE(stop->text(), QString("Draw it"));
        click(stop);
        QVERIFY(waitUntil([&] { return study().attention()->drawing().state() == AsyncQueryState::Answered; }));
        QVERIFY(!stop->isVisible());
        QVERIFY(!find<SvgView>(*m_page, "attentionPicture")->isEmpty());
        for (const char* suffix : {"png", "svg", "pdf"}) {
            const QString path = m_environment->path(QStringLiteral("figure.") + suffix);
            QVERIFY(exportSucceeds(*find<SvgView>(*m_page, "attentionPicture"), path));
            QVERIFY2(QFileInfo(path).size() > 2000, suffix);
        }
        showTab("Numbers");
        settle();
    }

    void aReportDoesNotOverwriteAnEarlierOne() {
        const QString folder = m_environment->path("reports");
        QVERIFY(QDir().mkpath(folder));
        const SavedFiles saved(*m_page);
        QByteArray first;
        for (int attempt = 1; attempt <= 2; ++attempt) {
            whenOpen<QFileDialog>(*m_page, [&](QFileDialog& dialog) { enterFile(dialog, folder); });
            click(find<QPushButton>(*m_page, "studyReport"));
            QVERIFY(waitUntil([&] { return saved.paths.size() == attempt; }));
            if (attempt > 1) continue;
            // The user of the program edits the written file, so the second report must not overwrite it.
            QFile markdown(folder + "/small.md");
            QVERIFY(markdown.open(QIODevice::Append) && markdown.write("my note") > 0);
            markdown.close();
            first = contentOf(folder + "/small.md");
        }
        QVERIFY2(saved.paths[0].endsWith("small.html"), qPrintable(saved.paths[0]));
        QVERIFY2(saved.paths[1].endsWith("small-2.html"), qPrintable(saved.paths[1]));
        QCOMPARE(contentOf(folder + "/small.md"), first);
        QVERIFY(QFileInfo(folder + "/small-2.csv").size() > 0);
        settle();
    }

    void theReportIsWellFormedAndNeedsNoNetwork() {
        QString html;
        QVERIFY(m_environment->work([&](JobContext& context) {
            const Study study = studyOf(context.workspace, planFromJson(kSmallPlan));
            html = QString::fromStdString(
                reportHtml(study, reportFigures(context.workspace, study, context.progress, context.stop)));
        }));
        QXmlStreamReader reader(html.mid(html.indexOf("<html")));
        int tables = 0, pictures = 0, rows = 0;
        while (!reader.atEnd()) {
            if (reader.readNext() != QXmlStreamReader::StartElement) continue;
            const QStringView name = reader.name();
            tables += name == QLatin1String("table");
            pictures += name == QLatin1String("svg");
            rows += name == QLatin1String("tr");
            for (const char* loadsAFile : {"link", "script", "img", "iframe"})
                QVERIFY(name != QLatin1String(loadsAFile));
            QVERIFY(!reader.attributes().hasAttribute("src") && !reader.attributes().hasAttribute("href"));
        }
        QVERIFY2(!reader.hasError(), qPrintable(reader.errorString()));
        // For each of the two protocols, a picture of each of the two metrics and one of the differences. In addition
        // two attention figures of the best run; its model reads too few positions for the third.
        QCOMPARE(pictures, 2 * (2 + 1) + 2);
        QVERIFY(html.contains("As in SASRec&#39;s Figure 4") && html.contains("As in SASRec&#39;s Figure 5"));
        // One table of the sources, and four for each protocol: numbers, validation, keys that differ, all keys.
        QCOMPARE(tables, 1 + 2 * 4);
        QVERIFY2(rows > 2 * (3 + 3 + 3 + 3), qPrintable(QString::number(rows)));
        QVERIFY(html.contains("--set dim=16 --set inner_dim=8 --set max_length=8 --set layers=1 --seed 2"));
    }
};

QTEST_MAIN(StudyReportTest)
#include "study_report_test.moc"
