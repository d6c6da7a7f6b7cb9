// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/frame/ui_state_store.h"

#include <QAbstractButton>
#include <QAbstractItemModel>
#include <QApplication>
#include <QComboBox>
#include <QDateEdit>
#include <QEvent>
#include <QLineEdit>
#include <QSlider>
#include <QSpinBox>
#include <QTabWidget>

#include "ui/jobs/job_runner.h"
#include "ui/session/session.h"
#include "ui/session/ui_state.h"
#include "ui/widgets/stateful_widget.h"

namespace recscope::ui {

namespace {

/// Milliseconds between a click or key press and storing the changes. This repeats until nothing changes any more, so
/// that changes caused by the result of a job are stored too.
constexpr int kStoreDelay = 700;

QString workspacePath(const Session& session) {
    return QString::fromStdString(session.jobs().workspacePath().string());
}

/// The value to store for an entry of a combo box: its item data, which does not depend on the language, or else its
/// text.
QString choiceName(const QComboBox& box, int index) {
    const QVariant data = box.itemData(index);
    return data.isValid() ? QLatin1Char('=') + data.toString() : box.itemText(index);
}

QVariant valueOf(QObject* widget) {
    if (const auto* stateful = dynamic_cast<StatefulWidget*>(widget)) return stateful->uiState();
    if (const auto* tabs = qobject_cast<QTabWidget*>(widget)) return tabs->currentIndex();
    if (const auto* box = qobject_cast<QComboBox*>(widget))
        return box->currentIndex() < 0 ? QVariant() : QVariant(choiceName(*box, box->currentIndex()));
    if (const auto* button = qobject_cast<QAbstractButton*>(widget)) return button->isChecked();
    if (const auto* spin = qobject_cast<QSpinBox*>(widget)) return spin->value();
    if (const auto* slider = qobject_cast<QSlider*>(widget)) return slider->value();
    if (const auto* date = qobject_cast<QDateEdit*>(widget)) return date->date().toString(Qt::ISODate);
    if (const auto* line = qobject_cast<QLineEdit*>(widget)) return line->text();
    return {};
}

/// Sets an input to a value; returns false if the input does not offer this value now.
bool setValueOf(QObject* widget, const QVariant& value) {
    if (auto* stateful = dynamic_cast<StatefulWidget*>(widget)) {
        stateful->restoreState(value);
    } else if (auto* tabs = qobject_cast<QTabWidget*>(widget)) {
        bool isIndex = false;  // false for a title, which earlier versions of the program stored
        const int index = value.toInt(&isIndex);
        if (isIndex && index < tabs->count()) tabs->setCurrentIndex(index);
    } else if (auto* box = qobject_cast<QComboBox*>(widget)) {
        int index = box->findText(value.toString());
        for (int i = 0; i < box->count(); ++i)
            if (choiceName(*box, i) == value.toString()) index = i;
        if (index < 0 || !box->isEnabled() || !(box->model()->index(index, 0).flags() & Qt::ItemIsEnabled))
            return false;
        if (index == box->currentIndex()) return true;
        box->setCurrentIndex(index);
        emit box->activated(index);
    } else if (auto* button = qobject_cast<QAbstractButton*>(widget)) {
        if (button->isChecked() != value.toBool() && !button->isEnabled()) return false;
        button->setChecked(value.toBool());
    } else if (auto* spin = qobject_cast<QSpinBox*>(widget)) {
        spin->setValue(value.toInt());
    } else if (auto* slider = qobject_cast<QSlider*>(widget)) {
        slider->setValue(value.toInt());
    } else if (auto* date = qobject_cast<QDateEdit*>(widget)) {
        date->setDate(QDate::fromString(value.toString(), Qt::ISODate));
    } else if (auto* line = qobject_cast<QLineEdit*>(widget)) {
        line->setText(value.toString());
    }
    return true;
}

}  // namespace

UiStateStore::UiStateStore(Session& session, QObject* parent)
    : QObject(parent), m_session(session), m_dataset(session.dataset()) {
    m_storeTimer.setSingleShot(true);
    m_storeTimer.setInterval(kStoreDelay);
    connect(&m_storeTimer, &QTimer::timeout, this, [this] {
        if (storeChanges()) m_storeTimer.start();
    });
    connect(&session, &Session::datasetChanged, this, &UiStateStore::leaveDataset);
    qApp->installEventFilter(this);
    UiState(workspacePath(session)).touch();
}

void UiStateStore::add(const QString& id, QWidget* page) {
    const std::size_t first = m_entries.size();
    QHash<QString, int> seen;
    QList<QObject*> parts = page->findChildren<QObject*>();
    parts.prepend(page);
    for (QObject* part : parts) {
        const QString name = part->objectName();
        std::optional<StateScope> scope = keptValueScope(part);
        if (const auto* stateful = dynamic_cast<StatefulWidget*>(part)) scope = stateful->stateScope();
        if (qobject_cast<QTabWidget*>(part) && !name.isEmpty()) scope = StateScope::Workspace;
        if (!scope) continue;
        QString key = name.isEmpty() ? QString::fromLatin1(part->metaObject()->className()).section(':', -1) : name;
        if (const int before = seen[key]++; before > 0) key += QString::number(before + 1);
        m_entries.push_back({part, id + QLatin1Char('/') + key, *scope == StateScope::Dataset, {}});
        // Once the user of the program chooses something else, the waiting stored value is dropped, so that it cannot
        // override that choice.
        const auto dropWaiting = [this, part] { m_waiting.remove(part); };
        if (auto* box = qobject_cast<QComboBox*>(part)) connect(box, &QComboBox::activated, this, dropWaiting);
        if (auto* button = qobject_cast<QAbstractButton*>(part))
            connect(button, &QAbstractButton::clicked, this, dropWaiting);
    }
    for (std::size_t i = first; i < m_entries.size(); ++i)
        if (!m_entries[i].ofDataset || !m_isSwitching) restore(m_entries[i]);
}

std::optional<UiState> UiStateStore::settingsOf(const Entry& entry) const {
    const QString path = workspacePath(m_session);
    if (!entry.ofDataset) return UiState(path);
    return m_dataset ? std::optional(UiState(path, *m_dataset)) : std::nullopt;
}

void UiStateStore::save() {
    m_storeTimer.stop();
    storeChanges();
}

bool UiStateStore::storeChanges() {
    QVariantMap changed[2];  // [0]: of the workspace, [1]: of the dataset
    for (Entry& entry : m_entries) {
        if (!entry.part || (entry.ofDataset && (m_isSwitching || !m_dataset))) continue;
        const auto waiting = m_waiting.constFind(entry.part);
        const QVariant value = waiting != m_waiting.constEnd() ? *waiting : valueOf(entry.part);
        if (value == entry.stored) continue;
        entry.stored = value;
        changed[entry.ofDataset].insert(entry.key, value);
    }
    const QString path = workspacePath(m_session);
    if (!changed[0].isEmpty()) UiState(path).set(changed[0]);
    if (!changed[1].isEmpty()) UiState(path, *m_dataset).set(changed[1]);
    return !changed[0].isEmpty() || !changed[1].isEmpty();
}

void UiStateStore::leaveDataset() {
    save();
    for (const Entry& entry : m_entries)
        if (entry.ofDataset) m_waiting.remove(entry.part);
    m_dataset = m_session.dataset();
    if (m_isSwitching) return;
    m_isSwitching = true;
    // Queued, so that the pages switch to the new dataset first.
    QMetaObject::invokeMethod(
        this,
        [this] {
            m_isSwitching = false;
            for (Entry& entry : m_entries)
                if (entry.ofDataset) restore(entry);
        },
        Qt::QueuedConnection);
}

void UiStateStore::restore(Entry& entry) {
    const auto settings = settingsOf(entry);
    const QVariant value = settings && entry.part ? settings->value(entry.key) : QVariant();
    entry.stored = value;
    if (value.isValid() && !setValueOf(entry.part, value))
        restoreLater(static_cast<QWidget*>(entry.part.data()), value);
}

void UiStateStore::restoreLater(QWidget* widget, const QVariant& value) {
    m_waiting.insert(widget, value);
    if (auto* box = qobject_cast<QComboBox*>(widget)) {
        // Queued, because the code that fills the box sets the current entry afterwards.
        const auto again = [this, box] { retryRestore(box); };
        connect(box->model(), &QAbstractItemModel::rowsInserted, this, again, Qt::QueuedConnection);
        connect(box->model(), &QAbstractItemModel::dataChanged, this, again, Qt::QueuedConnection);
    }
}

void UiStateStore::retryRestore(QObject* part) {
    const auto waiting = m_waiting.constFind(part);
    if (waiting == m_waiting.constEnd()) return;
    const QVariant value = *waiting;
    if (setValueOf(part, value)) m_waiting.remove(part);
}

bool UiStateStore::eventFilter(QObject* watched, QEvent* event) {
    switch (event->type()) {
        case QEvent::EnabledChange:
            if (m_waiting.contains(watched))
                QMetaObject::invokeMethod(
                    this, [this, part = QPointer<QObject>(watched)] { retryRestore(part); }, Qt::QueuedConnection);
            break;
        // Every change by the user of the program starts with one of these events, in the window, a menu or a dialog.
        case QEvent::MouseButtonRelease:
        case QEvent::KeyRelease:
        case QEvent::Wheel:
        case QEvent::Drop:
            if (!m_storeTimer.isActive()) m_storeTimer.start();
            break;
        default:
            break;
    }
    return false;
}

}  // namespace recscope::ui
