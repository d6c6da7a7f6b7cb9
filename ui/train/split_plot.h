// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QWidget>
#include <array>
#include <cstdint>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "core/config/run_config.h"
#include "core/data/time_split_sizes.h"
#include "core/sequence/dataset.h"
#include "ui/jobs/async_query.h"
#include "ui/train/time_scale.h"

class QLabel;

namespace recscope::ui {

class PlotHandle;
class PlotView;

/// Where in time a config splits the dataset: the interactions over time with the parts for training, validation and
/// test, lines between them that can be moved, and a sentence with the sizes of the parts. Hidden if the config does
/// not split by time, or if the dataset has no times.
class SplitPlot : public QWidget {
    Q_OBJECT
public:
    explicit SplitPlot(JobRunner& jobs, QWidget* parent = nullptr);

    void setSplit(const std::optional<DatasetInfo>& dataset, const RunConfig& config);

signals:
    /// The person has moved a line to the beginning of this day, "2018-01-01". `key`: the moment's config key.
    void momentMoved(const QString& key, const QString& date);

private:
    /// The moments, in the order of the lines.
    enum Moment { ValidFrom, TestFrom, TestUntil, MomentCount };
    struct Split {
        DatasetId dataset = 0;
        SplitKind kind = SplitKind::TimeWindow;
        SplitMoments moments;
        bool operator==(const Split&) const = default;
    };
    /// A range of days in which a line may be; Unix seconds, both ends included.
    struct Days {
        std::int64_t first = 0, last = 0;
    };
    bool hasWindow() const { return m_split && m_split->kind == SplitKind::TimeWindow; }
    const std::string& textOf(int moment) const;
    void daysChanged();
    void sizesChanged();
    void showDays(const std::vector<TimeBucket>& days);
    void refresh();  ///< shows the split as far as it is known, and requests what is not
    void showSizes(const TimeSplitSizes& sizes);
    enum class Tone { Muted, Problem };
    void showSentence(const QString& sentence, Tone tone);
    void placeLines();
    QString sentenceFor(const TimeSplitSizes& sizes) const;
    QString nameOfLine(int moment) const;
    Days allowedDays(int moment) const;
    void moveTo(int moment, std::int64_t time);
    void step(int moment, int days);
    void applyTheme();

    AsyncQuery<DatasetId, std::vector<TimeBucket>> m_days;
    AsyncQuery<Split, TimeSplitSizes> m_sizes;  ///< for splits whose sizes do not follow from the days
    std::optional<Split> m_split;               ///< the shown split; empty while the widget is hidden
    KnownTimeSplits m_known;
    TimeScale m_scale;
    Days m_all;                                                    ///< from the first day to the day after the last one
    std::array<std::optional<std::int64_t>, MomentCount> m_times;  ///< where the lines are, Unix seconds
    PlotView* m_plot;
    std::array<PlotHandle*, MomentCount> m_lines{};
    QLabel* m_sentence;
    Tone m_tone = Tone::Muted;  ///< of the sentence
};

}  // namespace recscope::ui
