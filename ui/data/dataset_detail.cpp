// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/data/dataset_detail.h"

#include <QHBoxLayout>
#include <QLabel>
#include <QSplitter>
#include <QTabWidget>
#include <QVBoxLayout>

#include "core/store/dataset_store.h"
#include "ui/data/data_table.h"
#include "ui/data/dataset_shapes.h"
#include "ui/data/import_report_view.h"
#include "ui/jobs/job_runner.h"
#include "ui/plot/plot_view.h"
#include "ui/session/session.h"
#include "ui/theme/theme.h"
#include "ui/widgets/number_text.h"

namespace recscope::ui {

namespace {

constexpr int kLengthBars = 40;
constexpr int kPlotHeight = 250;
constexpr int kPopularityPoints = 300;

struct Shapes {
    Histogram lengths;
    RankFrequency popularity;
};

}  // namespace

DatasetDetail::DatasetDetail(Session& session, QWidget* parent)
    : QWidget(parent),
      m_session(session),
      m_name(new QLabel),
      m_about(new QLabel),
      m_lengths(new PlotView(tr("History lengths"), tr("interactions of a user"), tr("users"))),
      m_popularity(new PlotView(tr("Popularity of items"), tr("rank of the item"), tr("interactions"))),
      m_tabs(new QTabWidget),
      m_report(new ImportReportView(session)) {
    m_name->setObjectName(QStringLiteral("datasetName"));
    m_name->setProperty("role", "section");
    m_about->setObjectName(QStringLiteral("datasetAbout"));
    m_about->setProperty("muted", true);
    m_about->setSizePolicy(QSizePolicy::Ignored, QSizePolicy::Preferred);
    auto* headline = new QHBoxLayout;
    headline->setSpacing(space::kBetween);
    headline->addWidget(m_name);
    headline->addWidget(m_about, 1);

    m_lengths->setObjectName(QStringLiteral("lengthPlot"));
    m_lengths->setEmptyText(tr("Counting…"));
    m_lengths->setDecimals(0, 0);
    m_popularity->setObjectName(QStringLiteral("popularityPlot"));
    m_popularity->setEmptyText(tr("Counting…"));
    m_popularity->setDecimals(0, 0);
    m_popularity->setXScale(PlotView::Scale::Log);
    m_popularity->setYScale(PlotView::Scale::Log);
    m_popularityLine = m_popularity->addLine({});
    auto* plots = new QSplitter(Qt::Horizontal);
    plots->setObjectName(QStringLiteral("dataPlots"));
    plots->setHandleWidth(space::kBetween);
    plots->addWidget(m_lengths);
    plots->addWidget(m_popularity);
    plots->setChildrenCollapsible(false);

    auto* users = new DataTable(session, userTable(), QStringLiteral("users"));
    auto* items = new DataTable(session, itemTable(), QStringLiteral("items"));
    connect(users, &DataTable::rowActivated, this, [this](qint64 user) { m_session.chooseUser(qint32(user)); });
    m_tabs->setObjectName(QStringLiteral("dataTabs"));
    m_tabs->setDocumentMode(true);
    m_tabs->addTab(users, tr("Users"));
    m_tabs->setTabToolTip(0, tr("Double-click a user to see the history and the recommendations"));
    m_tabs->addTab(items, tr("Items"));
    m_tabs->addTab(m_report, tr("Import report"));
    auto* split = new QSplitter(Qt::Vertical);
    split->setObjectName(QStringLiteral("dataSplit"));
    split->setHandleWidth(space::kInside);
    split->setChildrenCollapsible(false);
    split->addWidget(plots);
    split->addWidget(m_tabs);
    split->setStretchFactor(0, 2);
    split->setStretchFactor(1, 3);
    split->setSizes({Theme::instance().px(kPlotHeight), Theme::instance().px(2 * kPlotHeight)});

    auto* column = new QVBoxLayout(this);
    column->setContentsMargins(0, 0, 0, 0);
    column->setSpacing(space::kInside);
    column->addLayout(headline);
    column->addWidget(split, 1);
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
    m_name->setText(QString::fromStdString(dataset->name));
    const QString about = QStringList{QString::fromStdString(dataset->source),
                                      dataset->hasTimes ? tr("with times") : tr("no times, the file's order counts"),
                                      tr("%1 % repeats").arg(QString::number(100 * dataset->repeatShare, 'f', 1))}
                              .join(QStringLiteral("  ·  "));
    m_about->setText(about);
    m_about->setToolTip(about);
    m_report->show(*dataset);
    loadShapes();
}

void DatasetDetail::loadShapes() {
    m_lengths->setBars({}, {}, {}, 1);
    m_popularity->setPoints(m_popularityLine, {}, {});
    m_session.jobs().start(
        this, {.title = tr("Counting"), .latestOnly = QStringLiteral("data/shapes")},
        [id = m_session.dataset()->id](JobContext& context) {
            const DatasetStore store(context.workspace);
            return Shapes{histogramOf(store.historyLengths(id), kLengthBars),
                          rankFrequencyOf(store.itemCounts(id), kPopularityPoints)};
        },
        [this](const Shapes& shapes) {
            m_lengths->setBars({}, shapes.lengths.centres, shapes.lengths.counts, shapes.lengths.width);
            m_popularity->setPoints(m_popularityLine, shapes.popularity.rank, shapes.popularity.count);
            m_lengths->showAll();
            m_popularity->showAll();
        });
}

}  // namespace recscope::ui
