// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QString>
#include <QWidget>
#include <memory>
#include <vector>

#include "core/plan/plan_run.h"
#include "core/plan/study.h"
#include "ui/jobs/question.h"
#include "ui/widgets/rememberable.h"

class QComboBox;
class QLabel;
class QPushButton;
class QStackedWidget;

namespace recscope::ui {

class CellTable;
class EmptyState;
class Session;
class SvgView;

/// What the runs of a plan say together: the paper's table with printed and reached values, an ablation or curves over
/// a key; trains what is missing, and writes the report.
class StudyView : public QWidget, public Rememberable {
    Q_OBJECT
public:
    explicit StudyView(Session& session, QWidget* parent = nullptr);

    /// A plan from a file; what is wrong with it is said in its stead.
    void openPlan(const QString& file);
    const AnyQuestion& reading() const { return m_reading; }

    /// The plan's name and the data it is shown for.
    QVariant rememberedState() const override;
    void restoreState(const QVariant& state) override;

private:
    struct StudyOf {
        QString file;     ///< name of a ready plan, or a path
        QString dataset;  ///< instead of the plan's own; empty = those
        bool operator==(const StudyOf&) const = default;
    };
    struct Answer {
        Study study;
        std::vector<PlannedRun> runs;
        std::vector<PlannedState> states;
    };
    QWidget* makeControls();
    void fillDatasets();
    QString writePlan();
    void ask();
    void take();
    void showTable();
    void estimate();
    void describe();
    void trainMissing();
    void saveReport();
    StudyOf chosen() const;
    std::size_t missing() const;

    Session& m_session;
    Question<StudyOf, Answer> m_reading;
    Question<StudyOf, double> m_estimating;
    std::shared_ptr<const Answer> m_shown;  ///< stays while it is read anew

    QComboBox *m_plan, *m_dataset, *m_part;
    QPushButton *m_train, *m_report;
    QLabel *m_source, *m_state, *m_caption;
    QStackedWidget* m_body;
    EmptyState* m_empty;
    SvgView* m_picture;
    CellTable* m_table;
};

}  // namespace recscope::ui
