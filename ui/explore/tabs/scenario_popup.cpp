// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/explore/tabs/scenario_popup.h"

#include <QEvent>
#include <QLabel>
#include <QLineEdit>
#include <QPushButton>
#include <QScopedValueRollback>
#include <QScreen>
#include <QStandardItemModel>
#include <algorithm>

#include "ui/explore/tabs/edited_history.h"
#include "ui/session/session.h"
#include "ui/theme/theme.h"
#include "ui/widgets/arrange.h"
#include "ui/widgets/cell_table.h"
#include "ui/widgets/named_input.h"
#include "ui/widgets/number_text.h"
#include "ui/widgets/remark_label.h"
#include "ui/widgets/saved_list_buttons.h"

namespace recscope::ui {

namespace {
constexpr int kWidth = 380, kHeight = 300;  ///< design pixels
}

ScenarioPopup::ScenarioPopup(Session& session, EditedHistory& history, QWidget* parent)
    : QFrame(parent, Qt::Popup),
      m_session(session),
      m_history(history),
      m_reading(session.jobs(), {.title = tr("Reading the scenarios")},
                [](JobContext& context, const Owner& owner) {
                    return ScenarioStore(context.workspace).list(owner.dataset, owner.user);
                }),
      m_opening(session.jobs(), {.title = tr("Opening the scenario")},
                [](JobContext& context, const std::pair<DatasetId, ScenarioId>& requested) {
                    return ScenarioStore(context.workspace).open(requested.first, requested.second);
                }),
      m_title(sectionLabel()),
      m_note(new RemarkLabel),
      m_name(shortLine()),
      m_view(new CellTable(QStringLiteral("scenarioList"), tr("Saved scenarios"),
                           {{tr("Scenario")}, {.title = tr("Items"), .numeric = true}})) {
    setObjectName(QStringLiteral("scenarios"));
    setProperty("card", true);
    setAccessibleName(tr("Scenarios"));
    m_note->setObjectName(QStringLiteral("scenarioNote"));
    m_name->setObjectName(QStringLiteral("scenarioName"));
    m_name->setPlaceholderText(tr("Name for the history as it is now"));
    m_name->setAccessibleName(tr("Name for the history as it is now"));
    m_view->setSelectionMode(QAbstractItemView::SingleSelection);
    m_view->setExportName(QStringLiteral("scenarios"));
    m_view->setEmptyText(tr("None yet: change the history, then give it a name and save it."));

    const auto button = [this](const char* name, const QString& text, auto slot) {
        auto* made = new QPushButton(text);
        made->setObjectName(QString::fromLatin1(name));
        made->setAutoDefault(false);
        connect(made, &QPushButton::clicked, this, slot);
        return made;
    };
    m_save = button("scenarioSave", tr("Save"), [this] { save(); });
    m_open = button("scenarioOpen", tr("Open"), [this] { open(); });
    m_buttons =
        new SavedListButtons(*m_view, QStringLiteral("scenario"), tr("scenario"), tr("Choose a scenario first"));
    m_buttons->addFirst(m_open);
    connect(m_buttons, &SavedListButtons::deleteRequested, this, &ScenarioPopup::remove);
    connect(m_buttons, &SavedListButtons::undoRequested, this, &ScenarioPopup::undoRemove);

    arrange(this, column({m_title, row({grow(m_name), m_save}), grow(m_view), m_buttons, m_note}), {12, 12, 12, 12});

    connect(m_name, &QLineEdit::textChanged, this, &ScenarioPopup::showState);
    connect(m_name, &QLineEdit::returnPressed, this, &ScenarioPopup::save);
    connect(m_view, &QAbstractItemView::activated, this, &ScenarioPopup::open);
    connect(m_view->selectionModel(), &QItemSelectionModel::currentRowChanged, this, &ScenarioPopup::showState);
    connect(&m_view->cells(), &QStandardItemModel::itemChanged, this, &ScenarioPopup::renamed);
    connect(&m_history, &EditedHistory::changed, this, &ScenarioPopup::showState);
    connect(&m_reading, &AnyAsyncQuery::changed, this, [this] {
        showProblem(m_reading);
        const auto list = m_reading.answer();
        if (!list) return;
        fill(*list);
        emit listed();
    });
    connect(&m_opening, &AnyAsyncQuery::changed, this, [this] {
        showProblem(m_opening);
        if (const auto scenario = m_opening.answer()) showScenario(*scenario);
    });
    setUser(0, {});
}

void ScenarioPopup::setUser(DatasetId dataset, const QString& userId) {
    const Owner owner{dataset, userId.toStdString()};
    if (owner == m_owner && !owner.user.empty()) return;
    m_owner = owner;
    m_reading.clear();
    m_opening.clear();
    m_removed.reset();
    m_title->setText(tr("Scenarios of user %1").arg(userId));
    m_name->clear();
    m_note->showMessage({});
    fill({});
    if (!m_owner.user.empty()) load();
}

void ScenarioPopup::showAbove(const QPoint& corner) {
    const Theme& theme = Theme::instance();
    resize(theme.px(kWidth), theme.px(kHeight));
    const QRect bounds = screen()->availableGeometry();
    const QPoint above = corner - QPoint(0, height());
    move(std::clamp(above.x(), bounds.left(), std::max(bounds.left(), bounds.right() - width())),
         std::clamp(above.y(), bounds.top(), std::max(bounds.top(), bounds.bottom() - height())));
    show();
}

void ScenarioPopup::showEvent(QShowEvent* event) {
    QFrame::showEvent(event);
    m_note->showMessage({});
    showState();
    m_view->fitColumns();
    if (m_history.isChanged() || m_list.empty()) {
        m_name->setFocus();
        m_name->selectAll();
    } else {
        m_view->setFocus();
    }
}

bool ScenarioPopup::event(QEvent* event) {
    // The panel's shortcuts (Delete, Ctrl+Z, …) act on the history; in this popup the keys act on the list.
    if (event->type() == QEvent::ShortcutOverride) {
        event->accept();
        return true;
    }
    return QFrame::event(event);
}

const ScenarioInfo* ScenarioPopup::chosen() const {
    const int row = m_view->currentIndex().row();
    return row >= 0 && row < int(m_list.size()) ? &m_list[size_t(row)] : nullptr;
}

void ScenarioPopup::showState() {
    const bool hasName = !m_name->text().trimmed().isEmpty();
    setEnabledWithReason(
        *m_save, hasName && m_history.isChanged(), tr("Saves the edited history in the workspace"),
        m_history.isChanged() ? tr("Type a name first") : tr("The history is unchanged: change it first"));
    setEnabledWithReason(*m_open, chosen(),
                         tr("Shows the chosen scenario's history; undo restores the current history"),
                         tr("Choose a scenario first"));
    m_buttons->setChosen(chosen());
    m_buttons->setUndo(m_removed ? tr("Restores “%1”").arg(QString::fromStdString(m_removed->name)) : QString());
}

void ScenarioPopup::load() {
    m_reading.rerun(m_owner);
}

void ScenarioPopup::showProblem(const AnyAsyncQuery& query) {
    if (query.state() == AsyncQueryState::Failed)
        m_note->showMessage(query.failureWithHint(), RemarkLabel::Tone::Problem);
}

void ScenarioPopup::fill(const std::vector<ScenarioInfo>& list) {
    const ScenarioId kept = chosen() ? chosen()->id : 0;
    const QScopedValueRollback filling(m_filling, true);
    m_list = list;
    m_view->clearRows();
    int current = 0;
    for (const ScenarioInfo& info : m_list) {
        const int row = m_view->rowCount();
        if (info.id == kept) current = row;
        const QString name = QString::fromStdString(info.name);
        m_view->addRow(
            {{name, (info.original == 1 ? tr("%1\nMade %2 from a history of %3 item")
                                        : tr("%1\nMade %2 from a history of %3 items"))
                        .arg(name, QString::fromStdString(info.madeAt).left(10), wholeNumber(info.original))},
             wholeNumber(info.items)});
        m_view->cells().item(row, 0)->setEditable(true);
    }
    if (!m_list.empty()) m_view->selectRow(current);
    m_view->fitColumns();
    showState();
}

void ScenarioPopup::change(const QString& title, const std::function<void(ScenarioStore&)>& work,
                           const std::function<void()>& then) {
    m_note->showMessage({});
    // Runs on `WorkerQueue::Query`, so that later reads see the change; saving one row is fast enough for that queue.
    m_session.jobs().start(
        this, {.title = title},
        [work](JobContext& context) {
            ScenarioStore store(context.workspace);
            work(store);
        },
        [this, owner = m_owner, then] {
            if (owner != m_owner) return;
            then();
            load();
        },
        [this, owner = m_owner](const QString& message, const QString& hint) {
            if (owner != m_owner) return;
            m_note->showMessage(message + QLatin1Char(' ') + hint, RemarkLabel::Tone::Problem);
            load();
        });
}

void ScenarioPopup::save() {
    if (!m_save->isEnabled()) return m_note->showMessage(m_save->toolTip());
    const QString name = m_name->text().trimmed();
    change(
        tr("Saving the scenario"),
        [owner = m_owner, text = name.toStdString(), original = m_history.original(), edited = m_history.items()](
            ScenarioStore& store) { store.save(owner.dataset, owner.user, text, original, edited); },
        [this, name] {
            m_name->clear();
            m_note->showMessage(tr("“%1” is saved.").arg(name));
            emit saved(name);
        });
}

void ScenarioPopup::open() {
    if (!chosen()) return;
    m_note->showMessage({});
    m_opening.rerun({m_owner.dataset, chosen()->id});
}

void ScenarioPopup::showScenario(const Scenario& scenario) {
    const QString name = QString::fromStdString(scenario.info.name);
    m_history.open(withCheckedOrigins(scenario, m_history.original()), tr("Open “%1”").arg(name));
    emit opened(name);
    if (scenario.original == m_history.original()) {
        close();
    } else {
        m_note->showMessage(
            tr("“%1” was made from another history: %2 items then, %3 now. Items from the other history count "
               "as inserted.")
                .arg(name, wholeNumber(qint64(scenario.original.size())),
                     wholeNumber(qint64(m_history.original().size()))));
    }
}

void ScenarioPopup::renamed(QStandardItem* item) {
    if (m_filling || item->column() != 0 || item->row() >= int(m_list.size())) return;
    change(
        tr("Renaming the scenario"),
        [id = m_list[size_t(item->row())].id, name = item->text().toStdString()](ScenarioStore& store) {
            store.rename(id, name);
        },
        [] {});
}

void ScenarioPopup::remove() {
    if (!chosen()) return;
    const ScenarioInfo gone = *chosen();
    change(
        tr("Deleting the scenario"), [id = gone.id](ScenarioStore& store) { store.remove(id); },
        [this, gone] {
            m_removed = gone;
            m_note->showMessage(tr("“%1” is deleted.").arg(QString::fromStdString(gone.name)));
            showState();
        });
}

void ScenarioPopup::undoRemove() {
    if (!m_removed) return;
    change(
        tr("Restoring the scenario"), [id = m_removed->id](ScenarioStore& store) { store.undoRemove(id); },
        [this] { m_removed.reset(); });
}

}  // namespace recscope::ui
