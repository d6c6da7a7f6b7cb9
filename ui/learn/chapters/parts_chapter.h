// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <memory>
#include <optional>
#include <vector>

#include "ui/jobs/async_query.h"
#include "ui/learn/chapter_widget.h"
#include "ui/learn/experiments.h"
#include "ui/learn/learn_query.h"

class QButtonGroup;
class QLabel;
class QStackedWidget;

namespace recscope::ui {

class BarRows;
class LiveCurves;
struct RemovablePart;

/// The ranks of the held-out items, one list per seed, and the kinds of the held-out items.
struct KindRanks {
    std::shared_ptr<const TargetKinds> kinds;
    std::vector<std::vector<UserRank>> ranks;
};

/// Trains the whole model and the model without one part, each with several seeds. Shows which kind of held-out item
/// (on the sample dataset: which planted pattern) the model can no longer predict without the part.
class PartsChapter : public ChapterWidget {
    Q_OBJECT
public:
    explicit PartsChapter(Course& course);

    void showStep(int step) override;
    void restart() override;
    QString finding() const override;
    bool readsHistory() const override { return false; }
    bool isWaiting() const override { return m_reading.isOpen(); }
    void leave() override;

private:
    struct RanksRequest {
        LoadedRun run;
        bool operator==(const RanksRequest&) const = default;
    };
    void makeModels();
    void showRanks();
    /// The ranks of the whole model and of the model without the part; empty until all are trained.
    std::optional<std::pair<KindRanks, KindRanks>> trainedRanks() const;
    KindRanks trainedRanksOf(int model) const;
    std::vector<KindLoss> losses() const;  ///< empty until all are trained
    const RemovablePart& part() const;

    AsyncQuery<RanksRequest, KindRanks> m_reading;
    int m_step = 0;

    QButtonGroup* m_parts;
    QStackedWidget* m_views;
    BarRows *m_reference, *m_whole, *m_without;
    QLabel* m_findingNote;
    LiveCurves* m_curves;
};

}  // namespace recscope::ui
