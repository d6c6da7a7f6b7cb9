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
    if (runs.leftOnly) add(Course::leftOnlyModel(), Model::LeftOnly);
    if (runs.bothSides) add(Course::bothSidesModel(), Model::BothSides);
    setCurrentIndex(std::max(0, findData(before.isValid() ? before : QVariant(int(m_first)))));
}

std::optional<LoadedRun> ModelChoice::run() const {
    if (count() == 0) return {};
    return model() == Model::BothSides ? m_course.runs().bothSides : m_course.runs().leftOnly;
}

}  // namespace recscope::ui
