// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/train/run_table.h"

#include <QAction>
#include <QBoxLayout>
#include <QEvent>
#include <QFrame>
#include <QLabel>
#include <QLineEdit>
#include <QPushButton>
#include <QScrollBar>
#include <algorithm>
#include <set>

#include "core/recommender/references.h"
#include "ui/jobs/job_runner.h"
#include "ui/runs/reference_values.h"
#include "ui/runs/run_state_text.h"
#include "ui/runs/training_controller.h"
#include "ui/session/dataset_versions_text.h"
#include "ui/session/run_looks.h"
#include "ui/session/session.h"
#include "ui/theme/icons.h"
#include "ui/theme/theme.h"
#include "ui/train/run_actions.h"
#include "ui/train/run_name_delegate.h"
#include "ui/train/run_settings_dialog.h"
#include "ui/train/run_table_model.h"
#include "ui/widgets/arrange.h"
#include "ui/widgets/column_sort.h"
#include "ui/widgets/named_input.h"
#include "ui/widgets/run_swatch.h"
#include "ui/widgets/saved_list_buttons.h"
#include "ui/widgets/stateful_widget.h"
#include "ui/widgets/table_view.h"

namespace recscope::ui {

namespace {

// Widths in design pixels. The table shows the device column from the width kDeviceFrom on, and the model column from
// kModelFrom on; a narrower table leaves these values to the run's settings and name. From kTextsFrom on, the buttons
// show text.
constexpr int kDeviceFrom = 900, kModelFrom = 660, kTextsFrom = 1100, kFilterWidth = 136;
constexpr int kMinNameWidth = 130, kMaxNameWidth = 320;

}  // namespace

RunTable::RunTable(Session& session, TrainingController& training, QWidget* parent)
    : QWidget(parent),
      m_session(session),
      m_training(training),
      m_model(new RunTableModel(
          {.icon = [this](const RunRecord& run) { return runIcon(runStylesOf(m_session).styleOf(run)); },
           .state = [this](const RunRecord& run) { return runStateText(m_training, run); },
           .belowBaseline =
               [this](const RunRecord& run) {
                   const auto& references = ReferenceValues::of(m_session).values(run.protocol);
                   return QString::fromStdString(baselineAboveSentence(run, references));
               },
           .laterData = [this](const RunRecord& run) { return laterDataText(m_session, run.dataset); }},
          this)),
      m_sorter(new RunSorter(*m_model, this)),
      m_view(new TableView(this)),
      m_actions(new RunActions(session, training, this)),
      m_tools(new QWidget),
      m_filter(shortLine(m_tools)),
      m_undo(new QFrame(this)),
      m_undoText(new QLabel(m_undo)),
      m_protocol(captionLabel(QStringLiteral("runsProtocol"))),
      m_warning(captionLabel(QStringLiteral("leakageWarning"))) {
    makeTools();
    makeUndo();
    m_view->setObjectName(QStringLiteral("runs"));
    m_view->setAccessibleName(tr("Runs of this dataset"));
    m_view->setModel(m_sorter);
    m_view->setItemDelegateForColumn(RunTableModel::kName, new RunNameDelegate(*m_view->itemDelegate(), m_view));
    m_view->setExportName(tr("runs"));
    m_view->viewport()->installEventFilter(this);
    m_view->addActions(m_actions->all());
    auto* sorting = new ColumnSort(*m_view, *m_sorter, tr("Newest first"));
    sorting->setObjectName(QStringLiteral("runsSort"));
    arrange(this, column({m_undo, grow(m_view), m_protocol, m_warning}, space::kUnit));

    connect(m_view, &TableView::notified, this, [this](const QString& sentence) { m_session.notify(sentence); });
    const auto open = [this] {
        if (const auto runs = selected(); runs.size() == 1) openSettings(runs.front());
    };
    connect(m_view, &TableView::activated, this, open);  // emitted by Enter and, on some desktops, by a double click
    connect(m_view, &TableView::doubleClicked, this, open);
    connect(m_view->selectionModel(), &QItemSelectionModel::selectionChanged, this, &RunTable::selectionChanged);
    connect(m_model, &RunTableModel::renameRequested, this, &RunTable::rename);
    connect(m_actions, &RunActions::resumeRequested, this, &RunTable::resumeRequested);
    connect(m_actions, &RunActions::repeatRequested, this, &RunTable::repeatRequested);
    connect(m_actions, &RunActions::settingsRequested, this, &RunTable::openSettings);
    connect(m_actions, &RunActions::renameRequested, this, [this] {
        const QModelIndexList rows = m_view->selectionModel()->selectedRows(RunTableModel::kName);
        if (rows.isEmpty()) return;
        m_view->scrollTo(rows.front());
        editName(*m_view, rows.front());
    });
    connect(&ReferenceValues::of(m_session), &ReferenceValues::changed, m_model, &RunTableModel::refreshDisplay);
    connect(&m_session, &Session::runsChanged, &m_updater, &UpdateWhenVisible::refresh);
    connect(&m_session, &Session::runChanged, this, &RunTable::showChosen);
    connect(&m_training, &TrainingController::queueChanged, &m_updater, &UpdateWhenVisible::refresh);
    connect(&m_training, &TrainingController::progressed, m_view->viewport(), qOverload<>(&QWidget::update));
    connect(&Theme::instance(), &Theme::changed, this, &RunTable::applyTheme);
    applyTheme();
}

void RunTable::makeTools() {
    m_filter->setObjectName(QStringLiteral("runSearch"));
    keepValue(m_filter, StateScope::Dataset);
    m_filter->setPlaceholderText(tr("Filter runs"));
    m_filter->setAccessibleName(tr("Filter runs"));
    m_filter->setToolTip(tr("Shows the runs that contain all these words, in any column; d=64 looks for that value"));
    m_filter->setClearButtonEnabled(true);
    arrange(m_tools, row({m_filter, m_actions->buttons()}));
    connect(m_filter, &QLineEdit::textChanged, this, &RunTable::filter);
}

void RunTable::makeUndo() {
    m_undo->setProperty("card", true);
    m_undo->setObjectName(QStringLiteral("runsRemoved"));
    m_undoText->setTextFormat(Qt::PlainText);
    m_undoText->setWordWrap(true);
    auto* undo = new QPushButton(tr("Undo"), m_undo);
    undo->setObjectName(QStringLiteral("undoRemoveRuns"));
    undo->setToolTip(tr("Restore the removed runs"));
    arrange(m_undo, row({grow(m_undoText), undo}), {12, space::kUnit, space::kPadding, space::kUnit});
    m_undo->hide();
    connect(undo, &QPushButton::clicked, &m_session, &Session::undoRemoveRuns);
}

std::vector<RunRecord> RunTable::selected() const {
    std::vector<int> rows;
    for (const QModelIndex& index : m_view->selectionModel()->selectedRows()) rows.push_back(index.row());
    std::sort(rows.begin(), rows.end());
    std::vector<RunRecord> runs;
    for (const int row : rows)
        if (const RunRecord* run = m_model->runAt(m_sorter->mapToSource(m_sorter->index(row, 0)).row()))
            runs.push_back(*run);
    return runs;
}

void RunTable::refresh() {
    std::vector<RunId> chosen;
    for (const RunRecord& run : selected()) chosen.push_back(run.id);
    const auto run = m_session.run();
    const int scrolled = m_view->verticalScrollBar()->value();
    m_filling = true;
    m_model->setRuns(m_session.runs());
    m_filling = false;
    const bool several = chosen.size() > 1;
    if (!several && run) chosen = {run->id};
    select(chosen, run ? std::optional(run->id) : std::nullopt);
    m_view->verticalScrollBar()->setValue(scrolled);
    // Requests the references under every protocol in use, because each run that scores below a baseline is marked.
    std::set<std::string> requested;
    for (const RunRecord& record : m_session.runs())
        if ((record.bestValid || record.test) && requested.insert(record.protocol.toJson()).second)
            ReferenceValues::of(m_session).request(record.protocol);
    describeProtocol();
    describeUndo();
    layoutColumns();
    selectionChanged();
}

void RunTable::describeProtocol() {
    std::set<std::string> protocols;
    bool mayLeak = false;
    for (const RunRecord& run : m_session.runs()) {
        if (!run.bestValid && !run.test) continue;
        protocols.insert(run.protocol.sentence());
        const SplitKind split = run.protocol.split.kind;
        mayLeak = mayLeak || (split != SplitKind::GlobalTime && split != SplitKind::TimeWindow);
    }
    QString text;
    if (protocols.size() == 1)
        text = tr("Protocol: %1.").arg(QString::fromStdString(*protocols.begin()));
    else if (protocols.size() > 1)
        text = tr("These runs were scored under different protocols: point at a number to read its protocol.");
    m_protocol->setText(text);
    m_protocol->setVisible(!text.isEmpty());
    m_warning->setText(m_leakageWarning);
    m_warning->setVisible(mayLeak && !m_leakageWarning.isEmpty());
}

void RunTable::setLeakageWarning(const QString& sentence) {
    m_leakageWarning = sentence;
    describeProtocol();
}

void RunTable::describeUndo() {
    const std::vector<RunRecord>& removed = m_session.removedRuns();
    const auto dataset = m_session.dataset();
    const bool isOnDataset = !removed.empty() && dataset && removed.front().dataset == dataset->id;
    m_undo->setVisible(isOnDataset);
    if (!isOnDataset) return;
    const QString name = QString::fromStdString(removed.front().name);
    m_undoText->setText(removed.size() == 1 ? tr("%1 is removed.").arg(name)
                        : removed.size() == 2
                            ? tr("%1 and one other run are removed.").arg(name)
                            : tr("%1 and %2 other runs are removed.").arg(name).arg(removed.size() - 1));
    m_undo->setToolTip(tr("They are deleted for good when other runs are removed or the workspace is closed."));
}

void RunTable::select(const std::vector<RunId>& runs, std::optional<RunId> current) {
    m_filling = true;
    QItemSelection selection;
    QModelIndex at;
    for (int row = 0; row < m_sorter->rowCount(); ++row) {
        const QModelIndex index = m_sorter->index(row, RunTableModel::kName);
        const RunId id = index.data(RunTableModel::kIdRole).toLongLong();
        if (id == 0) continue;
        if (std::find(runs.begin(), runs.end(), id) != runs.end()) selection.select(index, index);
        if (current == id) at = index;
    }
    QItemSelectionModel* model = m_view->selectionModel();
    if (at.isValid() && at != model->currentIndex()) model->setCurrentIndex(at, QItemSelectionModel::NoUpdate);
    model->select(selection, QItemSelectionModel::ClearAndSelect | QItemSelectionModel::Rows);
    m_filling = false;
}

// Called when another run was chosen in this table or elsewhere.
void RunTable::showChosen() {
    const auto run = m_session.run();
    if (!run) return select({}, {});
    const std::vector<RunRecord> runs = selected();
    const bool isSelected =
        std::any_of(runs.begin(), runs.end(), [&](const RunRecord& record) { return record.id == run->id; });
    if (!isSelected) select({run->id}, run->id);
    selectionChanged();
}

void RunTable::selectionChanged() {
    if (m_filling) return;
    const std::vector<RunRecord> runs = selected();
    m_actions->setRuns(runs);
    if (runs.size() == 1) m_session.chooseRun(runs.front().id);
}

void RunTable::filter(const QString& words) {
    m_filling = true;
    m_sorter->setWords(words);
    m_filling = false;
    m_view->setEmptyText(words.trimmed().isEmpty() || m_model->rowCount() == 0
                             ? tr("No run yet. Choose a model on the left and start training.")
                             : tr("No run contains “%1”.").arg(words.trimmed()));
    showChosen();
    layoutColumns();
}

// The name column takes the width left by the other columns; if too little is left, the table scrolls.
void RunTable::layoutColumns() {
    const Theme& theme = Theme::instance();
    std::vector<RunConfig> shown;
    for (int row = 0; row < m_sorter->rowCount(); ++row)
        if (const RunConfig* config = m_model->configAt(m_sorter->mapToSource(m_sorter->index(row, 0)).row()))
            shown.push_back(*config);
    const std::vector<ConfigColumn> differing = differingColumns(shown);
    std::vector<int> numbers{RunTableModel::kValid, RunTableModel::kTest, RunTableModel::kEpochs, RunTableModel::kTime};
    m_view->setColumnHidden(RunTableModel::kDevice, width() < theme.px(kDeviceFrom));
    m_view->setColumnHidden(RunTableModel::kModel, width() < theme.px(kModelFrom));
    for (std::size_t i = 0; i < m_model->configColumns().size(); ++i) {
        const ConfigColumn& column = m_model->configColumns()[i];
        const int section = RunTableModel::kFixedColumns + int(i);
        m_view->setColumnHidden(section, std::find(differing.begin(), differing.end(), column) == differing.end());
        if (column.isNumber) numbers.push_back(section);
    }
    m_view->setNumericColumns(numbers);
    m_view->fitColumns();
    // The width of the name column depends on the names of the runs, up to kMaxNameWidth; the texts of groups may be
    // elided.
    int nameWidth = theme.px(kMinNameWidth), otherWidths = 0;
    for (int row = 0; row < m_sorter->rowCount(); ++row) {
        const QModelIndex index = m_sorter->index(row, RunTableModel::kName);
        if (index.data(RunTableModel::kIdRole).toLongLong() != 0)
            nameWidth = std::max(nameWidth, m_view->sizeHintForIndex(index).width());
    }
    nameWidth = std::min(nameWidth, theme.px(kMaxNameWidth));
    for (int column = 1; column < m_model->columnCount(); ++column)
        if (!m_view->isColumnHidden(column)) otherWidths += m_view->columnWidth(column);
    const int available = m_view->viewport()->width();
    if (nameWidth + otherWidths > available && !m_view->isColumnHidden(RunTableModel::kDevice)) {
        otherWidths -= m_view->columnWidth(RunTableModel::kDevice);
        m_view->setColumnHidden(RunTableModel::kDevice, true);
    }
    m_view->setColumnWidth(RunTableModel::kName, std::max(nameWidth, available - otherWidths));
}

void RunTable::rename(RunId id, const QString& name) {
    const auto run = m_session.runById(id);
    if (!run) return;
    m_session.jobs().start(
        this, {.title = tr("Renaming %1").arg(QString::fromStdString(run->name)), .queue = WorkerQueue::Record},
        [id, name = name.toStdString()](JobContext& context) { RunStore(context.workspace).rename(id, name); },
        [this] { m_session.refreshRuns(); },
        [this](const QString& message, const QString& hint) { m_session.notify(message, hint, Severity::Warning); });
}

void RunTable::openSettings(const RunRecord& run) {
    if (findChild<RunSettingsDialog*>()) return;
    auto* dialog = new RunSettingsDialog(run, this);
    dialog->setAttribute(Qt::WA_DeleteOnClose);
    connect(dialog, &RunSettingsDialog::repeatRequested, this, [this, run] { emit repeatRequested(run); });
    connect(dialog, &RunSettingsDialog::notified, this,
            [this](const QString& sentence) { m_session.notify(sentence); });
    dialog->open();
}

void RunTable::resizeEvent(QResizeEvent* event) {
    QWidget::resizeEvent(event);
    m_actions->setTextsShown(width() >= Theme::instance().px(kTextsFrom));
}

// The columns are also laid out when a scroll bar appears, which resizes only the viewport.
bool RunTable::eventFilter(QObject* watched, QEvent* event) {
    if (watched == m_view->viewport() && event->type() == QEvent::Resize) layoutColumns();
    return QWidget::eventFilter(watched, event);
}

void RunTable::applyTheme() {
    const Theme& theme = Theme::instance();
    m_view->setIconSize(QSize(theme.px(26), theme.px(14)));
    m_view->setMinimumHeight(theme.px(110));
    m_filter->setFixedWidth(theme.px(kFilterWidth));
    filter(m_filter->text());
    m_updater.refresh();
}

}  // namespace recscope::ui
