// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QWidget>
#include <map>
#include <set>
#include <vector>

#include "ui/compare/run_lines.h"
#include "ui/widgets/stateful_widget.h"

class QToolButton;

namespace recscope::ui {

class FlowLayout;
class Session;

/// The dataset's runs as chips (checkable buttons) with their colour, dash and marker; the checked runs are compared.
/// Several seeds of one config are one chip, which unfolds to one chip for each seed. Until the user of the program
/// chooses, the best line of each of the best few models is checked, or the two newest lines if there is only one
/// model. No chip is checked if fewer than two lines can be compared.
class RunChips : public QWidget, public StatefulWidget {
    Q_OBJECT
public:
    explicit RunChips(Session& session, QWidget* parent = nullptr);

    /// The chosen runs, newest first, as the session lists them.
    std::vector<RunId> chosen() const;
    void choose(RunId run, bool chosen);
    /// The lines of all runs of the dataset.
    const std::vector<RunLine>& lines() const { return m_lines; }
    /// The lines that can be compared: all their runs have test metrics.
    std::vector<const RunLine*> scoredLines() const;
    /// The runs of the unfolded lines.
    std::set<RunId> unfolded() const;
    /// The chosen runs; empty while the choice is the default.
    QVariant uiState() const override;
    void restoreState(const QVariant& state) override;

signals:
    void chosenChanged();  ///< the choice was changed by hand, here or on another page
    void runsRefreshed();  ///< the session's runs changed and the chips were updated; the choice may have changed
    void linesChanged();   ///< the runs are the same, but a line was folded or unfolded, or styles changed

private:
    /// A chip for several seeds with its unfold button.
    struct GroupChip {
        QWidget* holder = nullptr;
        QToolButton *chip = nullptr, *fold = nullptr;
    };
    void chooseOnly(const std::set<RunId>& runs);
    void restoreChoice();
    void refresh();
    void describe();
    void rebuild();
    void chooseDefault();
    QString shortened(const QString& name) const;
    QToolButton* makeChip(const QString& name, QWidget* parent);
    void describeRun(const RunRecord& run, const RunLine& line);
    void describeGroup(const RunLine& line);
    void pressGroup(RunId first);
    void fold(RunId first);
    bool isUnfolded(const RunLine& line) const;
    const RunLine* lineOf(RunId run) const;

    Session& m_session;
    FlowLayout* m_flow;
    std::vector<RunLine> m_lines;
    std::map<RunId, QToolButton*> m_chips;  ///< one per run; those of a folded line are hidden
    std::map<RunId, GroupChip> m_groups;    ///< indexed by the line's first run
    std::map<RunId, bool> m_requested;      ///< whether a run is chosen; may contain runs that are not listed now
    std::set<RunId> m_unfolded;
    std::set<RunId> m_restored;       ///< choice from the restored UI state, until the runs are loaded
    bool m_isChosenByPerson = false;  ///< true once the choice was made by hand; until then new runs may change it
    bool m_choosing = false;          ///< true while the program, not its user, checks chips
    DatasetId m_dataset = 0;
};

}  // namespace recscope::ui
