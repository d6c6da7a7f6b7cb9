// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/compare/pair_bar.h"

#include <QBoxLayout>
#include <QComboBox>
#include <QLabel>
#include <QToolButton>
#include <algorithm>

#include "ui/widgets/arrange.h"
#include "ui/widgets/run_swatch.h"
#include "ui/widgets/stateful_widget.h"

namespace recscope::ui {

PairBar::PairBar(Offers offers, QWidget* parent)
    : QWidget(parent), m_offers(offers), m_a(new QComboBox), m_b(new QComboBox) {
    const auto labelled = [](const QString& text, QComboBox* box, const QString& name) {
        const Theme& theme = Theme::instance();
        auto* label = new QLabel(text);
        label->setBuddy(box);
        box->setObjectName(name);
        keepValue(box, StateScope::Dataset);
        box->setToolTip(tr("Run %1 of the pair").arg(text));
        box->setAccessibleName(tr("Run %1 of the pair").arg(text));
        // The box is as wide as its current entries, which are names of lines or of single seeds.
        box->setSizeAdjustPolicy(QComboBox::AdjustToContents);
        box->setIconSize(QSize(theme.px(26), theme.px(14)));
        box->setMinimumWidth(theme.px(150));
        box->setMaximumWidth(theme.px(280));
        return row({label, box});
    };
    auto* swap = new QToolButton;
    swap->setObjectName(QStringLiteral("pairSwap"));
    swap->setText(QStringLiteral("⇄"));
    swap->setToolTip(tr("Swap A and B"));
    swap->setAccessibleName(swap->toolTip());
    arrange(this, row({labelled(tr("A"), m_a, QStringLiteral("pairA")), swap,
                       labelled(tr("B"), m_b, QStringLiteral("pairB"))}));
    connect(m_a, &QComboBox::activated, this, [this] { handleChoice(m_a, m_b); });
    connect(m_b, &QComboBox::activated, this, [this] { handleChoice(m_b, m_a); });
    connect(swap, &QToolButton::clicked, this, [this] {
        if (a() && b()) setPair(b()->id(), a()->id());
    });
}

const ComparedLine* PairBar::chosenLine(QComboBox* box) const {
    const int index = box->currentIndex();
    return m_offered.size() < 2 || index < 0 ? nullptr : &m_offered[std::size_t(index)];
}

int PairBar::indexOf(LineId line) const {
    for (int i = 0; i < int(m_offered.size()); ++i)
        if (m_offered[std::size_t(i)].id() == line) return i;
    if (m_offers == Offers::SingleRuns)
        for (const ComparedLine& known : m_lines)
            if (known.isGroup() && known.id() == line) return indexOf(bestOnValidation(known.records()).id);
    return -1;
}

void PairBar::setLines(const std::vector<ComparedLine>& lines) {
    const LineId before[2] = {a() ? a()->id() : 0, b() ? b()->id() : 0};
    m_lines = lines;
    m_offered.clear();
    const auto lineCount =
        std::count_if(lines.begin(), lines.end(), [](const ComparedLine& line) { return !line.isSeed(); });
    const bool seedsAlone = lineCount == 1 && lines.front().isGroup();
    for (const ComparedLine& line : lines) {
        if (m_offers == Offers::Lines && !seedsAlone) {
            m_offered.push_back(line);
        } else if (!line.isSeed()) {
            for (ComparedLine& seed : seedsOf(line)) m_offered.push_back(std::move(seed));
        }
    }
    for (QComboBox* box : {m_a, m_b}) {
        box->clear();
        for (const ComparedLine& line : m_offered) box->addItem(runIcon(line.style), line.name, qlonglong(line.id()));
        for (int i = 0; i < box->count(); ++i) box->setItemData(i, box->itemText(i), Qt::ToolTipRole);
        box->setIconSize(QSize(Theme::instance().px(26), Theme::instance().px(14)));
        box->setEnabled(m_offered.size() > 1);
    }
    int index[2] = {indexOf(before[0]), indexOf(before[1])};
    if (!m_isChosenByPerson || index[0] < 0 || index[1] < 0 || index[0] == index[1]) {
        m_isChosenByPerson = false;
        index[0] = index[1] = -1;
        if (const auto pair = defaultPair(lines)) {
            index[0] = indexOf(pair->first.id());
            index[1] = indexOf(pair->second.id());
        }
    }
    choosePair(index[0], index[1]);
}

void PairBar::choosePair(int a, int b) {
    m_a->setCurrentIndex(a);
    m_b->setCurrentIndex(b);
    m_previous[0] = a;
    m_previous[1] = b;
}

void PairBar::setPair(LineId a, LineId b) {
    const int first = indexOf(a), second = indexOf(b);
    if (first < 0 || second < 0) return;
    m_isChosenByPerson = true;
    choosePair(first, second);
    emit pairChanged();
}

void PairBar::handleChoice(QComboBox* changed, QComboBox* other) {
    if (changed->currentIndex() == other->currentIndex()) other->setCurrentIndex(m_previous[changed == m_a ? 0 : 1]);
    m_previous[0] = m_a->currentIndex();
    m_previous[1] = m_b->currentIndex();
    m_isChosenByPerson = true;
    emit pairChanged();
}

}  // namespace recscope::ui
