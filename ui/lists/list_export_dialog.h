// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QDialog>

#include "core/lists/recommendation_lists.h"

class QComboBox;

namespace recscope::ui {

class ListChoices;
class Session;

/// Lets the user of the program choose which recommendation lists to write to a file, for which users, and in which
/// file format. Deletes itself when it closes.
class ListExportDialog : public QDialog {
    Q_OBJECT
public:
    ListExportDialog(Session& session, HistoryInput input, QWidget* parent);

signals:
    /// `suffix` includes the dot; the run of `request` is not set.
    void chosen(const recscope::ListRequest& request, const QString& suffix);

private:
    ListChoices* m_choices;
    QComboBox* m_format;
};

/// Asks which lists of this run to export and to which file, writes the file in a job, and reports the path in
/// `saver`'s window.
void offerListExport(Session& session, const RunRecord& run, HistoryInput input, QWidget* saver);

}  // namespace recscope::ui
