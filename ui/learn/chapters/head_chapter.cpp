// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/learn/chapters/head_chapter.h"

#include <QVBoxLayout>
#include <algorithm>

#include "ui/attention/head_steps_view.h"
#include "ui/learn/course.h"
#include "ui/learn/model_choice.h"
#include "ui/runs/run_capabilities.h"
#include "ui/session/session.h"
#include "ui/widgets/arrange.h"

namespace recscope::ui {

namespace {
constexpr float kMinWeightForTask = 0.5f;  ///< the task: raise an attention weight above this
}

HeadChapter::HeadChapter(Course& course)
    : ChapterWidget(course),
      m_model(new ModelChoice(course, "headModel")),
      m_view(new HeadStepsView(course.session(), course.cache(), m_model)) {
    arrange(this, column({grow(m_view)}));
    connect(m_model, &QComboBox::currentIndexChanged, this, &HeadChapter::showRequested);
    connect(m_view, &HeadStepsView::scoreDragged, this, [this](float before, float now) {
        if (now > kMinWeightForTask && before <= kMinWeightForTask) emit taskDone();
    });
    connect(&course, &Course::historyChanged, this, &HeadChapter::showRequested);
    connect(&course, &Course::runsChanged, this, &HeadChapter::showRequested);
    showRequested();
}

void HeadChapter::showRequested() {
    const auto history = course().history();
    m_model->refill();
    if (m_model->count() == 0) return m_view->clear(tr("The models must be trained first."));
    if (!history) return m_view->clear({});
    const LoadedRun run = *m_model->run();
    const auto record = course().session().runById(run.run);
    if (!record) return m_view->clear({});
    const Capabilities can = capabilitiesOf(*record);
    const std::vector<Token>& items = history->items;
    const std::size_t read = can.maxLength == 0 ? items.size() : std::min(items.size(), std::size_t(can.maxLength));
    HeadStepsSubject subject{.run = run,
                             .user = {},
                             .history = items,
                             .time = {},
                             .positions = {items.end() - std::ptrdiff_t(read), items.end()},
                             .layers = std::int32_t(can.layers),
                             .heads = std::int32_t(can.heads)};
    const bool bidirectional = m_model->model() == ModelChoice::Model::Bidirectional;
    if (bidirectional) subject.positions.push_back(maskToken(std::int32_t(course().session().dataset()->items)));
    const int positions = int(subject.positions.size());
    // In a causal model, the last position reads all others, so an earlier position is chosen to show the effect of the
    // mask.
    m_view->setSubject(subject, bidirectional ? positions - 1 : 2 * positions / 3);
}

std::shared_ptr<const HeadSteps> HeadChapter::steps() const {
    return m_view->steps();
}

void HeadChapter::showStep(int step) {
    m_view->showStep(step);
}

bool HeadChapter::isWaiting() const {
    return m_model->count() > 0 && course().history() && !steps();
}

void HeadChapter::restart() {
    m_view->restoreScores();
}

void HeadChapter::fitLayout() {
    m_view->setCompact(isCompact());
}

}  // namespace recscope::ui
