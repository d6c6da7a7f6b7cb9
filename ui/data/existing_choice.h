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

/// Three choices of what to do if a dataset with the name of the import already exists; shown only in that case.
class ExistingChoice : public QWidget {
    Q_OBJECT
public:
    explicit ExistingChoice(QWidget* parent = nullptr);

    void setDatasets(const std::vector<DatasetInfo>& datasets);
    void setName(const QString& name);
    /// Resets the choice. To be called when another file is chosen.
    void clear();

    bool isNameTaken() const { return dataset() != nullptr; }
    /// `ExistingDataset::Refuse` if the name is free; none while the user of the program still has to choose or to type
    /// another name.
    std::optional<ExistingDataset> choice() const;
    /// Why an import cannot start yet; empty if it can.
    QString problem() const;

signals:
    void changed();
    void addChosen(const recscope::DatasetInfo& dataset);  ///< the rows are to be added to this dataset
    void newNameRequested();                               ///< the user of the program wants to type another name

private:
    void showState();
    const DatasetInfo* dataset() const;  ///< the dataset that has the name; null if the name is free

    std::vector<DatasetInfo> m_datasets;
    QString m_name;
    QLabel* m_text;
    QButtonGroup* m_choices;
    QRadioButton *m_add, *m_replace, *m_rename;
};

}  // namespace recscope::ui
