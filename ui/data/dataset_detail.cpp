// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/data/dataset_detail.h"

#include <QLabel>
#include <QTabWidget>

#include "core/data/dataset_origin.h"
#include "core/util/translated.h"
#include "ui/data/dataset_items.h"
#include "ui/data/dataset_name.h"
#include "ui/data/dataset_notes.h"
#include "ui/data/dataset_users.h"
#include "ui/data/import_report_view.h"
#include "ui/data/overview_tab.h"
#include "ui/session/dataset_versions_text.h"
#include "ui/session/session.h"
#include "ui/theme/theme.h"
#include "ui/widgets/arrange.h"
#include "ui/widgets/elided_label.h"

namespace recscope::ui {

DatasetDetail::DatasetDetail(Session& session, QWidget* parent)
    : QWidget(parent),
      m_session(session),
      m_about(new ElidedLabel),
      m_tabs(new QTabWidget),
      m_overview(new OverviewTab(session)),
      m_users(new DatasetUsers(session)),
      m_items(new DatasetItems(session)),
      m_report(new ImportReportView(session)) {
    m_about->setObjectName(QStringLiteral("datasetAbout"));
    m_about->setProperty("muted", true);
    m_tabs->setObjectName(QStringLiteral("dataTabs"));
    m_tabs->setDocumentMode(true);
    const std::tuple<QWidget*, QString, QString> tabs[] = {
        {m_overview, tr("Overview"), tr("The dataset in numbers and plots")},
        {m_users, tr("Users"), tr("Click a user to see the history; double click to see the recommendations")},
        {m_items, tr("Items"), tr("Click an item to see what follows it and who had it")},
        {new DatasetNotes(session), tr("Notes"), tr("What you want to remember about this dataset")},
        {m_report, tr("Import report"), tr("What the import did with every row")}};
    for (const auto& [tab, title, help] : tabs) m_tabs->setTabToolTip(m_tabs->addTab(tab, title), help);

    arrange(this, column({row({new DatasetName(session), grow(m_about)}, space::kSpacing), grow(m_tabs)}));
    connect(m_users, &DatasetUsers::itemRequested, this, [this](qint32 token) {
        m_tabs->setCurrentWidget(m_items);
        m_items->showItem(token);
    });
    connect(m_items, &DatasetItems::userRequested, this, [this](qint32 user) {
        m_tabs->setCurrentWidget(m_users);
        m_users->showUser(user);
    });
    connect(&session, &Session::datasetChanged, this, &DatasetDetail::showDataset);
    showDataset();
}

void DatasetDetail::showReport() {
    m_tabs->setCurrentWidget(m_report);
    m_tabs->setFocus();
}

void DatasetDetail::showDataset() {
    const auto dataset = m_session.dataset();
    if (!dataset) {
        m_report->clear();
        return;
    }
    const DatasetOrigin origin = originOf(*dataset);
    QStringList about{QString::fromStdString(origin.isMerged ? origin.file : translated(dataset->source)),
                      dataset->hasTimes ? tr("with times") : tr("no times: the order of the file is used")};
    if (!dataset->isNewest()) about.prepend(tr("earlier version of %1").arg(newestName(m_session, *dataset)));
    m_about->setText(about.join(QStringLiteral("  ·  ")));
    m_report->show(*dataset);
}

}  // namespace recscope::ui
