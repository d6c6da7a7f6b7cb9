// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QFrame>
#include <QScrollArea>
#include <QStackedWidget>
#include <map>

#include "core/data/dataset.h"

class QLabel;
class QPushButton;
class QToolButton;
class QVBoxLayout;

namespace recscope::ui {

class Session;

/// One dataset with the row of the papers' Table 1. A click chooses it; removing asks on the card itself.
class DatasetCard : public QFrame {
    Q_OBJECT
public:
    explicit DatasetCard(const DatasetInfo& dataset, QWidget* parent = nullptr);

    void show(const DatasetInfo& dataset);
    void setChosen(bool chosen);

signals:
    void chosen();
    void removeConfirmed();

protected:
    void mouseReleaseEvent(QMouseEvent* event) override;
    void keyPressEvent(QKeyEvent* event) override;

private:
    QWidget* makeFacts();
    QWidget* makeQuestion();

    QStackedWidget* m_stack;
    QLabel* m_name;
    QLabel* m_question;
    std::map<QString, QLabel*> m_facts;
};

/// All datasets of the workspace, one under the other.
class DatasetCards : public QScrollArea {
    Q_OBJECT
public:
    explicit DatasetCards(Session& session, QWidget* parent = nullptr);

private:
    void showDatasets();
    void showChoice();
    void remove(DatasetId id);

    Session& m_session;
    QVBoxLayout* m_column;
    std::map<DatasetId, DatasetCard*> m_cards;
};

}  // namespace recscope::ui
