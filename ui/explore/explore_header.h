// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QTimer>
#include <QWidget>
#include <optional>
#include <vector>

#include "ui/runs/explore_query.h"

class QComboBox;
class QLabel;
class QToolButton;

namespace recscope::ui {

/// The top row of the Explore page: a line about the shown user, and inputs for the version of the dataset whose users
/// are listed, for wrapped titles and for the item to predict. A later version of a dataset is a dataset that was made
/// from it by adding data.
class ExploreHeader : public QWidget {
    Q_OBJECT
public:
    explicit ExploreHeader(QWidget* parent = nullptr);

    /// Offers this dataset and its later versions among `datasets`; keeps the choice if it is still offered.
    void setVersions(const std::optional<DatasetInfo>& dataset, const std::vector<DatasetInfo>& datasets);
    /// Chooses the dataset itself; emits nothing.
    void chooseFirstVersion();
    /// The chosen later version of the dataset; none = the dataset itself.
    std::optional<DatasetInfo> laterVersion() const;
    Predicted predicted() const;
    bool isWrapped() const;                        ///< true if the titles in the lists take as many lines as they need
    void showAnswer(const ExploreAnswer& answer);  ///< shows the user of this answer in the line about the user
    void clear();                                  ///< empties the line about the user
    /// Tells whether the query runs. If it takes longer than 200 ms, the line about the user shows a loading message.
    void setLoading(bool isLoading);
    /// In the tab order, the inputs follow `widget`.
    void setTabOrderAfter(QWidget* widget);

signals:
    void versionChosen();
    void predictedChanged();
    void wrapToggled(bool isWrapped);

private:
    QLabel* m_subtitle;                ///< the line about the user
    QTimer m_slowTimer;                ///< shows a loading message if an answer takes long
    std::vector<DatasetInfo> m_later;  ///< later versions of the dataset
    QComboBox* m_versions;  ///< chooses whose histories are listed: those of the dataset or of a later version of it
    QToolButton* m_wrap;
    QComboBox* m_predicted;
};

}  // namespace recscope::ui
