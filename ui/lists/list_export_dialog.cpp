// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/lists/list_export_dialog.h"

#include <QBoxLayout>
#include <QComboBox>
#include <QDialogButtonBox>
#include <QFileDialog>
#include <QLabel>
#include <QPushButton>

#include "core/lists/list_writer.h"
#include "core/util/translated.h"
#include "ui/jobs/job_runner.h"
#include "ui/lists/list_choices.h"
#include "ui/session/session.h"
#include "ui/theme/theme.h"
#include "ui/widgets/arrange.h"
#include "ui/widgets/named_input.h"
#include "ui/widgets/saving.h"

namespace recscope::ui {

namespace {
constexpr int kWidth = 520;  ///< design pixels
}

ListExportDialog::ListExportDialog(Session& session, HistoryInput input, QWidget* parent)
    : QDialog(parent),
      m_choices(new ListChoices(session, input)),
      m_format(named(new QComboBox, "listFormat", tr("File format"), tr("The format in which the lists are written"))) {
    setObjectName(QStringLiteral("listExportDialog"));
    setWindowTitle(tr("Recommendations for many users"));
    setAttribute(Qt::WA_DeleteOnClose);
    for (const ListFormat& format : listFormats())
        m_format->addItem(QString::fromStdString(translated(format.description)), QLatin1String(format.suffix));
    m_choices->addRow(tr("&File format"), m_format);
    QLabel* about = sentenceLabel(QStringLiteral("listExportAbout"));
    about->setText(
        tr("Scores and probabilities are those that Explore shows for each user. Each row of the file states which "
           "part of the history was read."));
    auto* buttons = new QDialogButtonBox(QDialogButtonBox::Cancel);
    QPushButton* save = buttons->addButton(tr("&Save…"), QDialogButtonBox::AcceptRole);
    save->setObjectName(QStringLiteral("saveLists"));
    save->setProperty("primary", true);
    save->setDefault(true);
    connect(buttons, &QDialogButtonBox::rejected, this, &QDialog::reject);
    connect(buttons, &QDialogButtonBox::accepted, this, [this] {
        const ListRequest request = m_choices->request();
        const QString suffix = m_format->currentData().toString();
        accept();
        emit chosen(request, suffix);
    });
    arrange(this, column({m_choices, about, row({stretch(), buttons})}, space::kSpacing),
            {space::kPageMargin, space::kPageMargin, space::kPageMargin, space::kSpacing});
    resize(Theme::instance().px(kWidth), sizeHint().height());
}

void offerListExport(Session& session, const RunRecord& run, HistoryInput input, QWidget* saver) {
    auto* dialog = new ListExportDialog(session, input, saver);
    const auto save = [&session, run, saver](ListRequest request, const QString& suffix) {
        const QString name = QString::fromStdString(run.name);
        QString path = QFileDialog::getSaveFileName(
            saver, ListExportDialog::tr("Export %1").arg(name),
            QString(name).replace(QLatin1Char('/'), QLatin1Char('-')) + QStringLiteral(" recommendations") + suffix,
            QStringLiteral("*") + suffix);
        if (path.isEmpty()) return;
        if (!path.endsWith(suffix)) path += suffix;
        request.run = run.id;
        session.jobs().start(
            saver,
            {.title = ListExportDialog::tr("Making lists of %1").arg(name),
             .queue = WorkerQueue::Import,
             .isShownInStrip = true},
            [request, file = path.toStdString()](JobContext& context) {
                writeLists(context.workspace, request, file, WhenStopped::Discard, context.progress, context.stop);
            },
            [saver, path] { announceSaved(saver, path); });
    };
    QObject::connect(dialog, &ListExportDialog::chosen, saver, save, Qt::QueuedConnection);
    dialog->open();
}

}  // namespace recscope::ui
