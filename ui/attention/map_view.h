// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QString>

#include "core/explain/attention/attention_views.h"

namespace recscope::ui {

/// Which view of one history's maps an `AttentionMap` shows.
enum class MapView {
    Head,            ///< one head of one layer
    MeanOverHeads,   ///< mean over the heads of one layer
    MeanOverLayers,  ///< mean over the layers of one head number, such as head 2 of each layer
    MeanOfAll,       ///< mean over all heads of all layers
    Rollout,         ///< attention rollout through all layers: estimates where the information came from
    MinusHead,       ///< one head minus another
    MinusAverage,    ///< one head minus its mean over many users
    MinusRun,        ///< one head minus a head of another run, for the same history
};
inline constexpr MapView kMapViews[] = {MapView::Head,         MapView::MeanOverHeads, MapView::MeanOverLayers,
                                        MapView::MeanOfAll,    MapView::Rollout,       MapView::MinusHead,
                                        MapView::MinusAverage, MapView::MinusRun};

/// Which map is shown: a view and its heads.
struct MapChoice {
    MapView view = MapView::Head;
    HeadId head, other;      ///< `other` is subtracted; in MinusRun a head of the other run
    QString run;             ///< name of the other run, in MinusRun
    std::int64_t users = 0;  ///< number of users in the subtracted mean, in MinusAverage
    bool operator==(const MapChoice&) const = default;
};

QString viewName(MapView view);               ///< name in a list of views
QString viewAbout(MapView view);              ///< meaning of the view in one sentence
QString titleOf(const MapChoice& choice);     ///< "Layer 1 · head 2"
QString sourceOf(const MapChoice& choice);    ///< "layer 1, head 2": the end of a sentence
QString fileNameOf(const MapChoice& choice);  ///< for exports, without suffix
/// True for the views that subtract, so that values may be negative.
bool isDifference(MapView view);
/// True if the view needs data of other users or of another run, which `MapQueries` computes.
bool needsOtherData(MapView view);

/// Computes a view from these maps alone; not for the rollout, which takes longer, or for views that need other data.
/// Pre: the heads exist.
AttentionView shownView(const AttentionMaps& maps, const MapChoice& choice);

}  // namespace recscope::ui
