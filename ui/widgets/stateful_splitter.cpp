// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/widgets/stateful_splitter.h"

#include "ui/theme/theme.h"
#include "ui/widgets/settings.h"

namespace recscope::ui {

StatefulSplitter::StatefulSplitter(Qt::Orientation orientation, const QString& key, QWidget* parent)
    : QSplitter(orientation, parent), m_key(settingsKey(key)) {
    setChildrenCollapsible(false);
    setHandleWidth(Theme::instance().px(space::kSpacing));
    connect(&Theme::instance(), &Theme::changed, this,
            [this] { setHandleWidth(Theme::instance().px(space::kSpacing)); });
    connect(this, &QSplitter::splitterMoved, this, [this] { Settings::instance().setValue(m_key, saveState()); });
}

QString StatefulSplitter::settingsKey(const QString& key) {
    return QStringLiteral("splitters/") + key;
}

void StatefulSplitter::restoreAs(const QString& key, const QList<int>& shares) {
    m_key = settingsKey(key);
    restore(shares);
}

void StatefulSplitter::restore(const QList<int>& shares) {
    setSizes(shares);
    restoreState(Settings::instance().value(m_key).toByteArray());
}

}  // namespace recscope::ui
