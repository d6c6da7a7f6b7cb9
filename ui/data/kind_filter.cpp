// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/data/kind_filter.h"

#include <QComboBox>

#include "ui/session/session.h"
#include "ui/theme/theme.h"
#include "ui/widgets/arrange.h"

namespace recscope::ui {

KindFilter::KindFilter(Session& session, const QString& name, const QString& help, QWidget* parent)
    : QWidget(parent), m_session(session), m_kinds(new QComboBox) {
    m_kinds->setObjectName(name);
    m_kinds->setAccessibleName(tr("Kind of event"));
    m_kinds->setToolTip(help);
    m_kinds->setSizeAdjustPolicy(QComboBox::AdjustToContents);
    arrange(this, row({mutedLabel(tr("Kind of event")), m_kinds}, space::kUnit));
    connect(m_kinds, qOverload<int>(&QComboBox::activated), this, &KindFilter::chosen);
    connect(&session, &Session::datasetChanged, this, &KindFilter::showKinds);
    showKinds();
}

std::optional<qint32> KindFilter::kind() const {
    const int kind = m_kinds->currentData().toInt();
    return m_kinds->count() > 0 && kind >= 0 ? std::optional<qint32>(kind) : std::nullopt;
}

void KindFilter::reset() {
    m_kinds->setCurrentIndex(0);
}

void KindFilter::showKinds() {
    const auto dataset = m_session.dataset();
    m_kinds->clear();
    m_kinds->addItem(tr("all"), -1);
    if (dataset) {
        for (std::size_t kind = 0; kind < dataset->eventKinds.size(); ++kind)
            m_kinds->addItem(QString::fromStdString(dataset->eventKinds[kind]), int(kind));
    }
    setVisible(dataset && dataset->eventKinds.size() > 1);
}

}  // namespace recscope::ui
