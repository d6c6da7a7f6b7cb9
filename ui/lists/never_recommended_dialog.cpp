// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/lists/never_recommended_dialog.h"

#include <QBoxLayout>
#include <QFileDialog>
#include <QFileInfo>
#include <QLabel>
#include <QPushButton>

#include "ui/lists/list_choices.h"
#include "ui/lists/never_recommended_model.h"
#include "ui/session/session.h"
#include "ui/theme/theme.h"
#include "ui/widgets/arrange.h"
#include "ui/widgets/column_sort.h"
#include "ui/widgets/number_text.h"
#include "ui/widgets/saving.h"
#include "ui/widgets/table_view.h"

namespace recscope::ui {

namespace {
constexpr int kWidth = 860, kHeight = 600;  ///< design pixels
}

NeverRecommendedDialog::NeverRecommendedDialog(Session& session, const RunRecord& run, HistoryInput input,
                                               QWidget* parent)
    : QDialog(parent),
      m_session(session),
      m_run(run),
      m_choices(new ListChoices(session, input)),
      m_sentence(sentenceLabel(QStringLiteral("neverRecommendedSentence"))),
      m_model(new NeverRecommendedModel(this)),
      m_table(new TableView),
      m_save(new QPushButton(tr("&Save…"))) {
    setObjectName(QStringLiteral("neverRecommendedDialog"));
    setWindowTitle(tr("Items that %1 never recommends").arg(QString::fromStdString(run.name)));
    setAttribute(Qt::WA_DeleteOnClose);
    const Theme& theme = Theme::instance();
    resize(theme.px(kWidth), theme.px(kHeight));
    m_table->setObjectName(QStringLiteral("neverRecommendedTable"));
    m_table->setAccessibleName(tr("Items that are in no user's list"));
    m_table->setNumericColumns({NeverRecommendedModel::Interactions});
    m_table->setStretchColumn(NeverRecommendedModel::Item);
    m_table->setExportName(tr("items never recommended by %1").arg(QString::fromStdString(run.name)));
    new ColumnSort(*m_table, *m_model, NeverRecommendedModel::kValueRole, {}, tr("Most interactions first"));
    m_save->setObjectName(QStringLiteral("saveNeverRecommended"));
    m_save->setProperty("primary", true);
    connect(m_save, &QPushButton::clicked, this, &NeverRecommendedDialog::askForFile);
    auto* close = new QPushButton(tr("Close"));
    close->setObjectName(QStringLiteral("closeNeverRecommended"));
    connect(close, &QPushButton::clicked, this, &QDialog::reject);
    connect(m_choices, &ListChoices::changed, this, &NeverRecommendedDialog::startSearch);
    arrange(this, column({m_choices, m_sentence, grow(m_table), row({stretch(), m_save, close})}, space::kSpacing),
            {space::kPageMargin, space::kPageMargin, space::kPageMargin, space::kSpacing});
    startSearch();
}

NeverRecommendedDialog::~NeverRecommendedDialog() {
    m_session.jobs().cancel(m_job);
}

void NeverRecommendedDialog::startSearch() {
    m_found.reset();
    m_model->setFound({});
    m_save->setEnabled(false);
    m_sentence->setText(tr("Making every user's list…"));
    ListRequest request = m_choices->request();
    request.run = m_run.id;
    m_job = m_session.jobs().start(
        this,
        {.title = tr("Looking for items that are never recommended"),
         .queue = WorkerQueue::Import,
         .isShownInStrip = true,
         .latestOnly = QStringLiteral("neverRecommended")},
        [request](JobContext& context) {
            return neverRecommended(context.workspace, request, context.progress, context.stop);
        },
        [this](NeverRecommended found) { show(std::move(found)); },
        [this](const QString& sentence, const QString& hint) {
            m_sentence->setText(hint.isEmpty() ? sentence : sentence + QLatin1Char(' ') + hint);
        },
        [this] { m_sentence->setText(tr("Stopped: change something above to look again.")); });
}

void NeverRecommendedDialog::show(NeverRecommended found) {
    m_found = std::make_shared<const NeverRecommended>(std::move(found));
    m_model->setFound(m_found);
    m_table->fitColumns();
    m_save->setEnabled(true);
    const auto& request = m_found->subject.request;
    m_sentence->setText(tr("%1 of %2 items (%3) are in none of the top-%4 lists of %5 users. The model %6.")
                            .arg(wholeNumber(qint64(m_found->items.size())), wholeNumber(m_found->listable),
                                 percentText(1 - m_found->coverage()), wholeNumber(request.top),
                                 wholeNumber(m_found->lists.users), historyInputText(request.input)));
}

void NeverRecommendedDialog::askForFile() {
    const QString name = QString::fromStdString(m_run.name).replace(QLatin1Char('/'), QLatin1Char('-'));
    QString path =
        QFileDialog::getSaveFileName(this, tr("Save the items"), name + QStringLiteral(" never recommended.csv"),
                                     tr("CSV (*.csv);;JSON lines (*.jsonl)"));
    if (path.isEmpty()) return;
    if (QFileInfo(path).suffix().isEmpty()) path += QStringLiteral(".csv");
    exportTo(path);
}

void NeverRecommendedDialog::exportTo(const QString& path) {
    m_session.jobs().start(
        this, {.title = tr("Saving items"), .queue = WorkerQueue::Import},
        [found = m_found, file = path.toStdString()](JobContext&) { writeNeverRecommended(*found, file); },
        [this, path] { announceSaved(this, path); },
        [this, path](const QString& sentence, const QString&) { announceNotSaved(this, path, sentence); });
}

}  // namespace recscope::ui
