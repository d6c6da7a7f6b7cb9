// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QString>

#include "core/explain/attention/attention_views.h"

namespace recscope::ui {

/// What is made of all the maps of one history.
enum class MapView {
    Head,            ///< one head of one layer
    MeanOverHeads,   ///< of one layer
    MeanOverLayers,  ///< of the heads with one number
    MeanOfAll,
    Rollout,      ///< through all layers: where the information came in
    AgainstHead,  ///< one head minus another
    FromAverage,  ///< one head minus its mean over many users
    AgainstRun,   ///< one head minus a head of another run that read the same history
};
inline constexpr MapView kMapViews[] = {MapView::Head,        MapView::MeanOverHeads, MapView::MeanOverLayers,
                                        MapView::MeanOfAll,   MapView::Rollout,       MapView::AgainstHead,
                                        MapView::FromAverage, MapView::AgainstRun};

/// Which map is shown: a view and the heads it is about.
struct MapChoice {
    MapView view = MapView::Head;
    HeadId head, other;      ///< `other` is subtracted; of the other run where two runs are compared
    QString run;             ///< that run's name
    std::int64_t users = 0;  ///< whose mean is subtracted
    bool operator==(const MapChoice&) const = default;
};

QString viewName(MapView view);         ///< for a list of views
QString viewAbout(MapView view);        ///< what it means, one sentence
QString titleOf(const MapChoice& of);   ///< "Layer 1 · head 2"
QString sourceOf(const MapChoice& of);  ///< "layer 1, head 2": the end of a sentence
QString fileNameOf(const MapChoice& of);
/// True where numbers may be below 0.
bool isDifference(MapView view);
/// True where the maps of one history, and what can be worked out from them, are not enough.
bool needsAnswers(MapView view);

/// All views but the rollout, which takes longer, and those that need more. Pre: the heads exist.
AttentionView shownView(const AttentionMaps& maps, const MapChoice& choice);

}  // namespace recscope::ui
