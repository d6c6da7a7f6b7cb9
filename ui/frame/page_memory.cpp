// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/frame/page_memory.h"

#include <QAbstractButton>
#include <QAbstractItemModel>
#include <QComboBox>
#include <QDateEdit>
#include <QEvent>
#include <QLineEdit>
#include <QSlider>
#include <QSpinBox>
#include <QTabWidget>
#include <algorithm>

#include "ui/jobs/job_runner.h"
#include "ui/session/rememberable.h"
#include "ui/session/remembered.h"
#include "ui/session/session.h"

namespace recscope::ui {

namespace {

/// Inputs that mean the same in every dataset, and those that do not; tabs are of the first kind.
const char* const kOfWorkspace[] = {"predicted", "mapView", "lossLog", "device", "seeds", "rho", "compareSplit"};
const char* const kOfDataset[] = {"usersSearch",   "usersMinLength", "usersMaxLength", "usersFrom",   "usersTo",
                                  "itemsSearch",   "itemsGenre",     "userSearch",     "userFilter",  "userOrder",
                                  "userMinLength", "userMaxLength",  "userServed",     "userMinRank", "userMaxRank",
                                  "userCohort",    "userFavourites", "mapRun",         "mapOther",    "compareProtocol",
                                  "compareCohort", "pairA",          "pairB",          "runSearch"};

template <std::size_t N>
bool isAmong(const QString& name, const char* const (&names)[N]) {
    return std::any_of(std::begin(names), std::end(names), [&](const char* one) { return name == QLatin1String(one); });
}

QString workspacePath(const Session& session) {
    return QString::fromStdString(session.jobs().workspacePath().string());
}

QVariant valueOf(QWidget* widget) {
    if (const auto* own = dynamic_cast<Rememberable*>(widget)) return own->rememberedState();
    if (const auto* tabs = qobject_cast<QTabWidget*>(widget)) return tabs->tabText(tabs->currentIndex());
    if (const auto* box = qobject_cast<QComboBox*>(widget))
        return box->currentIndex() < 0 ? QVariant() : QVariant(box->currentText());
    if (const auto* button = qobject_cast<QAbstractButton*>(widget)) return button->isChecked();
    if (const auto* spin = qobject_cast<QSpinBox*>(widget)) return spin->value();
    if (const auto* slider = qobject_cast<QSlider*>(widget)) return slider->value();
    if (const auto* date = qobject_cast<QDateEdit*>(widget)) return date->date().toString(Qt::ISODate);
    if (const auto* line = qobject_cast<QLineEdit*>(widget)) return line->text();
    return {};
}

/// False if the input does not offer this value now.
bool put(QWidget* widget, const QVariant& value) {
    if (auto* own = dynamic_cast<Rememberable*>(widget)) {
        own->restoreState(value);
    } else if (auto* tabs = qobject_cast<QTabWidget*>(widget)) {
        for (int i = 0; i < tabs->count(); ++i)
            if (tabs->tabText(i) == value.toString()) tabs->setCurrentIndex(i);
    } else if (auto* box = qobject_cast<QComboBox*>(widget)) {
        const int index = box->findText(value.toString());
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

PageMemory::PageMemory(Session& session, QObject* parent)
    : QObject(parent), m_session(session), m_dataset(session.dataset()) {
    connect(&session, &Session::datasetChanged, this, &PageMemory::leaveDataset);
}

void PageMemory::add(const QString& id, QWidget* page) {
    const std::size_t first = m_entries.size();
    QHash<QString, int> seen;
    QList<QWidget*> widgets = page->findChildren<QWidget*>();
    widgets.prepend(page);
    for (QWidget* widget : widgets) {
        const auto* own = dynamic_cast<Rememberable*>(widget);
        const QString name = widget->objectName();
        const bool tabs = qobject_cast<QTabWidget*>(widget) && !name.isEmpty();
        const bool ofDataset = own ? own->isOfDataset() : isAmong(name, kOfDataset);
        if (!own && !tabs && !ofDataset && !isAmong(name, kOfWorkspace)) continue;
        QString key = name.isEmpty() ? QString::fromLatin1(widget->metaObject()->className()).section(':', -1) : name;
        if (const int before = seen[key]++; before > 0) key += QString::number(before + 1);
        m_entries.push_back({widget, id + QLatin1Char('/') + key, ofDataset});
        // Who chooses something else does not want it changed later.
        const auto forget = [this, widget] { m_waiting.remove(widget); };
        if (auto* box = qobject_cast<QComboBox*>(widget)) connect(box, &QComboBox::activated, this, forget);
        if (auto* button = qobject_cast<QAbstractButton*>(widget))
            connect(button, &QAbstractButton::clicked, this, forget);
    }
    for (std::size_t i = first; i < m_entries.size(); ++i)
        if (!m_entries[i].ofDataset || !m_turning) restore(m_entries[i]);
}

std::optional<Remembered> PageMemory::placeOf(const Entry& entry) const {
    const QString path = workspacePath(m_session);
    if (!entry.ofDataset) return Remembered(path);
    return m_dataset ? std::optional(Remembered(path, *m_dataset)) : std::nullopt;
}

void PageMemory::save() {
    for (const Entry& entry : m_entries) {
        if (!entry.widget || (entry.ofDataset && m_turning)) continue;
        const auto waiting = m_waiting.constFind(entry.widget);
        if (auto place = placeOf(entry))
            place->set(entry.key, waiting != m_waiting.constEnd() ? *waiting : valueOf(entry.widget));
    }
    Remembered(workspacePath(m_session)).touch();
}

void PageMemory::leaveDataset() {
    save();
    for (const Entry& entry : m_entries)
        if (entry.ofDataset) m_waiting.remove(entry.widget);
    m_dataset = m_session.dataset();
    if (m_turning) return;
    m_turning = true;
    // After the pages have taken the dataset.
    QMetaObject::invokeMethod(
        this,
        [this] {
            m_turning = false;
            for (const Entry& entry : m_entries)
                if (entry.ofDataset) restore(entry);
        },
        Qt::QueuedConnection);
}

void PageMemory::restore(const Entry& entry) {
    const auto place = placeOf(entry);
    const QVariant value = place && entry.widget ? place->value(entry.key) : QVariant();
    if (value.isValid() && !put(entry.widget, value)) waitFor(entry.widget, value);
}

void PageMemory::waitFor(QWidget* widget, const QVariant& value) {
    m_waiting.insert(widget, value);
    widget->installEventFilter(this);
    if (auto* box = qobject_cast<QComboBox*>(widget)) {
        // Queued: who fills the box chooses something in it when it is full.
        const auto again = [this, box] { tryAgain(box); };
        connect(box->model(), &QAbstractItemModel::rowsInserted, this, again, Qt::QueuedConnection);
        connect(box->model(), &QAbstractItemModel::dataChanged, this, again, Qt::QueuedConnection);
    }
}

void PageMemory::tryAgain(QWidget* widget) {
    const auto waiting = m_waiting.constFind(widget);
    if (waiting == m_waiting.constEnd()) return;
    const QVariant value = *waiting;
    if (put(widget, value)) m_waiting.remove(widget);
}

bool PageMemory::eventFilter(QObject* watched, QEvent* event) {
    if (event->type() == QEvent::EnabledChange)
        QMetaObject::invokeMethod(
            this, [this, widget = QPointer<QWidget>(qobject_cast<QWidget*>(watched))] { tryAgain(widget); },
            Qt::QueuedConnection);
    return false;
}

}  // namespace recscope::ui
