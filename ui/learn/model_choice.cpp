// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/learn/model_choice.h"

#include <QSignalBlocker>
#include <algorithm>

#include "core/recommender/registry.h"
#include "ui/learn/course.h"

namespace recscope::ui {

ModelChoice::ModelChoice(const Course& course, const char* name, Model first) : m_course(course), m_first(first) {
    setObjectName(QString::fromLatin1(name));
    setAccessibleName(tr("Model"));
    setToolTip(accessibleName());
}

void ModelChoice::refill() {
    const QSignalBlocker quiet(this);
    const QVariant before = currentData();
    clear();
    const LearnRuns& runs = m_course.runs();
    const auto add = [this](const std::string& model, Model which) {
        addItem(QString::fromStdString(modelInfo(model).title), int(which));
    };
    if (runs.causal) add(Course::causalModel(), Model::Causal);
    if (runs.bidirectional) add(Course::bidirectionalModel(), Model::Bidirectional);
    setCurrentIndex(std::max(0, findData(before.isValid() ? before : QVariant(int(m_first)))));
}

std::optional<LoadedRun> ModelChoice::run() const {
    if (count() == 0) return {};
    return model() == Model::Bidirectional ? m_course.runs().bidirectional : m_course.runs().causal;
}

}  // namespace recscope::ui
