// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/tour.h"

#include <QAbstractItemView>
#include <QApplication>
#include <QComboBox>
#include <QDialog>
#include <QFile>
#include <QLabel>
#include <QListWidget>
#include <QSettings>
#include <QSlider>
#include <QTabWidget>
#include <QTemporaryDir>
#include <QTextStream>
#include <algorithm>

#include "app/tour_guide.h"
#include "core/recommender/model_choice.h"
#include "core/recommender/registry.h"
#include "core/remote/machine_list.h"
#include "ui/attention/attention_map.h"
#include "ui/attention/head_steps_dialog.h"
#include "ui/compare/compare_page.h"
#include "ui/explore/explore_page.h"
#include "ui/explore/tabs/agreement_panel.h"
#include "ui/explore/tabs/heads_panel.h"
#include "ui/frame/main_window.h"
#include "ui/learn/chapter_widget.h"
#include "ui/learn/course.h"
#include "ui/learn/learn_page.h"
#include "ui/learn/live_curves.h"
#include "ui/runs/training_controller.h"
#include "ui/session/session.h"
#include "ui/theme/theme.h"
#include "ui/timeline/timeline_panel.h"
#include "ui/train/adopt_dialog.h"
#include "ui/widgets/step_bar.h"

namespace recscope {

namespace {

/// Shows the tab with this English title. Throws TourFailure if there is none.
void showTab(QTabWidget& tabs, const char* title) {
    for (int tab = 0; tab < tabs.count(); ++tab)
        if (tabs.tabText(tab) == QLatin1String(title)) return tabs.setCurrentIndex(tab);
    throw TourFailure(QStringLiteral("There is no tab named %1.").arg(QLatin1String(title)));
}

constexpr QSize kSize(1440, 900), kSmallSize(1024, 700), kProjector(1280, 720);
constexpr int kTrainingSeconds = 900;
/// The number of epochs to train: enough for meaningful attention, and fewer than the quick preset trains.
const char* const kEpochs = "12";
/// The picture names of the tabs on the Explore page, in order; the first one is also the picture of the page.
const char* const kTabs[] = {"04-explore",       "04-explore-evidence", "04-explore-what-if",
                             "04-explore-heads", "04-explore-items",    "04-explore-timeline"};
constexpr int kPresentedChapter = 2, kPresentedStep = 6;  // indices, from 0; the step shows the weights of one head
constexpr int kRow = 6;  // index of the table row that is clicked to show its user or item

/// The contents of an interaction file as a shop may export it, with column titles, ratings and dates.
const char* const kShopFile =
    "reader,book,stars,date\n"
    "anna,The Lighthouse at Noon,5,2026-01-04\n"
    "anna,Nine Rivers,4,2026-01-19\n"
    "anna,A Winter in Halden,5,2026-02-02\n"
    "bruno,Nine Rivers,3,2026-01-07\n"
    "bruno,The Cartographer's Son,5,2026-01-30\n"
    "bruno,The Lighthouse at Noon,4,2026-03-11\n"
    "chiara,A Winter in Halden,2,2026-01-15\n"
    "chiara,Salt and Copper,4,2026-02-20\n"
    "chiara,Nine Rivers,5,2026-02-28\n"
    "dimitri,Salt and Copper,5,2026-01-02\n"
    "dimitri,The Cartographer's Son,4,2026-02-14\n"
    "dimitri,The Lighthouse at Noon,5,2026-03-01\n";

/// Leads the window through the main tasks, one function per task, and takes the pictures.
class Tour {
public:
    Tour(ui::MainWindow& window, const QString& folder, const QString& workFolder)
        : m_window(window), m_guide(window, folder), m_workFolder(workFolder) {}

    void run() {
        ui::Theme::instance().setMotionTime(0);  // pictures during animations would differ
        open();
        data();
        import();
        pin();
        const auto hasMaps = [](const Capabilities& capabilities) {
            return capabilities.attention == AttentionKind::EveryPosition;
        };
        const std::vector<std::string> models = modelsThat(hasMaps);
        for (const std::string& model : models)
            train(QString::fromStdString(model), /*takesPicture=*/model == models.back());
        timeline();
        adopt();
        machines();
        explore();
        learn();
        compare();
        small();
        otherModels();
        study();
    }

private:
    ui::Session& session() { return *m_window.session(); }

    void waitForIdle(const QString& what, int seconds = 60) {
        m_guide.waitUntil(
            what, [this] { return session().jobs().isIdle(); }, seconds);
    }

    void page(const QString& id) { m_guide.click(QStringLiteral("page-") + id); }

    void open() {
        m_window.openWorkspace(m_workFolder + QStringLiteral("/tour.recscope"), ui::JobRunner::IfMissing::Create);
        m_guide.waitUntil(QStringLiteral("Opening the workspace"), [this] { return m_window.session() != nullptr; });
        m_guide.waitUntil(
            QStringLiteral("Making the sample dataset"), [this] { return session().catalogue() != nullptr; }, 120);
        waitForIdle(QStringLiteral("Reading the sample dataset"));
    }

    void data() {
        page(QStringLiteral("data"));
        m_guide.picture(QStringLiteral("01-data"));
        dataTable(1, QStringLiteral("usersTable"), QStringLiteral("01-data-users"));
        dataTable(2, QStringLiteral("itemsTable"), QStringLiteral("01-data-item"));
        dataTab(0);
        m_guide.click(QStringLiteral("showCatalogue"));
        m_guide.picture(QStringLiteral("01-data-public"));
        m_guide.click(QStringLiteral("closeCatalogue"));
    }

    void dataTab(int index) { m_guide.find<QTabWidget>(QStringLiteral("dataTabs")).setCurrentIndex(index); }

    /// Takes pictures of a table on the Data page and of the details shown by a click on one of its rows.
    void dataTable(int tab, const QString& table, const QString& name) {
        dataTab(tab);
        waitForIdle(QStringLiteral("Reading the table"));
        auto& rows = m_guide.find<QAbstractItemView>(table);
        m_guide.click(*rows.viewport(), rows.visualRect(rows.model()->index(kRow, 0)).center());
        waitForIdle(QStringLiteral("Reading what belongs to the row"));
        m_guide.picture(name);
    }

    void import() {
        QFile file(m_workFolder + QStringLiteral("/bookshop.csv"));
        if (!file.open(QIODevice::WriteOnly) || file.write(kShopFile) < 0) throw TourFailure(file.errorString());
        file.close();
        session().offerImport(file.fileName());
        auto& start = m_guide.find<QWidget>(QStringLiteral("startImport"));
        m_guide.waitUntil(QStringLiteral("Reading the file's beginning"), [&start] { return start.isEnabled(); });
        auto& sizes = m_guide.find<QLabel>(QStringLiteral("importSizes"));
        m_guide.waitUntil(QStringLiteral("Counting what would be kept"),
                          [&sizes] { return sizes.text().contains(QStringLiteral(" · ")); });
        m_guide.picture(QStringLiteral("02-import"));
        const DatasetId sample = session().dataset()->id;
        m_guide.click(QStringLiteral("startImport"));
        m_guide.waitUntil(QStringLiteral("Importing the file"),
                          [&] { return session().dataset() && session().dataset()->id != sample; });
        waitForIdle(QStringLiteral("Showing the imported dataset"));
        m_guide.picture(QStringLiteral("02-import-report"));
        session().chooseDataset(sample);
        dataTab(0);  // the Data page shows the report of an import
        waitForIdle(QStringLiteral("Going back to the sample dataset"));
    }

    /// Trains a model; `takesPicture`: takes a picture of the Train page near the end of the training.
    void train(const QString& model, bool takesPicture) {
        page(QStringLiteral("train"));
        m_guide.click(QStringLiteral("model_") + model);
        if (hasConfigKey(defaultConfig(model.toStdString()), "epochs"))
            m_guide.type(QStringLiteral("epochs"), QString::fromLatin1(kEpochs));
        const std::size_t before = session().runs().size();
        m_guide.click(QStringLiteral("startTraining"));
        const auto epochs = [this] { return session().runs().empty() ? 0 : session().runs().front().epochsDone; };
        const QString what = QStringLiteral("Training %1").arg(model);
        m_guide.waitUntil(
            what, [&] { return session().runs().size() > before; }, kTrainingSeconds);
        if (takesPicture) {
            m_guide.waitUntil(
                what, [&] { return epochs() >= QByteArray(kEpochs).toInt() - 4; }, kTrainingSeconds);
            m_guide.picture(QStringLiteral("03-train"));
        }
        waitForIdle(what, kTrainingSeconds);
        if (!session().runs().front().test) throw TourFailure(what + QStringLiteral(" ended without a test score."));
        m_runs.append(session().runs().front().id);
    }

    /// Pins a user before any training, so that every epoch is in the training timeline.
    void pin() {
        page(QStringLiteral("explore"));
        chooseUser();
        m_guide.click(QStringLiteral("pinUser"));
        waitForIdle(QStringLiteral("Pinning a user"));
        m_guide.picture(QStringLiteral("04-explore-no-run"));
    }

    void chooseUser() {
        waitForIdle(QStringLiteral("Reading the users"));
        auto& users = m_guide.find<QAbstractItemView>(QStringLiteral("users"));
        m_guide.waitUntil(QStringLiteral("Listing the users"), [&] { return users.model()->rowCount() > kRow; });
        m_guide.click(*users.viewport(), users.visualRect(users.model()->index(kRow, 0)).center());
        waitForIdle(QStringLiteral("Showing a user"));
    }

    /// Shows the training timeline of the first run at its middle frame.
    void timeline() {
        session().chooseRun(m_runs.front());
        page(QStringLiteral("train"));
        auto& tabs = m_guide.find<QTabWidget>(QStringLiteral("trainTabs"));
        tabs.setCurrentIndex(1);
        const auto& panel = m_guide.find<ui::TimelinePanel>(QStringLiteral("trainFilm"));
        m_guide.waitUntil(QStringLiteral("Showing the timeline"), [&] { return panel.shownFrame() != nullptr; });
        auto& slider = m_guide.find<QSlider>(QStringLiteral("timelineSlider"));
        slider.setValue(slider.maximum() / 2);
        waitForIdle(QStringLiteral("Showing another frame"));
        if (panel.shownFrame()->epoch == QByteArray(kEpochs).toInt())
            throw TourFailure(QStringLiteral("The timeline did not follow its slider."));
        m_guide.picture(QStringLiteral("03-train-timeline"));
        tabs.setCurrentIndex(0);
    }

    /// Shows the dialog that makes a run from weights trained elsewhere ("adopt"). The file has the tensor names of
    /// another program and only zeros as weights.
    void adopt() {
        const QByteArray header = R"({"attention_layers.0.in_proj_weight":{"dtype":"F32","shape":[6,2],)"
                                  R"("data_offsets":[0,48]},"last_layernorm.weight":{"dtype":"F32","shape":[2],)"
                                  R"("data_offsets":[48,56]}})";
        QByteArray length(8, '\0');  // length of the header, little-endian
        length[0] = char(header.size());
        QFile file(m_workFolder + QStringLiteral("/SASRec.safetensors"));
        if (!file.open(QIODevice::WriteOnly) || file.write(length + header + QByteArray(56, '\0')) < 0)
            throw TourFailure(file.errorString());
        file.close();
        ui::offerWeights(session(), file.fileName(), &m_window);
        m_guide.waitUntil(QStringLiteral("Asking about the weights"), [this] {
            const auto* dialog = m_window.findChild<QDialog*>(QStringLiteral("adoptDialog"));
            return dialog && dialog->isVisible();
        });
        auto& dialog = m_guide.find<QDialog>(QStringLiteral("adoptDialog"));
        m_guide.picture(QStringLiteral("03-train-adopt"), dialog);
        dialog.reject();
    }

    /// Shows the list of other machines; does not contact any of them.
    void machines() {
        for (const char* destination : {"ada@attic", "gpu7.example.org"})
            addMachine(machineListPath(), {.destination = destination});
        page(QStringLiteral("train"));
        m_guide.click(QStringLiteral("editMachines"));
        auto& dialog = m_guide.find<QDialog>(QStringLiteral("machinesDialog"));
        auto& list = m_guide.find<QListWidget>(QStringLiteral("machines"));
        m_guide.waitUntil(QStringLiteral("Reading the list of machines"), [&] { return list.count() == 2; });
        m_guide.picture(QStringLiteral("03-train-machines"), dialog);
        dialog.reject();
    }

    void explore() {
        session().chooseRun(m_runs.front());
        page(QStringLiteral("explore"));
        auto& page = m_guide.find<ui::ExplorePage>(QStringLiteral("explorePage"));
        chooseUser();
        m_guide.waitUntil(QStringLiteral("Explaining a user"),
                          [&] { return page.answer() && page.answer()->explanation; });
        waitForIdle(QStringLiteral("Testing removals"));
        pinStrongest();
        m_guide.picture(QStringLiteral("04-explore"));
        m_guide.click(QStringLiteral("userFilter"));
        m_guide.picture(QStringLiteral("04-explore-filters"));
        m_guide.click(QStringLiteral("userFilter"));
        exploreTabs();
    }

    /// Shows the tabs of the Explore page after the first one, then further views of the first one, for the current
    /// user.
    void exploreTabs() {
        auto& tabs = m_guide.find<QTabWidget>(QStringLiteral("exploreTabs"));
        const auto show = [&](int tab, const char* name) {
            tabs.setCurrentIndex(tab);
            waitForIdle(QStringLiteral("Showing a tab of the Explore page"));
            if (tab == 2) {
                auto& history = m_guide.find<QAbstractItemView>(QStringLiteral("whatIfHistory"));
                const QModelIndex last = history.model()->index(history.model()->rowCount() - 1, 1);
                history.scrollTo(last);
                m_guide.click(*history.viewport(), history.visualRect(last).center());
                m_guide.click(QStringLiteral("whatIfDelete"));
                waitForIdle(QStringLiteral("Computing what-if ranks"));
            } else if (tab == 3) {
                m_guide.find<ui::HeadsPanel>(QStringLiteral("characters")).startStudy();
                waitForIdle(QStringLiteral("Measuring the heads"), 300);
            }
            m_guide.picture(QString::fromLatin1(name));
        };
        for (int tab = 1; tab < tabs.count(); ++tab) show(tab, kTabs[tab]);
        evidenceParts(tabs);
        tabs.setCurrentIndex(0);
        headSteps();
        mapViews();
    }

    /// Shows three more parts of the Evidence tab: the true cause, many users, and the score.
    void evidenceParts(QTabWidget& tabs) {
        tabs.setCurrentIndex(1);
        m_guide.click(QStringLiteral("evidenceCause"));
        waitForIdle(QStringLiteral("Looking at the true cause"));
        m_guide.picture(QStringLiteral("04-explore-evidence-cause"));
        m_guide.click(QStringLiteral("evidenceMany"));
        m_guide.find<ui::AgreementPanel>(QStringLiteral("agreement")).startStudy();
        waitForIdle(QStringLiteral("Comparing attention with removals"), 300);
        m_guide.picture(QStringLiteral("04-explore-evidence-many"));
        m_guide.click(QStringLiteral("evidenceScore"));
        waitForIdle(QStringLiteral("Reading an item's vector"));
        m_guide.picture(QStringLiteral("04-explore-evidence-score"));
        m_guide.click(QStringLiteral("evidenceOne"));
    }

    /// Shows the steps of the current attention head's computation at the pinned position, up to its weights.
    void headSteps() {
        m_guide.click(QStringLiteral("attentionSteps"));
        auto& dialog = m_guide.find<ui::HeadStepsDialog>(QStringLiteral("headSteps"));
        waitForIdle(QStringLiteral("Working out a head"));
        m_guide.find<ui::StepBar>(QStringLiteral("headStepBar")).showStep(ui::HeadStepsView::kWeights);
        m_guide.picture(QStringLiteral("04-explore-steps"), dialog);
        dialog.reject();
    }

    /// Shows how the current head differs from its mean over users and from a head of the other run.
    void mapViews() {
        auto& map = m_guide.find<ui::AttentionMap>(QStringLiteral("map"));
        for (const auto& [view, name] : {std::pair(ui::MapView::MinusAverage, "04-explore-average"),
                                         std::pair(ui::MapView::MinusRun, "04-explore-against-run")}) {
            map.model().setView(view);
            waitForIdle(QStringLiteral("Comparing attention"), 300);
            m_guide.picture(QString::fromLatin1(name));
        }
        map.model().setView(ui::MapView::Head);
    }

    /// Pins the cell with the largest weight in the predicting row of the current head.
    void pinStrongest() {
        auto& map = m_guide.find<ui::AttentionMap>(QStringLiteral("map"));
        const auto answer = m_guide.find<ui::ExplorePage>(QStringLiteral("explorePage")).answer();
        const AttentionMaps& maps = answer->explanation->attention;
        const int last = maps.size - 1;
        int strongest = 0;
        for (int column = 0; column < last; ++column)
            if (maps.at(map.model().choice().head.layer, map.model().choice().head.head, last, column) >
                maps.at(map.model().choice().head.layer, map.model().choice().head.head, last, strongest))
                strongest = column;
        m_guide.click(map, map.cellRect({last, strongest}).center().toPoint());
        if (!map.selection().pinnedCell())
            throw TourFailure(QStringLiteral("The attention map did not take the click."));
    }

    /// Shows every chapter of the Learn page at its beginning and at its end: after all its steps, with its question
    /// answered.
    void learn() {
        page(QStringLiteral("learn"));
        auto& page = m_guide.find<ui::LearnPage>(QStringLiteral("learnPage"));
        m_guide.waitUntil(QStringLiteral("Showing a history"), [&] { return page.course().history() != nullptr; });
        const auto& steps = *page.findChild<ui::StepBar*>();  // a chapter may have no steps
        for (int chapter = 0; chapter < int(page.chapters().size()); ++chapter) {
            page.showChapter(chapter);
            waitForIdle(QStringLiteral("Showing a chapter"));
            const QString name = QStringLiteral("05-learn-%1-%2")
                                     .arg(chapter + 1, 2, 10, QLatin1Char('0'))
                                     .arg(page.chapters()[std::size_t(chapter)].key);
            m_guide.picture(name);
            for (int step = 1; step < steps.count(); ++step) {
                m_guide.click(QStringLiteral("nextStep"));
                trainInTheLesson(*page.widget());
                waitForIdle(QStringLiteral("Showing a step"));
            }
            m_guide.click(QStringLiteral("option0"));
            waitForIdle(QStringLiteral("Showing the answer"));
            m_guide.picture(name + QStringLiteral("-answer"));
        }
        page.showChapter(kPresentedChapter);
        page.setPresenting(true);
        m_window.showNormal();  // an offscreen platform gives full-screen windows an arbitrary size
        m_window.resize(kProjector);
        for (int step = 0; step < kPresentedStep; ++step) m_guide.click(QStringLiteral("nextStep"));
        waitForIdle(QStringLiteral("Presenting"));
        m_guide.picture(QStringLiteral("05-learn-presenter"));
        page.setPresenting(false);
        m_window.resize(kSize);
    }

    /// If the current step of the chapter trains models, trains them to the end, unless they have been trained already.
    void trainInTheLesson(ui::ChapterWidget& chapter) {
        auto* curves = chapter.findChild<ui::LiveCurves*>();
        if (!curves || !curves->isVisible() || curves->isDone()) return;
        auto* train = curves->findChild<QWidget*>(QStringLiteral("trainLive"));
        m_guide.click(*train, train->rect().center());
        m_guide.waitUntil(
            QStringLiteral("Training in the lesson"), [curves] { return curves->isDone() && !curves->isTraining(); },
            kTrainingSeconds);
    }

    void compare() {
        page(QStringLiteral("compare"));
        waitForIdle(QStringLiteral("Comparing the runs"), 120);
        auto& tabs = m_guide.find<QTabWidget>(QStringLiteral("compareTabs"));
        const char* const names[] = {"06-compare-curves", "07-compare-metrics", "08-compare-breakdown",
                                     "09-compare-users", "10-compare-one-user"};
        for (int tab = 0; tab < int(std::size(names)); ++tab) {
            tabs.setCurrentIndex(tab);
            waitForIdle(QStringLiteral("Comparing the runs"), 120);
            m_guide.picture(QString::fromLatin1(names[tab]));
        }
        showTab(tabs, "Patterns");
        waitForIdle(QStringLiteral("Ranking by pattern"), 120);
        m_guide.picture(QStringLiteral("10-compare-patterns"));
    }

    /// Shows the tabs of the Explore page again, with their current content, in the small window.
    void smallExploreTabs() {
        auto& tabs = m_guide.find<QTabWidget>(QStringLiteral("exploreTabs"));
        for (int tab = 1; tab < tabs.count(); ++tab) {
            tabs.setCurrentIndex(tab);
            waitForIdle(QStringLiteral("Showing a tab of the Explore page"));
            m_guide.picture(QString::fromLatin1(kTabs[tab]));
        }
        tabs.setCurrentIndex(0);
    }

    /// Shows the main screens in the smallest supported window.
    void small() {
        m_window.resize(kSmallSize);
        m_guide.setPrefix(QStringLiteral("small-"));
        for (const auto& [id, name] :
             {std::pair("data", "01-data"), std::pair("train", "03-train"), std::pair("explore", "04-explore"),
              std::pair("learn", "05-learn"), std::pair("compare", "06-compare")}) {
            page(QString::fromLatin1(id));
            waitForIdle(QStringLiteral("Showing the %1 page").arg(QLatin1String(id)));
            m_guide.picture(QString::fromLatin1(name));
            if (QLatin1String(id) == QLatin1String("train")) timeline();
            if (QLatin1String(id) == QLatin1String("explore")) smallExploreTabs();
            if (QLatin1String(id) == QLatin1String("compare")) smallCompareTabs();
        }
    }

    /// Shows the tabs of the Compare page that have the most text.
    void smallCompareTabs() {
        auto& tabs = m_guide.find<QTabWidget>(QStringLiteral("compareTabs"));
        for (const auto& [title, name] :
             {std::pair("Metrics", "07-compare-metrics"), std::pair("Breakdown", "08-compare-breakdown"),
              std::pair("One user", "10-compare-one-user"), std::pair("Verdict", "12-compare-verdict")}) {
            showTab(tabs, title);
            waitForIdle(QStringLiteral("Comparing the runs"));
            m_guide.picture(QString::fromLatin1(name));
        }
    }

    /// Trains every model of the registry that has no run yet and shows it on the Explore page.
    void otherModels() {
        m_window.resize(kSize);
        m_guide.setPrefix({});
        for (const ModelInfo& info : modelInfos()) {
            const auto isTrained = [&](const RunRecord& run) { return run.model == info.name; };
            if (std::any_of(session().runs().begin(), session().runs().end(), isTrained)) continue;
            const QString name = QString::fromStdString(info.name);
            train(name, /*takesPicture=*/false);
            m_guide.picture(QStringLiteral("11-train-") + name);
            session().chooseRun(m_runs.back());
            page(QStringLiteral("explore"));
            auto& explore = m_guide.find<ui::ExplorePage>(QStringLiteral("explorePage"));
            m_guide.waitUntil(QStringLiteral("Explaining a user"), [&] {
                const auto answer = explore.answer();
                return answer && answer->request.run && answer->request.run->run == m_runs.back() &&
                       answer->explanation;
            });
            waitForIdle(QStringLiteral("Testing removals"));
            m_guide.picture(QStringLiteral("11-explore-") + name);
        }
        page(QStringLiteral("compare"));
        m_guide.find<QTabWidget>(QStringLiteral("compareTabs")).setCurrentIndex(1);
        waitForIdle(QStringLiteral("Comparing the runs"));
        m_guide.picture(QStringLiteral("12-compare-models"));
        auto& tabs = m_guide.find<QTabWidget>(QStringLiteral("compareTabs"));
        for (const auto& [title, name] :
             {std::pair("Breakdown", "12-compare-segments"), std::pair("Trade-offs", "12-compare-trade-offs"),
              std::pair("Verdict", "12-compare-verdict")}) {
            showTab(tabs, title);
            if (QLatin1String(title) == QLatin1String("Breakdown")) m_guide.click(QStringLiteral("breakdownTable"));
            waitForIdle(QStringLiteral("Comparing the runs"));
            m_guide.picture(QString::fromLatin1(name));
        }
    }

    /// Shows a plan before and after its runs are trained.
    void study() {
        m_guide.click(QStringLiteral("compareStudy"));
        auto& plans = m_guide.find<QComboBox>(QStringLiteral("studyPlan"));
        plans.setCurrentIndex(plans.findData(QStringLiteral("table-3-quick")));
        emit plans.activated(plans.currentIndex());
        waitForIdle(QStringLiteral("Reading a plan"));
        m_guide.picture(QStringLiteral("13-study-planned"));
        m_guide.click(QStringLiteral("studyTrain"));
        m_guide.waitUntil(
            QStringLiteral("Training the runs of a plan"),
            [this] { return session().jobs().isIdle() && !ui::trainingOf(session()).isBusy(); }, 600);
        waitForIdle(QStringLiteral("Reading a plan's runs"));
        m_guide.picture(QStringLiteral("13-study"));
        m_guide.find<QTabWidget>(QStringLiteral("studyTabs")).setCurrentIndex(2);
        waitForIdle(QStringLiteral("Comparing the rows of a study"));
        m_guide.picture(QStringLiteral("13-study-in-words"));
    }

    ui::MainWindow& m_window;
    TourGuide m_guide;
    QString m_workFolder;
    QList<RunId> m_runs;
};

}  // namespace

int runTour(const QString& folder) {
    QTextStream errors(stderr);
    // The tour uses its own workspace and settings, so that those of the user stay untouched.
    const QTemporaryDir work;
    if (!work.isValid()) {
        errors << work.errorString() << Qt::endl;
        return 1;
    }
    QSettings::setDefaultFormat(QSettings::IniFormat);
    QSettings::setPath(QSettings::IniFormat, QSettings::UserScope, work.path());
    qputenv("XDG_CONFIG_HOME", work.path().toUtf8());
    try {
        ui::MainWindow window;
        ui::Theme::instance().setChoice(ui::ThemeChoice::Light);
        window.resize(kSize);
        window.show();
        Tour(window, folder, work.path()).run();
    } catch (const TourFailure& failure) {
        errors << "The tour stopped: " << failure.what() << Qt::endl;
        return 1;
    }
    QTextStream(stdout) << "The tour's pictures are in " << folder << Qt::endl;
    return 0;
}

}  // namespace recscope
