// SPDX-License-Identifier: GPL-3.0-or-later
// Switches attention heads off by clicks and keys. Checks what is shown without these heads: the recommendations of one
// user of the dataset, and NDCG@10 over 200 users.
#include <QCheckBox>
#include <QComboBox>
#include <QLabel>
#include <QPushButton>
#include <QSignalSpy>
#include <QTabBar>
#include <QTabWidget>
#include <QTest>

#include "core/store/split_reader.h"
#include "tiny_runs.h"
#include "ui/explore/explore_page.h"
#include "ui/explore/tabs/heads_effect.h"
#include "ui/explore/tabs/slope_chart.h"
#include "ui/theme/theme.h"
#include "ui/widgets/number_text.h"
#include "ui_test_support.h"

using namespace recscope;
using namespace recscope::ui;
using namespace recscope::ui::test;

class HeadsEffectUiTest : public QObject {
    Q_OBJECT

private slots:
    void initTestCase() {
        m_environment = std::make_unique<TestEnvironment>();
        m_other = trainTiny(*m_environment, "sasrec", /*maxLength=*/32, /*epochs=*/2);
        m_run = trainTiny(*m_environment, "bert4rec", /*maxLength=*/32, /*epochs=*/6);
        m_page = std::make_unique<ExplorePage>(m_environment->session());
        test::show(*m_page, {1368, 800});
        QVERIFY(waitUntil([this] { return m_page->answer() && m_page->answer()->explanation; }));
        auto* tabs = find<QTabWidget>(*m_page, "exploreTabs");
        tabs->tabBar()->setFocus();
        auto* whose = find<QComboBox>(*m_page, "headsWhose");
        while (!whose->isVisible()) QTest::keyClick(tabs->tabBar(), Qt::Key_Right);
        whose->setFocus();
        QTest::keyClick(whose, Qt::Key_Down);
        QVERIFY(effect()->isVisible());
    }
    void init() {
        m_environment->session().chooseRun(m_run);
        m_environment->session().chooseUser(0);
        QVERIFY(waitUntil([this] { return m_page->answer()->user.user == 0 && runShown() == m_run && idle(); }));
        settle();
        if (!effect()->off().empty()) click(find<QPushButton>(*m_page, "headsAllOn"));
        settle();
    }
    void cleanupTestCase() {
        m_page.reset();
        QVERIFY(waitUntil([this] { return idle(); }));
        m_environment.reset();
    }

    void withEveryHeadOnThereIsNothingToCompare() {
        QVERIFY(effect()->off().empty());
        QVERIFY(chart()->items().empty());
        QVERIFY(!find<QPushButton>(*m_page, "headsAllOn")->isEnabled());
        QCOMPARE(metric()->text(), tr("Every head is on."));
        savePictures(QStringLiteral("heads-effect-none"));
    }

    void aHeadSwitchedOffShowsBothListsAndTheMetric() {
        QSignalSpy listed(effect(), &HeadsEffect::listShown), measured(effect(), &HeadsEffect::metricShown);
        click(box(1, 0));
        QCOMPARE(effect()->off(), (std::vector<HeadId>{{1, 0}}));
        QVERIFY(waitUntil([&] { return listed.count() == 1 && measured.count() == 1; }));
        // Computes the expected results without the window.
        std::vector<RankMove> expected;
        GateEffect expectedEffect;
        QVERIFY(m_environment->work([&](JobContext& context) {
            const InferenceSession inference = InferenceSession::load(context.workspace, m_run);
            const std::vector<HeadId> off{{1, 0}};
            const std::vector<Token> truth{m_page->answer()->explanation->heldOut->token};
            expected = listWithoutHeads(inference, m_page->answer()->givenTokens(), off, 10, truth);
            const std::vector<std::vector<HeadId>> gates{off};
            expectedEffect =
                studyGates(inference,
                           splitHistories(context.workspace, inference.run().dataset, inference.run().protocol.split),
                           gates, {.users = 200}, {}, {})
                    .front();
        }));
        QCOMPARE(chart()->items().size(), expected.size());
        for (size_t i = 0; i < expected.size(); ++i) {
            QCOMPARE(chart()->items()[i].title, m_environment->session().titleOf(expected[i].before.token));
            QCOMPARE(chart()->items()[i].before, int(expected[i].before.rank));
            QCOMPARE(chart()->items()[i].after, int(expected[i].after.rank));
        }
        QVERIFY2(metric()->text().contains(metricText(expectedEffect.with.ndcg10)), qPrintable(metric()->text()));
        QVERIFY(metric()->text().contains(metricText(expectedEffect.without.ndcg10)));
        QVERIFY(find<QLabel>(*m_page, "headsInterval")->text().contains(tr("200 users")));
        savePictures(QStringLiteral("heads-effect-one"));
    }

    void severalHeadsAreSwitchedOffByKeyAndAllAreSwitchedOnAgain() {
        QTest::keyClick(box(0, 0), Qt::Key_Space);
        QTest::keyClick(box(0, 1), Qt::Key_Space);
        QTest::keyClick(box(1, 0), Qt::Key_Space);
        QTest::keyClick(box(1, 1), Qt::Key_Space);
        QCOMPARE(effect()->off().size(), size_t(4));
        QSignalSpy listed(effect(), &HeadsEffect::listShown);
        settle();
        // Each of the four changes starts a computation, but the list is shown only once, because each of the first
        // three results is outdated by the next change.
        QCOMPARE(listed.count(), 1);
        QVERIFY(std::any_of(chart()->items().begin(), chart()->items().end(),
                            [](const SlopeItem& item) { return item.before != item.after; }));
        savePictures(QStringLiteral("heads-effect-all-off"));
        click(find<QPushButton>(*m_page, "headsAllOn"));
        QVERIFY(effect()->off().empty());
        QVERIFY(chart()->items().empty());
    }

    void aLateAnswerAboutAnotherUserIsDropped() {
        click(box(0, 0));
        settle();
        QSignalSpy listed(effect(), &HeadsEffect::listShown);
        for (int user : {3, 4, 5}) m_environment->session().chooseUser(user);
        QVERIFY(waitUntil([this] { return m_page->answer()->user.user == 5; }));
        settle();
        QCOMPARE(listed.count(), 1);
        QCOMPARE(effect()->off(), (std::vector<HeadId>{{0, 0}}));  // the run has not changed, so the head stays off
        const Token truth = m_page->answer()->explanation->heldOut->token;
        int truths = 0;
        for (size_t i = 0; i < effect()->moves().size(); ++i) {
            truths += chart()->items()[i].isTruth;
            QCOMPARE(chart()->items()[i].isTruth, effect()->moves()[i].before.token == truth);
        }
        QCOMPARE(truths, 1);
    }

    void allHeadsOfAnotherRunAreOn() {
        click(box(0, 1));
        settle();
        m_environment->session().chooseRun(m_other);
        QVERIFY(waitUntil([this] { return runShown() == m_other; }));
        settle();
        QVERIFY(effect()->off().empty());
        QVERIFY(chart()->items().empty());
        const auto& maps = m_page->answer()->explanation->attention;
        QCOMPARE(effect()->findChildren<QCheckBox*>().size(), maps.layers * maps.heads);
    }

private:
    HeadsEffect* effect() { return find<HeadsEffect>(*m_page, "headsEffect"); }
    SlopeChart* chart() { return find<SlopeChart>(*m_page, "headsSlope"); }
    QLabel* metric() { return find<QLabel>(*m_page, "headsMetric"); }
    QCheckBox* box(int layer, int head) {
        auto* headBox = find<QCheckBox>(*m_page, qPrintable(QStringLiteral("head%1.%2").arg(layer + 1).arg(head + 1)));
        return headBox;
    }
    /// Clicks a check box on its square, because its middle may be empty; clicks other widgets in the middle.
    void click(QWidget* widget) {
        if (qobject_cast<QCheckBox*>(widget)) {
            QTest::mouseClick(widget, Qt::LeftButton, {}, QPoint(8, widget->height() / 2));
        } else {
            test::click(widget);
        }
    }
    RunId runShown() { return m_page->answer()->request.run ? m_page->answer()->request.run->run : 0; }
    bool idle() const { return m_environment->jobs().isIdle(); }
    /// Waits until no job runs. The result of a job may start another job, so it waits several times.
    void settle() {
        for (int round = 0; round < 3; ++round) {
            QApplication::processEvents();
            QVERIFY(waitUntil([this] { return idle(); }));
        }
        QApplication::processEvents();
    }
    void savePictures(const QString& name) {
        for (ThemeChoice choice : {ThemeChoice::Light, ThemeChoice::Dark}) {
            Theme::instance().setChoice(choice);
            for (QSize size : {QSize(952, 600), QSize(1368, 800)}) {
                m_page->resize(size);
                QTest::qWait(50);
                QCOMPARE(m_page->size(), size);  // content that needs more would have enlarged the page
                savePicture(*m_page, QStringLiteral("%1-%2-%3")
                                         .arg(name, choice == ThemeChoice::Light ? "light" : "dark")
                                         .arg(size.width()));
            }
        }
        Theme::instance().setChoice(ThemeChoice::Light);
    }

    std::unique_ptr<TestEnvironment> m_environment;
    std::unique_ptr<ExplorePage> m_page;
    RunId m_run = 0, m_other = 0;
};

QTEST_MAIN(HeadsEffectUiTest)
#include "heads_effect_test.moc"
