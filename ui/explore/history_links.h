// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QObject>

namespace recscope::ui {

class AttentionTab;
class EvidencePanel;
class ExploreSubject;
class HistoryList;

/// Links the history with two tabs. An item that is hovered or chosen in the tabs about attention and evidence is
/// highlighted or chosen in the history. An item that is hovered or chosen in the history is highlighted or pinned in
/// the tab about attention. The history also shows the attention of the chosen query position.
class HistoryLinks : public QObject {
    Q_OBJECT
public:
    HistoryLinks(const ExploreSubject& subject, HistoryList& history, AttentionTab& attention, EvidencePanel& evidence,
                 QObject* parent = nullptr);

    /// Shows a new answer's attention in the history.
    void showAnswer();

private:
    void showAttentionRow();
    void hoverHistory(int index);

    const ExploreSubject& m_subject;
    HistoryList& m_history;
    AttentionTab& m_attention;
};

}  // namespace recscope::ui
