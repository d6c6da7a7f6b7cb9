// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <memory>
#include <set>
#include <vector>

#include "core/explain/attention/head_characters.h"
#include "ui/jobs/async_query.h"
#include "ui/learn/chapter_widget.h"
#include "ui/learn/learn_query.h"

class QLabel;

namespace recscope::ui {

class BarRows;
class ModelChoice;

/// Facts about every head of one model: its average behaviour, and what changes without it.
struct HeadFacts {
    HeadCharacters characters;  ///< average behaviour over randomly drawn users
    /// Indexed by head, layer after layer: how the ranks of the history's top ten change when the head is switched off.
    std::vector<std::vector<RankMove>> moves;
    /// Indexed by head: effect of switching off the head, over randomly drawn users.
    std::vector<GateEffect> effects;
    AttentionMaps maps;            ///< attention maps for the history
    std::vector<Token> positions;  ///< the model's input for the history

    /// How many of the top ten items change rank without this head (`movedBy`), and by how many ranks in total
    /// (`ranksMovedBy`).
    int movedBy(std::size_t head) const;
    std::int64_t ranksMovedBy(std::size_t head) const;
    /// The head without which the top ten move by the most ranks in total; several in a tie.
    std::vector<std::size_t> headsMovingMost() const;
};

/// Shows what each head does, how the recommendations change without a head, and how attention combines over two
/// layers.
class HeadsChapter : public ChapterWidget {
    Q_OBJECT
public:
    explicit HeadsChapter(Course& course);

    void showStep(int step) override;
    void restart() override;
    QString finding() const override;
    void leave() override;
    bool isWaiting() const override { return m_query.isOpen(); }

    std::shared_ptr<const HeadFacts> facts() const { return m_query.answer(); }

private:
    struct HeadsRequest {
        LoadedRun run;
        std::shared_ptr<const LearnHistory> history;
        bool operator==(const HeadsRequest&) const = default;
    };
    void requestFacts();
    void choose(int row);
    void checkTask();
    void draw();
    void drawCharacters();
    void drawGate();
    void drawLayers();
    QString titleOf(std::size_t position) const;

    AsyncQuery<HeadsRequest, HeadFacts> m_query;
    int m_step = 0;
    int m_head = 0;         ///< the head whose average behaviour is shown
    int m_middle = -1;      ///< the position in the middle of the shown path through two layers; -1 = none yet
    int m_off = -1;         ///< the head that is switched off; -1 = none yet
    std::set<int> m_tried;  ///< the heads that were switched off so far

    ModelChoice* m_model;
    BarRows *m_left, *m_right, *m_path;
    QLabel* m_sentence;
};

}  // namespace recscope::ui
