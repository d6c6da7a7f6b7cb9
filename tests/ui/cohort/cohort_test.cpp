// SPDX-License-Identifier: GPL-3.0-or-later
// Tests cohorts, which are named sets of users. The users are chosen by filters, as a group of the breakdown, by a
// lasso, or as those whom both runs miss. A cohort is saved, compared with the other users, used as a filter, and used
// on the Compare page.
#include <qcustomplot.h>

#include <QCheckBox>
#include <QComboBox>
#include <QLabel>
#include <QLineEdit>
#include <QPushButton>
#include <QSpinBox>
#include <QTabBar>
#include <QTabWidget>
#include <QTest>
#include <QToolButton>
#include <algorithm>
#include <numeric>

#include "core/store/cohort_store.h"
#include "core/store/dataset_store.h"
#include "core/store/run_store.h"
#include "core/store/split_reader.h"
#include "ui/cohort/cohort_book.h"
#include "ui/cohort/cohort_box.h"
#include "ui/cohort/cohort_dialog.h"
#include "ui/cohort/interval_delegate.h"
#include "ui/cohort/traits_view.h"
#include "ui/compare/cohort_runs.h"
#include "ui/compare/compare_page.h"
#include "ui/explore/users_panel.h"
#include "ui/plot/plot_view.h"
#include "ui/theme/theme.h"
#include "ui/widgets/number_text.h"
#include "ui/widgets/table_view.h"
#include "ui_test_support.h"

using namespace recscope;
using namespace recscope::ui;
using namespace recscope::ui::test;

class CohortTest : public QObject {
    Q_OBJECT
    std::unique_ptr<TestEnvironment> m_environment;
    DatasetId m_dataset = 0;
    /// One in kUnscored users has no rank, as if the history were too short.
    static constexpr std::int32_t kUnscored = 7;
    std::vector<std::int32_t> m_scored;  ///< the users with a rank, ascending
    RunId m_first = 0;

    Session& session() { return m_environment->session(); }
    bool settled() {
        QApplication::processEvents();
        return waitUntil([this] { return m_environment->jobs().isIdle(); }) && (QTest::qWait(30), true);
    }
    /// The rank of the user's test item in run 0 or 1; every third or every second user is missed with rank 50.
    static std::int32_t rankIn(int run, std::int32_t user) { return user % (run == 0 ? 3 : 2) == 0 ? 50 : 2 + run; }
    /// The users whom both runs miss: rankIn() is 50 for both.
    std::vector<std::int32_t> missed() const {
        std::vector<std::int32_t> users;
        for (const std::int32_t user : m_scored)
            if (user % 6 == 0) users.push_back(user);
        return users;
    }

    RunId addRun(Workspace& workspace, int number, const Histories& histories) {
        RunStore store(workspace);
        RunRecord record;
        record.name = number == 0 ? "First" : "Second, of the other model";
        record.dataset = m_dataset;
        record.model = number == 0 ? "bert4rec" : "sasrec";
        record.state = RunState::Finished;
        record.config = "{}";
        RunRecord run = store.add(record);
        run.epochsDone = run.bestEpoch = 1;
        run.test.emplace();
        store.update(run);
        Evaluation evaluation;
        evaluation.protocol = run.protocol;
        evaluation.split = Split::Test;
        for (const std::int32_t user : m_scored)
            evaluation.ranks.push_back({user, histories.target(user, Split::Test), rankIn(number, user), 0});
        evaluation.users = std::int64_t(m_scored.size());
        evaluation.metrics = metricsOf(evaluation.ranks);
        store.recordEvaluation(run.id, evaluation);
        return run.id;
    }

    CohortDialog& dialogOf(QWidget& page) {
        auto* dialog = page.findChild<CohortDialog*>({}, Qt::FindDirectChildrenOnly);
        if (!dialog) qFatal("There is no dialog.");
        return *dialog;
    }
    CohortProposal proposal(std::vector<std::int32_t> users, const QString& name) {
        return {m_dataset, std::move(users), QStringLiteral("Users of a test."), name, {}, Split::Test};
    }
    std::vector<Cohort> stored() {
        std::vector<Cohort> list;
        m_environment->work([&](JobContext& context) {
            const CohortStore store(context.workspace);
            for (const CohortInfo& info : store.list(m_dataset)) list.push_back(store.open(info.id));
        });
        return list;
    }
    void saveCohort(const QString& name, const std::vector<std::int32_t>& users) {
        m_environment->work([&](JobContext& context) {
            CohortStore(context.workspace).save(m_dataset, name.toStdString(), "Users of a test.", users);
        });
        emit session().datasetChanged();  // makes the page read the list of cohorts again
        QVERIFY(settled());
    }
    /// Opens a Compare page at a tab: 1 Metrics, 2 Breakdown, 3 Users.
    std::unique_ptr<ComparePage> openCompare(int tab, QSize size = {1440, 900}) {
        auto page = std::make_unique<ComparePage>(session());
        test::show(*page, size);
        QTest::mouseClick(page->tabs()->tabBar(), Qt::LeftButton, {}, page->tabs()->tabBar()->tabRect(tab).center());
        if (!settled()) qFatal("The page does not come to rest.");
        return page;
    }
    static void choose(QComboBox* box, const QString& text) {
        box->setFocus();
        QTest::keyClick(box, Qt::Key_Home);
        for (int i = 0; i < box->count() && !box->currentText().startsWith(text); ++i)
            QTest::keyClick(box, Qt::Key_Down);
        QVERIFY2(box->currentText().startsWith(text), qPrintable(box->currentText()));
    }

private slots:
    void initTestCase() {
        Theme::instance().setChoice(ThemeChoice::Light);
        m_environment = std::make_unique<TestEnvironment>();
        m_dataset = session().dataset()->id;
        QVERIFY(m_environment->work([this](JobContext& context) {
            const Histories histories = splitHistories(context.workspace, m_dataset, {});
            for (std::int32_t user = 0; user < histories.userCount(); ++user)
                if (user % kUnscored != 1 && histories.hasTarget(user, Split::Test)) m_scored.push_back(user);
            m_first = addRun(context.workspace, 0, histories);
            addRun(context.workspace, 1, histories);
        }));
        session().refreshRuns();
        QVERIFY(waitUntil([this] { return session().runs().size() == 2 && m_environment->jobs().isIdle(); }));
    }
    void init() {
        QVERIFY(m_environment->work([this](JobContext& context) {
            CohortStore store(context.workspace);
            for (const CohortInfo& info : store.list(m_dataset)) store.remove(info.id);
        }));
        emit session().datasetChanged();
        QVERIFY(settled());
    }
    void cleanupTestCase() { m_environment.reset(); }

    void chosenUsersAreComparedAndSavedUnderAName() {
        QWidget page;
        test::show(page, {1024, 700});
        std::vector<std::int32_t> longest;
        QVERIFY(m_environment->work([&](JobContext& context) {
            const auto users = DatasetStore(context.workspace)
                                   .users(m_dataset, {}, recscope::UserOrder::Length, Direction::Descending, 0, 200);
            for (const UserInfo& user : users.rows) longest.push_back(user.user);
        }));
        std::sort(longest.begin(), longest.end());
        CohortDialog& dialog = CohortDialog::offer(session(), page, proposal(longest, QStringLiteral("Long ones")));
        auto* traits = find<TableView>(dialog, "traits");
        QVERIFY(dialog.traits()->isComparing());
        QVERIFY(settled());
        QVERIFY(traits->model()->rowCount() > 0);
        QCOMPARE(traits->model()->index(0, 1).data().toString(), QStringLiteral("History length"));
        QVERIFY(find<QLabel>(dialog, "traitNote")->text().contains(QStringLiteral("was not recorded")));
        const QString note = find<QLabel>(dialog, "traitNote")->text();
        QVERIFY2(note.contains(QStringLiteral("comparisons were made")), qPrintable(note));
        QVERIFY2(note.contains(QStringLiteral("Benjamini and Hochberg")), qPrintable(note));
        QVERIFY(find<QLabel>(dialog, "cohortTitle")->text().startsWith(QStringLiteral("200 of ")));
        savePicture(dialog, QStringLiteral("cohort-dialog"));
        Theme::instance().setChoice(ThemeChoice::Dark);
        QTest::qWait(50);
        savePicture(dialog, QStringLiteral("cohort-dialog-dark"));
        Theme::instance().setChoice(ThemeChoice::Light);

        type(find<QLineEdit>(dialog, "cohortName"), QStringLiteral("The longest"));
        click(find<QPushButton>(dialog, "cohortKeep"));
        QVERIFY(settled());
        const std::vector<Cohort> kept = stored();
        QCOMPARE(kept.size(), std::size_t(1));
        QCOMPARE(QString::fromStdString(kept[0].info.name), QStringLiteral("The longest"));
        QCOMPARE(kept[0].users, longest);
        QVERIFY(!find<QLineEdit>(dialog, "cohortName")->isVisible());
        QCOMPARE(find<TableView>(dialog, "cohortList")->model()->index(0, 0).data().toString(),
                 QStringLiteral("The longest"));
        QVERIFY(settled());
        QVERIFY(traits->model()->rowCount() > 0);
    }

    void theTraitThatDefinesTheCohortDoesNotShrinkTheOtherIntervals() {
        QWidget page;
        test::show(page, {1440, 900});
        std::vector<std::int32_t> shortest;
        QVERIFY(m_environment->work([&](JobContext& context) {
            const auto users = DatasetStore(context.workspace)
                                   .users(m_dataset, {}, recscope::UserOrder::Length, Direction::Ascending, 0, 100);
            for (const UserInfo& user : users.rows) shortest.push_back(user.user);
        }));
        std::sort(shortest.begin(), shortest.end());
        CohortDialog& dialog = CohortDialog::offer(session(), page, proposal(shortest, QStringLiteral("Short ones")));
        auto* traits = find<TableView>(dialog, "traits");
        QVERIFY(settled());
        click(find<QCheckBox>(dialog, "allTraits"));
        const QAbstractItemModel& model = *traits->model();
        QCOMPARE(model.headerData(4, Qt::Horizontal).toString(), QStringLiteral("Difference, % points"));
        double highest = 0, lengthEnd = 0;  // upper ends of intervals, in percentage points
        int highestRow = -1;
        for (int row = 0; row < model.rowCount(); ++row) {
            const double high = model.index(row, 5).data(IntervalDelegate::HighRole).toDouble();
            if (model.index(row, 1).data().toString() == QStringLiteral("History length")) {
                lengthEnd = std::max(lengthEnd, high);
            } else if (high > highest) {
                highest = high;
                highestRow = row;
            }
        }
        QVERIFY2(lengthEnd > 2 * highest && highestRow >= 0,
                 qPrintable(QStringLiteral("%1 %2").arg(lengthEnd).arg(highest)));
        // The scale of the column does not include the history length, by which the cohort was chosen. So the
        // interval that reaches highest among the others fills its cell to the right end.
        traits->scrollTo(model.index(highestRow, 5));
        QTest::qWait(30);
        const QRect cell = traits->visualRect(model.index(highestRow, 5));
        const QImage picture = traits->viewport()->grab(cell).toImage();
        int rightmost = 0;
        const QColor background = picture.pixelColor(0, 2);
        for (int x = 0; x < picture.width(); ++x)
            for (int y = picture.height() / 2 - 2; y <= picture.height() / 2 + 2; ++y)
                if (std::abs(picture.pixelColor(x, y).lightness() - background.lightness()) > 30) rightmost = x;
        QVERIFY2(rightmost > picture.width() * 4 / 5, qPrintable(QString::number(rightmost)));
        // The numbers that the cell draws appear as text on hovering and in exports.
        const QString numbers = model.index(highestRow, 5).data().toString();
        const auto* delegate = qobject_cast<const FullTextTipDelegate*>(traits->itemDelegateForColumn(5));
        QVERIFY(delegate && delegate->isElided(model.index(highestRow, 5), cell.width()));
        QCOMPARE(delegate->fullText(model.index(highestRow, 5)), numbers + QStringLiteral(" percentage points"));
        QVERIFY(traits->toCsv()
                    .section('\n', 0, 0)
                    .contains(",\"95 % interval from, % points\",\"95 % interval to, % points\","));
        test::savePicture(dialog, QStringLiteral("cohort-scale"));
    }

    void aTakenNameIsRefusedInTheDialog() {
        saveCohort(QStringLiteral("mine"), {1, 2, 3});
        QWidget page;
        test::show(page);
        CohortDialog& dialog = CohortDialog::offer(session(), page, proposal({4, 5}, QStringLiteral("mine")));
        QVERIFY(settled());
        QTest::keyClick(find<QLineEdit>(dialog, "cohortName"), Qt::Key_Return);
        QVERIFY(settled());
        QVERIFY(find<QLabel>(dialog, "cohortSay")->text().contains(QStringLiteral("already a cohort")));
        QCOMPARE(stored().size(), std::size_t(1));
    }

    void aSavedCohortIsRenamedDeletedAndRestored() {
        saveCohort(QStringLiteral("mine"), {1, 2, 3});
        QWidget page;
        test::show(page);
        CohortDialog& dialog = CohortDialog::open(session(), page);
        QVERIFY(settled());
        auto* list = find<TableView>(dialog, "cohortList");
        list->setFocus();
        QTest::keyClick(list, Qt::Key_F2);
        auto* editor = list->findChild<QLineEdit*>();
        QVERIFY(editor);
        type(editor, QStringLiteral("yours"));
        QTest::keyClick(editor, Qt::Key_Return);
        QVERIFY(settled());
        QCOMPARE(QString::fromStdString(stored().at(0).info.name), QStringLiteral("yours"));
        list->setFocus();
        QTest::keyClick(list, Qt::Key_Delete);
        QVERIFY(settled());
        QVERIFY(stored().empty());
        QVERIFY(find<QLabel>(dialog, "cohortSay")->text().contains(QStringLiteral("yours")));
        click(find<QPushButton>(dialog, "cohortUndo"));
        QVERIFY(settled());
        QCOMPARE(stored().size(), std::size_t(1));
        QCOMPARE(stored()[0].users, (std::vector<std::int32_t>{1, 2, 3}));
        QVERIFY(!find<QPushButton>(dialog, "cohortUndo")->isVisible());
    }

    void aCohortOfAllUsersHasNoComparison() {
        QWidget page;
        test::show(page);
        std::vector<std::int32_t> all(std::size_t(session().dataset()->users));
        std::iota(all.begin(), all.end(), 0);
        CohortDialog& dialog = CohortDialog::offer(session(), page, proposal(all, QStringLiteral("all")));
        QVERIFY(settled());
        QCOMPARE(find<TableView>(dialog, "traits")->model()->rowCount(), 0);
        QVERIFY(!dialog.traits()->result());
    }

    void theFiltersOfTheListMakeACohortAndACohortIsAFilter() {
        UsersPanel panel(m_environment->jobs());
        panel.setCohorts(CohortBook::of(session()));
        panel.setDataset(session().dataset());
        panel.setRanks(RankSource{m_first, Split::Test, 0});
        test::show(panel, {260, 800});
        QVERIFY(settled());
        std::optional<CohortProposal> request;
        int times = 0;
        connect(&panel, &UsersPanel::cohortRequested, this, [&](const std::optional<CohortProposal>& users) {
            request = users;
            ++times;
        });
        click(find<QToolButton>(panel, "usersCohort"));
        QVERIFY(settled());
        QCOMPARE(times, 1);
        QVERIFY(!request);  // no filter is set, so the request is for the saved cohorts

        click(find<QToolButton>(panel, "userFilter"));
        choose(find<QComboBox>(panel, "userServed"), QStringLiteral("Miss"));
        QVERIFY(settled());
        click(find<QToolButton>(panel, "usersCohort"));
        QVERIFY(settled());
        QCOMPARE(times, 2);
        QVERIFY(request);
        std::vector<std::int32_t> expected;
        for (const std::int32_t user : m_scored)
            if (rankIn(0, user) > 10) expected.push_back(user);
        QCOMPARE(request->users, expected);
        QCOMPARE(request->basis.candidates, m_scored);
        QCOMPARE(request->name, QStringLiteral("Missed by First"));
        QVERIFY2(request->howChosen.contains(QStringLiteral("test item at rank 11 or worse in “First” (full")),
                 qPrintable(request->howChosen));

        saveCohort(QStringLiteral("chosen ones"), missed());
        panel.setDataset(session().dataset());
        QVERIFY(settled());
        choose(find<QComboBox>(panel, "userCohort"), QStringLiteral("chosen ones"));
        QVERIFY(settled());
        QCOMPARE(find<TableView>(panel, "users")->model()->rowCount(), int(missed().size()));
        savePicture(panel, QStringLiteral("cohort-filter"));
        click(find<QToolButton>(panel, "userFiltersReset"));
        QVERIFY(settled());
        QCOMPARE(find<TableView>(panel, "users")->model()->rowCount(), int(session().dataset()->users));
    }

    void oneClickMakesACohortOfTheUsersMissedByBothRuns() {
        const auto page = openCompare(3);
        auto* button = find<QPushButton>(*page, "missedByBoth");
        QVERIFY(button->isVisible());
        QVERIFY2(button->text().endsWith(wholeNumber(std::int64_t(missed().size()))), qPrintable(button->text()));
        savePicture(*page, QStringLiteral("cohort-users-tab"));
        click(button);
        QVERIFY(settled());
        CohortDialog& dialog = dialogOf(*page);
        QVERIFY(dialog.isVisible());
        const QString chosen = find<QLabel>(dialog, "cohortChosen")->text();
        QVERIFY2(
            chosen.contains(QStringLiteral("missed by both")) && chosen.contains(QStringLiteral("test items; full")),
            qPrintable(chosen));
        click(find<QPushButton>(dialog, "cohortKeep"));
        QVERIFY(settled());
        QCOMPARE(stored().at(0).users, missed());
        QCOMPARE(stored().at(0).basis.candidates, m_scored);
        // After a cohort is saved, it is compared with the same users as before: all others who could have been chosen.
        // The note says who they are.
        QVERIFY(settled());
        const QString note = find<QLabel>(dialog, "traitNote")->text();
        const auto others = std::int64_t(m_scored.size() - missed().size());
        QVERIFY2(note.startsWith(
                     QStringLiteral("Compared with the %1 other users who could have been chosen: they have "
                                    "a rank in the run \"Second, of the other model\"; and they have a rank in the run "
                                    "\"First\".")
                         .arg(wholeNumber(others))),
                 qPrintable(note));
    }

    void aLassoAroundPointsChoosesTheirUsers() {
        const auto page = openCompare(3);
        QCustomPlot* plot = find<PlotView>(*page, "rankPlot")->plot();
        click(find<QToolButton>(*page, "rankLasso"));
        // The users whom both runs miss have rank 50 in each run. This lasso contains them and nobody else.
        const double from = 30, to = 80;
        const QPolygonF box{QPointF(from, from), QPointF(to, from), QPointF(to, to), QPointF(from, to)};
        std::vector<QPoint> path;
        for (const QPointF& value : box)
            path.push_back(
                QPointF(plot->xAxis->coordToPixel(value.x()), plot->yAxis->coordToPixel(value.y())).toPoint());
        const QRect area = plot->axisRect()->rect();
        for (QPoint& point : path)
            point = {std::clamp(point.x(), area.left() + 1, area.right() - 1),
                     std::clamp(point.y(), area.top() + 1, area.bottom() - 1)};
        QTest::mousePress(plot, Qt::LeftButton, {}, path[0]);
        for (const QPoint& point : path) QTest::mouseMove(plot, point);
        QTest::mouseRelease(plot, Qt::LeftButton, {}, path.back());
        QVERIFY(settled());
        CohortDialog& dialog = dialogOf(*page);
        QVERIFY2(
            find<QLabel>(dialog, "cohortTitle")->text().startsWith(wholeNumber(std::int64_t(missed().size())) + ' '),
            qPrintable(find<QLabel>(dialog, "cohortTitle")->text()));
        QVERIFY(find<QLabel>(dialog, "cohortChosen")->text().contains(QStringLiteral("inside a line")));
        QCOMPARE(dialog.traits()->result()->cohortUsers + dialog.traits()->result()->otherUsers,
                 std::int64_t(m_scored.size()));
        const QString name = find<QLineEdit>(dialog, "cohortName")->text();
        QVERIFY2(name.startsWith(QStringLiteral("Lasso selection in ")) && name.contains(QStringLiteral("First")) &&
                     name.contains(QStringLiteral("Second, of the other model")),
                 qPrintable(name));
    }

    void aGroupOfTheBreakdownBecomesACohort() {
        const auto page = openCompare(2);
        auto* view = find<PlotView>(*page, "lengthPlot");
        auto* common = find<QPushButton>(*page, "breakdownCommon");
        QVERIFY(waitUntil([&] { return !view->isEmpty(); }));
        QTest::qWait(50);
        QVERIFY(!common->isEnabled());
        QCustomPlot* plot = view->plot();
        const auto first = plot->graph(0)->data()->constBegin();
        const QPoint point(int(plot->xAxis->coordToPixel(first->key)), int(plot->yAxis->coordToPixel(first->value)));
        QTest::mouseMove(plot, point);
        QTest::mouseClick(plot, Qt::LeftButton, {}, point);
        QVERIFY(waitUntil([&] { return common->isEnabled(); }));
        savePicture(*page, QStringLiteral("cohort-breakdown"));
        const QString text = find<QLabel>(*page, "breakdownGroup")->text();
        click(common);
        QVERIFY(settled());
        CohortDialog& dialog = dialogOf(*page);
        const QString users = text.section(QLatin1Char(' '), 0, 0);
        QVERIFY2(find<QLabel>(dialog, "cohortTitle")->text().startsWith(users + ' '), qPrintable(text));
        const auto result = dialog.traits()->result();
        QVERIFY(result);
        QCOMPARE(result->cohortUsers + result->otherUsers, std::int64_t(m_scored.size()));
        for (const TraitComparison& trait : result->traits) QVERIFY(trait.kind != TraitKind::Length);
        QVERIFY(std::find(result->decided.begin(), result->decided.end(), "Length of the history") !=
                result->decided.end());
    }

    void compareIsRestrictedToTheChosenCohort() {
        saveCohort(QStringLiteral("both miss"), missed());
        const auto page = openCompare(1);
        auto* metrics = find<TableView>(*page, "metrics");
        const int rowsOfAllUsers = metrics->model()->rowCount();
        auto* note = find<QLabel>(*page, "cohortNote");
        QVERIFY(!note->isVisible());
        const auto tabPosition = [&] { return page->tabs()->currentWidget()->mapTo(page.get(), QPoint()); };
        const QPoint before = tabPosition();
        choose(find<QComboBox>(*page, "compareCohort"), QStringLiteral("both miss"));
        QVERIFY(settled());
        QVERIFY(note->isVisible());
        QVERIFY2(note->text().startsWith(
                     QStringLiteral("Only %1 of %2 scored users")
                         .arg(wholeNumber(std::int64_t(missed().size())), wholeNumber(std::int64_t(m_scored.size())))),
                 qPrintable(note->text()));
        QVERIFY(note->width() >= note->fontMetrics().horizontalAdvance(note->text()));  // not elided
        QCOMPARE(tabPosition(), before);                                                // no layout shift
        QVERIFY(find<QLabel>(*page, "verdict")
                    ->text()
                    .contains(QStringLiteral("on these %1 users").arg(wholeNumber(std::int64_t(missed().size())))));
        QVERIFY(metrics->model()->rowCount() <= rowsOfAllUsers);
        QCOMPARE(metrics->model()->rowCount(), 2);  // no reference rows, which would be about all users
        for (int row = 0; row < 2; ++row)
            QVERIFY(metrics->model()->index(row, 2).data().toString().startsWith(QStringLiteral("0.0000")));  // HR@10
        savePicture(*page, QStringLiteral("cohort-compare"));
        choose(find<QComboBox>(*page, "compareCohort"), QStringLiteral("All users"));
        QVERIFY(settled());
        QVERIFY(!note->isVisible());
        QCOMPARE(metrics->model()->rowCount(), rowsOfAllUsers);
    }

    void aRestrictedRunKeepsOnlyTheChosenUsers() {
        ComparedRun run;
        run.record.bestValid = Metrics{};
        RankedEvaluation evaluation;
        evaluation.ranks = {{1, 1, 1, 0}, {2, 1, 20, 1}, {3, 1, 5, 0}};  // user, target, rank, ties
        evaluation.curve = curveOverK(evaluation.ranks, 10);
        evaluation.record.lists = ListFacts{};
        run.evaluations.push_back(evaluation);
        const std::vector<std::int32_t> users{2, 3};
        const ComparedRun some = restrictedTo(run, users);
        QVERIFY(some.isRestricted && !run.isRestricted);
        QCOMPARE(some.evaluations.at(0).record.users, 2);
        QCOMPARE(some.evaluations[0].record.metrics.hr10, 0.5);
        QCOMPARE(some.evaluations[0].record.tieRate, 0.5);
        QCOMPARE(some.evaluations[0].curve.size(), std::size_t(10));
        QCOMPARE(some.evaluations[0].curve.back().hr, 0.5);
        QVERIFY(!some.evaluations[0].record.lists);
        QVERIFY(restrictedTo(run, std::vector<std::int32_t>{9}).evaluations.empty());
    }
};

QTEST_MAIN(CohortTest)
#include "cohort_test.moc"
