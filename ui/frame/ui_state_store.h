// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QHash>
#include <QObject>
#include <QPointer>
#include <QTimer>
#include <QVariant>
#include <optional>
#include <vector>

#include "core/sequence/dataset.h"

class QWidget;

namespace recscope::ui {

class UiState;
class Session;

/// Stores and restores the UI state of the pages: named inputs and tabs under their object names, other widgets through
/// `StatefulWidget`. Changes are stored a moment after the click or key press that caused them, so that little is lost
/// if the program is killed. Create it before the pages, because it must read their state before they switch to another
/// dataset.
class UiStateStore : public QObject {
    Q_OBJECT
public:
    explicit UiStateStore(Session& session, QObject* parent = nullptr);

    /// Restores the state of the page now and whenever another dataset is chosen. `id` is the page's key (`pageKey`),
    /// the first part of its settings keys.
    void add(const QString& id, QWidget* page);
    /// Stores those parts of the pages' state that have changed.
    void save();

protected:
    bool eventFilter(QObject* watched, QEvent* event) override;

private:
    struct Entry {
        QPointer<QObject> part;  ///< an input, a tab widget or a StatefulWidget
        QString key;             ///< e.g. "explore/userOrder"
        bool ofDataset = false;  ///< true: stored per dataset; false: per workspace
        QVariant stored;         ///< the last stored or restored value
    };
    bool storeChanges();  ///< stores the changes; returns whether there were any
    void leaveDataset();
    void restore(Entry& entry);
    void restoreLater(QWidget* widget, const QVariant& value);
    void retryRestore(QObject* part);
    std::optional<UiState> settingsOf(const Entry& entry) const;

    Session& m_session;
    std::vector<Entry> m_entries;
    std::optional<DatasetInfo> m_dataset;  ///< the dataset whose state the pages show
    /// Stored values that their inputs do not offer yet, e.g. a protocol of a run that is not loaded yet. Each is
    /// restored as soon as its input offers it.
    QHash<QObject*, QVariant> m_waiting;
    QTimer m_storeTimer;         ///< delays storing the changes
    bool m_isSwitching = false;  ///< true while the pages show a new dataset whose UI state is not restored yet
};

}  // namespace recscope::ui
