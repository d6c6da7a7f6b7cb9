// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QWidget>
#include <list>
#include <memory>
#include <optional>
#include <vector>

#include "core/explain/head_characters.h"
#include "ui/explore/explainer_cache.h"
#include "ui/jobs/job_runner.h"

class QLabel;
class QStackedWidget;
class QStandardItemModel;

namespace recscope::ui {

class EmptyState;
class OffsetMap;
class Session;
class TableView;

/// What each head of a run does over a sample of users.
struct HeadStudy {
    LoadedRun run;
    HeadCharacters characters;
    std::vector<GateEffect> gates;  ///< each head switched off, in the order of the heads
};

/// The heads of the chosen run as characters: where their attention goes, in numbers with intervals, by relative
/// position, and what happens to the metric without each. Worked out when asked for and kept while the window lives.
class HeadsPanel : public QWidget {
    Q_OBJECT
public:
    explicit HeadsPanel(Session& session, QWidget* parent = nullptr);

    void setRun(const std::optional<LoadedRun>& run);
    void setHead(HeadId head);
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
    void show();
    void fitColumns();
    void fill(const HeadStudy& study);

    Session& m_session;
    std::optional<LoadedRun> m_run;
    std::optional<LoadedRun> m_studying;
    JobId m_job = 0;
    HeadId m_head;
    QString m_failure;
    std::list<std::shared_ptr<const HeadStudy>> m_studies;
    bool m_choosing = false, m_anyMask = false;

    QStackedWidget* m_pages;
    EmptyState* m_empty;
    QLabel* m_about;
    TableView* m_table;
    QStandardItemModel* m_model;
    OffsetMap* m_offsets;
};

}  // namespace recscope::ui
