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

/// What the view explains: a run with attention maps, a history, and the positions that the run's model takes as input
/// from it.
struct HeadStepsSubject {
    LoadedRun run;
    std::optional<std::int32_t> user;  ///< index of the user in the run's dataset; empty = not a user of the dataset
    OwnedHistory history;
    /// Time of the interaction to predict, Unix seconds; empty = time of the newest item.
    std::optional<std::int64_t> time;
    std::vector<Token> positions;  ///< the model's input, oldest first; BERT4Rec's ends with [MASK]
    std::int32_t layers = 0, heads = 0;
    bool operator==(const HeadStepsSubject&) const = default;
};

/// Shows the numbers that one head computes at one query position: query, keys, products, mask, softmax, values,
/// output. The user of the program chooses the head and the query position, drags scores and changes the temperature.
/// The attention weights of each query position that was shown are added, as a row, to the map of the head; "row"
/// therefore means the index of a query position. The owner sets the shown step.
class HeadStepsView : public QWidget {
    Q_OBJECT
public:
    /// The steps of the computation, in the order of the chapter "head" of the built-in course (ui/learn).
    enum Step { kQuery, kKeys, kProducts, kScaled, kMask, kExponentials, kWeights, kValues, kOutput };

    /// `leading`: widget placed before the head's combo box; null = none.
    HeadStepsView(Session& session, std::shared_ptr<InferenceCache> cache, QWidget* leading = nullptr,
                  QWidget* parent = nullptr);

    /// Shows `subject`. Keeps the chosen head. Keeps the chosen row if `user` and `positions` are unchanged; otherwise
    /// chooses `initialRow`.
    void setSubject(const HeadStepsSubject& subject, int initialRow);
    /// Shows no steps, only the text `why`.
    void clear(const QString& why);
    /// Pre: `setSubject` was called, and this head and this row exist.
    void choose(HeadId head, int row);
    HeadId chosenHead() const;
    int chosenRow() const;

    void showStep(int step);
    /// Undoes all dragging of scores and sets the temperature to 1.
    void restoreScores();
    /// Sets whether the layout is compact, for a window of small height: the right bars and the vector are then side by
    /// side instead of one below the other.
    void setCompact(bool compact);
    /// Null while the steps are being computed.
    std::shared_ptr<const HeadSteps> steps() const { return m_query.answer(); }

signals:
    void chosen();  ///< another head or row was chosen
    /// Emitted while a score is dragged: the position's weight with the model's own scores, and its weight now.
    void scoreDragged(float weightBefore, float weightNow);

private:
    struct Request {
        HeadStepsSubject subject;
        HeadId head;
        std::int32_t row = 0;
        bool operator==(const Request&) const = default;
    };
    void fillChoices(int initialRow);
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
    std::vector<BarRow> barsOf(const std::vector<float>& values, Quantity quantity, int decimals,
                               bool isScore = false) const;
    /// Draws without animation, because a bar or the slider is being dragged.
    void drawAtOnce();
    /// Whether the bars change with an animation.
    BarRows::Change barChange() const;

    Session& m_session;
    AsyncQuery<Request, HeadSteps> m_query;
    std::optional<HeadStepsSubject> m_subject;
    int m_step = 0;
    int m_clickedPosition = -1;   ///< the position clicked in `m_left`; -1 = none
    std::vector<float> m_scores;  ///< one per position; a dragged score replaces the model's score
    bool m_drawsAtOnce = false;   ///< true during `drawAtOnce`
    bool m_isCompact = false;

    QComboBox *m_head, *m_row;
    QSlider* m_temperature;
    QLabel* m_temperatureText;
    BarList* m_left;       ///< keys, scores or values, by position
    BarList* m_right;      ///< the exponentials, weights or weighted values computed from them
    PlotView* m_vector;    ///< the coordinates of one vector, such as the query or a key
    QBoxLayout* m_middle;  ///< contains `m_right` and `m_vector`; `m_left` is on its left, the map on its right
    GrowingMap* m_map;
};

}  // namespace recscope::ui
