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

/// Starts to adopt a file into the chosen dataset, i.e. to make a run from weights or from a model trained elsewhere.
/// RecScope's own weights and run archives are adopted immediately. For weights of other programs, an `AdoptDialog`
/// opens above `window`; for a TorchScript model, a `TrustDialog` does.
void offerWeights(Session& session, const QString& path, QWidget* window);

/// Asks for the facts that weights of other programs do not state, e.g. the number of attention heads, and for their
/// layout, i.e. the naming scheme and the shapes that one program uses for its weights. The dialog stays open with all
/// its input until the weights are adopted.
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
    /// Resizes the dialog to the height that its text needs at the current width.
    void fit();

    Session& m_session;
    QString m_path;
    DatasetInfo m_dataset;
    RecognisedWeights m_recognised;
    std::optional<JobId> m_job;        ///< the job of the adoption while it runs
    QWidget* m_focusBefore = nullptr;  ///< the widget that had the focus when the job started

    QWidget* m_fields;
    QFormLayout* m_rows;
    QComboBox *m_layout, *m_norm;
    QLabel *m_note, *m_sentence, *m_hint, *m_work;
    QSpinBox* m_heads;
    QLineEdit *m_vocabulary, *m_name;
    QPushButton* m_adopt;
};

}  // namespace recscope::ui
