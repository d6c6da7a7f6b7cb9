// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QWidget>
#include <memory>

#include "core/explain/scores/inference_session.h"
#include "ui/attention/attention_map.h"
#include "ui/compare/compared_line.h"
#include "ui/session/session.h"

class QLabel;

namespace recscope::ui {

class HeadGrid;
class RecommendationList;
class WeightBars;

/// One model's results for a user: the recommendation list, all heads as small maps, and one head as a large map.
class ModelPanel : public QWidget {
    Q_OBJECT
public:
    explicit ModelPanel(Session& session, QWidget* parent = nullptr);

    /// Shows the run's name, colour, dash and marker, and the epoch whose weights are used. Pre: `line` is a single
    /// run, not several seeds.
    void setLine(const ComparedLine& line);
    /// Without maps, the list takes their space. If the model has no maps but one weight per item of the history (NARM,
    /// STAMP), bars below the list show these weights.
    void setExplanation(std::shared_ptr<const Explanation> explanation, bool bidirectional, bool hasMaps);
    /// Sets which weight is drawn in the strongest colour: `maximum`, or each row's largest weight if `range` is `Row`.
    /// The comparison shows two panels side by side and gives both the same scale.
    void setScale(MapRange range, float maximum);
    void clear(const QString& reason);
    RecommendationList* list() const { return m_list; }
    HeadGrid* heads() const { return m_heads; }
    AttentionMap* map() const { return m_map; }
    WeightBars* itemWeights() const { return m_itemWeights; }

signals:
    void rangeChanged(recscope::ui::MapRange range);

private:
    Session& m_session;
    QLabel *m_swatch, *m_name, *m_epoch;
    RecommendationList* m_list;
    HeadGrid* m_heads;
    AttentionMap* m_map;
    QWidget* m_attention;  ///< the small maps and the large one
    WeightBars* m_itemWeights;
};

}  // namespace recscope::ui
