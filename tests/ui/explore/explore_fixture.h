// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QObject>
#include <memory>

#include "tiny_runs.h"
#include "ui/explore/explore_page.h"
#include "ui_test_support.h"

namespace recscope::ui {

class TableView;

namespace test {

/// The Explore page on the sample data with two tiny runs, a bidirectional and a causal one; the bidirectional run is
/// chosen. The runs are trained once per test program; each test shows a new page.
class ExploreFixture : public QObject {
    Q_OBJECT

protected:
    TestEnvironment& environment() { return *m_environment; }
    Session& session() { return m_environment->session(); }
    ExplorePage& page() { return *m_page; }
    const ExploreAnswer& answer() const { return *m_page->answer(); }

    /// Waits until no job runs and all results are delivered.
    bool settled();
    /// Chooses a user through the session, as another page would, and waits for the answer.
    bool showUser(int user);
    /// Shows the first user of the sample whose held-out item has a planted cause that the model reads, and returns
    /// the user's index.
    int showUserWithCause();
    /// Opens a tab with the keys of the tab bar: 0 Attention, 1 Evidence, 2 What if, 3 Heads, 4 Items, 5 Timeline. It
    /// must be the current tab or to its right.
    void openTab(int index);
    /// Clicks in the middle of a column's header.
    static void clickColumnHeader(TableView* table, int column);
    /// Saves pictures of the page in both themes, at the smallest and at a usual size.
    void savePictures(const QString& name);

    RunId m_bidirectional = 0, m_causal = 0;

private slots:
    void initTestCase();
    void init();
    void cleanup();
    void cleanupTestCase();

private:
    std::unique_ptr<TestEnvironment> m_environment;
    std::unique_ptr<ExplorePage> m_page;
};

}  // namespace test

}  // namespace recscope::ui
