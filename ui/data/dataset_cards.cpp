// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/data/dataset_cards.h"

#include <QGridLayout>
#include <QKeyEvent>
#include <QLabel>
#include <QMouseEvent>
#include <QPushButton>
#include <QStyle>
#include <QToolButton>
#include <QVBoxLayout>

#include "core/store/dataset_store.h"
#include "ui/jobs/job_runner.h"
#include "ui/session/dataset_versions_text.h"
#include "ui/session/session.h"
#include "ui/theme/icons.h"
#include "ui/theme/theme.h"
#include "ui/widgets/arrange.h"
#include "ui/widgets/elided_label.h"
#include "ui/widgets/number_text.h"

namespace recscope::ui {

namespace {

/// What a removal deletes. Scenarios are not named, because they are kept.
QString lostText(DatasetBelongings belongings) {
    belongings.scenarios = 0;
    return QString::fromStdString(belongingsText(belongings));
}

}  // namespace

DatasetCard::DatasetCard(QWidget* parent)
    : QFrame(parent),
      m_name(new ElidedLabel),
      m_version(captionLabel(QStringLiteral("datasetVersion"))),
      m_remove(new QToolButton) {
    setObjectName(QStringLiteral("datasetCard"));
    setProperty("card", true);
    setFocusPolicy(Qt::StrongFocus);
    setSizePolicy(QSizePolicy::Preferred, QSizePolicy::Fixed);
    auto* grid = new QGridLayout(this);
    grid->setContentsMargins(space::kSpacing, 12, space::kSpacing, 12);
    grid->setHorizontalSpacing(space::kPadding);
    grid->setVerticalSpacing(2);
    m_name->setProperty("role", "section");
    m_remove->setObjectName(QStringLiteral("removeDataset"));
    m_remove->setIcon(lineIcon(QStringLiteral("trash")));
    m_remove->setAccessibleName(tr("Remove this dataset"));
    m_remove->installEventFilter(this);
    connect(m_remove, &QToolButton::clicked, this, &DatasetCard::removeRequested);
    grid->addLayout(row({grow(m_name), aligned(m_remove, Qt::AlignTop)}), 0, 0, 1, 2);
    grid->addWidget(m_version, 1, 0, 1, 2);
    int line = 2;
    const std::pair<const char*, QString> facts[] = {{"users", tr("Users")},
                                                     {"items", tr("Items")},
                                                     {"interactions", tr("Interactions")},
                                                     {"length", tr("Average length")},
                                                     {"density", tr("Density")}};
    for (const auto& [key, text] : facts) {
        auto* value = new QLabel;
        value->setAlignment(Qt::AlignRight | Qt::AlignVCenter);
        value->setProperty("role", "numbers");
        grid->addWidget(mutedLabel(text), line, 0);
        grid->addWidget(value, line++, 1);
        m_facts[QString::fromLatin1(key)] = value;
    }
    grid->setColumnStretch(0, 1);
    setBelongings({});
}

void DatasetCard::show(const DatasetInfo& dataset, const QString& newest) {
    const QString name = QString::fromStdString(dataset.name);
    m_version->setVisible(!dataset.isNewest());
    m_version->setText(dataset.isNewest() ? QString() : tr("Earlier version of %1").arg(newest));
    m_name->setText(name);
    m_facts[QStringLiteral("users")]->setText(wholeNumber(dataset.users));
    m_facts[QStringLiteral("items")]->setText(wholeNumber(dataset.items));
    m_facts[QStringLiteral("interactions")]->setText(wholeNumber(dataset.interactions));
    m_facts[QStringLiteral("length")]->setText(fixedNumber(dataset.averageLength(), 1));
    const double density = dataset.density();
    const bool isShare = density <= 1;
    m_facts[QStringLiteral("density")]->setText(
        isShare ? tr("%1 %").arg(fixedNumber(100 * density, density < 0.001 ? 3 : 2)) : QStringLiteral("–"));
    m_facts[QStringLiteral("density")]->setToolTip(
        isShare ? QString() : tr("There are more interactions than pairs of a user and an item, because of repeats"));
    setAccessibleDescription(m_version->text());
    setAccessibleName(
        QStringLiteral("%1: %2").arg(name, sizesText(dataset.users, dataset.items, dataset.interactions)));
}

void DatasetCard::setChosen(bool chosen) {
    setProperty("chosen", chosen);
    style()->unpolish(this);
    style()->polish(this);
}

void DatasetCard::setBelongings(const DatasetBelongings& belongings) {
    const QString lost = lostText(belongings);
    QStringList lines{lost.isEmpty() ? tr("Remove this dataset.") : tr("Remove this dataset with %1.").arg(lost),
                      tr("This can be undone until the workspace is closed.")};
    if (belongings.scenarios > 0)
        lines
            << (belongings.scenarios == 1
                    ? tr("Its saved scenario is kept and reappears when the dataset is imported again under its name.")
                    : tr("Its %1 saved scenarios are kept and reappear when the dataset is imported again under its "
                         "name.")
                          .arg(wholeNumber(belongings.scenarios)));
    m_remove->setToolTip(QStringLiteral("<p>%1</p>").arg(lines.join(QStringLiteral("</p><p>"))));
    m_remove->setAccessibleDescription(lines.join(QLatin1Char(' ')));
}

// Requests what a removal would delete just before the tooltip is shown, so that the tooltip is up to date.
bool DatasetCard::eventFilter(QObject* watched, QEvent* event) {
    if (event->type() == QEvent::Enter || event->type() == QEvent::FocusIn) emit belongingsRequested();
    return QFrame::eventFilter(watched, event);
}

void DatasetCard::mouseReleaseEvent(QMouseEvent* event) {
    if (event->button() == Qt::LeftButton && rect().contains(event->pos())) emit chosen();
}

void DatasetCard::keyPressEvent(QKeyEvent* event) {
    if (event->key() == Qt::Key_Return || event->key() == Qt::Key_Space)
        emit chosen();
    else
        QFrame::keyPressEvent(event);
}

DatasetCards::DatasetCards(Session& session, QWidget* parent)
    : QScrollArea(parent), m_session(session), m_removed(column({})), m_column(column({m_removed, stretch()})) {
    setObjectName(QStringLiteral("datasetCards"));
    setAccessibleName(tr("Datasets"));
    makeScrolled(*this, boxed(m_column, {0, 0, space::kPadding, 0}));
    connect(&session, &Session::datasetsChanged, this, &DatasetCards::showDatasets);
    connect(&session, &Session::datasetChanged, this, &DatasetCards::showChoice);
    showDatasets();
}

void DatasetCards::showDatasets() {
    std::map<DatasetId, DatasetCard*> gone;
    gone.swap(m_cards);
    int index = 0;
    for (const DatasetInfo& dataset : m_session.datasets()) {
        const auto known = gone.find(dataset.id);
        DatasetCard* card = known == gone.end() ? new DatasetCard : known->second;
        card->show(dataset, newestName(m_session, dataset));
        if (known == gone.end()) {
            connect(card, &DatasetCard::chosen, this, [this, id = dataset.id] { m_session.chooseDataset(id); });
            connect(card, &DatasetCard::removeRequested, this, [this, id = dataset.id] { remove(id); });
            connect(card, &DatasetCard::belongingsRequested, this, [this, id = dataset.id] { countBelongings(id); });
        } else {
            gone.erase(known);
        }
        m_column->insertWidget(index++, card);
        m_cards[dataset.id] = card;
    }
    for (const auto& [id, card] : gone) card->deleteLater();
    showRemoved();
    showChoice();
}

void DatasetCards::showChoice() {
    const auto dataset = m_session.dataset();
    for (const auto& [id, card] : m_cards) card->setChosen(dataset && dataset->id == id);
    if (dataset)
        if (const auto card = m_cards.find(dataset->id); card != m_cards.end()) ensureWidgetVisible(card->second, 0, 0);
}

void DatasetCards::showRemoved() {
    while (QLayoutItem* item = m_removed->takeAt(0)) {
        delete item->widget();
        delete item;
    }
    m_removedTexts.clear();
    for (const DatasetInfo& dataset : m_session.removedDatasets()) {
        auto* card = new QFrame;
        card->setObjectName(QStringLiteral("removedCard"));
        card->setProperty("card", true);
        const QString name = QString::fromStdString(dataset.name);
        auto* text = new QLabel(tr("Removed %1.").arg(name));
        text->setObjectName(QStringLiteral("removedText"));
        text->setTextFormat(Qt::PlainText);
        text->setWordWrap(true);
        text->setProperty("muted", true);
        auto* undo = new QPushButton(tr("Undo"));
        undo->setObjectName(QStringLiteral("undoRemoveDataset"));
        undo->setAccessibleName(tr("Restore %1").arg(name));
        undo->setToolTip(
            tr("Restore the dataset with everything that belongs to it; possible until the workspace is closed"));
        connect(undo, &QPushButton::clicked, this, [this, id = dataset.id] { m_session.undoRemove(id); });
        arrange(card, row({grow(text), undo}), {space::kSpacing, space::kPadding, space::kPadding, space::kPadding});
        m_removed->addWidget(card);
        m_removedTexts[dataset.id] = text;
        countBelongings(dataset.id);
    }
}

void DatasetCards::countBelongings(DatasetId id) {
    m_session.jobs().start(
        this,
        {.title = tr("Counting what belongs to a dataset"), .latestOnly = QStringLiteral("data/belongings%1").arg(id)},
        [id](JobContext& context) {
            return std::pair(belongingsOf(context.workspace, id), DatasetStore(context.workspace).byId(id).name);
        },
        [this, id](const std::pair<DatasetBelongings, std::string>& answer) {
            const QString name = QString::fromStdString(answer.second);
            const QString lost = lostText(answer.first);
            if (const auto card = m_cards.find(id); card != m_cards.end()) card->second->setBelongings(answer.first);
            if (const auto text = m_removedTexts.find(id); text != m_removedTexts.end() && !lost.isEmpty())
                text->second->setText(tr("Removed %1 with %2.").arg(name, lost));
        },
        // Ignores errors, because the dataset may have been permanently deleted meanwhile.
        [](const QString&, const QString&) {});
}

void DatasetCards::remove(DatasetId id) {
    if (!m_session.jobs().stripJobs().empty()) {
        m_session.notify(tr("A dataset cannot be removed while jobs run."), tr("Wait for them, or stop them below."),
                         Severity::Warning);
        return;
    }
    m_session.removeDataset(id);
}

}  // namespace recscope::ui
