// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <memory>
#include <vector>

#include "core/explain/attention/head_characters.h"
#include "ui/jobs/question.h"
#include "ui/learn/chapter_widget.h"
#include "ui/learn/learn_query.h"

class QLabel;

namespace recscope::ui {

class BarRows;
class ModelChoice;

/// Every head of one model for one history: what it does on average, and what its absence changes.
struct HeadFacts {
    HeadCharacters characters;                 ///< over drawn users
    std::vector<std::vector<RankMove>> moves;  ///< by head, of the history's first ten
    std::vector<GateEffect> effects;           ///< by head, over drawn users
    AttentionMaps maps;                        ///< of the history
    std::vector<Token> positions;              ///< that were read

    /// How many of the first ten are no longer among them, or stand elsewhere, without this head.
    int changedBy(std::size_t head) const;
    /// The heads that change most.
    std::vector<std::size_t> mostChanging() const;
};

/// What each head does, what happens without one, and a pattern through two layers.
class HeadsChapter : public ChapterWidget {
    Q_OBJECT
public:
    explicit HeadsChapter(Course& course);

    void showStep(int step) override;
    void restart() override;
    QString finding() const override;
    void leave() override;

    std::shared_ptr<const HeadFacts> facts() const { return m_asking.answer(); }

private:
    struct HeadsOf {
        LoadedRun run;
        std::shared_ptr<const LearnHistory> history;
        bool operator==(const HeadsOf&) const = default;
    };
    void ask();
    void choose(int row);
    void draw();
    void drawCharacters();
    void drawGate();
    void drawLayers();
    QString titleOf(std::size_t position) const;

    Question<HeadsOf, HeadFacts> m_asking;
    int m_step = 0;
    int m_head = 0, m_middle = -1;

    ModelChoice* m_model;
    BarRows *m_left, *m_right, *m_path;
    QLabel* m_sentence;
};

}  // namespace recscope::ui
