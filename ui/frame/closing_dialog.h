// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QDialog>

class QLabel;
class QProgressBar;
class QPushButton;

namespace recscope::ui {

class TrainingController;
struct QueuedRun;

/// What the user of the program is leaving: the program, or the workspace in order to open another one.
enum class Leaving { Program, Workspace };

/// Asks for confirmation when the program or the workspace is left during a training: training on this computer stops
/// then, and waiting runs do not start. After the confirmation, the dialog stays open and shows that the run is being
/// saved; the dialog's owner closes it.
class ClosingDialog : public QDialog {
    Q_OBJECT
public:
    ClosingDialog(TrainingController& training, Leaving leaving, QWidget* parent);

signals:
    void stopRequested();

protected:
    void closeEvent(QCloseEvent* event) override;
    void keyPressEvent(QKeyEvent* event) override;

private:
    void describe();
    void describeRemote(const QueuedRun& current, std::size_t waiting);
    void stop();
    /// Returns `program` if the program is being closed, otherwise `workspace`.
    QString textFor(const QString& program, const QString& workspace) const;

    TrainingController& m_training;
    Leaving m_leaving;
    QLabel *m_title, *m_text;
    QProgressBar* m_bar;
    QPushButton *m_stop, *m_stay;
    bool m_saving = false;
};

}  // namespace recscope::ui
