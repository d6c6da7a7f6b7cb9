// SPDX-License-Identifier: GPL-3.0-or-later
// Tests the Evidence tab. It compares attention with the removal test for one recommendation, for the true cause, and
// over many users.
#include <QComboBox>
#include <QLabel>
#include <QPushButton>
#include <QSignalSpy>
#include <QTabBar>
#include <QTabWidget>
#include <QTest>
#include <set>

#include "core/explain/attention/agreement_study.h"
#include "core/explain/scores/evidence_conclusion.h"
#include "core/store/dataset_store.h"
#include "explore_fixture.h"
#include "ui/attention/attention_map.h"
#include "ui/explore/tabs/agreement_panel.h"
#include "ui/explore/tabs/cause_card_view.h"
#include "ui/explore/tabs/evidence_panel.h"
#include "ui/explore/tabs/evidence_strip.h"
#include "ui/lists/history_list.h"
#include "ui/lists/history_model.h"
#include "ui/widgets/empty_state.h"
#include "ui/widgets/table_view.h"

using namespace recscope;
using namespace recscope::ui;
using namespace recscope::ui::test;

class EvidenceTabTest : public ExploreFixture {
    Q_OBJECT

private slots:
    void theEvidenceTabComparesAttentionWithTheRemovalTest() {
        auto* tabs = find<QTabWidget>(page(), "exploreTabs");
        tabs->tabBar()->setFocus();
        QTest::keyClick(tabs->tabBar(), Qt::Key_Right);
        auto* strip = find<EvidenceStrip>(page(), "evidenceStrip");
        QVERIFY(strip->isVisible());
        QSignalSpy curve(find<EvidencePanel>(page(), "evidence"), &EvidencePanel::curveShown);
        QVERIFY(waitUntil([&] { return curve.count() > 0 && environment().jobs().isIdle(); }));
        const Explanation& explanation = *answer().explanation;
        std::vector<RemovalEffect> effects;
        for (const auto& group : removalGroups(explanation.history, explanation.firstPosition, RepeatedItems::Together))
            effects.push_back({.position = group.back(), .earlier = {group.begin(), group.end() - 1}});
        QCOMPARE(strip->items().size(), effects.size());
        const auto weights = effectWeights(explanation, {0, 0}, effects);
        for (size_t i = 0; i < weights.size(); ++i) QCOMPARE(strip->items()[i].attention, weights[i]);
        // A row of the table chooses the head on the whole page.
        auto* heads = find<TableView>(page(), "evidenceHeads");
        QCOMPARE(heads->model()->rowCount(), 4);
        heads->setFocus();
        QTest::keyClick(heads, Qt::Key_Down);
        QCOMPARE(find<AttentionMap>(page(), "map")->model().choice().head.head, 1);
        QCOMPARE(strip->items()[0].attention, effectWeights(explanation, {0, 1}, effects)[0]);
        const QString sentence = find<QLabel>(page(), "evidenceSentence")->text();
        QVERIFY2(sentence.contains(QStringLiteral("layer 1, head 2"), Qt::CaseInsensitive), qPrintable(sentence));
        const auto* model = find<HistoryList>(page(), "historyList")->model();
        for (size_t i = 0; i < strip->items().size(); ++i) effects[i].effect = strip->items()[i].effect;
        const Agreement agreement = agreementOf(effectWeights(explanation, {0, 1}, effects), effects);
        const QString numbers = find<QLabel>(page(), "evidenceNumbers")->text();
        const QString counted = agreement.against > 0 ? QString::number(agreement.against) : QStringLiteral("None");
        QVERIFY2(numbers.startsWith(tr("%1 of the %2 items count").arg(counted).arg(agreement.items)),
                 qPrintable(numbers));
        // The item that the keys reach in the strip is highlighted in the history.
        strip->setFocus();
        QTest::keyClick(strip, Qt::Key_Home);
        QTest::keyClick(strip, Qt::Key_Right);
        QVERIFY(model->index(effects[1].position, 0).data(Qt::BackgroundRole).isValid());
        QVERIFY(strip->accessibleDescription().startsWith(model->titleAt(effects[1].position)));
    }

    void theSentenceDescribesTheDrawnCurve() {
        openTab(1);
        auto* panel = find<EvidencePanel>(page(), "evidence");
        auto* sentence = find<QLabel>(page(), "evidenceSentence");
        for (const HeadId head : {HeadId{1, 1}, HeadId{0, 0}}) {  // {0, 0} is chosen before
            QSignalSpy curve(panel, &EvidencePanel::curveShown);
            auto* heads = find<TableView>(page(), "evidenceHeads");
            heads->setFocus();
            heads->selectRow(head.layer * 2 + head.head);
            QVERIFY(waitUntil([&] { return curve.count() > 0 && environment().jobs().isIdle(); }));
            std::string expected;
            const Token target = answer().explanation->recommendations.front().token;
            QVERIFY(environment().work([&](JobContext& context) {
                const InferenceSession inference =
                    InferenceSession::load(context.workspace, m_bidirectional).forUser(answer().request.user);
                const Explanation& explanation = *answer().explanation;
                const RemovalTest test = removalTest(inference, explanation.history, target, panel->removal());
                const auto weights = effectWeights(explanation, head, test.effects);
                expected = curveSentence(deletionCurve(inference, explanation.history, test, weights, {}, {}, {}),
                                         headName(head));
            }));
            QVERIFY(!expected.empty());
            QVERIFY2(sentence->text().endsWith(QString::fromStdString(expected)),
                     qPrintable(sentence->text() + "\n" + QString::fromStdString(expected)));
        }
    }

    void hidingInsteadOfRemovingRunsTheTestAgain() {
        find<QTabWidget>(page(), "exploreTabs")->setCurrentIndex(1);
        QVERIFY(settled());
        auto* strip = find<EvidenceStrip>(page(), "evidenceStrip");
        const auto before = strip->items();
        auto* kind = find<QComboBox>(page(), "removalKind");
        QSignalSpy shown(&page(), &ExplorePage::removalShown);
        kind->setFocus();
        QTest::keyClick(kind, Qt::Key_Down);
        QVERIFY(waitUntil([&] { return shown.count() > 0; }));
        QCOMPARE(strip->items().size(), before.size());
        bool differs = false;
        for (size_t i = 0; i < before.size(); ++i) differs = differs || strip->items()[i].effect != before[i].effect;
        QVERIFY(differs);
        QVERIFY(settled());
        savePictures(QStringLiteral("explore-evidence"));
    }

    void steppingThroughUsersShowsTheItemsOfTheLastUser() {
        find<QTabWidget>(page(), "exploreTabs")->setCurrentIndex(1);
        page().setFocus();
        for (int i = 0; i < 4; ++i) QTest::keyClick(&page(), Qt::Key_Down, Qt::AltModifier);
        QVERIFY(waitUntil([this] { return answer().user.user == 4; }));
        QVERIFY(settled());
        auto* strip = find<EvidenceStrip>(page(), "evidenceStrip");
        // The strip shows an item that occurs several times as one entry.
        const std::vector<Token> given = answer().givenTokens();
        QCOMPARE(strip->items().size(), std::set<Token>(given.begin(), given.end()).size());
    }

    void theCauseCardShowsTheSharesOfTheTrueCause() {
        const int user = showUserWithCause();
        openTab(1);
        click(find<QPushButton>(page(), "evidenceCause"));
        auto* view = page().findChild<CauseCardView*>();
        QVERIFY(waitUntil([&] { return view->card().has_value(); }));
        std::optional<CauseCard> expected;
        QVERIFY(environment().work([&](JobContext& context) {
            expected = causeCard(InferenceSession::load(context.workspace, m_bidirectional), context.workspace, user,
                                 Split::Test, RemovalKind::Deleted);
        }));
        auto* table = find<TableView>(page(), "causeTable");
        QVERIFY(table->isVisible());
        const auto text = [&](int row, int column) { return table->model()->index(row, column).data().toString(); };
        QCOMPARE(table->model()->rowCount(), 5);
        for (int row = 0; row < 4; ++row) {
            QCOMPARE(text(row, 1), QString::number(expected->heads[size_t(row)].mass, 'f', 3));
            QCOMPARE(text(row, 2), QString::number(expected->heads[size_t(row)].uniformMass, 'f', 3));
            QVERIFY(text(row, 3).startsWith(QString::number(expected->heads[size_t(row)].rank) + QLatin1Char(' ')));
        }
        QVERIFY(text(4, 0).startsWith(tr("removal test")));
        QCOMPARE(text(4, 1), QString::number(expected->effectShare, 'f', 3));
        QVERIFY(text(4, 3).startsWith(QString::number(expected->effectRank) + QLatin1Char(' ')));
        const QString sentence = find<QLabel>(page(), "causeSentence")->text();
        QVERIFY2(sentence.contains(session().titleOf(expected->target)), qPrintable(sentence));
        // Choosing a row of the table chooses its head on the whole page.
        table->setFocus();
        table->selectRow(1);
        QTest::keyClick(table, Qt::Key_Down);
        QCOMPARE(find<AttentionMap>(page(), "map")->model().choice().head.layer, 1);
        savePictures(QStringLiteral("explore-evidence-cause"));
        // The effect of hiding the items differs from that of removing them.
        const QString before = text(4, 1);
        auto* kind = find<QComboBox>(page(), "removalKind");
        kind->setFocus();
        QTest::keyClick(kind, Qt::Key_Down);
        QVERIFY(!view->card());
        QVERIFY(waitUntil([&] { return view->card().has_value(); }));
        QVERIFY(text(4, 1) != before);
        QVERIFY(settled());
    }

    void theSentenceStatesThatSeveralCausesAreRemovedOneAtATime() {
        openTab(1);
        click(find<QPushButton>(page(), "evidenceCause"));
        auto* view = page().findChild<CauseCardView*>();
        bool sawOne = false, sawSeveral = false;
        for (int user = 0; user < 80 && !(sawOne && sawSeveral); ++user) {
            QVERIFY(showUser(user));
            if (answer().heldOutCause()->causes.empty()) continue;
            QVERIFY(waitUntil([&] { return view->card().has_value(); }));
            const QString sentence = find<QLabel>(page(), "causeSentence")->text();
            std::set<Token> causes;
            for (const std::int32_t cause : view->card()->causesRead)
                causes.insert(answer().explanation->history[size_t(cause)]);
            const bool single = causes.size() == 1;
            QVERIFY2(sentence.contains(single ? tr("Removing the cause lowers") : tr("one at a time lowers")),
                     qPrintable(sentence));
            (single ? sawOne : sawSeveral) = true;
        }
        QVERIFY(sawOne && sawSeveral);
        QVERIFY(settled());
    }

    void withoutAPlantedCauseTheCardStatesThis() {
        openTab(1);
        click(find<QPushButton>(page(), "evidenceCause"));
        for (int user = 0; user < 80; ++user) {
            QVERIFY(showUser(user));
            if (!answer().heldOutCause()->causes.empty()) continue;
            const QString sentence = find<QLabel>(page(), "causeSentence")->text();
            QVERIFY2(sentence.startsWith(tr("Nothing in the history caused")), qPrintable(sentence));
            QVERIFY(!find<TableView>(page(), "causeTable")->isVisible());
            savePicture(page(), QStringLiteral("explore-evidence-no-cause"));
            QVERIFY(settled());
            return;
        }
        QFAIL("Every test item of the sample has a cause.");
    }

    void agreementIsComputedOverManyUsersAndCached() {
        openTab(1);
        click(find<QPushButton>(page(), "evidenceMany"));
        auto* panel = page().findChild<AgreementPanel*>();
        auto* empty = find<EmptyState>(page(), "agreementEmpty");
        QVERIFY(empty->isVisible());
        savePictures(QStringLiteral("explore-agreement-empty"));
        QSignalSpy studied(panel, &AgreementPanel::studied);
        click(empty->button());
        QVERIFY(empty->button()->isHidden());
        QVERIFY(waitUntil([&] { return studied.count() == 1; }));
        AgreementStudy expected;
        QVERIFY(environment().work([&](JobContext& context) {
            const InferenceSession inference = InferenceSession::load(context.workspace, m_bidirectional);
            const Histories histories = DatasetStore(context.workspace).histories(inference.run().dataset);
            expected = studyAgreement(inference, histories, RemovalKind::Deleted, StudyTarget::FirstRecommendation,
                                      {.users = 200}, {}, {});
        }));
        QVERIFY(panel->study());
        QCOMPARE(panel->study()->users, expected.users);
        auto* table = find<TableView>(page(), "agreementTable");
        QCOMPARE(table->model()->rowCount(), 5);
        for (int row = 0; row < 4; ++row) {
            const QString shown = table->model()->index(row, 1).data().toString();
            const QString share =
                QStringLiteral("%1 %").arg(100 * expected.heads[size_t(row)].positive.share, 0, 'f', 0);
            QVERIFY2(shown.startsWith(share), qPrintable(shown));
        }
        table->setFocus();
        table->selectRow(0);
        QTest::keyClick(table, Qt::Key_Down);
        QCOMPARE(find<AttentionMap>(page(), "map")->model().choice().head.head, 1);
        const QString sentence = find<QLabel>(page(), "agreementSentence")->text();
        QCOMPARE(sentence, QString::fromStdString(agreementSentence(expected.heads[1])));
        savePictures(QStringLiteral("explore-agreement"));
        // If the kind of removal, the number of users or the run changes, a new study is needed; the first one stays
        // cached.
        auto* kind = find<QComboBox>(page(), "removalKind");
        kind->setFocus();
        QTest::keyClick(kind, Qt::Key_Down);
        QVERIFY(empty->isVisible());
        QTest::keyClick(kind, Qt::Key_Up);
        QVERIFY(table->isVisible());
        auto* users = find<QComboBox>(page(), "agreementUsers");
        users->setFocus();
        QTest::keyClick(users, Qt::Key_Down);
        QVERIFY(empty->isVisible());
        QTest::keyClick(users, Qt::Key_Up);
        session().chooseRun(m_causal);
        QVERIFY(waitUntil([&] { return empty->isVisible(); }));
        session().chooseRun(m_bidirectional);
        QVERIFY(waitUntil([&] { return table->isVisible(); }));
        QVERIFY(settled());
    }

    void aStoppedStudyShowsItsButtonAgain() {
        openTab(1);
        click(find<QPushButton>(page(), "evidenceMany"));
        auto* users = find<QComboBox>(page(), "agreementUsers");
        users->setFocus();
        QTest::keyClick(users, Qt::Key_End);
        auto* empty = find<EmptyState>(page(), "agreementEmpty");
        click(empty->button());
        QVERIFY(waitUntil([&] { return !environment().jobs().stripJobs().empty(); }));
        QVERIFY(empty->button()->isHidden());
        environment().jobs().cancel(environment().jobs().stripJobs().front().id);
        QVERIFY(waitUntil([&] { return !empty->button()->isHidden(); }));
        QVERIFY(!page().findChild<AgreementPanel*>()->study());
        QVERIFY(settled());
    }
};

QTEST_MAIN(EvidenceTabTest)
#include "evidence_tab_test.moc"
