// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/train/machines_dialog.h"

#include <QBoxLayout>
#include <QGridLayout>
#include <QLabel>
#include <QLineEdit>
#include <QListWidget>
#include <QPushButton>
#include <QScrollArea>

#include "core/remote/machine_check.h"
#include "core/remote/machine_list.h"
#include "core/util/error.h"
#include "ui/session/session.h"
#include "ui/theme/theme.h"
#include "ui/widgets/arrange.h"
#include "ui/widgets/dialog_size.h"
#include "ui/widgets/named_input.h"

namespace recscope::ui {

namespace {

constexpr int kWidth = 560, kListHeight = 150;  // design pixels

QPushButton* button(const QString& text, const char* name, const QString& toolTip) {
    auto* made = new QPushButton(text);
    made->setObjectName(QLatin1String(name));
    made->setToolTip(toolTip);
    made->setAutoDefault(false);
    return made;
}

}  // namespace

MachinesDialog::MachinesDialog(Session& session, QWidget* parent)
    : QDialog(parent),
      m_session(session),
      m_list(new QListWidget),
      m_state(sentenceLabel(QStringLiteral("machineStanding"))),
      m_problem(sentenceLabel(QStringLiteral("machineProblem"))),
      m_destination(shortLine()),
      m_program(new QLineEdit),
      m_add(button(tr("Add"), "addMachine", tr("Add this machine to the list and check whether it is ready (Enter)"))),
      m_check(button(tr("Check"), "checkMachine", tr("Check whether the chosen machine is ready to train"))),
      m_remove(
          button(tr("Remove"), "removeMachine",
                 tr("Remove the chosen machine from the list; training there continues, but is no longer shown"))) {
    const Theme& theme = Theme::instance();
    setObjectName(QStringLiteral("machinesDialog"));
    setWindowTitle(tr("Machines"));
    m_list->setTextElideMode(Qt::ElideMiddle);
    m_list->setObjectName(QStringLiteral("machines"));
    m_list->setAccessibleName(tr("Machines"));
    m_list->setFixedHeight(theme.px(kListHeight));
    m_destination->setObjectName(QStringLiteral("machineDestination"));
    m_destination->setPlaceholderText(tr("user@host, or a name from ~/.ssh/config"));
    m_program->setObjectName(QStringLiteral("machineProgram"));
    m_program->setPlaceholderText(QStringLiteral("recscope-cli"));
    m_program->setToolTip(tr("RecScope's command line on that machine, with its path if it is not in the PATH there"));
    m_problem->setStyleSheet(QStringLiteral("color: %1;").arg(theme.colours().bad.name()));
    m_state->setMinimumHeight(3 * QFontMetrics(theme.body()).lineSpacing());
    m_state->setAlignment(Qt::AlignLeft | Qt::AlignTop);
    QLabel* about = captionLabel();
    about->setText(
        tr("A run can train on another machine that has the same version of RecScope and that ssh can log in to "
           "without a password. The dataset is sent once; closing this window does not stop the run."));
    auto* inputs = new QGridLayout;
    const auto add = [&](const QString& text, QLineEdit* editor) {
        auto* label = new QLabel(text);
        label->setBuddy(editor);
        editor->setAccessibleName(text);
        const int line = inputs->rowCount();
        inputs->addWidget(label, line, 0);
        inputs->addWidget(editor, line, 1);
    };
    add(tr("Machine"), m_destination);
    add(tr("RecScope there"), m_program);
    auto* close = button(tr("Close"), "closeMachines", tr("Close this dialog (Esc)"));
    QScrollArea* all = scrolled(boxed(column({about, m_list, m_state, row({stretch(), m_check, m_remove}),
                                              sectionLabel(tr("Another machine")), inputs, m_problem})));
    arrange(this, column({grow(all), row({stretch(), m_add, close})}),
            {space::kPageMargin, space::kPageMargin, space::kPageMargin, space::kSpacing});
    m_problem->hide();
    fitToContent(*this, theme.px(kWidth), *all);

    connect(m_list, &QListWidget::currentRowChanged, this, &MachinesDialog::describe);
    connect(m_destination, &QLineEdit::textChanged, this, &MachinesDialog::describe);
    for (QLineEdit* editor : {m_destination, m_program})
        connect(editor, &QLineEdit::returnPressed, this, &MachinesDialog::addMachine);
    connect(m_add, &QPushButton::clicked, this, &MachinesDialog::addMachine);
    connect(m_check, &QPushButton::clicked, this, &MachinesDialog::check);
    connect(m_remove, &QPushButton::clicked, this, &MachinesDialog::removeMachine);
    connect(close, &QPushButton::clicked, this, &QDialog::reject);
    changeList(&readMachines, {});
    describe();
    m_destination->setFocus();
}

void MachinesDialog::changeList(const Change& change, const QString& selected) {
    m_problem->hide();
    m_session.jobs().start(
        this, {.title = tr("Updating the list of machines"), .queue = WorkerQueue::Record},
        [change](JobContext&) { return change(machineListPath()); },
        [this, selected](const std::vector<Machine>& machines) { show(machines, selected); },
        [this](const QString& message, const QString& hint) {
            m_problem->setText((message + QLatin1Char(' ') + hint).trimmed());
            m_problem->show();
        });
}

void MachinesDialog::show(const std::vector<Machine>& machines, const QString& selected) {
    m_machines = machines;
    m_list->clear();
    for (const Machine& machine : machines) {
        m_list->addItem(QString::fromStdString(machine.destination));
        if (m_list->item(m_list->count() - 1)->text() == selected) m_list->setCurrentRow(m_list->count() - 1);
    }
    if (!chosen() && m_list->count() > 0) m_list->setCurrentRow(0);
    describe();
    emit changed(machines);
    if (!selected.isEmpty() && chosen()) {
        m_destination->clear();
        m_program->clear();
        check();
    }
}

const Machine* MachinesDialog::chosen() const {
    const int line = m_list->currentRow();
    return line < 0 || line >= int(m_machines.size()) ? nullptr : &m_machines[std::size_t(line)];
}

void MachinesDialog::describe() {
    const Machine* machine = chosen();
    m_check->setEnabled(machine);
    m_remove->setEnabled(machine);
    m_add->setEnabled(!m_destination->text().trimmed().isEmpty());
    if (!machine) return m_state->setText(tr("No machine is in the list yet."));
    const auto known = m_checkResults.find(QString::fromStdString(machine->destination));
    if (known == m_checkResults.end())
        return m_state->setText(tr("Not yet known whether this machine is ready: press Check."));
    m_state->setText((known->second.sentence + QLatin1Char('\n') + known->second.hint).trimmed());
}

void MachinesDialog::addMachine() {
    const QString destination = m_destination->text().trimmed(), program = m_program->text().trimmed();
    if (destination.isEmpty()) return;
    Machine machine{.destination = destination.toStdString()};
    if (!program.isEmpty()) machine.program = program.toStdString();
    changeList([machine](const std::filesystem::path& path) { return recscope::addMachine(path, machine); },
               destination);
}

void MachinesDialog::removeMachine() {
    if (const Machine* machine = chosen())
        changeList([destination = machine->destination](
                       const std::filesystem::path& path) { return recscope::removeMachine(path, destination); },
                   {});
}

void MachinesDialog::check() {
    const Machine* machine = chosen();
    if (!machine) return;
    const QString destination = QString::fromStdString(machine->destination);
    setState(destination, tr("Querying %1…").arg(destination), {});
    m_session.jobs().start(
        this, {.title = tr("Checking %1").arg(destination), .queue = WorkerQueue::Import},
        [machine = *machine](JobContext& context) {
            return queryMachine(machine, [&] { return !context.stop.stop_requested(); }).sentence();
        },
        [this, destination](const std::string& sentence) {
            setState(destination, QString::fromStdString(sentence), {});
        },
        [this, destination](const QString& message, const QString& hint) { setState(destination, message, hint); });
}

void MachinesDialog::setState(const QString& destination, const QString& sentence, const QString& hint) {
    m_checkResults[destination] = {sentence, hint};
    describe();
}

}  // namespace recscope::ui
