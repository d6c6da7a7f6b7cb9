// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/train/run_table.h"

#include <QFileDialog>
#include <QFrame>
#include <QHBoxLayout>
#include <QHeaderView>
#include <QLabel>
#include <QMenu>
#include <QPushButton>
#include <QStandardItemModel>
#include <QToolButton>
#include <algorithm>
#include <set>

#include "core/train/config.h"
#include "core/train/presets.h"
#include "core/util/error.h"
#include "ui/jobs/job_runner.h"
#include "ui/session/run_weights.h"
#include "ui/session/session.h"
#include "ui/theme/icons.h"
#include "ui/theme/theme.h"
#include "ui/train/run_exports.h"
#include "ui/train/training_controller.h"
#include "ui/widgets/elided_label.h"
#include "ui/widgets/number_text.h"
#include "ui/widgets/run_swatch.h"
#include "ui/widgets/saving.h"
#include "ui/widgets/table_view.h"

namespace recscope::ui {

namespace {

enum Column { kName, kModel, kState, kValid, kTest, kEpochs, kTime, kDevice, kColumnCount };
constexpr int kIdRole = Qt::UserRole + 1;
constexpr QLatin1String kUnknown("?");

QString plannedEpochs(const RunRecord& run) {
    try {
        return wholeNumber(RunConfig::fromJson(run.config).epochs);
    } catch (const Error&) {
        return kUnknown;  // a config of a version that knew other keys
    }
}

/// A run whose config another version wrote belongs to no group.
std::vector<SeedGroup> groupsAmong(const std::vector<RunRecord>& runs) {
    std::vector<RunRecord> readable;
    for (const RunRecord& run : runs)
        if (plannedEpochs(run) != kUnknown) readable.push_back(run);
    return seedGroups(readable);
}

QString spreadText(const Spread& spread) {
    return QStringLiteral("%1 ± %2").arg(metricText(spread.mean), metricText(spread.deviation));
}

QString modelTitle(const std::string& name) {
    const auto& infos = modelInfos();
    const auto found =
        std::find_if(infos.begin(), infos.end(), [&](const ModelInfo& info) { return info.name == name; });
    return QString::fromStdString(found == infos.end() ? name : found->title);
}

}  // namespace

RunTable::RunTable(Session& session, TrainingController& training, QWidget* parent)
    : QWidget(parent),
      m_session(session),
      m_training(training),
      m_model(new QStandardItemModel(0, kColumnCount, this)),
      m_view(new TableView(this)),
      m_actions(new QWidget),
      m_protocol(new QLabel(this)),
      m_warning(new ElidedLabel({}, this)) {
    const Theme& theme = Theme::instance();
    auto* layout = new QVBoxLayout(this);
    layout->setContentsMargins(0, 0, 0, 0);
    layout->setSpacing(theme.px(space::kUnit));
    auto* buttons = new QHBoxLayout(m_actions);
    buttons->setContentsMargins({});
    buttons->setSpacing(0);
    m_explore = addAction(QStringLiteral("exploreRun"), tr("Explore"), QStringLiteral("explore"));
    m_resume = addAction(QStringLiteral("resumeRun"), tr("Resume"), QStringLiteral("play"));
    m_rename = addAction(QStringLiteral("renameRun"), tr("Rename"), QStringLiteral("edit"));
    m_export = addAction(QStringLiteral("exportRun"), tr("Export"), QStringLiteral("export"));
    m_remove = addAction(QStringLiteral("removeRun"), tr("Remove"), QStringLiteral("trash"));
    for (QToolButton* button : {m_explore, m_resume, m_rename, m_export, m_remove}) buttons->addWidget(button);

    auto* question = new QFrame(this);
    question->setProperty("card", true);
    question->setObjectName(QStringLiteral("removeQuestion"));
    m_question = question;
    auto* line = new QHBoxLayout(question);
    line->setContentsMargins(theme.px(12), theme.px(6), theme.px(8), theme.px(6));
    m_questionText = new QLabel(question);
    m_questionText->setWordWrap(true);
    line->addWidget(m_questionText, 1);
    auto* yes = new QPushButton(tr("Remove"), question);
    yes->setObjectName(QStringLiteral("removeYes"));
    yes->setToolTip(tr("Remove the run for good"));
    auto* no = new QPushButton(tr("Keep"), question);
    no->setObjectName(QStringLiteral("removeNo"));
    no->setToolTip(tr("Leave the run as it is"));
    line->addWidget(yes);
    line->addWidget(no);
    question->hide();
    layout->addWidget(question);

    m_view->setObjectName(QStringLiteral("runs"));
    m_view->setAccessibleName(tr("Runs of this dataset"));
    m_view->setModel(m_model);
    m_view->setSelectionMode(QAbstractItemView::SingleSelection);
    m_view->setNumericColumns({kValid, kTest, kEpochs, kTime});
    m_view->setStretchColumn(kName);
    m_view->setEmptyText(tr("No run yet. Choose a model at the left and start training."));
    m_view->setExportName(tr("runs"));
    m_model->setHorizontalHeaderLabels({tr("Run"), tr("Model"), tr("State"), tr("NDCG@10 valid"), tr("NDCG@10 test"),
                                        tr("Epochs"), tr("Time"), tr("Device")});
    layout->addWidget(m_view, 1);
    m_protocol->setObjectName(QStringLiteral("runsProtocol"));
    m_protocol->setProperty("role", "caption");
    m_protocol->setWordWrap(true);
    layout->addWidget(m_protocol);
    m_warning->setObjectName(QStringLiteral("leakageWarning"));
    m_warning->setProperty("role", "caption");
    layout->addWidget(m_warning);

    connect(m_explore, &QToolButton::clicked, this, [this] { emit m_session.pageWanted(QStringLiteral("explore")); });
    connect(m_resume, &QToolButton::clicked, this, [this] {
        if (const auto run = selected()) emit resumeWanted(*run);
    });
    connect(m_rename, &QToolButton::clicked, this,
            [this] { m_view->edit(m_view->currentIndex().siblingAtColumn(kName)); });
    fillExportMenu();
    connect(m_remove, &QToolButton::clicked, this, &RunTable::askToRemove);
    connect(yes, &QPushButton::clicked, this, &RunTable::remove);
    connect(no, &QPushButton::clicked, m_question, &QWidget::hide);
    connect(m_view, &TableView::told, this, [this](const QString& sentence) { m_session.tell(sentence); });
    connect(m_view, &TableView::doubleClicked, m_explore, &QToolButton::click);
    connect(m_model, &QStandardItemModel::itemChanged, this, [this](QStandardItem* item) {
        if (!m_filling && item->column() == kName) rename(item->data(kIdRole).toLongLong(), item->text().trimmed());
    });
    connect(m_view->selectionModel(), &QItemSelectionModel::currentRowChanged, this, [this] {
        if (const auto run = selected(); run && !m_filling) m_session.chooseRun(run->id);
        describeActions();
    });
    connect(&m_session, &Session::runsChanged, this, &RunTable::refresh);
    connect(&m_session, &Session::runChanged, this, &RunTable::selectChosen);
    connect(&m_training, &TrainingController::queueChanged, this, &RunTable::refresh);
    connect(&m_training, &TrainingController::progressed, this, &RunTable::describeActions);
    connect(&Theme::instance(), &Theme::changed, this, &RunTable::applyTheme);
    applyTheme();
}

QToolButton* RunTable::addAction(const QString& name, const QString& text, const QString& icon) {
    auto* button = new QToolButton(this);
    button->setObjectName(name);
    button->setText(text);
    button->setIcon(lineIcon(icon));
    button->setToolButtonStyle(Qt::ToolButtonIconOnly);  // until it is known how wide the table becomes
    return button;
}

std::optional<RunRecord> RunTable::selected() const {
    const QModelIndex index = m_view->currentIndex();
    if (!index.isValid()) return {};
    return m_session.runById(index.siblingAtColumn(kName).data(kIdRole).toLongLong());
}

QString RunTable::stateText(const RunRecord& run) const {
    if (const auto& live = m_training.live(); live && live->record.id == run.id)
        return live->stopping ? tr("Stopping") : live->paused ? tr("Paused") : tr("Training");
    if (m_training.isBusy(run.id)) return tr("Waiting");
    switch (run.state) {
        case RunState::Running:
            return tr("Interrupted");
        case RunState::Stopped:
            return tr("Stopped");
        case RunState::Finished:
            return tr("Finished");
        case RunState::Failed:
            return tr("Failed");
    }
    return {};
}

void RunTable::setCell(int row, int column, const QString& text, const QString& toolTip) {
    QStandardItem* item = m_model->item(row, column);
    if (!item) {
        item = new QStandardItem;
        m_model->setItem(row, column, item);
    }
    // A row may have been a group's before.
    item->setFlags(Qt::ItemIsSelectable | Qt::ItemIsEnabled | (column == kName ? Qt::ItemIsEditable : Qt::NoItemFlags));
    item->setForeground(Theme::instance().colours().text);
    if (item->text() != text) item->setText(text);
    if (item->toolTip() != toolTip) item->setToolTip(toolTip);
}

void RunTable::refresh() {
    m_filling = true;
    const std::vector<RunRecord>& runs = m_session.runs();
    const Colours& colours = Theme::instance().colours();
    const std::vector<SeedGroup> groups = groupsAmong(runs);
    m_model->setRowCount(int(runs.size() + groups.size()));
    for (int row = 0; row < int(runs.size()); ++row) {
        const RunRecord& run = runs[std::size_t(row)];
        const QString protocol = QString::fromStdString(run.protocol.sentence());
        setCell(row, kName, QString::fromStdString(run.name),
                tr("Started %1").arg(localTime(QString::fromStdString(run.createdAt))));
        QStandardItem* name = m_model->item(row, kName);
        name->setData(qlonglong(run.id), kIdRole);
        name->setIcon(
            runIcon(Theme::instance().runStyle(QString::fromStdString(run.model), m_session.styleOrdinal(run.id))));
        setCell(row, kModel, modelTitle(run.model));
        const QString state = stateText(run);
        setCell(row, kState, state, QString::fromStdString(run.message));
        m_model->item(row, kState)->setForeground(run.state == RunState::Failed ? colours.bad : colours.text);
        const QString valid =
            run.state == RunState::Finished ? protocol : QString::fromStdString(validationSentence(run));
        setCell(row, kValid, run.bestValid ? metricText(run.bestValid->ndcg10) : QStringLiteral("–"),
                run.bestValid ? tr("Best validation, epoch %1; %2").arg(run.bestEpoch).arg(valid)
                              : tr("Not evaluated yet"));
        setCell(row, kTest, run.test ? metricText(run.test->ndcg10) : QStringLiteral("–"),
                run.test ? protocol : tr("Test is scored once, when a run finishes"));
        const QString none = QStringLiteral("–");
        setCell(row, kEpochs,
                isAdopted(run) ? none : QStringLiteral("%1 / %2").arg(wholeNumber(run.epochsDone), plannedEpochs(run)));
        setCell(row, kTime, isAdopted(run) ? none : durationText(run.seconds));
        setCell(row, kDevice, QString::fromStdString(run.device));
    }
    for (std::size_t i = 0; i < groups.size(); ++i) fillGroup(int(runs.size() + i), groups[i]);
    describeProtocol();
    if (m_removing && !m_session.runById(m_removing->id)) m_question->hide();
    m_view->fitColumns();
    m_filling = false;
    selectChosen();
    describeActions();
}

void RunTable::describeProtocol() {
    std::set<std::string> protocols;
    bool looksAhead = false;
    for (const RunRecord& run : m_session.runs()) {
        if (!run.bestValid && !run.test) continue;
        protocols.insert(run.protocol.sentence());
        looksAhead = looksAhead || run.protocol.split.kind == SplitKind::LeaveOneOut;
    }
    QString text;
    if (protocols.size() == 1)
        text = tr("Protocol: %1.").arg(QString::fromStdString(*protocols.begin()));
    else if (protocols.size() > 1)
        text = tr("These runs were scored under different protocols: point at a number to read its own.");
    m_protocol->setText(text);
    m_protocol->setVisible(!text.isEmpty());
    m_warning->setText(m_leakageWarning);
    m_warning->setVisible(looksAhead && !m_leakageWarning.isEmpty());
}

void RunTable::setLeakageWarning(const QString& sentence) {
    m_leakageWarning = sentence;
    describeProtocol();
}

void RunTable::fillGroup(int row, const SeedGroup& group) {
    QStringList names;
    double seconds = 0;
    for (const RunRecord& run : group.runs) {
        names << QString::fromStdString(run.name);
        seconds += run.seconds;
    }
    const QString toolTip = tr("Mean and standard deviation (n - 1) over %1\nNDCG@10 %2, HR@10 %3 on test\n%4")
                                .arg(names.join(QStringLiteral(", ")), spreadText(group.ndcg10), spreadText(group.hr10),
                                     QString::fromStdString(group.runs.front().protocol.sentence()));
    const QString cells[kColumnCount] = {tr("Mean ± standard deviation of %1 seeds").arg(group.runs.size()),
                                         modelTitle(group.runs.front().model),
                                         {},
                                         {},
                                         spreadText(group.ndcg10),
                                         {},
                                         durationText(seconds),
                                         {}};
    for (int column = 0; column < kColumnCount; ++column) {
        setCell(row, column, cells[column], toolTip);
        QStandardItem* item = m_model->item(row, column);
        item->setData({}, kIdRole);
        item->setIcon({});
        item->setFlags(Qt::ItemIsEnabled);
        item->setForeground(Theme::instance().colours().muted);
    }
}

void RunTable::selectChosen() {
    const auto run = m_session.run();
    m_filling = true;
    int chosen = -1;
    for (int row = 0; row < m_model->rowCount(); ++row)
        if (run && m_model->item(row, kName)->data(kIdRole).toLongLong() == run->id) chosen = row;
    if (chosen < 0)
        m_view->clearSelection();
    else if (m_view->currentIndex().row() != chosen || !m_view->selectionModel()->hasSelection())
        m_view->setCurrentIndex(m_model->index(chosen, kName));
    m_filling = false;
    describeActions();
}

void RunTable::describeActions() {
    const auto run = selected();
    const bool busy = run && m_training.isBusy(run->id);
    const auto set = [](QToolButton* button, bool enabled, const QString& does, const QString& whyNot) {
        button->setEnabled(enabled);
        button->setToolTip(enabled ? does : whyNot);
    };
    const QString none = tr("Choose a run in the table first");
    const bool weights = run && hasWeights(*run);
    const QString noWeights = tr("This run has no weights yet: its first epoch is not finished");
    set(m_explore, weights, tr("See what this run recommends and what its heads look at"), run ? noWeights : none);
    const bool resumable = run && !busy && (run->state == RunState::Stopped || run->state == RunState::Running);
    QString whyNot = none;
    if (run && busy)
        whyNot = tr("This run trains or waits to train");
    else if (run && run->state == RunState::Finished)
        whyNot = tr("This run is finished");
    else if (run && run->state == RunState::Failed)
        whyNot = tr("This run failed: %1").arg(QString::fromStdString(run->message));
    set(m_resume, resumable, tr("Train on from the place where this run was stopped"), whyNot);
    set(m_rename, run.has_value(), tr("Give this run another name (F2)"), none);
    set(m_export, weights, tr("Write weights, ranks, curves, metrics or recommendations into a file"),
        run ? noWeights : none);
    set(m_remove, run && !busy, tr("Remove this run, its weights and its scores"),
        run ? tr("Stop the run before removing it") : none);
}

void RunTable::rename(RunId id, const QString& name) {
    const auto run = m_session.runById(id);
    if (!run || name.toStdString() == run->name) return;
    if (name.isEmpty()) return refresh();
    m_session.jobs().start(
        this, {.title = tr("Renaming %1").arg(QString::fromStdString(run->name)), .lane = Lane::Query},
        [id, name = name.toStdString()](JobContext& context) { RunStore(context.workspace).rename(id, name); },
        [this] { m_session.refreshRuns(); },
        [this](const QString& message, const QString& hint) {
            m_session.tell(message, hint, Severity::Warning);
            refresh();
        });
}

void RunTable::askToRemove() {
    m_removing = selected();
    if (!m_removing) return;
    m_questionText->setText(tr("Remove “%1” with its weights, curves and scores? This cannot be undone.")
                                .arg(QString::fromStdString(m_removing->name)));
    m_question->show();
    m_question->findChild<QPushButton*>(QStringLiteral("removeNo"))->setFocus();
}

void RunTable::remove() {
    m_question->hide();
    if (!m_removing || m_training.isBusy(m_removing->id)) return;
    m_session.jobs().start(
        this, {.title = tr("Removing %1").arg(QString::fromStdString(m_removing->name)), .lane = Lane::Import},
        [id = m_removing->id](JobContext& context) { RunStore(context.workspace).remove(id); },
        [this] { m_session.refreshRuns(); });
}

void RunTable::fillExportMenu() {
    auto* menu = new QMenu(m_export);
    menu->setToolTipsVisible(true);
    for (const RunExport& what : runExports()) {
        QAction* action = menu->addAction(what.text);
        action->setObjectName(what.name);
        action->setToolTip(what.toolTip);
        connect(action, &QAction::triggered, this, [this, &what] { exportSelected(what); });
    }
    m_export->setMenu(menu);
    m_export->setPopupMode(QToolButton::InstantPopup);
}

void RunTable::exportSelected(const RunExport& what) {
    const auto run = selected();
    if (!run) return;
    const QString name = QString::fromStdString(run->name), suffix = what.suffix();
    QString path = QFileDialog::getSaveFileName(this, tr("Export %1").arg(name), name + what.fileName,
                                                QStringLiteral("*") + suffix);
    if (path.isEmpty()) return;
    if (!path.endsWith(suffix)) path += suffix;
    m_session.jobs().start(
        this, {.title = tr("Exporting %1").arg(name), .lane = Lane::Import, .inStrip = true},
        [id = run->id, write = what.write, file = path.toStdString()](JobContext& context) {
            write(context, id, file);
        },
        [this, path] { announceSaved(this, path); });
}

void RunTable::resizeEvent(QResizeEvent* event) {
    QWidget::resizeEvent(event);
    const Theme& theme = Theme::instance();
    // What a narrow window leaves out is in the run's tooltip or name.
    m_view->setColumnHidden(kDevice, width() < theme.px(760));
    m_view->setColumnHidden(kModel, width() < theme.px(660));
    for (QToolButton* button : {m_explore, m_resume, m_rename, m_export, m_remove})
        button->setToolButtonStyle(width() < theme.px(660) ? Qt::ToolButtonIconOnly : Qt::ToolButtonTextBesideIcon);
}

void RunTable::applyTheme() {
    const Theme& theme = Theme::instance();
    m_view->setIconSize(QSize(theme.px(26), theme.px(14)));
    m_view->setMinimumHeight(theme.px(110));
    refresh();
}

}  // namespace recscope::ui
