// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QWidget>

class QAbstractItemView;
class QModelIndex;
class QPushButton;

namespace recscope::ui {

/// Enables the button with what it does as its tooltip, or disables it with why it cannot.
void setPossible(QPushButton& button, bool possible, const QString& does, const QString& why);

/// Lets the name at `index` be edited; one that is being edited stays so, and another's editor is closed.
void editName(QAbstractItemView& view, const QModelIndex& index);

/// The buttons under a list of things that somebody keeps under names: rename, delete, and undo after that; F2 and
/// Delete in the list are the same. Names are edited in the list's first column.
class KeptListButtons : public QWidget {
    Q_OBJECT
public:
    /// `noun`: what the list holds, as a person calls it. Object names are made from `key`: "cohortRename",
    /// "cohortDelete", "cohortUndo". `unchosen` says why there is nothing to rename or delete.
    KeptListButtons(QAbstractItemView& list, const QString& key, const QString& noun, const QString& unchosen,
                    QWidget* parent = nullptr);

    /// Left of the others.
    void addFirst(QPushButton* button);
    /// Whether the list's current row can be renamed and deleted.
    void setChosen(bool chosen);
    /// What undo brings back, for its tooltip; empty = nothing, and no button.
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
