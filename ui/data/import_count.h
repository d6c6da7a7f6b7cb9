// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QWidget>

#include "core/data/importer.h"
#include "ui/jobs/async_query.h"

class QLabel;
class QTimer;

namespace recscope::ui {

class Session;

/// The expected result of an import, counted before anything is stored: the sizes of the dataset, and how many rows are
/// dropped for which reason.
class ImportCount : public QWidget {
    Q_OBJECT
public:
    explicit ImportCount(Session& session, QWidget* parent = nullptr);

    /// Stops the running count and starts a new one after a short delay, so that continued typing causes only one
    /// count.
    void countLater(const ImportOptions& options, ExistingDataset existing);
    void clear();

signals:
    void counted(const recscope::ImportReport& report);
    void failed(const QString& sentence, const QString& hint);

private:
    struct Request {
        ImportOptions options;
        ExistingDataset existing = ExistingDataset::Refuse;
        bool operator==(const Request&) const = default;
    };
    void showCount();

    AsyncQuery<Request, ImportReport> m_count;
    Request m_request;
    QLabel *m_sizes, *m_details;
    QTimer* m_delay;
};

}  // namespace recscope::ui
