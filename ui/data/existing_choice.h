// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QWidget>
#include <optional>
#include <vector>

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

    void setDatasets(const std::vector<DatasetInfo>& datasets);
    void setName(const QString& name);
    /// Forgets the choice, for another file.
    void clear();

    bool isTaken() const { return dataset() != nullptr; }
    /// Refuse if the name is free; nothing while the person has to choose or to type another name.
    std::optional<ExistingDataset> choice() const;
    /// Why an import cannot start yet; empty if it can.
    QString problem() const;

signals:
    void changed();
    void addChosen(const recscope::DatasetInfo& dataset);  ///< the rows are to be added to this dataset
    void newNameRequested();                               ///< the person wants to type another name

private:
    void showState();
    const DatasetInfo* dataset() const;  ///< the one that has the name; null if the name is free

    std::vector<DatasetInfo> m_datasets;
    QString m_name;
    QLabel* m_text;
    QButtonGroup* m_choices;
    QRadioButton *m_add, *m_replace, *m_rename;
};

}  // namespace recscope::ui
