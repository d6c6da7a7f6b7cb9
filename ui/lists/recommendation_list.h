// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <memory>

#include "core/explain/scores/inference_session.h"
#include "ui/lists/item_row_list.h"
#include "ui/session/session.h"

namespace recscope::ui {

class RecommendationModel;

/// The best items for one history: rank, title, genres, score, probability as a bar, popularity and reasons (if known).
/// The held-out item is marked; if it ranks below the list, it is an extra last row.
class RecommendationList : public ItemRowList {
    Q_OBJECT
public:
    explicit RecommendationList(QWidget* parent = nullptr);

    /// Keeps the selection if the same item is still listed, else selects nothing.
    void setExplanation(std::shared_ptr<const Explanation> explanation, std::shared_ptr<const ItemCatalogue> catalogue);
    void clear() { setExplanation({}, {}); }
    /// Selects the row of this item, if listed; kPadToken selects nothing. Emits `selected` if the selection changes.
    void select(Token token);
    Token selectedToken() const;  ///< kPadToken = none
    /// Marks this item's row without selecting it, e.g. the one hovered in another list; kPadToken = none.
    void setHighlighted(Token token);
    RecommendationModel* model() const { return m_model; }
    /// Sets whether popularity and reasons are shown; only for pages that compute them.
    void setReasonsShown(bool shown);

signals:
    void selected(recscope::Token token);  ///< by click, key or `select`; kPadToken = none
    void hovered(recscope::Token token);   ///< kPadToken when the pointer leaves the list

protected:
    void fitColumns() override;

private:
    explicit RecommendationList(RecommendationModel* model, QWidget* parent);

    RecommendationModel* m_model;
    bool m_showsReasons = false;
    /// Width in pixels at which all reasons fit; while reasons are computed, the width of the previous ones.
    int m_reasonsWidth = 0;
    TitleDelegate* m_reasons;
};

}  // namespace recscope::ui
