// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QDialog>
#include <QString>

class QCheckBox;
class QFormLayout;
class QLineEdit;

namespace recscope::ui {

class Session;

/// A TorchScript model as the person sees it before it may run.
struct ModelFacts {
    QString file, kind, sha256;
    qint64 items = 0;
};

/// Asks whether somebody else's model may run on this machine. Nothing of the model has run before the answer.
class TrustDialog : public QDialog {
    Q_OBJECT
public:
    /// Adopt: make a run from a model file; Run: let the model of an existing run compute.
    enum class Purpose { Adopt, Run };
    TrustDialog(const ModelFacts& facts, Purpose purpose, QWidget* parent);

    QString runName() const;  ///< empty: the model's title
    bool carries() const;     ///< whether the workspace stores a copy

private:
    QFormLayout* m_rows;
    QLineEdit* m_name = nullptr;
    QCheckBox* m_carries = nullptr;
};

}  // namespace recscope::ui
