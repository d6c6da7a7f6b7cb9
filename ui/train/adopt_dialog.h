// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QDialog>
#include <optional>

#include "core/adopt/adopt.h"
#include "core/sequence/dataset.h"
#include "ui/jobs/job_runner.h"

class QComboBox;
class QFormLayout;
class QLabel;
class QLineEdit;
class QPushButton;
class QSpinBox;

namespace recscope::ui {

class Session;

/// Reads what the file tells of itself, then adopts it into the chosen dataset: RecScope's own weights and run archives
/// at once, those of other programs after an `AdoptDialog` of the window.
void offerWeights(Session& session, const QString& path, QWidget* window);

/// Asks for what other programs' weights do not tell. Stays open, with all that was entered, until they are adopted.
class AdoptDialog : public QDialog {
    Q_OBJECT
public:
    AdoptDialog(Session& session, const QString& path, const DatasetInfo& dataset, const RecognisedWeights& recognised,
                QWidget* parent);

    AdoptRequest request() const;

public slots:
    void reject() override;

protected:
    void dragEnterEvent(QDragEnterEvent* event) override;
    void dropEvent(QDropEvent* event) override;

private:
    void addFacts();
    void addLayouts();
    void addChoices();
    void addVocabulary();
    QWidget* makeBottom();
    const WeightLayout& chosenLayout() const;
    void showLayout();
    void chooseVocabulary();
    void adopt();
    void showWork();
    void showFailure(const QString& sentence, const QString& hint);
    /// As high as its text needs, whatever the width.
    void fit();

    Session& m_session;
    QString m_path;
    DatasetInfo m_dataset;
    RecognisedWeights m_recognised;
    std::optional<JobId> m_job;        ///< while it is being adopted
    QWidget* m_focusBefore = nullptr;  ///< the job

    QWidget* m_fields;
    QFormLayout* m_rows;
    QComboBox *m_layout, *m_norm;
    QLabel *m_note, *m_sentence, *m_hint, *m_work;
    QSpinBox* m_heads;
    QLineEdit *m_vocabulary, *m_name;
    QPushButton* m_adopt;
};

}  // namespace recscope::ui
