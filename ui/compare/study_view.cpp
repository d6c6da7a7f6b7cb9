// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/compare/study_view.h"

#include <QComboBox>
#include <QFileDialog>
#include <QFileInfo>
#include <QHeaderView>
#include <QLabel>
#include <QPushButton>
#include <QSaveFile>
#include <QScrollArea>
#include <QStackedWidget>
#include <QTabWidget>
#include <algorithm>
#include <utility>

#include "core/plan/report.h"
#include "core/plan/study_figures.h"
#include "core/recommender/registry.h"
#include "ui/compare/plan_dialog.h"
#include "ui/compare/study_attention.h"
#include "ui/compare/study_curves.h"
#include "ui/runs/training_controller.h"
#include "ui/session/config_words.h"
#include "ui/session/session.h"
#include "ui/widgets/arrange.h"
#include "ui/widgets/cell_table.h"
#include "ui/widgets/empty_state.h"
#include "ui/widgets/number_text.h"
#include "ui/widgets/saving.h"
#include "ui/widgets/svg_view.h"

namespace recscope::ui {

namespace {

constexpr int kRowsSeen = 8;
const QString kNew = QStringLiteral("?new"), kOpen = QStringLiteral("?open");  ///< instead of a plan's name

Plan planOf(const QString& file, const QString& dataset) {
    Plan plan = findPlan(file.toStdString());
    if (!dataset.isEmpty()) plan.datasets = {dataset.toStdString()};
    return plan;
}

/// A row's runs by name, and what its config is.
QString aboutRow(const StudyRow& row) {
    QString about = QStringLiteral("<p><b>%1</b></p>").arg(QString::fromStdString(row.title).toHtmlEscaped());
    if (row.runs.empty()) return about + QStringLiteral("<p>%1</p>").arg(StudyView::tr("No run is finished yet"));
    QStringList names;
    for (const RunRecord& run : row.runs) names << QString::fromStdString(run.name).toHtmlEscaped();
    about += QStringLiteral("<p>%1</p>").arg(names.join(QStringLiteral("<br>")));
    const auto config = readableConfig(row.runs.front().config);
    return config ? about + configAsHtml(*config) : about;
}

QComboBox* choice(const char* name, const QString& about) {
    auto* box = new QComboBox;
    box->setObjectName(QString::fromLatin1(name));
    box->setAccessibleName(about);
    box->setToolTip(about);
    return box;
}

}  // namespace

StudyView::StudyView(Session& session, QWidget* parent)
    : QWidget(parent),
      m_session(session),
      m_reading(session.jobs(), {.title = tr("Reading the runs of a plan"), .lane = Lane::Import},
                [](JobContext& context, const StudyOf& of) {
                    const Plan plan = planOf(of.file, of.dataset);
                    Answer answer;
                    answer.runs = plannedRuns(context.workspace, plan);
                    rankPlan(context.workspace, plan, answer.runs, context.progress, context.stop);
                    answer.states = planStates(context.workspace, answer.runs);
                    answer.study = studyOf(context.workspace, plan, context.stop);
                    return answer;
                }),
      m_estimating(session.jobs(), {.title = tr("Measuring how long a plan takes"), .lane = Lane::Import},
                   [](JobContext& context, const StudyOf& of) {
                       const Plan plan = planOf(of.file, of.dataset);
                       const std::vector<PlannedRun> runs = plannedRuns(context.workspace, plan);
                       const std::vector<PlannedState> states = planStates(context.workspace, runs);
                       return estimatePlan(context.workspace, plan, runs, states, context.progress, context.stop);
                   }),
      m_plan(choice("studyPlan", tr("What the runs are for"))),
      m_dataset(choice("studyDataset", tr("The data of the runs"))),
      m_part(choice("studyPart", tr("Dataset and protocol of the numbers below"))),
      m_train(new QPushButton),
      m_report(new QPushButton(tr("Report…"))),
      m_source(captionLabel(QStringLiteral("studySource"))),
      m_state(mutedLabel()),
      m_caption(captionLabel(QStringLiteral("studyCaption"))),
      m_body(new QStackedWidget),
      m_tabs(new QTabWidget),
      m_curves(new StudyCurves(session)),
      m_attention(new StudyAttention(session)),
      m_empty(new EmptyState),
      m_picture(new SvgView),
      m_table(new CellTable(QStringLiteral("study"), tr("Reached and printed values"), {}, 0)) {
    setObjectName(QStringLiteral("studyView"));
    m_table->setExportName(tr("study"));
    m_empty->setObjectName(QStringLiteral("studyEmpty"));
    m_picture->setObjectName(QStringLiteral("studyPicture"));
    m_state->setObjectName(QStringLiteral("studyState"));
    m_tabs->setObjectName(QStringLiteral("studyTabs"));
    m_tabs->setDocumentMode(true);
    addTabs(*m_tabs, {{boxed(column({grow(m_table, 2), grow(scrolled(m_picture), 3), m_caption}, space::kBetween)),
                       tr("Numbers"), tr("Reached and printed values, and what they say")},
                      {m_curves, tr("Runs"), tr("How each run of the plan went, goes, or waits")},
                      {m_attention, tr("Attention"), tr("The papers' pictures of attention, of any finished run")}});
    m_body->addWidget(m_tabs);
    m_body->addWidget(m_empty);
    arrange(this, column({makeControls(), m_source, grow(m_body)}));

    m_reading.waitFor(*this);
    m_estimating.waitFor(*this);
    connect(&m_reading, &AnyQuestion::changed, this, &StudyView::take);
    connect(&m_estimating, &AnyQuestion::changed, this, &StudyView::describe);
    connect(&session, &Session::datasetsChanged, this, &StudyView::fillDatasets);
    connect(m_tabs, &QTabWidget::currentChanged, this, &StudyView::describe);
    connect(&session, &Session::runsChanged, this, &StudyView::takeRuns);
    TrainingController& training = trainingOf(session);
    connect(&training, &TrainingController::queueChanged, this, &StudyView::describe);
    connect(&training, &TrainingController::runFinished, this, [this] { m_reading.askAnew(chosen()); });
    connect(&Theme::instance(), &Theme::changed, this, &StudyView::showTable);
    connect(m_table, &TableView::told, &session, [&session](const QString& sentence) { session.tell(sentence); });
    connect(m_empty, &EmptyState::actionWanted, this, [this] { emit m_session.pageWanted(QStringLiteral("data")); });
    fillDatasets();
    ask();
}

QWidget* StudyView::makeControls() {
    for (const Plan& plan : readyPlans())
        m_plan->addItem(QString::fromStdString(plan.title), QString::fromStdString(plan.name));
    m_plan->addItem(tr("New plan…"), kNew);
    m_plan->addItem(tr("Open a plan…"), kOpen);
    m_plan->setCurrentIndex(std::max(0, m_plan->findData(QStringLiteral("table-2-quick"))));
    m_plan->setSizeAdjustPolicy(QComboBox::AdjustToMinimumContentsLengthWithIcon);
    m_plan->setMinimumContentsLength(30);
    m_part->setSizeAdjustPolicy(QComboBox::AdjustToContents);
    m_train->setObjectName(QStringLiteral("studyTrain"));
    m_train->setToolTip(
        tr("Puts the runs that are missing into the queue of Train: there they can be reordered, paused "
           "and dropped"));
    m_report->setObjectName(QStringLiteral("studyReport"));
    m_report->setToolTip(tr("Writes this study as HTML, Markdown, LaTeX and CSV into a folder"));
    connect(m_plan, &QComboBox::activated, this, [this](int index) {
        const QString chosen = m_plan->itemData(index).toString();
        if (chosen != kNew && chosen != kOpen) return ask();
        const QString file = chosen == kNew
                                 ? writePlan()
                                 : QFileDialog::getOpenFileName(this, tr("Open a plan"), {}, tr("Plans (*.json)"));
        if (!file.isEmpty()) return openPlan(file);
        m_plan->setCurrentIndex(m_reading.asked() ? std::max(0, m_plan->findData(m_reading.asked()->file)) : 0);
    });
    connect(m_dataset, &QComboBox::activated, this, &StudyView::ask);
    connect(m_part, &QComboBox::currentIndexChanged, this, &StudyView::showTable);
    connect(m_train, &QPushButton::clicked, this, &StudyView::trainMissing);
    connect(m_report, &QPushButton::clicked, this, &StudyView::saveReport);
    return boxed(column({row({mutedLabel(tr("Plan")), grow(m_plan), mutedLabel(tr("on")), m_dataset}),
                         row({m_part, grow(m_state), m_train, m_report})}));
}

void StudyView::fillDatasets() {
    const QString before = m_dataset->currentData().toString();
    m_dataset->clear();
    m_dataset->addItem(tr("the plan's own data"), QString());
    for (const DatasetInfo& dataset : m_session.datasets())
        m_dataset->addItem(QString::fromStdString(dataset.name), QString::fromStdString(dataset.name));
    m_dataset->setCurrentIndex(std::max(0, m_dataset->findData(before)));
    if (m_reading.asked()) m_reading.askAnew(chosen());
}

void StudyView::openPlan(const QString& file) {
    int index = m_plan->findData(file);
    if (index < 0) {
        index = m_plan->findData(kNew);
        m_plan->insertItem(index, QFileInfo(file).completeBaseName(), file);
    }
    m_plan->setCurrentIndex(index);
    ask();
}

/// Every epoch of a training changes the list; only ends, other names and removals change a study.
void StudyView::takeRuns() {
    std::vector<std::tuple<RunId, RunState, std::string>> ended;
    for (const RunRecord& run : m_session.runs())
        if (run.state != RunState::Running) ended.emplace_back(run.id, run.state, run.name);
    if (std::exchange(m_ended, ended) == ended && m_reading.asked() && m_reading.state() != QuestionState::Failed)
        return;
    m_reading.askAnew(chosen());
}

/// By ticking values; where it was saved, or nothing.
QString StudyView::writePlan() {
    const auto dataset = m_session.dataset();
    if (!dataset) return {};
    PlanDialog dialog(*dataset, this);
    if (dialog.exec() != QDialog::Accepted || !dialog.plan()) return {};
    QString file = QFileDialog::getSaveFileName(this, tr("Save the plan"),
                                                QString::fromStdString(dialog.plan()->name) + QStringLiteral(".json"),
                                                tr("Plans (*.json)"));
    if (file.isEmpty()) return {};
    if (!file.endsWith(QLatin1String(".json"))) file += QLatin1String(".json");
    QSaveFile saved(file);
    const QByteArray text = QByteArray::fromStdString(planToJson(*dialog.plan()));
    if (saved.open(QIODevice::WriteOnly) && saved.write(text) == text.size() && saved.commit()) return file;
    announceNotSaved(this, file, saved.errorString());
    return {};
}

StudyView::StudyOf StudyView::chosen() const {
    return {m_plan->currentData().toString(), m_dataset->currentData().toString()};
}

void StudyView::ask() {
    m_shown.reset();
    m_estimating.withdraw();
    m_part->clear();
    m_reading.askAnew(chosen());
    take();
}

void StudyView::take() {
    if (const auto answer = m_reading.answer()) {
        m_shown = answer;
        m_curves->setRuns(answer->study.plan, answer->runs, answer->states);
        m_attention->setRuns(runsWithAttention(answer->study));
        m_plan->setItemText(m_plan->currentIndex(), QString::fromStdString(answer->study.plan.title));
        const int part = m_part->currentIndex();
        const QSignalBlocker quiet(m_part);
        m_part->clear();
        for (const StudyTable& table : answer->study.tables)
            m_part->addItem(tr("%1, protocol %2")
                                .arg(QString::fromStdString(table.dataset.name),
                                     QString::fromStdString(protocolTitle(table.protocol))));
        m_part->setCurrentIndex(std::clamp(part, 0, m_part->count() - 1));
        estimate();
    }
    if (m_reading.state() == QuestionState::Failed) m_shown.reset();
    m_body->setCurrentIndex(m_shown ? 0 : 1);
    if (!m_shown) {
        const bool failed = m_reading.state() == QuestionState::Failed;
        m_empty->setTexts(failed ? tr("This plan cannot be shown here") : tr("Study"),
                          failed ? m_reading.wholeFailure() + QLatin1Char(' ') +
                                       tr("Choose other data at the right, or load the plan's.")
                                 : tr("Reading the runs of the plan…"),
                          failed ? tr("Go to Data") : QString());
    }
    showTable();
    describe();
}

std::size_t StudyView::missing() const {
    if (!m_shown) return 0;
    return std::size_t(std::count_if(m_shown->states.begin(), m_shown->states.end(),
                                     [](const PlannedState& state) { return !state.isFinished(); }));
}

/// Of these, those that train now or are in the queue.
std::size_t StudyView::waiting() const {
    const TrainingController& training = trainingOf(m_session);
    std::size_t count = 0;
    for (std::size_t i = 0; m_shown && i < m_shown->runs.size(); ++i)
        count += !m_shown->states[i].isFinished() &&
                 training.sameAs(m_shown->runs[i].dataset, m_shown->runs[i].config) != nullptr;
    return count;
}

/// Some were left in the queue by an earlier start, which waits to be resumed.
bool StudyView::isHeld() const {
    const std::vector<QueuedRun>& held = trainingOf(m_session).interrupted();
    return m_shown && std::any_of(held.begin(), held.end(), [this](const QueuedRun& run) {
               return std::any_of(m_shown->runs.begin(), m_shown->runs.end(), [&run](const PlannedRun& planned) {
                   return planned.dataset == run.request.dataset && planned.config == run.request.config;
               });
           });
}

void StudyView::estimate() {
    // Beside a training it would measure too much.
    if (missing() > 0 && m_estimating.asked() != chosen() && !trainingOf(m_session).isBusy())
        m_estimating.askAnew(chosen());
}

void StudyView::describe() {
    const std::size_t left = missing();
    m_report->setEnabled(m_shown && m_shown->study.runsFinished > 0);
    const std::size_t waits = waiting(), idle = left - waits;
    m_train->setEnabled(idle > 0 || (left > 0 && isHeld()));
    m_train->setText(!m_shown   ? tr("Train")
                     : idle > 0 ? (idle == 1 ? tr("Train 1 run") : tr("Train %1 runs").arg(idle))
                     : isHeld() ? tr("Resume the queue")
                     : left > 0 ? tr("All in the queue")
                                : tr("All trained"));
    m_part->setVisible(m_shown != nullptr && m_tabs->currentIndex() == 0);
    m_source->setVisible(m_shown && !m_shown->study.plan.source.empty());
    m_source->setText(m_shown ? QString::fromStdString(m_shown->study.plan.source) : QString());
    if (!m_shown) return m_state->clear();
    const Study& study = m_shown->study;
    QStringList parts{tr("%1 of %2 runs finished").arg(study.runsFinished).arg(study.runsPlanned)};
    if (!study.failed.empty()) parts << tr("%1 failed").arg(study.failed.size());
    if (waits > 0) parts << tr("%1 under way or waiting").arg(waits);
    if (left > 0 && m_estimating.isOpen()) parts << tr("measuring the time…");
    if (const auto seconds = m_estimating.answer(); seconds && left > 0) {
        double sum = 0;
        for (const std::optional<double>& one : *seconds) sum += one.value_or(0);
        parts << tr("all of it at most %1 on this CPU").arg(durationText(sum));
        if (const auto unknown = std::count(seconds->begin(), seconds->end(), std::nullopt); unknown > 0)
            parts << tr("%1 could not be measured").arg(unknown);
    }
    m_state->setText(parts.join(QStringLiteral(" · ")));
}

void StudyView::showTable() {
    const int part = m_part->currentIndex();
    if (!m_shown || part < 0 || part >= int(m_shown->study.tables.size())) return;
    const Study& study = m_shown->study;
    const StudyTable& table = study.tables[std::size_t(part)];
    const ReportTable text = reportTables(study)[std::size_t(part)];
    std::vector<CellColumn> columns;
    for (std::size_t i = 0; i < text.columns.size(); ++i) {
        QString title = QString::fromStdString(text.columns[i]);
        if (i == 0) title = tr("Runs");
        columns.push_back({title, {}, bool(text.isNumber[i])});
    }
    m_table->setColumns(columns);
    for (std::size_t row = 0; row < text.rows.size(); ++row) {
        std::vector<Cell> cells;
        for (const std::string& cell : text.rows[row]) cells.emplace_back(QString::fromStdString(cell));
        cells.front().tip = aboutRow(table.rows[row]);
        m_table->addRow(cells);
    }
    m_table->fitColumns();
    // A short table is as high as its rows; what is left is the picture's.
    const int rows = std::min(m_table->rowCount(), kRowsSeen);
    const int height = m_table->horizontalHeader()->sizeHint().height() +
                       rows * m_table->verticalHeader()->defaultSectionSize() + 2 * m_table->frameWidth();
    m_table->setMinimumHeight(height);
    m_table->setMaximumHeight(rows == m_table->rowCount() ? height : QWIDGETSIZE_MAX);
    m_table->setFacts({{tr("Plan"), QString::fromStdString(study.plan.title)},
                       {tr("Protocol"), QString::fromStdString(table.protocol.sentence())}});
    m_caption->setText(QString::fromStdString(text.caption));
    m_picture->setDocument(QByteArray::fromStdString(studySvg(study.plan, table, looksOfTheTheme())),
                           QString::fromStdString(study.plan.title + ": " + text.title));
}

/// One after the other, in the plan's order; what was interrupted goes on.
void StudyView::trainMissing() {
    if (!m_shown) return;
    TrainingController& training = trainingOf(m_session);
    if (waiting() == missing()) return training.resumeInterrupted();
    std::vector<TrainRequest> requests;
    std::vector<std::string> names;
    for (std::size_t i = 0; i < m_shown->runs.size(); ++i) {
        const PlannedState& state = m_shown->states[i];
        if (state.isFinished()) continue;
        if (state.isInterrupted() && !training.isBusy(state.run->id)) {
            training.resume(*state.run, DeviceChoice::Auto);
            continue;
        }
        TrainRequest& request = requests.emplace_back();
        request.dataset = m_shown->runs[i].dataset;
        request.config = m_shown->runs[i].config;
        names.push_back(m_shown->runs[i].title(m_shown->study.plan));
    }
    training.start(requests, names);
    describe();
}

void StudyView::saveReport() {
    if (!m_shown) return;
    const QString folder = QFileDialog::getExistingDirectory(this, tr("Save the report in a folder"));
    if (folder.isEmpty()) return;
    m_session.jobs().start(
        this, {.title = tr("Writing a report"), .lane = Lane::Import, .inStrip = true},
        [shown = m_shown, folder = folder.toStdString()](JobContext& context) {
            const auto figures = reportFigures(context.workspace, shown->study, context.progress, context.stop);
            return QString::fromStdString(writeReport(shown->study, folder, figures).front().string());
        },
        [this](const QString& file) { announceSaved(this, file); });
}

QVariant StudyView::rememberedState() const {
    return QStringList{m_plan->currentData().toString(), m_dataset->currentData().toString()};
}

void StudyView::restoreState(const QVariant& state) {
    const QStringList kept = state.toStringList();
    if (kept.size() != 2) return;
    if (const int plan = m_plan->findData(kept[0]); plan >= 0 && !kept[0].isEmpty()) m_plan->setCurrentIndex(plan);
    m_dataset->setCurrentIndex(std::max(0, m_dataset->findData(kept[1])));
    ask();
}

}  // namespace recscope::ui
