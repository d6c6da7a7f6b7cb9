// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/explore/history_links.h"

#include "ui/attention/attention_map.h"
#include "ui/explore/explore_subject.h"
#include "ui/explore/tabs/attention_tab.h"
#include "ui/explore/tabs/evidence_panel.h"
#include "ui/lists/history_list.h"

namespace recscope::ui {

HistoryLinks::HistoryLinks(const ExploreSubject& subject, HistoryList& history, AttentionTab& attention,
                           EvidencePanel& evidence, QObject* parent)
    : QObject(parent), m_subject(subject), m_history(history), m_attention(attention) {
    connect(&history, &HistoryList::rowHovered, this, &HistoryLinks::hoverHistory);
    connect(&history, &HistoryList::chosen, this, [this](int index) {
        const auto answer = m_subject.answer();
        const int column = answer ? answer->mapPosition(index) : -1;
        const std::vector<int> rows = m_attention.queryRows();
        if (column >= 0 && !rows.empty()) m_attention.map().selection().pin(rows.front(), column);
    });
    connect(&attention, &AttentionTab::queryRowsChanged, this, &HistoryLinks::showAttentionRow);
    connect(&attention, &AttentionTab::hovered, this, [this](int position) {
        if (const auto answer = m_subject.answer())
            m_history.setHighlighted(position < 0 ? -1 : answer->historyIndex(position));
    });
    connect(&attention, &AttentionTab::pinned, this, [this](int position) {
        const auto answer = m_subject.answer();
        m_history.select(answer && position >= 0 ? answer->historyIndex(position) : -1);
    });
    connect(&evidence, &EvidencePanel::itemHovered, &history, &HistoryList::setHighlighted);
    connect(&evidence, &EvidencePanel::itemChosen, &history, &HistoryList::select);
    connect(&evidence, &EvidencePanel::itemFound, &history, &HistoryList::reveal);
}

void HistoryLinks::showAnswer() {
    const auto pinned = m_attention.map().selection().pinnedCell();
    if (pinned) m_history.select(m_subject.answer()->historyIndex(pinned->column));
    showAttentionRow();
}

void HistoryLinks::showAttentionRow() {
    const std::vector<int> rows = m_attention.queryRows();
    if (rows.empty()) return;
    const AttentionMapModel& map = m_attention.map().model();
    m_history.setAttention(map.sumOf(rows),
                           rows.size() == 1 ? map.labelOf(rows.front()) : tr("%1 positions together").arg(rows.size()),
                           map.isSigned() ? MapScale::Diverging : MapScale::Sequential);
    if (!m_attention.followsPointer()) m_history.sortAgain();
}

void HistoryLinks::hoverHistory(int index) {
    const auto answer = m_subject.answer();
    if (!answer || !answer->explanation) return;
    // If the model reads a [MASK] at the end of its input, the row of the held-out item stands for it.
    const bool mask = index == answer->given && answer->capabilities.readsMask;
    const int position = mask ? answer->explanation->attention.size - 1 : answer->mapPosition(index);
    m_attention.setHighlight(mask ? position : -1, mask ? -1 : position);
}

}  // namespace recscope::ui
