// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QDate>
#include <QStringList>
#include <QWidget>
#include <optional>
#include <utility>
#include <vector>

#include "core/sequence/dataset.h"
#include "core/store/user_attribute_store.h"
#include "ui/jobs/async_query.h"
#include "ui/widgets/stateful_widget.h"

class QDateEdit;
class QLabel;
class QPushButton;
class QSpinBox;
class QToolButton;

namespace recscope::ui {

class AttributeFilter;
class DataTable;
class HistoryTimeline;
class KindFilter;
class Session;

/// The users of the chosen dataset, with filters for length, time and attributes; beside them the history of the
/// clicked user.
class DatasetUsers : public QWidget, public StatefulWidget {
    Q_OBJECT
public:
    explicit DatasetUsers(Session& session, QWidget* parent = nullptr);

    void showUser(qint32 user);
    /// The user whose history is shown, and the range of days if it is limited.
    QVariant uiState() const override;
    void restoreState(const QVariant& state) override;

signals:
    void itemRequested(qint32 token);

protected:
    void resizeEvent(QResizeEvent* event) override;
    void showEvent(QShowEvent* event) override;
    bool eventFilter(QObject* watched, QEvent* event) override;

private:
    struct UserRequest {
        DatasetId dataset = 0;
        qint32 user = 0;
        bool operator==(const UserRequest&) const = default;
    };
    struct UserHistory {
        UserInfo user;
        std::vector<Interaction> history;
        QStringList attributes;  ///< e.g. "segment Gold", "age 34"
    };
    using Days = std::optional<std::pair<QDate, QDate>>;

    void fitColumns();
    QWidget* makeFilters();
    QWidget* makeHistory();
    void applyFilters();
    void resetFilters();
    void loadDays();
    void loadAttributes();
    void showAttributes();
    void restoreDays();
    void showDays();
    Days days() const;
    void clearHistory();
    void showHistory(const UserHistory& answer);
    void exportHistory();

    Session& m_session;
    AsyncQuery<DatasetId, Days> m_days;  ///< first and last day of the dataset, in UTC; none if no user has times
    AsyncQuery<UserRequest, UserHistory> m_history;
    AsyncQuery<DatasetId, std::vector<AttributeSummary>> m_attributes;
    DataTable* m_table;
    AttributeFilter* m_attribute;
    QSpinBox *m_minLength, *m_maxLength;
    QDateEdit *m_from, *m_to;
    DatasetId m_restoredDataset = 0;  ///< the dataset of m_restoredFrom and m_restoredTo
    /// Restored range of days, applied as soon as the days of the dataset are known; invalid = no limit.
    QDate m_restoredFrom, m_restoredTo;
    KindFilter* m_kind;
    QToolButton* m_reset;
    QLabel *m_title, *m_about;
    QPushButton *m_export, *m_explore;
    HistoryTimeline* m_timeline;
    std::optional<qint32> m_user;
    QString m_userId;  ///< the chosen user's id in the data
};

}  // namespace recscope::ui
