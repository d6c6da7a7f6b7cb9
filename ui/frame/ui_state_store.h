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

/// Reads what a person left on the pages and puts it back: named inputs and tabs by their object names, everything else
/// through `StatefulWidget`. What changed is kept a moment after the click or key that changed it, so that a killed
/// program loses next to nothing. Make it before the pages: what they show is read before they turn to another dataset.
class UiStateStore : public QObject {
    Q_OBJECT
public:
    explicit UiStateStore(Session& session, QObject* parent = nullptr);

    /// Puts back what is known of the page, and again whenever another dataset is chosen.
    void add(const QString& id, QWidget* page);
    /// Keeps what all pages show now, as far as it is not kept yet.
    void save();

protected:
    bool eventFilter(QObject* watched, QEvent* event) override;

private:
    struct Entry {
        QPointer<QObject> part;
        QString key;  ///< "explore/userOrder"
        bool ofDataset = false;
        QVariant kept;  ///< what the settings hold
    };
    bool keepChanges();
    void leaveDataset();
    void restore(Entry& entry);
    void waitFor(QWidget* widget, const QVariant& value);
    void tryAgain(QObject* part);
    std::optional<UiState> settingsOf(const Entry& entry) const;

    Session& m_session;
    std::vector<Entry> m_entries;
    std::optional<DatasetInfo> m_dataset;  ///< whose state the pages show
    /// What an input does not offer yet, e.g. a run's protocol before it was read.
    QHash<QObject*, QVariant> m_waiting;
    QTimer m_soon;
    bool m_turning = false;  ///< the pages have a new dataset and were not given their state yet
};

}  // namespace recscope::ui
