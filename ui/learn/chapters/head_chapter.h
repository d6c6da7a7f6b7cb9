// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <memory>
#include <span>
#include <vector>

#include "core/recommender/head_steps.h"
#include "ui/jobs/question.h"
#include "ui/learn/chapter_widget.h"
#include "ui/learn/learn_query.h"

class QBoxLayout;
class QComboBox;
class QLabel;
class QSlider;

namespace recscope::ui {

class BarRows;
class ModelChoice;
struct BarRow;
class GrowingMap;
class PlotView;

/// One head at one position, number by number: query, keys, products, mask, softmax, values, output. Scores can be
/// dragged and the temperature changed; the head's map grows by the rows that were looked at.
class HeadChapter : public ChapterWidget {
    Q_OBJECT
public:
    explicit HeadChapter(Course& course);

    void showStep(int step) override;
    void restart() override;
    QString finding() const override;
    void setLow(bool low) override;

    /// Null while it is worked out.
    std::shared_ptr<const HeadSteps> steps() const { return m_asking.answer(); }

private:
    struct HeadOf {
        LoadedRun run;
        std::shared_ptr<const LearnHistory> history;
        HeadId head;
        std::int32_t row = 0;
        bool operator==(const HeadOf&) const = default;
    };
    void fillModels();
    void ask();
    void take();
    void draw();
    void drag(int position, double score);
    QString titleOf(std::size_t position) const;
    std::vector<BarRow> rowsOf(const std::vector<float>& values, Quantity quantity, int decimals,
                               bool isScore = false) const;
    void showVector(const QString& title, std::span<const float> values, Quantity quantity);
    void drawValues(const std::vector<float>& weights);
    /// Other weights than these come at once: somebody holds the bar or the slider that changes them.
    void follow();

    Question<HeadOf, HeadSteps> m_asking;
    int m_step = 0, m_chosen = -1;
    std::vector<float> m_scores;  ///< as dragged
    int m_dragged = -1;
    bool m_follows = false, m_low = false;

    ModelChoice* m_model;
    QComboBox *m_head, *m_row;
    QSlider* m_temperature;
    QLabel* m_temperatureText;
    BarRows *m_left, *m_right;
    PlotView* m_vector;
    QBoxLayout* m_middle;  ///< the right bars and the vector
    GrowingMap* m_map;
};

}  // namespace recscope::ui
