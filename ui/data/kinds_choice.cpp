// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/data/kinds_choice.h"

#include <algorithm>

#include "ui/widgets/checks_menu.h"
#include "ui/widgets/number_text.h"

namespace recscope::ui {

namespace {

bool contains(const std::vector<std::string>& kinds, const std::string& kind) {
    return std::find(kinds.begin(), kinds.end(), kind) != kinds.end();
}

}  // namespace

KindsChoice::KindsChoice(QWidget* parent) : QPushButton(parent) {
    setMenu(new ChecksMenu(this));
    showChosen();
}

void KindsChoice::setKinds(const std::vector<std::string>& kinds) {
    m_kinds = kinds;
    std::erase_if(m_dropped, [&](const std::string& kind) { return !contains(m_kinds, kind); });
    if (!m_kinds.empty()) keepOnly(std::exchange(m_keepOnly, {}));
    showMenu();
}

void KindsChoice::keepOnly(const std::vector<std::string>& kinds) {
    if (m_kinds.empty()) {
        m_keepOnly = kinds;
        return;
    }
    const auto isKnown = [&](const std::string& kind) { return contains(m_kinds, kind); };
    if (std::none_of(kinds.begin(), kinds.end(), isKnown)) return;
    m_dropped.clear();
    for (const std::string& kind : m_kinds)
        if (!contains(kinds, kind)) m_dropped.push_back(kind);
    showMenu();
}

void KindsChoice::keepAll() {
    m_keepOnly.clear();
    m_dropped.clear();
    showMenu();
}

void KindsChoice::setCounts(const std::vector<std::pair<std::string, std::int64_t>>& counts) {
    for (const auto& [kind, count] : counts) m_counts[kind] = count;
    showChosen();
}

void KindsChoice::clear() {
    m_kinds.clear();
    m_dropped.clear();
    m_keepOnly.clear();
    m_counts.clear();
    showMenu();
}

std::vector<std::string> KindsChoice::kept() const {
    std::vector<std::string> kept;
    if (m_dropped.empty()) return kept;
    std::copy_if(m_kinds.begin(), m_kinds.end(), std::back_inserter(kept),
                 [this](const std::string& kind) { return isKept(kind); });
    return kept;
}

bool KindsChoice::isKept(const std::string& kind) const {
    return !contains(m_dropped, kind);
}

void KindsChoice::showMenu() {
    menu()->clear();
    for (const std::string& kind : m_kinds) {
        QAction* action = menu()->addAction(QString());
        action->setCheckable(true);
        action->setChecked(isKept(kind));
        connect(action, &QAction::toggled, this, [this, kind](bool isNowKept) {
            std::erase(m_dropped, kind);
            if (!isNowKept) m_dropped.push_back(kind);
            showChosen();
            emit chosen();
        });
    }
    showChosen();
}

void KindsChoice::showChosen() {
    QStringList kept;
    const QList<QAction*> actions = menu()->actions();
    for (std::size_t i = 0; i < m_kinds.size(); ++i) {
        const std::string& kind = m_kinds[i];
        QString text = QString::fromStdString(kind);
        if (isKept(kind)) kept << text;
        if (const auto count = m_counts.find(kind); count != m_counts.end())
            text = tr("%1 (%2)").arg(text, wholeNumber(count->second));
        actions[qsizetype(i)]->setText(text.replace(QLatin1Char('&'), QStringLiteral("&&")));
    }
    for (std::size_t i = 0; i < m_kinds.size(); ++i)
        actions[qsizetype(i)]->setEnabled(!isKept(m_kinds[i]) || kept.size() > 1);
    const QString all = tr("All %1 kinds").arg(kept.size());
    setText(m_dropped.empty() ? all : kept.join(QStringLiteral(", ")).replace(QLatin1Char('&'), QStringLiteral("&&")));
}

}  // namespace recscope::ui
