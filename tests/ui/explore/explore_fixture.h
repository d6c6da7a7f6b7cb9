// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QObject>
#include <memory>

#include "tiny_runs.h"
#include "ui/explore/explore_page.h"
#include "ui_test_support.h"

namespace recscope::ui::test {

/// The Explore page on the sample data with two tiny runs, the bidirectional one chosen: trained once for a test
/// program, shown anew for each test.
class ExploreFixture : public QObject {
    Q_OBJECT

protected:
    Bench& bench() { return *m_bench; }
    Session& session() { return m_bench->session(); }
    ExplorePage& page() { return *m_page; }
    const ExploreAnswer& answer() const { return *m_page->answer(); }

    /// Waits until no job runs and all their results are told.
    bool settled();
    /// Chooses a user as another page would and waits for the answer.
    bool showUser(int user);
    /// The first user of the sample whose held-out item has a planted cause that the model reads; shown when it
    /// returns.
    int showUserWithCause();
    /// The way a person opens a tab: by the keys of the tab bar.
    void openTab(int index);
    /// Light and dark, in the smallest and in a usual size.
    void pictures(const QString& name);

    RunId m_both = 0, m_causal = 0;

private slots:
    void initTestCase();
    void init();
    void cleanup();
    void cleanupTestCase();

private:
    std::unique_ptr<Bench> m_bench;
    std::unique_ptr<ExplorePage> m_page;
};

}  // namespace recscope::ui::test
