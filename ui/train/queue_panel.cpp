// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/train/queue_panel.h"

#include <QAction>
#include <QBoxLayout>
#include <QFrame>
#include <QLabel>
#include <QPushButton>
#include <QStandardItemModel>
#include <QToolButton>
#include <algorithm>
#include <tuple>

#include "ui/runs/training_controller.h"
#include "ui/session/config_words.h"
#include "ui/session/model_title.h"
#include "ui/session/session.h"
#include "ui/theme/icons.h"
#include "ui/theme/theme.h"
#include "ui/train/run_columns.h"
#include "ui/widgets/arrange.h"
#include "ui/widgets/cell_table.h"
#include "ui/widgets/number_text.h"
#include "ui/widgets/plain_table.h"

namespace recscope::ui {

namespace {

enum Column { kRun, kModel, kDataset, kState, kFixedColumns };
constexpr int kTicketRole = Qt::UserRole + 1;  // ticket of the queued run; empty for the run in training

QString interruptedState(const QueuedRun& run) {
    const std::int64_t epochs = run.request.config.training.epochs;
    return run.resumes ? QueuePanel::tr("Stopped in epoch %1 of %2")
                             .arg(wholeNumber(std::min(run.epochsDone + 1, epochs)), wholeNumber(epochs))
                       : QueuePanel::tr("Not started");
}

std::vector<CellColumn> fixedColumns() {
    return {{QueuePanel::tr("Run")}, {QueuePanel::tr("Model")}, {QueuePanel::tr("Dataset")}, {QueuePanel::tr("State")}};
}

}  // namespace

QueuePanel::QueuePanel(Session& session, TrainingController& training, QWidget* parent)
    : QWidget(parent),
      m_session(session),
      m_training(training),
      m_view(new CellTable(QStringLiteral("queue"), tr("Training queue"), fixedColumns(), kRun)),
      m_actions(new QWidget),
      m_resume(makeButton("resumeQueue", tr("Resume"), "play", tr("Train what was interrupted, in this order"))),
      m_earlier(makeButton("moveQueuedEarlier", tr("Earlier"), "earlier", {})),
      m_later(makeButton("moveQueuedLater", tr("Later"), "later", {})),
      m_drop(makeButton("dropQueued", tr("Remove"), "close", {})),
      m_clear(makeButton("clearQueue", tr("Clear all"), "trash", {})),
      m_undo(new QFrame),
      m_undoText(new QLabel) {
    arrange(m_actions, row({m_resume, m_earlier, m_later, m_drop, m_clear}, 0));
    m_undo->setProperty("card", true);
    m_undo->setObjectName(QStringLiteral("queueRemoved"));
    auto* undo = new QPushButton(tr("Undo"));
    undo->setObjectName(QStringLiteral("undoRemoveQueued"));
    undo->setToolTip(tr("Put them back into the queue"));
    arrange(m_undo, row({grow(m_undoText), undo}), {12, space::kUnit, space::kPadding, space::kUnit});
    m_view->setEmptyText(tr("No run is waiting. Runs started while another one is training wait here."));
    m_view->setExportName(tr("queue"));
    arrange(this, column({m_undo, grow(m_view)}, space::kUnit));

    auto* remove = new QAction(tr("Remove from the queue"), this);
    remove->setShortcut(Qt::Key_Delete);
    remove->setShortcutContext(Qt::WidgetShortcut);
    m_view->addAction(remove);
    const auto drop = [this] {
        if (const QStringList tickets = selectedTickets(); !tickets.isEmpty()) m_training.queue().remove(tickets);
    };
    connect(remove, &QAction::triggered, this, drop);
    addMoves();
    connect(m_drop, &QToolButton::clicked, this, drop);
    connect(m_clear, &QToolButton::clicked, this, [this] { m_training.queue().remove(allTickets()); });
    connect(m_resume, &QToolButton::clicked, &m_training.queue(), &TrainingQueue::resumeInterrupted);
    connect(undo, &QPushButton::clicked, &m_training.queue(), &TrainingQueue::undoRemove);
    connect(m_view, &TableView::notified, this, [this](const QString& sentence) { m_session.notify(sentence); });
    connect(m_view->selectionModel(), &QItemSelectionModel::selectionChanged, this, &QueuePanel::describeActions);
    connect(&m_training, &TrainingController::queueChanged, this, [this] {
        m_updater.refresh();
        emit titleChanged();
    });
    connect(&m_training, &TrainingController::progressed, this, [this] {
        const auto& live = m_training.live();
        // The run in training is in the first row.
        if (live && m_view->rowCount() > 0) m_view->cells().item(0, kState)->setText(live->state());
    });
    connect(&m_session, &Session::datasetsChanged, &m_updater, &UpdateWhenVisible::refresh);
    connect(&Theme::instance(), &Theme::changed, this, &QueuePanel::applyTheme);
    applyTheme();
}

void QueuePanel::addMoves() {
    for (const auto& [move, button, keys] :
         {std::tuple(QueueMove::Earlier, m_earlier, QKeySequence(Qt::ALT | Qt::Key_Up)),
          std::tuple(QueueMove::Later, m_later, QKeySequence(Qt::ALT | Qt::Key_Down))}) {
        auto* action = new QAction(move == QueueMove::Earlier ? tr("Train earlier") : tr("Train later"), this);
        action->setShortcut(keys);
        action->setShortcutContext(Qt::WidgetShortcut);
        m_view->addAction(action);
        const auto moveSelected = [this, move = move] {
            if (const QStringList tickets = selectedTickets(); !tickets.isEmpty())
                m_training.queue().move(tickets, move);
        };
        connect(action, &QAction::triggered, this, moveSelected);
        connect(button, &QToolButton::clicked, this, moveSelected);
    }
}

QToolButton* QueuePanel::makeButton(const char* name, const QString& text, const char* icon, const QString& toolTip) {
    auto* button = new QToolButton;
    button->setObjectName(QLatin1String(name));
    button->setText(text);
    button->setIcon(lineIcon(QLatin1String(icon)));
    button->setToolButtonStyle(Qt::ToolButtonTextBesideIcon);
    button->setToolTip(toolTip);
    return button;
}

QString QueuePanel::title() const {
    const std::size_t count = m_training.queue().waiting().size() + m_training.queue().interrupted().size();
    return count == 0 ? tr("Queue") : tr("Queue (%1)").arg(count);
}

void QueuePanel::refresh() {
    const QStringList selected = selectedTickets();
    const QueuedRun* current = m_training.queue().current();
    const std::vector<QueuedRun> waiting = m_training.queue().waiting();
    std::vector<RunConfig> configs;
    if (current) configs.push_back(current->request.config);
    for (const QueuedRun& run : waiting) configs.push_back(run.request.config);
    for (const QueuedRun& run : m_training.queue().interrupted()) configs.push_back(run.request.config);
    std::vector<ConfigColumn> columns = differingColumns(configs, ColumnsFor::Queue);
    if (std::none_of(columns.begin(), columns.end(), [](const ConfigColumn& column) { return column.key == "seed"; }))
        columns.insert(columns.begin(), {.key = "seed", .title = tr("Seed"), .toolTip = {}, .isNumber = true});

    std::vector<CellColumn> all = fixedColumns();
    for (const ConfigColumn& column : columns)
        all.push_back({column.title, column.toolTip, column.isNumber, {column.title}});
    m_view->setColumns(all);
    const auto add = [&](const QueuedRun& run, const QString& state) {
        QStringList values;
        for (const ConfigColumn& column : columns) {
            const QString value = configText(run.request.config, column.key);
            values << (value.isEmpty() ? QStringLiteral("–") : value);
        }
        addRow(run, state, values);
    };
    if (current && (!waiting.empty() || m_training.isTraining())) {
        add(*current, m_training.live() ? m_training.live()->state() : tr("Getting ready"));
        m_view->cells().item(0, kRun)->setData(QString(), kTicketRole);
        for (int column = 0; column < m_view->cells().columnCount(); ++column)
            m_view->cells().item(0, column)->setFlags(Qt::ItemIsEnabled);
    }
    for (const QueuedRun& run : waiting) add(run, tr("Waiting"));
    for (const QueuedRun& run : m_training.queue().interrupted()) add(run, interruptedState(run));
    m_view->setStretchColumn(kRun);
    m_view->fitColumns();
    for (int row = 0; row < m_view->rowCount(); ++row)
        if (selected.contains(m_view->cells().item(row, kRun)->data(kTicketRole).toString()))
            m_view->selectionModel()->select(m_view->cells().index(row, 0),
                                             QItemSelectionModel::Select | QItemSelectionModel::Rows);
    describeUndo();
    describeActions();
}

void QueuePanel::addRow(const QueuedRun& run, const QString& state, const QStringList& values) {
    const QString about =
        QStringLiteral("<p><b>%1</b></p>%2").arg(run.title().toHtmlEscaped(), configAsHtml(run.request.config));
    std::vector<Cell> cells{{run.title(), about, {{kTicketRole, run.ticket}}},
                            modelTitle(run.request.config.model),
                            run.datasetName(m_session.datasets()),
                            state};
    for (const QString& value : values) {
        const bool isKnown = value != QStringLiteral("–");
        cells.push_back({value, {}, {{kExactValuesRole, QVariantList{isKnown ? value : QString()}}}});
    }
    m_view->addRow(cells);
}

void QueuePanel::describeUndo() {
    const std::vector<QueuedRun>& removed = m_training.queue().removed();
    m_undo->setVisible(!removed.empty());
    if (removed.empty()) return;
    m_undoText->setText(removed.size() == 1 ? tr("One run was removed from the queue.")
                                            : tr("%1 runs were removed from the queue.").arg(removed.size()));
}

void QueuePanel::describeActions() {
    const bool hasTickets = !allTickets().isEmpty(), chosen = !selectedTickets().isEmpty();
    m_resume->setVisible(!m_training.queue().interrupted().empty());
    m_drop->setEnabled(chosen);
    m_drop->setToolTip(chosen ? tr("Remove the selected runs from the queue (Delete)")
                              : tr("Choose a waiting run in the table first"));
    for (const auto& [move, button, how] :
         {std::tuple(QueueMove::Earlier, m_earlier, tr("Train the selected runs before the one above them (Alt+Up)")),
          std::tuple(QueueMove::Later, m_later, tr("Train the selected runs after the one below them (Alt+Down)"))}) {
        const bool can = chosen && m_training.queue().canMove(selectedTickets(), move);
        button->setEnabled(can);
        button->setToolTip(can       ? how
                           : !chosen ? tr("Choose a waiting run in the table first")
                                     : tr("There is no other waiting run in that direction"));
    }
    m_clear->setEnabled(hasTickets);
    m_clear->setToolTip(hasTickets ? tr("Remove all waiting runs from the queue; this can be undone")
                                   : tr("No run is waiting"));
}

QStringList QueuePanel::selectedTickets() const {
    QStringList tickets;
    for (const QModelIndex& index : m_view->selectionModel()->selectedRows(kRun))
        tickets << index.data(kTicketRole).toString();
    tickets.removeAll(QString());
    return tickets;
}

QStringList QueuePanel::allTickets() const {
    QStringList tickets;
    for (int row = 0; row < m_view->rowCount(); ++row)
        tickets << m_view->cells().item(row, kRun)->data(kTicketRole).toString();
    tickets.removeAll(QString());
    return tickets;
}

void QueuePanel::applyTheme() {
    m_view->setMinimumHeight(Theme::instance().px(110));
    m_updater.refresh();
}

}  // namespace recscope::ui
