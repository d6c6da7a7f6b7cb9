// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <memory>
#include <span>
#include <vector>

#include "ui/explore/tabs/explore_tab.h"

class QLabel;
class QPushButton;
class QStackedWidget;

namespace recscope::ui {

class AttentionLines;
class AttentionMap;
class HeadGrid;
class MapQueries;
class Session;
class WeightBars;

/// Shows what every head attends to: all heads as small maps, and one head as a large map or as lines between two
/// columns of items. For a model that gives each item one weight, it shows these weights as bars.
class AttentionTab : public ExploreTab {
    Q_OBJECT
public:
    AttentionTab(Session& session, std::shared_ptr<InferenceCache> cache, QWidget* parent = nullptr);

    QString title() const override;
    QString about() const override;
    std::optional<QString> whyUnavailable(const Capabilities& capabilities) const override;
    void setAnswer(std::shared_ptr<const ExploreAnswer> answer) override;
    HeadGrid& heads() { return *m_heads; }
    AttentionMap& map() { return *m_map; }
    WeightBars& weights() { return *m_weights; }

    /// The rows (query positions) whose attention other views show: the chosen query item of the lines, else the row of
    /// the map under the pointer, else the rows that were chosen to be summed, else the pinned row, else the last row,
    /// from which the next item is predicted. Empty while there are no maps.
    std::vector<int> queryRows() const;
    /// True while `queryRows` is determined by the pointer.
    bool followsPointer() const;
    /// Highlights a row and/or a column of the map; -1 = none.
    void setHighlight(int row, int column);
    /// For models whose item weights depend on the recommended item: shows the weights for `target`.
    void setTarget(Token target);

signals:
    void queryRowsChanged();  ///< `queryRows` or the attention of these rows changed
    /// The key position under the pointer; -1 = none.
    void hovered(int position);
    void pinned(int position);  ///< the pinned column (key position); -1 = none

private:
    void clear();
    QWidget* makeLargeView();
    QWidget* makeWeights();
    void showWeights(std::span<const float> weights);
    bool hasMaps() const;
    void showLines(bool lines);
    void showCauses();
    void showSteps(int row);

    Session& m_session;
    std::shared_ptr<InferenceCache> m_cache;
    std::shared_ptr<const ExploreAnswer> m_answer;
    HeadGrid* m_heads;
    AttentionMap* m_map;
    AttentionLines* m_lines;
    MapQueries* m_mapQueries;
    WeightBars* m_weights;
    QLabel* m_aboutWeights;
    Token m_target = kPadToken;  ///< the recommendation whose weights the bars show
    QStackedWidget* m_pages;     ///< pages: maps | weights
    QStackedWidget* m_large;     ///< pages: map | lines
    QPushButton* m_steps;
};

}  // namespace recscope::ui
