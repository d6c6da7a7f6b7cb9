// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <memory>
#include <optional>
#include <vector>

#include "ui/explore/tabs/explore_tab.h"
#include "ui/jobs/async_query.h"
#include "ui/runs/head_study.h"

class QComboBox;
class QLabel;
class QStackedWidget;

namespace recscope::ui {

class CellTable;
class EmptyState;
class HeadsEffect;
class OffsetMap;
class Session;

/// Statistics of the heads of the chosen run over many users: where their attention goes, in numbers with intervals and
/// by relative position, and NDCG@10 without each head. They are computed on request and kept for the lifetime of
/// the window. Alternatively shows how switching heads off affects the shown user.
class HeadsPanel : public ExploreTab {
    Q_OBJECT
public:
    HeadsPanel(Session& session, std::shared_ptr<InferenceCache> cache, QWidget* parent = nullptr);

    QString title() const override;
    QString about() const override;
    std::optional<QString> whyUnavailable(const Capabilities& capabilities) const override;
    void setRun(const std::optional<LoadedRun>& run) override;
    /// Sets the answer whose list changes when heads are switched off; null = none.
    void setAnswer(std::shared_ptr<const ExploreAnswer> answer) override;
    void setHead(HeadId head);
    /// The statistics of the chosen run at the chosen query positions; null until they are computed.
    const HeadStudy* study() const;

public slots:
    void startStudy();

signals:
    void studied();
    void headChosen(int layer, int head);

protected:
    void resizeEvent(QResizeEvent* event) override;
    void showEvent(QShowEvent* event) override;

private:
    std::optional<HeadStudyRequest> requested() const;
    void showStudy();
    void showAbout();
    void fitColumns();
    void fill(const HeadStudy& study);

    Session& m_session;
    std::optional<LoadedRun> m_run;
    AsyncQuery<HeadStudyRequest, HeadStudy> m_study;
    HeadId m_head;
    bool m_choosing = false;  ///< true while the program, not its user, selects a row
    /// Whether the columns [MASK], Same genre and Without head have values; columns without values are hidden.
    bool m_hasMask = false, m_hasGenres = false, m_hasGates = false;

    QStackedWidget* m_pages;
    EmptyState* m_empty;
    QLabel* m_about;
    QComboBox* m_rows;   ///< which query positions (rows of the attention maps) are measured
    QComboBox* m_topic;  ///< statistics of the heads | switching heads off
    HeadsEffect* m_effect;
    CellTable* m_table;
    OffsetMap* m_offsets;
};

}  // namespace recscope::ui
