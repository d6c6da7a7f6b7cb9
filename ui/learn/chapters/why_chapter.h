// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <memory>
#include <optional>
#include <vector>

#include "ui/jobs/question.h"
#include "ui/learn/chapter_widget.h"
#include "ui/learn/why_cases.h"

class QLabel;
class QPushButton;

namespace recscope::ui {

class BarRows;

/// Twenty cases: which item caused the held-out one? The person's share against those of the largest weight, the
/// removal test and chance in many more cases, by the planted truth.
class WhyChapter : public ChapterWidget {
    Q_OBJECT
public:
    explicit WhyChapter(Course& course);

    void showStep(int) override {}
    void restart() override;
    void reveal() override;
    std::vector<int> rightOptions() const override;
    QString finding() const override;
    bool readsHistory() const override { return false; }
    void leave() override;

    std::shared_ptr<const std::vector<WhyCase>> cases() const { return m_drawing.answer(); }
    int decided() const { return int(m_choices.size()); }

protected:
    void showEvent(QShowEvent* event) override;

private:
    struct CasesOf {
        DatasetId dataset = 0;
        LoadedRun run;
        std::uint64_t seed = 0;
        bool operator==(const CasesOf&) const = default;
    };
    struct Hits {
        int cases = 0, weight = 0, removal = 0;
        double chance = 0;
    };
    void begin();
    void choose(int item);
    void next();
    void showCase();
    void showBoard();
    QString whyUnknown() const;
    static Hits hitsOf(const std::vector<WhyCase>& cases);
    int personHits() const;

    Question<CasesOf, std::vector<WhyCase>> m_drawing;
    Question<CasesOf, std::vector<WhyCase>> m_counting;  ///< many cases, for the verdict
    std::uint64_t m_seed;
    int m_shown = 0;
    std::vector<int> m_choices;  ///< by case
    bool m_revealed = false;

    QLabel *m_title, *m_said;
    BarRows *m_items, *m_board;
    QPushButton* m_next;
};

}  // namespace recscope::ui
