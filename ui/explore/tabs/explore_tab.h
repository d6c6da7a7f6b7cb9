// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QWidget>
#include <memory>
#include <optional>

#include "ui/runs/explore_query.h"

namespace recscope::ui {

/// One view of an `ExploreAnswer`, shown as a tab of the Explore page. The tab decides by a model's capabilities
/// whether it can show the model; nothing checks a model's name.
class ExploreTab : public QWidget {
    Q_OBJECT
public:
    using QWidget::QWidget;

    virtual QString title() const = 0;
    virtual QString about() const = 0;  ///< short description of the content
    /// One sentence that says why a model with these capabilities cannot be shown here; empty if it can.
    virtual std::optional<QString> whyUnavailable(const Capabilities& capabilities) const = 0;

    /// Sets the chosen run; empty if it has no weights or `whyUnavailable` returns a reason.
    virtual void setRun(const std::optional<LoadedRun>& run);
    /// Sets the answer. It has an explanation and belongs to a run that the tab can show; null = none.
    virtual void setAnswer(std::shared_ptr<const ExploreAnswer> answer) = 0;
    /// Stops running computations, so that the next click need not wait for them.
    virtual void stop();
};

}  // namespace recscope::ui
