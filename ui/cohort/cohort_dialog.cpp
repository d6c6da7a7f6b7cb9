// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/cohort/cohort_dialog.h"

#include <QLabel>
#include <QLineEdit>
#include <QPushButton>
#include <QScopedValueRollback>
#include <QStandardItemModel>
#include <algorithm>

#include "ui/cohort/cohort_book.h"
#include "ui/cohort/traits_view.h"
#include "ui/session/session.h"
#include "ui/theme/theme.h"
#include "ui/widgets/arrange.h"
#include "ui/widgets/cell_table.h"
#include "ui/widgets/dialog_size.h"
#include "ui/widgets/named_input.h"
#include "ui/widgets/number_text.h"
#include "ui/widgets/remark_label.h"
#include "ui/widgets/saved_list_buttons.h"

namespace recscope::ui {

namespace {

constexpr int kWidth = 1160, kHeight = 640, kListWidth = 190;  ///< design pixels
constexpr CohortId kProposal = -1;
constexpr int kIdRole = Qt::UserRole + 1;

}  // namespace

CohortDialog& CohortDialog::ofWindow(Session& session, QWidget& page) {
    QWidget* window = page.window();
    auto* dialog = window->findChild<CohortDialog*>({}, Qt::FindDirectChildrenOnly);
    return dialog ? *dialog : *new CohortDialog(session, window);
}

CohortDialog& CohortDialog::offer(Session& session, QWidget& page, const CohortProposal& proposal) {
    CohortDialog& dialog = ofWindow(session, page);
    // A job collected the users. Meanwhile the user of the program may have chosen another dataset, in which these
    // indices belong to other users.
    if (!session.dataset() || session.dataset()->id != proposal.dataset) return dialog;
    dialog.m_proposal = proposal;
    dialog.m_requested = kProposal;
    dialog.m_shown = 0;
    dialog.m_name->setText(proposal.name);
    dialog.m_remark->showMessage({});
    dialog.fillList();
    dialog.show();
    dialog.raise();
    dialog.activateWindow();
    dialog.m_name->setFocus();
    dialog.m_name->selectAll();
    return dialog;
}

CohortDialog& CohortDialog::open(Session& session, QWidget& page) {
    CohortDialog& dialog = ofWindow(session, page);
    dialog.m_remark->showMessage({});
    dialog.fillList();
    dialog.show();
    dialog.raise();
    dialog.activateWindow();
    dialog.m_list->setFocus();
    return dialog;
}

CohortDialog::CohortDialog(Session& session, QWidget* window)
    : QDialog(window),
      m_session(session),
      m_book(CohortBook::of(session)),
      m_list(new CellTable(QStringLiteral("cohortList"), tr("Cohorts of this dataset"),
                           {{tr("Cohort")}, {tr("Users"), {}, true}})),
      m_title(sectionLabel()),
      m_chosenBy(mutedLabel()),
      m_remark(new RemarkLabel),
      m_name(shortLine()),
      m_naming(new QWidget),
      m_traits(new TraitsView(session)) {
    setObjectName(QStringLiteral("cohortDialog"));
    setWindowTitle(tr("Cohorts"));
    const Theme& theme = Theme::instance();
    arrange(this, row({makeList(), grow(makeDetail())}, space::kSpacing), QMargins() + space::kSpacing);
    // The dialog always fits over its window, even over a small one.
    fitOverWindow(*this, {theme.px(kWidth), theme.px(kHeight)});

    connect(&m_book, &CohortBook::changed, this, &CohortDialog::fillList);
    connect(&m_book, &CohortBook::saved, this, [this](CohortId id) {
        m_proposal.reset();
        m_requested = id;
        fillList();
        if (const SavedCohort* cohort = m_book.find(id))
            m_remark->showMessage(tr("“%1” is saved.").arg(cohort->name()));
    });
    connect(&m_book, &CohortBook::refused, this, [this](const QString& sentence, const QString& hint) {
        m_remark->showMessage(sentence + QLatin1Char(' ') + hint, RemarkLabel::Tone::Problem);
    });
    connect(&m_session, &Session::datasetChanged, this, [this] {
        m_proposal.reset();
        m_remark->showMessage({});
        fillList();
    });
    connect(m_list->selectionModel(), &QItemSelectionModel::currentRowChanged, this, [this] {
        if (!m_filling) showChosen();
    });
    connect(&m_list->cells(), &QStandardItemModel::itemChanged, this, &CohortDialog::renamed);
    connect(m_name, &QLineEdit::textChanged, this, &CohortDialog::showState);
    connect(m_name, &QLineEdit::returnPressed, this, &CohortDialog::save);
}

QWidget* CohortDialog::makeList() {
    m_list->setSelectionMode(QAbstractItemView::SingleSelection);
    m_list->setExportName(tr("cohorts"));
    m_list->setEmptyText(tr("None yet: choose users on the Data, Explore or Compare page."));
    m_buttons =
        new SavedListButtons(*m_list, QStringLiteral("cohort"), tr("cohort"), tr("Choose a saved cohort first"));
    connect(m_buttons, &SavedListButtons::deleteRequested, this, &CohortDialog::remove);
    connect(m_buttons, &SavedListButtons::undoRequested, &m_book, &CohortBook::undoRemove);
    QWidget* list = boxed(column({grow(m_list), m_buttons}));
    list->setFixedWidth(Theme::instance().px(kListWidth));
    return list;
}

QWidget* CohortDialog::makeDetail() {
    m_title->setObjectName(QStringLiteral("cohortTitle"));
    m_title->setTextFormat(Qt::PlainText);
    m_chosenBy->setObjectName(QStringLiteral("cohortChosen"));
    m_chosenBy->setWordWrap(true);
    m_chosenBy->setTextFormat(Qt::PlainText);
    m_remark->setObjectName(QStringLiteral("cohortSay"));
    m_name->setObjectName(QStringLiteral("cohortName"));
    m_name->setPlaceholderText(tr("Name of the cohort"));
    m_name->setAccessibleName(tr("Name of the cohort"));
    m_saveButton = new QPushButton(tr("Save"));
    m_saveButton->setObjectName(QStringLiteral("cohortKeep"));
    m_saveButton->setProperty("primary", true);
    m_saveButton->setAutoDefault(false);
    connect(m_saveButton, &QPushButton::clicked, this, &CohortDialog::save);
    arrange(m_naming, row({grow(m_name), m_saveButton}));
    return boxed(column({m_title, m_chosenBy, m_naming, m_remark, grow(m_traits)}));
}

const SavedCohort* CohortDialog::chosen() const {
    const QModelIndex current = m_list->currentIndex();
    return current.isValid() ? m_book.find(current.siblingAtColumn(0).data(kIdRole).toLongLong()) : nullptr;
}

bool CohortDialog::isProposalChosen() const {
    const QModelIndex current = m_list->currentIndex();
    return m_proposal && current.isValid() && current.siblingAtColumn(0).data(kIdRole).toLongLong() == kProposal;
}

void CohortDialog::fillList() {
    {
        const QScopedValueRollback filling(m_filling, true);
        const CohortId before =
            m_requested ? m_requested : m_list->currentIndex().siblingAtColumn(0).data(kIdRole).toLongLong();
        m_list->clearRows();
        int row = 0;
        const auto add = [&](CohortId id, const QString& name, std::int64_t users, bool isKept) {
            if (id == before) row = m_list->rowCount();
            m_list->addRow({{name, {}, {{kIdRole, qlonglong(id)}}}, wholeNumber(users)});
            m_list->cells().item(m_list->rowCount() - 1, 0)->setEditable(isKept);
        };
        if (m_proposal) add(kProposal, tr("Not saved yet"), std::int64_t(m_proposal->users.size()), false);
        for (const SavedCohort& cohort : m_book.cohorts()) add(cohort.info.id, cohort.name(), cohort.info.users, true);
        m_requested = 0;
        if (m_list->rowCount() > 0) m_list->selectRow(row);
        m_list->fitColumns();
    }
    showChosen();
}

void CohortDialog::showChosen() {
    const auto dataset = m_session.dataset();
    const SavedCohort* cohort = chosen();
    const bool isNew = isProposalChosen();
    m_naming->setVisible(isNew);
    m_chosenBy->setVisible(isNew || cohort);
    if (isNew) {
        m_title->setText(partOfUsersText(std::int64_t(m_proposal->users.size()), dataset ? dataset->users : 0));
        m_chosenBy->setText(m_proposal->howChosen);
        if (m_shown != kProposal) m_traits->setUsers(*m_proposal);
        m_shown = kProposal;
    } else if (cohort && dataset) {
        m_title->setText(tr("%1: %2").arg(cohort->name(), partOfUsersText(cohort->info.users, dataset->users)));
        m_chosenBy->setText(QString::fromStdString(cohort->info.howChosen));
        if (m_shown != cohort->info.id)
            m_traits->setUsers(
                {dataset->id, *cohort->users, m_chosenBy->text(), cohort->name(), {}, Split::Test, *cohort->basis});
        m_shown = cohort->info.id;
    } else {
        m_title->setText(tr("What do these users have in common?"));
        m_traits->clear();
        m_shown = 0;
    }
    showState();
}

void CohortDialog::showState() {
    m_buttons->setChosen(chosen());
    const bool hasUsers = m_proposal && !m_proposal->users.empty();
    setEnabledWithReason(*m_saveButton, hasUsers && !m_name->text().trimmed().isEmpty(),
                         tr("Saves these users in the workspace under this name"),
                         hasUsers ? tr("Type a name first") : tr("There are no users to save"));
    const auto removed = m_book.removed();
    m_buttons->setUndo(removed ? tr("Restores “%1”").arg(QString::fromStdString(removed->name)) : QString());
}

void CohortDialog::save() {
    if (!isProposalChosen()) return;
    if (!m_saveButton->isEnabled()) return m_remark->showMessage(m_saveButton->toolTip());
    m_remark->showMessage({});
    m_book.save(m_name->text().trimmed(), *m_proposal);
}

void CohortDialog::renamed(QStandardItem* item) {
    if (m_filling || item->column() != 0) return;
    m_remark->showMessage({});
    m_book.rename(item->data(kIdRole).toLongLong(), item->text());
}

void CohortDialog::remove() {
    const SavedCohort* cohort = chosen();
    if (!cohort) return;
    m_remark->showMessage(tr("“%1” is deleted; Undo restores it.").arg(cohort->name()));
    m_book.remove(cohort->info.id);
}

}  // namespace recscope::ui
