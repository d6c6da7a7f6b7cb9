// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QComboBox>
#include <optional>

#include "ui/runs/inference_cache.h"

namespace recscope::ui {

class Course;

/// Which of the course's two models a chapter looks at; only those that are trained.
class ModelChoice : public QComboBox {
    Q_OBJECT
public:
    /// `first`: the one to begin with where both are there.
    enum class Model { Causal, Bidirectional };
    ModelChoice(const Course& course, const char* name, Model first = Model::Causal);

    /// Takes what is trained now and keeps the choice, without a signal.
    void refill();
    Model model() const { return Model(currentData().toInt()); }
    /// Its run; none while nothing is trained.
    std::optional<LoadedRun> run() const;

private:
    const Course& m_course;
    Model m_first;
};

}  // namespace recscope::ui
