// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QWidget>
#include <memory>

#include "ui/explore/explore_subject.h"

class QVBoxLayout;

namespace recscope::ui {

class ExploreHeader;
class ExploreLists;
class ExploreTabs;
class HistoryLinks;
class RemovalTests;
class UsersPanel;

/// Shows for the chosen user what the model recommends, what every head attends to, and the effect of each item of the
/// history. A click on a user starts one job, whose answer contains the recommendations and the attention of all heads;
/// so choosing another head needs no computation. The removal tests and the studies in the tabs are further jobs.
class ExplorePage : public QWidget {
    Q_OBJECT
public:
    explicit ExplorePage(Session& session, QWidget* parent = nullptr);

    /// The shown answer; null before the first one.
    std::shared_ptr<const ExploreAnswer> answer() const { return m_subject->answer(); }

signals:
    void answerShown();
    void removalShown();

protected:
    void resizeEvent(QResizeEvent* event) override;

private:
    QWidget* makeContent();
    void connectSession();
    void connectHeaderAndUsers();
    void connectSubject();
    void connectViews();
    void fitHeight();
    void applyDataset();
    void listVersions();
    void applyVersion();
    void applyRun();
    void showRun();
    void showAnswer();
    void showFailure(const QString& message, const QString& hint);
    void requestRemovals();
    void handleRemovals();
    void showRemoval(Token target);

    Session& m_session;
    ExploreSubject* m_subject;
    RemovalTests* m_removals;
    ExploreHeader* m_header;
    UsersPanel* m_users;
    ExploreLists* m_lists;
    ExploreTabs* m_tabs;
    HistoryLinks* m_links;
    QVBoxLayout* m_content;
};

}  // namespace recscope::ui
