// SPDX-License-Identifier: GPL-3.0-or-later
// Switches the language of the window by clicks, both while no model trains and while one does.
#include <QAction>
#include <QComboBox>
#include <QLabel>
#include <QLineEdit>
#include <QMenu>
#include <QPushButton>
#include <QTabWidget>
#include <QTimer>
#include <QToolButton>

#include "core/recommender/registry.h"
#include "core/store/workspace.h"
#include "core/util/language.h"
#include "core/util/message_catalogue.h"
#include "ui/frame/main_window.h"
#include "ui/frame/window_language.h"
#include "ui/plot/plot_view.h"
#include "ui/runs/training_controller.h"
#include "ui/theme/theme.h"
#include "ui/widgets/chapter.h"
#include "ui/widgets/number_text.h"
#include "ui/widgets/settings.h"
#include "ui/widgets/table_text.h"
#include "ui_test_support.h"

using namespace recscope;
using namespace recscope::ui;
using namespace recscope::ui::test;

#include "core/models/transformer/transformer_config.h"

namespace {

/// The translation of an English text into the current language. Aborts the test program if there is none.
QString inLanguage(const char* english) {
    const auto translation = currentMessages() ? currentMessages()->find("", english) : std::nullopt;
    if (!translation) qFatal("'%s' is not translated.", english);
    return QString::fromUtf8(translation->data(), qsizetype(translation->size()));
}

struct Fixture {
    TestEnvironment environment{TestEnvironment::Content::Empty};
    MainWindow window;

    Fixture() {
        const QString path = environment.path("window.recscope");
        putSampleWorkspace(path);
        show(window);
        window.openWorkspace(path, JobRunner::IfMissing::Fail);
        if (!waitUntil([this] { return window.session() && window.session()->catalogue(); }) ||
            !waitUntil([this] { return window.session()->jobs().isIdle(); }))
            qFatal("The workspace was not opened.");
    }
};

TrainRequest longTraining(const Session& session) {
    TrainRequest request;
    request.dataset = session.dataset()->id;
    request.config = defaultConfig("bert4rec");
    transformerOf(request.config).dim = transformerOf(request.config).innerDim = 8;
    transformerOf(request.config).maxLength = 8;
    transformerOf(request.config).layers = 1;
    request.config.training.epochs = 100'000;
    request.device = DeviceChoice::Cpu;
    return request;
}

/// Opens the window's menu, clicks its entry for languages, then the entry of this language.
void chooseLanguage(MainWindow& window, const QString& code) {
    const auto clickEntry = [](QMenu& menu, QAction* action) {
        QTest::mouseMove(&menu, menu.actionGeometry(action).center());
        QTest::mouseClick(&menu, Qt::LeftButton, {}, menu.actionGeometry(action).center());
    };
    bool opened = false, clicked = false;
    QTimer pollTimer;
    QObject::connect(&pollTimer, &QTimer::timeout, [&] {  // a timer, because the button's menu runs its own event loop
        auto* menu = window.findChild<QMenu*>("windowMenu");
        auto* languages = window.findChild<QMenu*>("languageMenu");
        if (languages && languages->isVisible()) {
            pollTimer.stop();
            clicked = true;
            clickEntry(*languages, window.findChild<QAction*>("language-" + code));
        } else if (!opened && menu && menu->isVisible()) {
            opened = true;
            clickEntry(*menu, languages->menuAction());
        }
    });
    pollTimer.start(20);
    click(find<QToolButton>(window, "menuButton"));
    if (!waitUntil([&] { return clicked; })) qFatal("The menu of languages did not open.");
}

}  // namespace

class LanguageTest : public QObject {
    Q_OBJECT

private slots:
    void init() {
        Settings::instance().clear();
        Theme::instance().setChoice(ThemeChoice::Light);
        Theme::instance().setScale(1);
        setWindowLanguage("en");
    }
    void cleanup() { setWindowLanguage("en"); }

    void aTrainingContinuesWhileTheLanguageChanges() {
        Fixture fixture;
        MainWindow& window = fixture.window;
        click(find<QToolButton>(window, "page-train"));
        Session* session = window.session();
        TrainingController& training = trainingOf(*session);
        training.start(longTraining(*session));
        QVERIFY(waitUntil([&] { return training.isTraining() && training.live()->epochs.size() > 2; }));
        const RunId run = training.live()->record.id;
        const std::size_t epochs = training.live()->epochs.size();

        chooseLanguage(window, "it");
        QVERIFY(waitUntil([] { return currentLanguage() == "it"; }));
        QVERIFY(waitUntil([&] { return window.currentPage() == PageId::Train; }));
        QCOMPARE(window.session(), session);
        QVERIFY(inLanguage("Train") != "Train");
        QCOMPARE(find<QToolButton>(window, "page-train")->text(), inLanguage("Train"));
        QVERIFY(find<QToolButton>(window, "page-train")->isChecked());

        QVERIFY(training.isTraining());
        QCOMPARE(training.live()->record.id, run);
        QVERIFY(!training.live()->stopping);
        // After the switch the run's curve still has the earlier points, and it still grows.
        auto* plot = find<PlotView>(window, "ndcgPlot");
        QVERIFY(waitUntil([&] { return training.live()->epochs.size() > epochs + 2; }));
        QVERIFY(waitUntil([&] { return std::size_t(plot->pointCount(0)) >= training.live()->epochs.size() - 1; }));
        const QString strip = find<QLabel>(window, "jobText")->text();
        QVERIFY2(strip.contains(inLanguage("epoch %1 of %2").section('%', 0, 0).trimmed()), qPrintable(strip));
        savePicture(window, "window-italian");
        training.stop();
        QVERIFY(waitUntil([&] { return !training.isBusy(); }));

        // The notice that the training ended is in the new language, too.
        const QString name = QString::fromStdString(session->runById(run)->name);
        const auto noticeText = [&] { return find<QLabel>(window, "trainingText")->text(); };
        QVERIFY(waitUntil([&] { return noticeText().startsWith(name); }));
        const QString italian = noticeText();
        QTest::qWait(500);  // the notice comes before the window has handled the end of the training
        chooseLanguage(window, "de");
        QVERIFY(waitUntil([] { return currentLanguage() == "de"; }));
        QVERIFY(waitUntil([&] { return window.currentPage() == PageId::Train; }));
        QVERIFY(waitUntil([&] { return noticeText().startsWith(name) && noticeText() != italian; }));
    }

    void choicesOnThePagesSurviveTheSwitch() {
        Fixture fixture;
        MainWindow& window = fixture.window;
        click(find<QToolButton>(window, "page-data"));
        find<QTabWidget>(window, "dataTabs")->setCurrentIndex(2);
        click(find<QToolButton>(window, "page-explore"));
        auto* order = find<QComboBox>(window, "userOrder");
        order->setFocus();
        QTest::keyClick(order, Qt::Key_Down);
        QTest::keyClick(order, Qt::Key_Down);
        QCOMPARE(order->currentIndex(), 2);
        chooseLanguage(window, "it");
        QVERIFY(waitUntil([] { return currentLanguage() == "it"; }));
        QVERIFY(waitUntil(
            [&] { return window.currentPage() == PageId::Explore && window.findChild<QTabWidget*>("dataTabs"); }));
        QVERIFY(waitUntil([&] { return find<QComboBox>(window, "userOrder")->currentIndex() == 2; }));
        QCOMPARE(find<QTabWidget>(window, "dataTabs")->currentIndex(), 2);
        QCOMPARE(find<QComboBox>(window, "datasetChoice")->count(), 1);
    }

    void theChoiceIsSavedAndTheSystemLanguageCanBeRestored() {
        Fixture fixture;
        chooseLanguage(fixture.window, "it");
        QVERIFY(waitUntil([] { return currentLanguage() == "it"; }));
        QCOMPARE(languageChoice(), QString("it"));
        chooseLanguage(fixture.window, "");
        QVERIFY(waitUntil([] { return QString::fromStdString(currentLanguage()) == systemLanguage().c_str(); }));
        QCOMPARE(languageChoice(), QString());
    }

    void chaptersAreTranslatedAndKeepTheirKeys() {
        const std::vector<Chapter> english = builtInChapters();
        for (const Language& language : languages()) {
            setWindowLanguage(QString::fromStdString(language.code));
            const std::vector<Chapter> chapters = builtInChapters();
            QCOMPARE(chapters.size(), english.size());
            for (std::size_t i = 0; i < chapters.size(); ++i) {
                QCOMPARE(chapters[i].key, english[i].key);
                QCOMPARE(chapters[i].steps.size(), english[i].steps.size());
                QCOMPARE(chapters[i].question.right, english[i].question.right);
            }
            if (language.code == "it") QVERIFY(chapters.front().title != english.front().title);
        }
    }

    void numbersAndTablesFollowTheLanguage() {
        setWindowLanguage("it");
        QCOMPARE(wholeNumber(1000209), QString("1.000.209"));
        QCOMPARE(metricText(0.15833), QString("0,1583"));
        QCOMPARE(signedMetric(-0.0123), QStringLiteral("\u22120,0123"));
        QCOMPARE(shortNumber(0.5), QString("0,5"));
        const TableHeader header{.titles = {"Name", "Value"}, .numeric = {false, true}, .facts = {}};
        const std::vector<QStringList> rows = {{"Band 1.2", wholeNumber(1234)}, {"a,b", fixedNumber(0.25, 2)}};
        // CSV, which programs read, does not depend on the language.
        QCOMPARE(tableText(TableFormat::Csv, header, rows), QString("Name,Value\nBand 1.2,1234\n\"a,b\",0.25\n"));
        QVERIFY(tableText(TableFormat::Markdown, header, rows).contains("1.234"));
        setWindowLanguage("en");
        QCOMPARE(metricText(0.15833), QString("0.1583"));
    }
};

QTEST_MAIN(LanguageTest)
#include "language_test.moc"
