// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QDialog>
#include <memory>

#include "core/lists/never_recommended.h"
#include "ui/jobs/job_runner.h"

class QLabel;
class QPushButton;

namespace recscope::ui {

class ListChoices;
class NeverRecommendedModel;
class Session;
class TableView;

/// The items that a run recommends to nobody, as a table that can be saved. A job, shown in the job strip, computes
/// every user's recommendation list to find these items; each change of the choices starts a new job. Deletes itself
/// when it closes.
class NeverRecommendedDialog : public QDialog {
    Q_OBJECT
public:
    NeverRecommendedDialog(Session& session, const RunRecord& run, HistoryInput input, QWidget* parent);
    ~NeverRecommendedDialog() override;

    void exportTo(const QString& path);

private:
    void startSearch();
    void show(NeverRecommended found);
    void askForFile();

    Session& m_session;
    RunRecord m_run;
    std::shared_ptr<const NeverRecommended> m_found;  ///< null until the job has finished
    JobId m_job = 0;
    ListChoices* m_choices;
    QLabel* m_sentence;
    NeverRecommendedModel* m_model;
    TableView* m_table;
    QPushButton* m_save;
};

}  // namespace recscope::ui
