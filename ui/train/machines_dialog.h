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

/// Edits the list of other machines that can train: adds and removes machines, and checks whether they are ready.
/// Machines are reached by the system's ssh with its usual keys and settings.
class MachinesDialog : public QDialog {
    Q_OBJECT
public:
    MachinesDialog(Session& session, QWidget* parent);

signals:
    void changed(const std::vector<recscope::Machine>& machines);

private:
    using Change = std::function<std::vector<Machine>(const std::filesystem::path&)>;
    /// Starts a job that calls `change` with the path of the list's file, then shows the list that `change` returns and
    /// selects the machine `selected` in it. If the file cannot be read, that is reported and the file is not
    /// overwritten.
    void changeList(const Change& change, const QString& selected);
    void show(const std::vector<Machine>& machines, const QString& selected);
    void describe();
    void addMachine();
    void removeMachine();
    /// Checks the chosen machine.
    void check();
    void setState(const QString& destination, const QString& sentence, const QString& hint);
    const Machine* chosen() const;

    Session& m_session;
    std::vector<Machine> m_machines;
    /// The result of the last check of a machine.
    struct CheckResult {
        QString sentence, hint;
    };
    std::map<QString, CheckResult> m_checkResults;  ///< by destination, since the dialog was opened
    QListWidget* m_list;
    QLabel *m_state, *m_problem;
    QLineEdit *m_destination, *m_program;
    QPushButton *m_add, *m_check, *m_remove;
};

}  // namespace recscope::ui
