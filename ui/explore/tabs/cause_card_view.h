// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QWidget>
#include <memory>
#include <optional>

#include "core/explain/attention/cause_card.h"
#include "ui/jobs/async_query.h"
#include "ui/runs/explore_query.h"

class QLabel;

namespace recscope::ui {

class CellTable;
class Session;

/// Shows, for a user of the sample data, how much of each head's attention and of the removal effect falls on the true
/// causes of the held-out item, compared with an even spread over all items.
class CauseCardView : public QWidget {
    Q_OBJECT
public:
    CauseCardView(Session& session, std::shared_ptr<InferenceCache> cache, QWidget* parent = nullptr);

    /// True if the causes are known for the answer's dataset.
    static bool knowsCauses(const ExploreAnswer& answer) { return !answer.plantedCauses.empty(); }

    void setAnswer(std::shared_ptr<const ExploreAnswer> answer);
    void setRemoval(const RemovalOptions& removal);
    void setHead(HeadId head);
    void stop();
    /// The shown numbers; empty until they are computed, and if nothing caused the held-out item.
    const std::optional<CauseCard>& card() const { return m_card; }

signals:
    void headChosen(int layer, int head);
    void cardShown();

private:
    struct Request {
        std::shared_ptr<const ExploreAnswer> answer;
        RemovalOptions removal;
        bool operator==(const Request&) const = default;
    };

    void requestCard();
    void showCard();
    void fill(const CauseCard& card);
    void showOnly(const QString& sentence);  ///< shows this sentence and hides the table
    QString sentenceOf(const CauseCard& card) const;
    int countRemovals(const CauseCard& card) const;

    Session& m_session;
    std::shared_ptr<const ExploreAnswer> m_answer;
    AsyncQuery<Request, std::optional<CauseCard>> m_query;
    std::optional<CauseCard> m_card;
    RemovalOptions m_removal;
    HeadId m_head;
    bool m_choosing = false;  ///< true while the program, not its user, selects a row

    QLabel* m_sentence;
    CellTable* m_table;
};

}  // namespace recscope::ui
