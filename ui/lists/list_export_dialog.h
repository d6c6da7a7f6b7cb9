// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QDialog>

#include "core/lists/recommendation_lists.h"

class QComboBox;

namespace recscope::ui {

class ListChoices;
class Session;

/// Asks which lists to write, for which users and in which file format. Deletes itself when it closes.
class ListExportDialog : public QDialog {
    Q_OBJECT
public:
    ListExportDialog(Session& session, HistoryInput input, QWidget* parent);

signals:
    /// `suffix` with its dot; the run of `request` is not set.
    void chosen(const recscope::ListRequest& request, const QString& suffix);

private:
    ListChoices* m_choices;
    QComboBox* m_format;
};

/// Asks for lists of this run and for a file, writes it in a job and notifies `saver`'s window of the path.
void offerListExport(Session& session, const RunRecord& run, HistoryInput input, QWidget* saver);

}  // namespace recscope::ui
