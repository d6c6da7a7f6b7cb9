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

/// One dataset with the row of the papers' Table 1. A click chooses it; the bin removes it, which can be undone.
class DatasetCard : public QFrame {
    Q_OBJECT
public:
    explicit DatasetCard(const DatasetInfo& dataset, QWidget* parent = nullptr);

    void show(const DatasetInfo& dataset);
    void setChosen(bool chosen);
    /// What goes with it when it is removed.
    void setBelongings(const DatasetBelongings& belongings);

signals:
    void chosen();
    void removeRequested();
    void belongingsRequested();  ///< somebody is about to remove it

protected:
    void mouseReleaseEvent(QMouseEvent* event) override;
    void keyPressEvent(QKeyEvent* event) override;
    bool eventFilter(QObject* watched, QEvent* event) override;

private:
    QLabel* m_name;
    QToolButton* m_remove;
    std::map<QString, QLabel*> m_facts;
};

/// All datasets of the workspace, one under the other, and under them the removed ones that can still come back.
class DatasetCards : public QScrollArea {
    Q_OBJECT
public:
    explicit DatasetCards(Session& session, QWidget* parent = nullptr);

private:
    void showDatasets();
    void showChoice();
    void showRemoved();
    void remove(DatasetId id);
    /// Shows them at the bin of the card, or in the words of the removed one.
    void askBelongings(DatasetId id);

    Session& m_session;
    QVBoxLayout* m_removed;
    QVBoxLayout* m_column;
    std::map<DatasetId, DatasetCard*> m_cards;
    std::map<DatasetId, QLabel*> m_removedTexts;
};

}  // namespace recscope::ui
