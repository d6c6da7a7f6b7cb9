// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/session/ui_state.h"

#include <QCryptographicHash>
#include <QDateTime>
#include <QFileInfo>
#include <algorithm>

#include "ui/widgets/settings.h"

namespace recscope::ui {

namespace {

const QString kRoot = QStringLiteral("remembered");
const QString kUsed = QStringLiteral("/used");

// A hash that replaces the text in a settings key, because a path may contain characters that are not allowed there.
QString shortened(const QString& text) {
    return QString::fromLatin1(QCryptographicHash::hash(text.toUtf8(), QCryptographicHash::Sha256).toHex().left(16));
}

}  // namespace

UiState::UiState(const QString& workspacePath)
    : m_workspace(kRoot + QLatin1Char('/') + shortened(QFileInfo(workspacePath).absoluteFilePath())),
      m_place(m_workspace + QStringLiteral("/all/")) {}

UiState::UiState(const QString& workspacePath, const DatasetInfo& dataset) : UiState(workspacePath) {
    const QString version = QString::fromStdString(dataset.createdAt + ' ' + std::to_string(dataset.users));
    m_place = QStringLiteral("%1/dataset-%2-%3/").arg(m_workspace).arg(dataset.id).arg(shortened(version).left(8));
}

QVariant UiState::value(const QString& key) const {
    return Settings::instance().value(m_place + key);
}

void UiState::set(const QVariantMap& values) {
    Settings& settings = Settings::instance();
    for (auto value = values.begin(); value != values.end(); ++value) {
        if (value->isValid()) {
            settings.setValue(m_place + value.key(), *value);
        } else {
            settings.remove(m_place + value.key());
        }
    }
}

void UiState::touch() {
    Settings& settings = Settings::instance();
    settings.setValue(m_workspace + kUsed, QDateTime::currentMSecsSinceEpoch());
    QStringList known;
    for (const QString& key : settings.keys())
        if (key.startsWith(kRoot) && key.endsWith(kUsed) && key.count(QLatin1Char('/')) == 2) known << key;
    std::sort(known.begin(), known.end(), [&](const QString& one, const QString& other) {
        return settings.value(one).toLongLong() > settings.value(other).toLongLong();
    });
    for (const QString& used : known.mid(kMaxWorkspaces)) settings.remove(used.chopped(int(kUsed.size())));
}

}  // namespace recscope::ui
