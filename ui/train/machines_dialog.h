// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QDialog>
#include <filesystem>
#include <functional>
#include <map>
#include <vector>

#include "core/remote/machine.h"

class QLabel;
class QLineEdit;
class QListWidget;
class QPushButton;

namespace recscope::ui {

class Session;

/// Edits the list of other machines that can train: adds or removes one, or checks whether it is ready. Machines are
/// reached by the system's ssh with its usual keys and settings.
class MachinesDialog : public QDialog {
    Q_OBJECT
public:
    MachinesDialog(Session& session, QWidget* parent);

signals:
    void changed(const std::vector<recscope::Machine>& machines);

private:
    using Change = std::function<std::vector<Machine>(const std::filesystem::path&)>;
    /// Starts a job that calls `change` with the path of the list, then shows the list that `change` returns and
    /// selects the machine `selected` in it. A list that cannot be read is reported and never overwritten.
    void work(const Change& change, const QString& selected);
    void show(const std::vector<Machine>& machines, const QString& selected);
    void describe();
    void addMachine();
    void removeMachine();
    /// Checks the chosen machine.
    void check();
    void say(const QString& destination, const QString& sentence, const QString& hint);
    const Machine* chosen() const;

    Session& m_session;
    std::vector<Machine> m_machines;
    /// The result of the last check of a machine since the dialog was opened.
    struct MachineState {
        QString sentence, hint;
    };
    std::map<QString, MachineState> m_standings;
    QListWidget* m_list;
    QLabel *m_states, *m_problem;
    QLineEdit *m_destination, *m_program;
    QPushButton *m_add, *m_check, *m_remove;
};

}  // namespace recscope::ui
