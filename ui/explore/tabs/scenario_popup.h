// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QFrame>
#include <functional>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "core/store/scenario_store.h"
#include "ui/jobs/async_query.h"

class QLabel;
class QLineEdit;
class QPushButton;
class QStandardItem;

namespace recscope::ui {

class CellTable;
class EditedHistory;
class SavedListButtons;
class RemarkLabel;
class Session;

/// Popup with the scenarios of one user, which are edited histories saved under a name. The user of the program can
/// save the edited history, and open, rename and delete scenarios. A deletion can be undone while the same user is
/// shown.
class ScenarioPopup : public QFrame {
    Q_OBJECT
public:
    ScenarioPopup(Session& session, EditedHistory& history, QWidget* parent = nullptr);

    /// Sets the user whose scenarios are listed; an empty id = none.
    void setUser(DatasetId dataset, const QString& userId);
    /// Shows the popup with its lower left corner at `corner` (global coordinates), within the screen.
    void showAbove(const QPoint& corner);

signals:
    void opened(const QString& name);  ///< the history now equals this scenario
    void saved(const QString& name);
    void listed();  ///< the list has been read from the workspace

protected:
    bool event(QEvent* event) override;
    void showEvent(QShowEvent* event) override;

private:
    struct Owner {
        DatasetId dataset = 0;
        std::string user;  ///< the user's id in the data
        bool operator==(const Owner&) const = default;
    };
    void load();
    void showProblem(const AnyAsyncQuery& query);
    void fill(const std::vector<ScenarioInfo>& list);
    void showState();
    /// Starts a job that runs `work`; then calls `then` in the GUI thread and reads the list again.
    void change(const QString& title, const std::function<void(ScenarioStore&)>& work,
                const std::function<void()>& then);
    void save();
    void open();
    void showScenario(const Scenario& scenario);
    void renamed(QStandardItem* item);
    void remove();
    void undoRemove();
    const ScenarioInfo* chosen() const;

    Session& m_session;
    EditedHistory& m_history;
    Owner m_owner;
    AsyncQuery<Owner, std::vector<ScenarioInfo>> m_reading;
    AsyncQuery<std::pair<DatasetId, ScenarioId>, Scenario> m_opening;
    std::vector<ScenarioInfo> m_list;
    std::optional<ScenarioInfo> m_removed;  ///< the scenario that was deleted last; empty if there is none to restore
    bool m_filling = false;                 ///< true while `fill`, not the user of the program, changes the table

    QLabel* m_title;
    RemarkLabel* m_note;
    QLineEdit* m_name;
    QPushButton *m_save = nullptr, *m_open = nullptr;
    SavedListButtons* m_buttons = nullptr;
    CellTable* m_view;
};

}  // namespace recscope::ui
