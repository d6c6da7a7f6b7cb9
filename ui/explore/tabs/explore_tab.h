// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QWidget>
#include <memory>
#include <optional>

#include "ui/runs/explore_query.h"

namespace recscope::ui {

/// One view of the answer, a tab of Explore. It knows which models it can show; the page asks it and no model's name.
class ExploreTab : public QWidget {
    Q_OBJECT
public:
    using QWidget::QWidget;

    virtual QString title() const = 0;
    virtual QString about() const = 0;  ///< what it shows, in a few words
    /// Why a run of such a model cannot be shown here, in one sentence; nothing if it can.
    virtual std::optional<QString> missing(const Capabilities& capabilities) const = 0;

    /// The chosen run; null while it has no weights, and while something is missing.
    virtual void setRun(const std::optional<LoadedRun>& run);
    /// Always with an explanation of a run of which nothing is missing; null = there is none.
    virtual void setAnswer(std::shared_ptr<const ExploreAnswer> answer) = 0;
    /// Ends what still runs, so that the next click need not wait for it.
    virtual void stop();
};

}  // namespace recscope::ui
