// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QDialog>
#include <QString>

class QCheckBox;
class QFormLayout;
class QLineEdit;

namespace recscope::ui {

class Session;

/// The facts about a TorchScript model that are shown before it may run.
struct ModelFacts {
    QString file;      ///< path
    QString kind;      ///< title of the model according to its description; empty = unknown
    QString sha256;    ///< hexadecimal
    qint64 items = 0;  ///< number of items of the model; 0 = unknown
};

/// Asks whether a model that somebody else wrote may run on this machine. No code of the model runs before the answer.
class TrustDialog : public QDialog {
    Q_OBJECT
public:
    /// Adopt: to make a run from a model file; Run: to use the model of an existing run.
    enum class Purpose { Adopt, Run };
    TrustDialog(const ModelFacts& facts, Purpose purpose, QWidget* parent);

    QString runName() const;  ///< empty = the model's title and a number
    bool storesCopy() const;  ///< true if the workspace is to store a copy of the model

private:
    QFormLayout* m_rows;
    QLineEdit* m_name = nullptr;
    QCheckBox* m_storesCopy = nullptr;
};

}  // namespace recscope::ui
