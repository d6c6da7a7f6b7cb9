// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QFrame>
#include <QScrollArea>
#include <map>

#include "core/sequence/dataset.h"
#include "core/store/dataset_belongings.h"

class QLabel;
class QToolButton;
class QVBoxLayout;

namespace recscope::ui {

class Session;

/// The card of one dataset, with its numbers of users, items and interactions, average length and density. A click
/// chooses the dataset; the bin removes it, with undo.
class DatasetCard : public QFrame {
    Q_OBJECT
public:
    explicit DatasetCard(QWidget* parent = nullptr);

    /// `newest` is the name of the newest version of the dataset.
    void show(const DatasetInfo& dataset, const QString& newest);
    void setChosen(bool chosen);
    /// Sets the counts of what is removed together with the dataset, which the bin's tooltip states.
    void setBelongings(const DatasetBelongings& belongings);

signals:
    void chosen();
    void removeRequested();
    void belongingsRequested();  ///< the user of the program may be about to remove the dataset

protected:
    void mouseReleaseEvent(QMouseEvent* event) override;
    void keyPressEvent(QKeyEvent* event) override;
    bool eventFilter(QObject* watched, QEvent* event) override;

private:
    QLabel *m_name, *m_version;
    QToolButton* m_remove;
    std::map<QString, QLabel*> m_facts;
};

/// All datasets of the workspace, one below the other, and below them the removed ones that can be restored.
class DatasetCards : public QScrollArea {
    Q_OBJECT
public:
    explicit DatasetCards(Session& session, QWidget* parent = nullptr);

private:
    void showDatasets();
    void showChoice();
    void showRemoved();
    void remove(DatasetId id);
    /// Counts what belongs to a dataset, for the tooltip of its card's bin or for the text about the removed dataset.
    void countBelongings(DatasetId id);

    Session& m_session;
    QVBoxLayout* m_removed;
    QVBoxLayout* m_column;
    std::map<DatasetId, DatasetCard*> m_cards;
    std::map<DatasetId, QLabel*> m_removedTexts;
};

}  // namespace recscope::ui
