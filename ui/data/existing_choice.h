// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QStringList>
#include <QWidget>
#include <optional>

#include "core/data/importer.h"

class QButtonGroup;
class QLabel;
class QRadioButton;

namespace recscope::ui {

/// What an import does with a dataset that already has the name: three choices, shown only while the name is taken.
class ExistingChoice : public QWidget {
    Q_OBJECT
public:
    explicit ExistingChoice(QWidget* parent = nullptr);

    void setDatasets(const QStringList& names);
    void setName(const QString& name);
    /// Forgets the choice, for another file.
    void clear();

    bool isTaken() const { return m_datasets.contains(m_name); }
    /// Refuse if the name is free; nothing while the person has to choose or to type another name.
    std::optional<ExistingDataset> choice() const;
    /// Why an import cannot start yet; empty if it can.
    QString problem() const;

signals:
    void changed();
    void newNameRequested();  ///< the person wants to type another name

private:
    void showState();

    QStringList m_datasets;
    QString m_name;
    QLabel* m_text;
    QButtonGroup* m_choices;
    QRadioButton *m_add, *m_replace, *m_rename;
};

}  // namespace recscope::ui
