// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/compare/curves_tab.h"

#include <QCheckBox>
#include <QGridLayout>
#include <QLabel>
#include <algorithm>
#include <set>

#include "core/config/run_config.h"
#include "core/recommender/evaluate.h"
#include "core/recommender/registry.h"
#include "core/util/error.h"
#include "ui/compare/line_curves.h"
#include "ui/plot/plot_marks.h"
#include "ui/plot/plot_view.h"
#include "ui/session/loss_axis.h"
#include "ui/widgets/arrange.h"
#include "ui/widgets/number_text.h"

namespace recscope::ui {

namespace {

std::optional<LossUnit> lossUnit(const RunRecord& run) {
    const auto config = readableConfig(run.config);
    return config ? std::optional(lossUnitOf(*config)) : std::nullopt;
}

std::string lossOf(const RunRecord& run) {
    if (lossUnit(run) == LossUnit::SquaredError) return "squared error";
    const auto config = readableConfig(run.config);
    return config ? nameOf(config->loss.kind) : "unknown";
}

}  // namespace

CurvesTab::CurvesTab(QWidget* parent)
    : QWidget(parent),
      m_loss(new PlotView(tr("Training loss"), tr("Epoch"), lossAxis({}), this)),
      m_ndcg(new PlotView(tr("NDCG@10, validation"), tr("Epoch"), tr("NDCG@10"), this)),
      m_hr(new PlotView(tr("HR@10, validation"), tr("Epoch"), tr("HR@10"), this)),
      m_note(captionLabel()) {
    m_loss->setObjectName(QStringLiteral("compareLoss"));
    m_ndcg->setObjectName(QStringLiteral("compareNdcg"));
    m_hr->setObjectName(QStringLiteral("compareHr"));
    const Theme& theme = Theme::instance();
    auto* grid = new QGridLayout(this);
    grid->setContentsMargins(0, theme.px(space::kPadding), 0, 0);
    grid->setSpacing(theme.px(space::kPadding));
    // NDCG@10 determines the verdict and, by default, the best epoch, so its plot comes first and takes the whole
    // width.
    grid->addWidget(m_ndcg, 0, 0, 1, 2);
    grid->addWidget(m_hr, 1, 0);
    grid->addWidget(m_loss, 1, 1);
    grid->addWidget(m_note, 2, 0, 1, 2);
    grid->setRowStretch(0, 6);
    grid->setRowStretch(1, 5);
    grid->setColumnStretch(0, 1);
    grid->setColumnStretch(1, 1);
    auto* logScale = new QCheckBox(tr("Log scale"));
    logScale->setToolTip(tr("Draw the loss on a logarithmic axis"));
    connect(logScale, &QCheckBox::toggled, this,
            [this](bool on) { m_loss->setYScale(on ? PlotView::Scale::Log : PlotView::Scale::Linear); });
    m_loss->setCornerWidget(logScale);
    for (PlotView* plot : {m_loss, m_ndcg, m_hr}) plot->setEmptyText(tr("Choose runs above to compare their curves."));
}

void CurvesTab::setLines(const std::vector<ComparedLine>& lines, const std::vector<Reference>& references) {
    std::vector<LineId> shown;
    for (const ComparedLine& line : lines) shown.push_back(line.id());
    if (shown != m_shown) {
        m_shown = shown;
        for (PlotView* plot : {m_loss, m_ndcg, m_hr}) {
            plot->clear();
            for (std::size_t i = 0; i < lines.size(); ++i) plot->addLine({});
        }
    }
    std::set<std::string> losses;
    std::set<std::optional<LossUnit>> lossUnits;
    std::set<std::string> protocols;
    bool hasGroups = false, haveNoEpochs = true;
    for (int i = 0; i < int(lines.size()); ++i) {
        const ComparedLine& line = lines[std::size_t(i)];
        std::vector<CurvePoints> loss, ndcg, hr;
        for (const auto& run : line.runs) {
            for (std::vector<CurvePoints>* curves : {&loss, &ndcg, &hr}) curves->emplace_back();
            for (const EpochRecord& record : run->epochs) {
                loss.back().x << double(record.epoch);
                loss.back().y << record.loss;
                if (!record.valid) continue;
                for (CurvePoints* curve : {&ndcg.back(), &hr.back()}) curve->x << double(record.epoch);
                ndcg.back().y << record.valid->ndcg10;
                hr.back().y << record.valid->hr10;
            }
            haveNoEpochs = haveNoEpochs && run->epochs.empty();
            losses.insert(lossOf(run->record));
            lossUnits.insert(lossUnit(run->record));
            protocols.insert(validationSentence(run->record));
        }
        hasGroups = hasGroups || line.isGroup();
        for (PlotView* plot : {m_loss, m_ndcg, m_hr}) plot->setLine(i, plotLine(line));
        setCurve(*m_loss, i, loss);
        setCurve(*m_ndcg, i, ndcg);
        setCurve(*m_hr, i, hr);
    }
    m_loss->setLabels(tr("Training loss"), tr("Epoch"),
                      lossAxis(lossUnits.size() == 1 ? *lossUnits.begin() : std::nullopt));
    m_ndcg->marks().removeReferences();
    m_hr->marks().removeReferences();
    for (const Reference& reference : references) {
        const QString name = QString::fromStdString(reference.title());
        m_ndcg->marks().setReference(name, reference.valid.ndcg10,
                                     name + QLatin1Char(' ') + metricText(reference.valid.ndcg10));
        m_hr->marks().setReference(name, reference.valid.hr10,
                                   name + QLatin1Char(' ') + metricText(reference.valid.hr10));
    }
    QStringList notes;
    if (hasGroups)
        notes << tr(
            "Bands: mean ± standard deviation over the seeds, up to the last epoch that all seeds have; the arrow "
            "beside a name above shows each seed.");
    if (protocols.size() == 1) notes << tr("Protocol: %1.").arg(QString::fromStdString(*protocols.begin()));
    if (protocols.size() > 1)
        notes << tr(
            "These runs were validated under different protocols: the heights of their curves cannot be compared.");
    if (losses.size() > 1)
        notes
            << tr("The runs minimise different losses (%1): compare the shapes of the loss curves, not their heights.")
                   .arg(QString::fromStdString([&] {
                       std::string all;
                       for (const std::string& name : losses) all += (all.empty() ? "" : ", ") + name;
                       return all;
                   }()));
    else if (lines.size() > 1)
        notes << tr(
            "Cloze and next-item training score different positions: between models, compare the shapes of the loss "
            "curves, not their heights.");
    for (PlotView* plot : {m_loss, m_ndcg, m_hr})
        plot->setEmptyText(lines.empty() || !haveNoEpochs
                               ? tr("Choose runs above to compare their curves.")
                               : tr("These runs have no recorded epochs: no epoch is finished yet, "
                                    "or the runs were trained elsewhere."));
    m_note->setText(notes.join(QLatin1Char(' ')));
    m_note->setVisible(!notes.isEmpty());
}

}  // namespace recscope::ui
