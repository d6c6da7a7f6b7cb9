// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QWidget>
#include <cstdint>
#include <memory>
#include <optional>
#include <vector>

#include "core/recommender/head_steps.h"
#include "ui/jobs/async_query.h"
#include "ui/runs/inference_cache.h"
#include "ui/widgets/bar_rows.h"
#include "ui/widgets/quantity.h"

class QBoxLayout;
class QComboBox;
class QLabel;
class QSlider;

namespace recscope::ui {

class BarList;
class GrowingMap;
class PlotView;
class Session;

/// Subject of the view: a run with attention maps, and a history as the run reads it.
struct HeadStepsRequest {
    LoadedRun run;
    std::optional<std::int32_t> user;  ///< the user whose history this is; empty = the history of no user of the run
    OwnedHistory history;
    /// Time of the interaction to predict, Unix seconds; empty = time of the newest item.
    std::optional<std::int64_t> time;
    std::vector<Token> positions;  ///< the model's input, oldest first; BERT4Rec's ends with [MASK]
    std::int32_t layers = 0, heads = 0;
    bool operator==(const HeadStepsRequest&) const = default;
};

/// Shows the numbers that one head computes at one position: query, keys, products, mask, softmax, values, output. The
/// user of the program chooses the head and the position, drags scores and changes the temperature. Each shown row is
/// added to the head's map. The owner sets the shown step.
class HeadStepsView : public QWidget {
    Q_OBJECT
public:
    /// The steps of the computation, in the order of the course's chapter "head".
    enum Step { kQuery, kKeys, kProducts, kScaled, kMask, kExponentials, kWeights, kValues, kOutput };

    /// `leading`: widget placed before the head's combo box; null = none.
    HeadStepsView(Session& session, std::shared_ptr<InferenceCache> cache, QWidget* leading = nullptr,
                  QWidget* parent = nullptr);

    /// Shows `requested`. Keeps the head, and keeps the position if the user and the model's input are unchanged;
    /// otherwise chooses `firstRow`.
    void lookAt(const HeadStepsRequest& requested, int firstRow);
    /// Shows no steps, only the text `why`.
    void clear(const QString& why);
    /// Pre: `lookAt` was called, and this head and this row exist.
    void choose(HeadId head, int row);
    HeadId chosenHead() const;
    int chosenRow() const;

    void showStep(int step);
    /// Restores the model's own scores.
    void restart();
    /// Turns the compact layout for a low window on or off: parts are side by side instead of one below the other.
    void setCompact(bool compact);
    /// Null while the steps are being computed.
    std::shared_ptr<const HeadSteps> steps() const { return m_query.answer(); }

signals:
    void chosen();  ///< another head or position was chosen
    /// Emitted while a score is dragged: the weight that the model gives the dragged position, and its weight now.
    void scoreDragged(float weightBefore, float weightNow);

private:
    struct Request {
        HeadStepsRequest steps;
        HeadId head;
        std::int32_t row = 0;
        bool operator==(const Request&) const = default;
    };
    void fillChoices(int firstRow);
    void fitMap();
    void requestSteps();
    void showAnswer();
    void draw();
    void drawSoftmax();
    void drawValues(const std::vector<float>& weights);
    void drawOutput();
    void drag(int position, double score);
    float temperature() const;
    QString titleOf(std::size_t position) const;
    /// One bar per position of the model's input. `isScore`: a masked position shows −∞ instead of a number.
    std::vector<BarRow> rowsOf(const std::vector<float>& values, Quantity quantity, int decimals,
                               bool isScore = false) const;
    /// Draws without animation, because a bar or the slider is being dragged.
    void drawAtOnce();
    BarRows::Change change() const;

    Session& m_session;
    AsyncQuery<Request, HeadSteps> m_query;
    std::optional<HeadStepsRequest> m_subject;
    int m_step = 0;
    int m_chosen = -1;            ///< the position clicked in the left bars; -1 = none
    std::vector<float> m_scores;  ///< one per position; a dragged score replaces the model's score
    bool m_drawsAtOnce = false;   ///< true during `drawAtOnce`: changes are not animated
    bool m_isCompact = false;

    QComboBox *m_head, *m_row;
    QSlider* m_temperature;
    QLabel* m_temperatureText;
    BarList *m_left, *m_right;
    PlotView* m_vector;
    QBoxLayout* m_middle;  ///< contains the right bars and the vector
    GrowingMap* m_map;
};

}  // namespace recscope::ui
