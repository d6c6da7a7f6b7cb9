// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <memory>
#include <vector>

#include "core/explain/attention/planted_causes.h"
#include "ui/jobs/async_query.h"
#include "ui/learn/chapter_widget.h"
#include "ui/learn/learn_query.h"

class QComboBox;
class QLabel;
class QPushButton;

namespace recscope::ui {

class BarRows;

/// Asks which item caused the held-out item, in some drawn cases; the planted causes give the answer. Compares the
/// share of right answers given by the user of the program with the shares of four methods over all cases: the mean
/// over all attention heads, one head chosen on other cases, hiding each item, and chance.
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
    bool isWaiting() const override { return m_counting.isOpen(); }
    void leave() override;

    /// The counts over all cases; null while they are being computed.
    std::shared_ptr<const CauseFinding> counted() const { return m_counting.answer(); }
    int drawnCases() const { return int(m_drawn.size()); }
    const CauseCase& drawnCase(int number) const;
    int decided() const { return int(m_choices.size()); }  ///< number of drawn cases that have been judged
    /// The index, among the case's items, of the item that the first row shows; older items are not shown.
    std::size_t firstRow(const CauseCase& causeCase) const;

protected:
    void showEvent(QShowEvent* event) override;
    void fitLayout() override;

private:
    struct CountRequest {
        DatasetId dataset = 0;
        LoadedRun run;
        bool operator==(const CountRequest&) const = default;
    };
    void begin();
    void drawCases();
    void fillHeadChoice();
    void choose(int row);
    void next();
    void showCase();
    void showBoard();
    QString whyUnknown() const;
    std::int64_t personHits() const;
    const std::vector<double>& weightsOf(const CauseCase& causeCase) const;

    AsyncQuery<CountRequest, CauseFinding> m_counting;
    std::uint64_t m_seed;
    std::vector<std::size_t> m_drawn;    ///< cases to be judged, as indices into `counted()->cases`
    int m_shown = 0;                     ///< the shown case, as an index in m_drawn
    std::vector<std::size_t> m_choices;  ///< the item chosen in each drawn case, as an index in the case's items
    bool m_revealed = false;

    QLabel *m_title, *m_caseResult;
    QComboBox* m_headChoice;  ///< chooses the attention to show: the mean over all heads, or one head
    BarRows *m_items, *m_board;
    QPushButton* m_next;
};

}  // namespace recscope::ui
