// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QWidget>
#include <optional>
#include <string>

#include "core/sequence/dataset.h"
#include "ui/jobs/async_query.h"

class QLabel;
class QPlainTextEdit;
class QTimer;

namespace recscope::ui {

class Session;

/// The notes of the user of the program on the chosen dataset; written to the workspace a moment after the last key
/// press.
class DatasetNotes : public QWidget {
    Q_OBJECT
public:
    explicit DatasetNotes(Session& session, QWidget* parent = nullptr);

private:
    void load();
    void showNotes(const std::string& notes);
    void save();

    Session& m_session;
    AsyncQuery<DatasetId, std::string> m_notes;
    QPlainTextEdit* m_text;
    QLabel* m_state;
    QTimer* m_typing;
    std::optional<DatasetId> m_dataset;  ///< the dataset whose notes are shown
};

}  // namespace recscope::ui
