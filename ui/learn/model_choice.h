// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QComboBox>
#include <optional>

#include "ui/runs/inference_cache.h"

namespace recscope::ui {

class Course;

/// Combo box that selects which of the course's two models a chapter shows; lists only trained models.
class ModelChoice : public QComboBox {
    Q_OBJECT
public:
    enum class Model { Causal, Bidirectional };
    /// `name`: the object name. `first`: the model that is chosen at first if both are trained.
    ModelChoice(const Course& course, const char* name, Model first = Model::Causal);

    /// Reloads the trained models and keeps the choice, without emitting a signal.
    void refill();
    Model model() const { return Model(currentData().toInt()); }
    /// The chosen model's run; empty while no model is trained.
    std::optional<LoadedRun> run() const;

private:
    const Course& m_course;
    Model m_first;
};

}  // namespace recscope::ui
