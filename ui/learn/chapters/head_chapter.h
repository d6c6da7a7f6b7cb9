// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <memory>

#include "core/recommender/head_steps.h"
#include "ui/learn/chapter_widget.h"

namespace recscope::ui {

class HeadStepsView;
class ModelChoice;

/// Shows the computation of one attention head of either model, at one position of the course's history, number by
/// number.
class HeadChapter : public ChapterWidget {
    Q_OBJECT
public:
    explicit HeadChapter(Course& course);

    void showStep(int step) override;
    void restart() override;
    bool isWaiting() const override;

    /// The computed steps; null while they are being computed.
    std::shared_ptr<const HeadSteps> steps() const;

protected:
    void fitLayout() override;

private:
    void showRequested();

    ModelChoice* m_model;
    HeadStepsView* m_view;
};

}  // namespace recscope::ui
