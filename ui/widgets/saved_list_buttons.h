// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QWidget>

class QAbstractItemView;
class QModelIndex;
class QPushButton;

namespace recscope::ui {

/// Enables the button with `does` (its effect) as tooltip, or disables it with `why` (the reason) as tooltip.
void setEnabledWithReason(QPushButton& button, bool possible, const QString& does, const QString& why);

/// Opens the editor for the name at `index`, unless it is open already; an open editor of another row is closed.
void editName(QAbstractItemView& view, const QModelIndex& index);

/// Buttons below a list of saved, named objects: rename, delete and undo the deletion. F2 and Delete in the list rename
/// and delete, too. Names are edited in the list's first column.
class SavedListButtons : public QWidget {
    Q_OBJECT
public:
    /// `noun` is the visible word for one element of the list, e.g. "cohort". `key` is the prefix of object names, e.g.
    /// "cohort" for "cohortRename", "cohortDelete" and "cohortUndo". `unchosen` is the reason shown while no row is
    /// chosen.
    SavedListButtons(QAbstractItemView& list, const QString& key, const QString& noun, const QString& unchosen,
                     QWidget* parent = nullptr);

    /// Adds a button to the left of the other buttons.
    void addFirst(QPushButton* button);
    /// Sets whether a row is chosen, which can then be renamed and deleted.
    void setChosen(bool chosen);
    /// Shows the undo button with this tooltip, which names what undo restores; empty hides the button.
    void setUndo(const QString& restores);

signals:
    void deleteRequested();
    void undoRequested();

protected:
    bool eventFilter(QObject* watched, QEvent* event) override;

private:
    QAbstractItemView& m_list;
    QString m_noun, m_unchosen;
    QPushButton *m_rename, *m_delete, *m_undo;
};

}  // namespace recscope::ui
