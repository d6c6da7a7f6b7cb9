// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QWidget>
#include <memory>
#include <optional>

#include "core/explain/attention/agreement_study.h"
#include "ui/jobs/async_query.h"
#include "ui/runs/inference_cache.h"

class QComboBox;
class QLabel;
class QStackedWidget;

namespace recscope::ui {

class CellTable;
class EmptyState;
class Session;

/// Shows for each head the share of users for whom its attention agrees with the removal test (how the log-probability
/// changes when an item is removed), with 95 % intervals. The shares are computed on request and cached for the
/// lifetime of the window.
class AgreementPanel : public QWidget {
    Q_OBJECT
public:
    explicit AgreementPanel(Session& session, QWidget* parent = nullptr);

    void setRun(const std::optional<LoadedRun>& run);
    void setRemoval(const RemovalOptions& removal);
    void setHead(HeadId head);
    /// The combo box for the number of users; the owner of this panel adds it to a layout.
    QComboBox* users() const { return m_users; }
    /// The study of the chosen run, kind of removal and number of users; null until it is computed.
    const AgreementStudy* study() const;

public slots:
    void startStudy();
    void stop();

signals:
    void studied();
    void headChosen(int layer, int head);

private:
    /// A request for a study.
    struct StudyRequest {
        LoadedRun run;
        RemovalOptions removal;
        std::int64_t users = 0;
        bool operator==(const StudyRequest&) const = default;
    };

    std::optional<StudyRequest> requested() const;
    void showStudy();
    void fill(const AgreementStudy& study);
    void showSentence();

    Session& m_session;
    std::optional<LoadedRun> m_run;
    RemovalOptions m_removal;
    HeadId m_head;
    AsyncQuery<StudyRequest, AgreementStudy> m_study;
    bool m_choosing = false;  ///< true while the program, not its user, selects a row

    QComboBox* m_users;
    QLabel *m_sentence, *m_about;
    QStackedWidget* m_pages;
    EmptyState* m_empty;
    CellTable* m_table;
};

}  // namespace recscope::ui
