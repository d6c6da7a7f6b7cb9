// SPDX-License-Identifier: GPL-3.0-or-later
// Explores the users of a later version of a dataset with a run of the earlier version.
#include <QComboBox>
#include <QLabel>
#include <QTabWidget>
#include <QTest>
#include <QToolButton>

#include "core/data/importer.h"
#include "tiny_runs.h"
#include "ui/explore/explore_page.h"
#include "ui/widgets/empty_state.h"
#include "ui/widgets/table_view.h"
#include "ui_test_support.h"

using namespace recscope;
using namespace recscope::ui;
using namespace recscope::ui::test;

class ExploreVersionsTest : public QObject {
    Q_OBJECT

private slots:
    void initTestCase() {
        m_environment = std::make_unique<TestEnvironment>();
        m_run = trainTiny(*m_environment, "sasrec");
        m_before = session().dataset()->id;
        m_users = session().dataset()->users;
        const std::string name = session().dataset()->name;
        const ItemCatalogue& items = *session().catalogue();
        std::string rows = "user,item,time\n";
        for (int i = 0; i < 6; ++i)
            rows += "zoe," + items[size_t(i)].id + ",2030-01-0" + std::to_string(i + 1) + " 10:00:00\n";
        rows +=
            "zoe,a new film,2030-01-07 10:00:00\nnoor,a new film,2030-01-08 10:00:00\n"
            "noor,another new film,2030-01-09 10:00:00\n";
        ImportOptions options;
        options.path = m_environment->write("week2.csv", QByteArray::fromStdString(rows)).toStdString();
        options.name = name;
        QVERIFY(m_environment->work([&](JobContext& context) {
            m_after = importDataset(context.workspace, options, {}, {}, ExistingDataset::AddRows).dataset.id;
        }));
        session().refreshDatasets();
        QVERIFY(waitUntil([this] { return session().datasets().size() == 2; }));
    }

    void init() {
        session().chooseDataset(m_before);
        m_page = std::make_unique<ExplorePage>(session());
        test::show(*m_page, {1280, 860});
        QVERIFY(waitUntil([this] { return m_page->answer() && m_page->answer()->explanation; }));
    }

    void cleanup() {
        m_page.reset();
        QVERIFY(waitUntil([this] { return m_environment->jobs().isIdle(); }));
    }

    void cleanupTestCase() { m_environment.reset(); }

    void theEarlierRunPredictsForAUserWhomOnlyTheLaterVersionHas() {
        chooseLaterVersion();
        QVERIFY(showUser("zoe"));
        const ExploreAnswer& answer = *m_page->answer();
        QVERIFY(!answer.runUser);
        QCOMPARE(answer.skippedInteractions, 1);
        QCOMPARE(answer.interactions.size(), 6u);
        QCOMPARE(answer.given, 5);
        QCOMPARE(answer.explanation->recommendations.size(), 20u);
        QVERIFY(find<QLabel>(*m_page, "exploreSubtitle")->text().contains("unknown to the run, left out: 1"));
        QVERIFY(!find<QToolButton>(*m_page, "usersCohort")->isEnabled());
        savePicture(*m_page, "explore-later-version");
        // The removal test and the other tabs use the same history.
        auto* tabs = find<QTabWidget>(*m_page, "exploreTabs");
        for (int i = 0; i < tabs->count(); ++i) {
            if (!tabs->isTabEnabled(i)) continue;
            tabs->setCurrentIndex(i);
            QVERIFY(waitUntil([this] { return m_environment->jobs().isIdle(); }));
        }
        const QString note = find<QLabel>(*m_page, "removalNote")->text();
        QVERIFY2(!note.isEmpty() && !note.startsWith("No removal test"), qPrintable(note));
    }

    void theSameUserStaysChosenInTheHistoriesOfTheLaterVersion() {
        session().chooseUser(7);
        QVERIFY(waitUntil([this] { return m_page->answer() && m_page->answer()->user.user == 7; }));
        const std::string id = m_page->answer()->user.id;
        chooseLaterVersion();
        QVERIFY(waitUntil([&] { return m_page->answer() && m_page->answer()->user.id == id; }));
        QVERIFY(m_page->answer()->request.laterVersion);
        session().chooseDataset(m_after);
        QVERIFY(waitUntil([&] {
            return m_page->answer() && m_page->answer()->request.dataset == m_after && m_page->answer()->user.id == id;
        }));
        QVERIFY(showUser("zoe"));
        session().chooseDataset(m_before);  // has no such user: its first one is chosen
        QVERIFY(waitUntil([&] { return m_page->answer() && m_page->answer()->user.user == 0; }));
    }

    void theSameUserStaysChosenIfTheVersionChangesTwiceBeforeAnAnswer() {
        session().chooseUser(7);
        QVERIFY(waitUntil([this] { return m_page->answer() && m_page->answer()->user.user == 7; }));
        const std::string id = m_page->answer()->user.id;
        versions()->setFocus();
        QTest::keyClick(versions(), Qt::Key_Down);
        QVERIFY(!m_page->answer());
        QTest::keyClick(versions(), Qt::Key_Up);
        QVERIFY(waitUntil([this] { return m_page->answer() != nullptr; }));
        QCOMPARE(m_page->answer()->user.id, id);
        QVERIFY(!m_page->answer()->request.laterVersion);
    }

    void aUserWithoutAKnownItemIsRefusedInASentence() {
        chooseLaterVersion();
        auto* search = find<QWidget>(*m_page, "userSearch");
        type(search, "noor");
        QTest::keyClick(search, Qt::Key_Return);
        auto* state = find<EmptyState>(*m_page, "noAnswer");
        QVERIFY(waitUntil([&] { return state->isVisible(); }));
        QCOMPARE(state->title(), "The data of this run has none of the items of user noor.");
    }

    void aUserRequestedByAnotherPageIsFromTheChosenDataset() {
        chooseLaterVersion();
        session().chooseUser(3);
        QVERIFY(waitUntil([this] { return m_page->answer() && m_page->answer()->user.user == 3; }));
        QCOMPARE(versions()->currentIndex(), 0);
        QCOMPARE(m_page->answer()->runUser, std::optional(3));
        QVERIFY(find<QToolButton>(*m_page, "usersCohort")->isEnabled());
    }

    void aVersionWithoutRunsMentionsTheRunsOfThePreviousVersion() {
        session().chooseDataset(m_after);
        auto* state = find<EmptyState>(*m_page, "noAnswer");
        QVERIFY(waitUntil([&] { return state->isVisible() && state->title() == "No model yet"; }));
        QVERIFY(state->sentence().contains("Runs of the earlier version"));
        QVERIFY(!versions()->isVisible());
        savePicture(*m_page, "explore-version-without-runs");
    }

private:
    Session& session() { return m_environment->session(); }
    QComboBox* versions() { return find<QComboBox>(*m_page, "historyVersion"); }

    void chooseLaterVersion() {
        QVERIFY(versions()->isVisible());
        QCOMPARE(versions()->currentIndex(), 0);
        versions()->setFocus();
        QTest::keyClick(versions(), Qt::Key_Down);
        QCOMPARE(versions()->currentData().value<DatasetId>(), m_after);
        auto* users = find<TableView>(*m_page, "users");
        QVERIFY(waitUntil([&] { return users->model()->rowCount() == int(m_users) + 2; }));
    }
    bool showUser(const QString& id) {
        auto* search = find<QWidget>(*m_page, "userSearch");
        type(search, id);
        QTest::keyClick(search, Qt::Key_Return);
        return waitUntil([&] { return m_page->answer() && m_page->answer()->user.id == id.toStdString(); });
    }

    std::unique_ptr<TestEnvironment> m_environment;
    std::unique_ptr<ExplorePage> m_page;
    RunId m_run = 0;                      ///< trained on m_before
    DatasetId m_before = 0, m_after = 0;  ///< the earlier version and the later one, with two more users
    std::int64_t m_users = 0;             ///< number of users of m_before
};

QTEST_MAIN(ExploreVersionsTest)
#include "explore_versions_test.moc"
