// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QObject>
#include <QStringList>
#include <memory>
#include <optional>
#include <vector>

#include "core/explain/scores/inference_session.h"
#include "ui/attention/attention_image.h"
#include "ui/attention/map_view.h"

namespace recscope::ui {

/// A cell of an attention map: `row` is the query position, `column` the key position.
struct MapCell {
    int row = 0, column = 0;
    bool operator==(const MapCell&) const = default;
};

/// Which weight is drawn in the strongest colour of the scale.
enum class MapRange {
    Own,     ///< the largest weight of the shown map; a difference of maps always has this range, symmetric
             ///< about 0
    Shared,  ///< the largest weight of all layers and heads
    Row,     ///< each row's own largest weight; with one range for all rows, the large weights of the first rows would
             ///< make the rest of a long causal map pale
};

/// The largest informative weight of all heads of these maps. Rows that can attend to only one column are skipped,
/// because their single weight is always 1.
float largestWeight(const AttentionMaps& maps, AttentionMask attentionMask);

/// The default range. It is `Row` if some row can attend to only one column: that row's weight is always 1, so on one
/// scale for the whole map all other rows would look pale.
MapRange usualRange(const AttentionMaps& maps, AttentionMask attentionMask);

/// The explanations of one history by the shown run (`own`) and by another run (`other`).
struct RunPair {
    std::shared_ptr<const Explanation> own, other;
    QString otherName;
};

/// What an attention map shows: the maps of one history, the chosen view and heads, and the values and colour scale
/// that follow from them. Knows nothing of pixels.
class AttentionMapModel : public QObject {
    Q_OBJECT
public:
    using QObject::QObject;

    /// `labels`: one per position, "[MASK]" for BERT4Rec's mask token. Keeps the chosen layer and head.
    void setMaps(std::shared_ptr<const AttentionMaps> maps, QStringList labels, AttentionMask attentionMask);
    /// Shows `reason` instead of a map.
    void clear(const QString& reason = {});

    bool isEmpty() const { return !m_maps || m_shown.size == 0; }
    /// Number of positions, which is the number of rows and of columns; 0 while nothing is shown.
    int positions() const { return m_shown.size; }
    const QStringList& labels() const { return m_labels; }
    QString labelOf(int position) const { return m_labels.value(position); }
    AttentionMask attentionMask() const { return m_attentionMask; }
    const MapChoice& choice() const { return m_choice; }
    int layers() const { return m_maps ? m_maps->layers : 0; }
    int heads() const { return m_maps ? m_maps->heads : 0; }
    /// The maps that contain the head to subtract: the other run's maps in `MapView::MinusRun`, else the shown run's.
    /// Null while there are none.
    const AttentionMaps* otherMaps() const;
    std::shared_ptr<const AttentionProfile> average() const { return m_average; }
    /// Why no map is shown; empty while a map is shown.
    const QString& reason() const { return m_reason; }

    /// The values that the map shows now; NaN where the other run has no such position.
    const AttentionView& values() const { return m_shown; }
    /// The shown value of a cell; 0 while nothing is shown.
    float valueAt(MapCell cell) const { return isEmpty() ? 0.0f : m_shown.at(cell.row, cell.column); }
    /// The summed attention of these rows, by column; empty while nothing is shown.
    std::vector<float> sumOf(const std::vector<int>& rows) const;
    /// Whether shown values may be negative: those of a difference, and pointwise attention weights.
    bool isSigned() const { return isDifference(m_choice.view) || (m_maps && m_maps->isPointwise); }
    /// "[MASK] looks at Toy Story (1995): 0.143 (layer 2, head 1)".
    QString sentence(MapCell cell) const;

    /// The chosen range, else `usualRange` of these maps.
    MapRange range() const { return m_range.value_or(m_usualRange); }
    /// The absolute value with the strongest colour. With `MapRange::Row`, where each row has its own scale: the
    /// largest value of the whole map, or the common maximum if one is set.
    float maximum() const { return m_maximum; }
    /// As `maximum`, if this range were chosen.
    float maximumOf(MapRange range) const { return range == this->range() ? m_maximum : largestValue(range); }
    /// See `setCommonMaximum`; 0 = none.
    float commonMaximum() const { return m_common; }

public slots:
    void setHead(int layer, int head);
    void setView(recscope::ui::MapView view);
    void setOtherHead(recscope::HeadId other);
    /// Sets the rollout that `rolloutRequested` requested; ignored unless `maps` are the shown maps.
    void setRollout(std::shared_ptr<const recscope::AttentionMaps> maps,
                    std::shared_ptr<const recscope::AttentionView> rollout);
    /// Sets the shown run's mean maps over many users; if `average` is null, the map shows `why` instead. The next call
    /// of `setMaps` discards this mean and the pair of `setOtherRun`.
    void setAverage(std::shared_ptr<const recscope::AttentionProfile> average, const QString& why = {});
    /// Sets the explanations that `MapView::MinusRun` compares; if `pair` is null, the map shows `why` instead.
    void setOtherRun(std::shared_ptr<const recscope::ui::RunPair> pair, const QString& why = {});
    void setRange(recscope::ui::MapRange range);
    /// For two maps side by side: with `Own` or `Shared`, the colour scales of both end at this value, and the header
    /// says so. 0 = each map has its own scale. Differences always have their own scale.
    void setCommonMaximum(float maximum);

signals:
    /// The maps were replaced by others, or removed; `changed` follows. `sameSize`: the number of positions is the
    /// same.
    void mapsReplaced(bool sameSize);
    void changed();  ///< the shown values, their colours or the reason changed
    void choiceChanged();
    void rangeChanged(recscope::ui::MapRange range);
    /// Requests the rollout of these maps, which takes too long for the GUI thread.
    void rolloutRequested(std::shared_ptr<const recscope::AttentionMaps> maps);

private:
    void replaceMaps(std::shared_ptr<const AttentionMaps> maps, QStringList labels);
    void choose(const MapChoice& choice);
    /// The choice, limited to heads that exist, with the name of the other run and the number of averaged users.
    MapChoice existing(MapChoice choice) const;
    void rebuild();
    void makeView();  ///< fills m_shown for the chosen view, or m_reason if there is nothing to show
    float largestValue(MapRange range) const;

    std::shared_ptr<const AttentionMaps> m_maps;
    QStringList m_labels;
    AttentionMask m_attentionMask = AttentionMask::Bidirectional;
    QString m_reason;
    MapChoice m_choice;
    AttentionView m_shown;
    std::shared_ptr<const AttentionView> m_rollout;     ///< rollout of m_maps
    std::shared_ptr<const AttentionProfile> m_average;  ///< mean over many users, for the run of m_maps
    std::shared_ptr<const RunPair> m_pair;              ///< `m_pair->own` contains m_maps
    QString m_noAverage, m_noPair;                      ///< why the mean or the other run is missing
    std::optional<MapRange> m_range;                    ///< the chosen range; empty = none
    MapRange m_usualRange = MapRange::Own;
    float m_maximum = 0;
    float m_common = 0;  ///< maximum shared by two maps side by side; 0 = none
};

/// The shown values in colours, on the scale of this range.
AttentionImage imageOf(const AttentionMapModel& model, MapRange range);

}  // namespace recscope::ui
