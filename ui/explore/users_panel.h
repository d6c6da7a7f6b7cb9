// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QTimer>
#include <QWidget>
#include <cstdint>
#include <optional>

#include "core/data/dataset.h"
#include "core/util/random.h"

class QComboBox;
class QLabel;
class QLineEdit;

namespace recscope::ui {

class JobRunner;
class PagedTableModel;
class TableView;

/// Finds a user: search by id, a sorted list, previous, next and random.
class UsersPanel : public QWidget {
    Q_OBJECT
public:
    UsersPanel(JobRunner& jobs, QWidget* parent = nullptr);

    /// Shows this dataset's users and chooses the first.
    void setDataset(std::optional<DatasetId> dataset);
    std::optional<std::int32_t> user() const { return m_user; }
    TableView* view() const { return m_view; }

public slots:
    /// Clears search and order if need be, and tells `userChosen`.
    void choose(qint32 user);
    void choosePrevious();
    void chooseNext();
    void chooseRandom();

signals:
    void userChosen(qint32 user);

private:
    void showList();
    void listRead();
    void takeRow(int row);
    void moveTo(int row);

    PagedTableModel* m_model;
    QLineEdit* m_search;
    QComboBox* m_order;
    TableView* m_view;
    QLabel* m_count;
    QTimer m_typing;  ///< waits until typing pauses
    std::optional<DatasetId> m_dataset;
    std::optional<std::int32_t> m_user;
    int m_wantedRow = -1;  ///< chosen before its page was read
    bool m_choosingFirst = false;
    bool m_following = false;  ///< the list follows `m_user`, it does not choose
    Random m_random;
};

}  // namespace recscope::ui
