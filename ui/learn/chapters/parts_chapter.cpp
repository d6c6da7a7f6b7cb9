// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/learn/chapters/parts_chapter.h"

#include <QButtonGroup>
#include <QHBoxLayout>
#include <QLabel>
#include <QRadioButton>
#include <QVBoxLayout>
#include <algorithm>
#include <any>

#include "core/train/live_training.h"
#include "ui/learn/course.h"
#include "ui/learn/experiments.h"
#include "ui/learn/live_curves.h"
#include "ui/learn/measures.h"
#include "ui/session/session.h"
#include "ui/widgets/arrange.h"
#include "ui/widgets/bar_rows.h"
#include "ui/widgets/number_text.h"
#include "ui/widgets/shown_stack.h"

namespace recscope::ui {

namespace {

enum Step { kBoard, kTrain, kCompare };
enum Model { kWholeModel, kWithoutPart };

/// In the order of the chapter's options.
const Pattern kHabits[] = {Pattern::Repeat, Pattern::AfterGap, Pattern::Bundle, Pattern::Chain};

std::vector<BarRow> rowsOf(const HabitBoard& board, const QColor& colour) {
    std::vector<BarRow> rows;
    for (const HabitRow& of : board.habits) {
        if (of.users == 0) continue;
        BarRow row{.title = QString::fromStdString(habitTitle(*of.habit)),
                   .value = of.run.hr10,
                   .text = percentText(of.run.hr10, 0),
                   .colour = colour,
                   .interval = std::pair(of.run.hr10Interval.low, of.run.hr10Interval.high)};
        row.tip = PartsChapter::tr("%1: %2 of %3 users within the first ten (95 % interval %4 to %5)")
                      .arg(row.title, percentText(of.run.hr10), wholeNumber(of.users),
                           percentText(of.run.hr10Interval.low), percentText(of.run.hr10Interval.high));
        if (of.best) {
            row.mark = of.best->hr10;
            row.tip += PartsChapter::tr("; best reachable %1").arg(percentText(of.best->hr10));
        }
        rows.push_back(std::move(row));
    }
    return rows;
}

const HabitRow* rowOf(const HabitBoard& board, Pattern habit) {
    for (const HabitRow& row : board.habits)
        if (row.habit == habit && row.users > 0) return &row;
    return nullptr;
}

}  // namespace

PartsChapter::PartsChapter(Course& course)
    : ChapterWidget(course),
      m_reading(course.session().jobs(), {.title = tr("Ranking by habit"), .lane = Lane::Import},
                [](JobContext& context, const BoardOf& of) {
                    return habitBoard(context.workspace, of.runs.bothSides->run, Split::Valid, context.progress,
                                      context.stop);
                }),
      m_parts(new QButtonGroup(this)),
      m_views(new ShownStack),
      m_reference(new BarRows(tr("Share of users whose held-out item is among the first ten (HR@10), by its cause · "
                                 "whisker: 95 % interval · line: best reachable"))),
      m_whole(new BarRows({})),
      m_without(new BarRows({})),
      m_boardNote(captionLabel(QStringLiteral("boardNote"))),
      m_curves(new LiveCurves(course)) {
    m_reference->setObjectName(QStringLiteral("habitBoard"));
    m_whole->setObjectName(QStringLiteral("habitsWhole"));
    m_without->setObjectName(QStringLiteral("habitsWithout"));
    for (BarRows* rows : {m_reference, m_whole, m_without}) rows->setTitleTip(aboutHitRate());
    auto* choices = new QVBoxLayout;
    choices->setSpacing(Theme::instance().px(space::kUnit));
    for (const RemovablePart& part : removableParts()) {
        auto* button = new QRadioButton(tr(part.title));
        button->setObjectName(QStringLiteral("part_") + QString::fromLatin1(part.key));
        button->setFocusPolicy(Qt::TabFocus);
        m_parts->addButton(button, int(m_parts->buttons().size()));
        choices->addWidget(button);
    }
    m_parts->button(0)->setChecked(true);
    connect(m_parts, &QButtonGroup::idClicked, this, [this] {
        m_curves->setModels({}, 0);
        makeModels();
        emit measured();
    });
    m_views->addWidget(m_reference);
    m_views->addWidget(
        boxed(row({column({sectionLabel(tr("Take away")), choices, room()}), grow(m_curves)}, space::kPage)));
    m_views->addWidget(boxed(column({grow(row({grow(m_whole), grow(m_without)}, space::kPage)), m_boardNote})));
    arrange(this, column({grow(m_views)}));

    m_reading.waitFor(*this);
    connect(&m_reading, &AnyQuestion::changed, this, &PartsChapter::showBoards);
    connect(m_curves, &LiveCurves::epochDone, this, [this] {
        showBoards();
        const auto both = boards();
        if (!both) return;
        emit measured();
        for (const HabitRow& of : both->first.habits) {
            const HabitRow* other = of.habit ? rowOf(both->second, *of.habit) : nullptr;
            if (other && of.users > 0 && isLost(of, *other)) emit taskDone();
        }
    });
    const auto ask = [this] {
        if (this->course().runs().bothSides) m_reading.ask({this->course().runs()});
    };
    connect(&course, &Course::runsChanged, this, ask);
    connect(&course, &Course::datasetChanged, this, [this] { m_curves->setModels({}, 0); });
    ask();
}

const RemovablePart& PartsChapter::part() const {
    return removableParts()[std::size_t(m_parts->checkedId())];
}

void PartsChapter::makeModels() {
    const auto dataset = course().session().dataset();
    if (!dataset || !m_curves->models().empty()) return;
    const Experiment of = partExperiment(*dataset, part());
    const Theme& theme = Theme::instance();
    const auto cases = std::make_shared<std::optional<HabitCases>>();  // of the job's thread
    m_curves->setModels(
        {{tr("Whole"), of.usual, theme.categoryStyle(0)},
         {tr("Without: %1").arg(tr(part().title)), of.changed, theme.categoryStyle(1)}},
        of.epochs,
        [cases, id = dataset->id, epochs = of.epochs](JobContext& context, LiveTraining& training) -> std::any {
            if (training.stepsDone() < epochs * training.stepsPerEpoch()) return {};
            if (!*cases)
                *cases = habitCases(context.workspace, id, training.run().protocol, Split::Valid, context.stop);
            return habitBoard(**cases, training.evaluate(Split::Valid, 0, context.stop).ranks);
        });
}

void PartsChapter::showStep(int step) {
    m_step = step;
    m_views->setCurrentIndex(step);
    if (step != kBoard) makeModels();
    showBoards();
}

void PartsChapter::restart() {
    m_parts->button(0)->setChecked(true);
    m_curves->setModels({}, 0);
    emit measured();
}

void PartsChapter::leave() {
    m_curves->stop();
    m_reading.stop();
}

std::optional<std::pair<HabitBoard, HabitBoard>> PartsChapter::boards() const {
    if (m_curves->models().empty() || !m_curves->isDone()) return {};
    const std::any &whole = m_curves->of(kWholeModel).findings.back(),
                   &without = m_curves->of(kWithoutPart).findings.back();
    if (!whole.has_value() || !without.has_value()) return {};
    return std::pair(std::any_cast<HabitBoard>(whole), std::any_cast<HabitBoard>(without));
}

std::vector<int> PartsChapter::rightOptions() const {
    const auto both = boards();
    if (!both || std::string_view(part().key) != "positions") return {};
    int most = -1;
    double largest = 0;
    for (int i = 0; i < int(std::size(kHabits)); ++i) {
        const HabitRow *whole = rowOf(both->first, kHabits[i]), *without = rowOf(both->second, kHabits[i]);
        if (!whole || !without || whole->run.hr10 - without->run.hr10 <= largest) continue;
        largest = whole->run.hr10 - without->run.hr10;
        most = i;
    }
    return most < 0 ? std::vector<int>() : std::vector<int>{most};
}

QString PartsChapter::finding() const {
    const auto both = boards();
    if (!both) return {};
    QStringList lost;
    for (const HabitRow& of : both->first.habits) {
        const HabitRow* other = of.habit ? rowOf(both->second, *of.habit) : nullptr;
        if (!other || of.users == 0 || !isLost(of, *other)) continue;
        lost << tr("%1 %2 → %3")
                    .arg(QString::fromStdString(habitTitle(*of.habit)), percentText(of.run.hr10, 0),
                         percentText(other->run.hr10, 0));
    }
    return lost.isEmpty() ? tr("Measured without it (%1): no habit is clearly worse in this model; other parts can do "
                               "without it here.")
                                .arg(tr(part().title))
                          : tr("Measured without it (%1), HR@10 on validation: %2.")
                                .arg(tr(part().title), lost.join(QStringLiteral(", ")));
}

void PartsChapter::showBoards() {
    const auto reference = m_reading.answer();
    m_reference->setEmptyText(!course().runs().bothSides                   ? tr("The model must be trained first.")
                              : m_reading.state() == QuestionState::Failed ? m_reading.wholeFailure()
                                                                           : tr("Ranking the held-out items…"));
    m_reference->setRows(reference ? rowsOf(*reference, Theme::instance().colours().accent) : std::vector<BarRow>(), 0,
                         1);
    const auto both = boards();
    const Theme& theme = Theme::instance();
    m_whole->setTitle(tr("The whole model, trained here for %1 epochs · HR@10").arg(m_curves->epochs()));
    m_without->setTitle(tr("Without: %1").arg(tr(part().title)));
    for (BarRows* rows : {m_whole, m_without})
        rows->setEmptyText(
            m_curves->isTraining()
                ? tr("Training both models, %1 of %2…").arg(m_curves->epochsDone()).arg(epochsText(m_curves->epochs()))
                : tr("Train both models first (step 2)."));
    m_whole->setRows(both ? rowsOf(both->first, theme.categoryStyle(0).colour) : std::vector<BarRow>(), 0, 1);
    m_without->setRows(both ? rowsOf(both->second, theme.categoryStyle(1).colour) : std::vector<BarRow>(), 0, 1);
    m_boardNote->setText(finding());
}

}  // namespace recscope::ui
