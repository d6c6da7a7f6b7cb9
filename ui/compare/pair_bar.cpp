// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/compare/pair_bar.h"

#include <QComboBox>
#include <QHBoxLayout>
#include <QLabel>
#include <QToolButton>

#include "ui/widgets/run_swatch.h"

namespace recscope::ui {

PairBar::PairBar(QWidget* parent) : QWidget(parent), m_a(new QComboBox(this)), m_b(new QComboBox(this)) {
    const Theme& theme = Theme::instance();
    auto* line = new QHBoxLayout(this);
    line->setContentsMargins(0, 0, 0, 0);
    line->setSpacing(theme.px(space::kInside));
    const auto add = [&](const QString& text, QComboBox* box, const QString& name) {
        auto* label = new QLabel(text, this);
        label->setBuddy(box);
        box->setObjectName(name);
        box->setToolTip(tr("Run %1 of the pair").arg(text));
        box->setAccessibleName(tr("Run %1").arg(text));
        box->setMinimumWidth(theme.px(150));
        box->setMaximumWidth(theme.px(240));
        line->addWidget(label);
        line->addWidget(box);
    };
    add(tr("A"), m_a, QStringLiteral("pairA"));
    auto* swap = new QToolButton(this);
    swap->setObjectName(QStringLiteral("pairSwap"));
    swap->setText(QStringLiteral("⇄"));
    swap->setToolTip(tr("Swap A and B"));
    swap->setAccessibleName(swap->toolTip());
    line->addWidget(swap);
    add(tr("B"), m_b, QStringLiteral("pairB"));
    connect(m_a, &QComboBox::activated, this, [this] { chosen(m_a, m_b); });
    connect(m_b, &QComboBox::activated, this, [this] { chosen(m_b, m_a); });
    connect(swap, &QToolButton::clicked, this, [this] {
        if (a() && b()) setPair(b()->record.id, a()->record.id);
    });
}

const ComparedRun* PairBar::at(QComboBox* box) const {
    const int index = box->currentIndex();
    return m_runs.size() < 2 || index < 0 ? nullptr : &m_runs[std::size_t(index)];
}

void PairBar::setRuns(const std::vector<ComparedRun>& runs) {
    const RunId before[2] = {a() ? a()->record.id : 0, b() ? b()->record.id : 0};
    m_runs = runs;
    int index[2] = {-1, -1};
    for (QComboBox* box : {m_a, m_b}) {
        box->clear();
        for (const ComparedRun& run : runs) box->addItem(runIcon(run.style), run.name());
        box->setIconSize(QSize(Theme::instance().px(26), Theme::instance().px(14)));
        box->setEnabled(runs.size() > 1);
    }
    for (int side = 0; side < 2; ++side)
        for (int i = 0; i < int(runs.size()); ++i)
            if (runs[std::size_t(i)].record.id == before[side]) index[side] = i;
    const int count = int(runs.size());
    if (count >= 2) {
        // The session lists the newest first; the older run reads naturally as A.
        if (index[0] < 0) index[0] = index[1] == 1 ? 0 : 1;
        if (index[1] < 0 || index[1] == index[0]) index[1] = index[0] == 0 ? 1 : 0;
    }
    m_a->setCurrentIndex(index[0]);
    m_b->setCurrentIndex(index[1]);
    m_before[0] = index[0];
    m_before[1] = index[1];
}

void PairBar::setPair(RunId a, RunId b) {
    for (int i = 0; i < int(m_runs.size()); ++i) {
        if (m_runs[std::size_t(i)].record.id == a) m_a->setCurrentIndex(i);
        if (m_runs[std::size_t(i)].record.id == b) m_b->setCurrentIndex(i);
    }
    m_before[0] = m_a->currentIndex();
    m_before[1] = m_b->currentIndex();
    emit pairChanged();
}

void PairBar::chosen(QComboBox* changed, QComboBox* other) {
    if (changed->currentIndex() == other->currentIndex()) other->setCurrentIndex(m_before[changed == m_a ? 0 : 1]);
    m_before[0] = m_a->currentIndex();
    m_before[1] = m_b->currentIndex();
    emit pairChanged();
}

}  // namespace recscope::ui
