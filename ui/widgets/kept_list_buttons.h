// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QWidget>

class QAbstractItemView;
class QModelIndex;
class QPushButton;

namespace recscope::ui {

/// Enables the button with its action as tooltip, or disables it with the reason as tooltip.
void setPossible(QPushButton& button, bool possible, const QString& does, const QString& why);

/// Opens the editor of the name at `index`. If it is already open, it stays; an editor of another row is closed.
void editName(QAbstractItemView& view, const QModelIndex& index);

/// The buttons below a list of saved, named things: rename, delete, and undo of the latter; F2 and Delete in the list
/// do the same. Names are edited in the list's first column.
class KeptListButtons : public QWidget {
    Q_OBJECT
public:
    /// `noun` is the visible word for one element of the list. Object names are made from `key`: "cohortRename",
    /// "cohortDelete", "cohortUndo". `unchosen` is the reason shown while there is nothing to rename or delete.
    KeptListButtons(QAbstractItemView& list, const QString& key, const QString& noun, const QString& unchosen,
                    QWidget* parent = nullptr);

    /// Adds a button left of the others.
    void addFirst(QPushButton* button);
    /// Whether the list's current row can be renamed and deleted.
    void setChosen(bool chosen);
    /// What undo restores, for its tooltip; empty = nothing, the button is hidden.
    void setUndo(const QString& brings);

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
