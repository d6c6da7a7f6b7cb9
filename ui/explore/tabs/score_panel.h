// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QWidget>
#include <memory>

#include "ui/jobs/async_query.h"
#include "ui/plot/product_sum.h"
#include "ui/runs/explore_query.h"

class QLabel;

namespace recscope::ui {

class Session;

/// Shows how the score of one recommendation is computed: as the dot product of the history's vector and the item's
/// vector, coordinate by coordinate, plus the item's offset if the model has one.
class ScorePanel : public QWidget {
    Q_OBJECT
public:
    ScorePanel(Session& session, std::shared_ptr<InferenceCache> cache, QWidget* parent = nullptr);

    /// True if this answer's scores are dot products of a history vector and an item vector.
    static bool canExplain(const ExploreAnswer& answer);
    /// An answer for which `canExplain` is false is treated as null (none).
    void setAnswer(std::shared_ptr<const ExploreAnswer> answer);
    void setTarget(Token target);
    void stop() { m_reading.stop(); }
    /// The vectors and their products; null while they are being read.
    std::shared_ptr<const ScoreParts> parts() const { return m_reading.answer(); }

private:
    struct ScoreRequest {
        std::shared_ptr<const ExploreAnswer> answer;
        Token target = kPadToken;
        bool operator==(const ScoreRequest&) const = default;
    };
    void requestParts();
    void draw();

    Session& m_session;
    std::shared_ptr<const ExploreAnswer> m_answer;
    Token m_target = kPadToken;
    AsyncQuery<ScoreRequest, ScoreParts> m_reading;
    QLabel* m_sentence;
    ProductSum* m_product;
};

}  // namespace recscope::ui
