// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/compare/study_attention.h"

#include <QComboBox>
#include <QLabel>
#include <QPushButton>
#include <QScrollArea>
#include <QSignalBlocker>
#include <QToolButton>

#include "core/plan/study_figures.h"
#include "ui/session/session.h"
#include "ui/session/stop_question.h"
#include "ui/theme/icons.h"
#include "ui/theme/run_palette.h"
#include "ui/widgets/arrange.h"
#include "ui/widgets/elided_combo_box.h"
#include "ui/widgets/named_input.h"
#include "ui/widgets/subject.h"
#include "ui/widgets/svg_view.h"

namespace recscope::ui {

namespace {

constexpr std::size_t kCachedFigures = 24;  ///< number of cached figures, which are small
constexpr int kRampSteps = 24;              ///< colours of the sequential scale
constexpr int kRunNameLength = 26;          ///< number of characters of a run's name that are always visible

}  // namespace

SvgStyle svgStyleOfTheme() {
    const Theme& theme = Theme::instance();
    const auto name = [](const QColor& colour) { return colour.name().toStdString(); };
    SvgStyle style;
    style.font = theme.body().family().toStdString();
    style.text = name(theme.colours().text);
    style.muted = name(theme.colours().muted);
    style.grid = name(theme.colours().line);
    style.onDark = name(theme.colours().surface);
    style.lines.clear();
    style.ramp.clear();
    for (const QColor& hue : runHues(theme.colours(), theme.hasHighContrast())) style.lines.push_back(name(hue));
    for (int i = 0; i < kRampSteps; ++i) style.ramp.push_back(name(theme.sequential(double(i) / (kRampSteps - 1))));
    return style;
}

StudyAttention::StudyAttention(Session& session, QWidget* parent)
    : QWidget(parent),
      m_drawing(session.jobs(),
                {.title = tr("Averaging the attention"), .queue = WorkerQueue::Import, .isShownInStrip = true},
                [](JobContext& context, const Requested& requested) {
                    return figureOf(context.workspace, requested.run, requested.kind, context.progress, context.stop);
                }),
      m_kind(named(new QComboBox, "attentionFigure", tr("Figure"), tr("The figure of the papers that is drawn"))),
      m_run(named(new QComboBox, "attentionRun", tr("Run"), tr("The run whose attention is averaged"))),
      m_stop(new QPushButton),
      m_save(new QToolButton),
      m_words(sentenceLabel(QStringLiteral("attentionWords"))),
      m_caption(captionLabel(QStringLiteral("attentionCaption"))),
      m_picture(new SvgView) {
    setObjectName(QStringLiteral("studyAttention"));
    m_picture->setObjectName(QStringLiteral("attentionPicture"));
    m_stop->setObjectName(QStringLiteral("attentionStop"));
    m_save->setObjectName(QStringLiteral("attentionSave"));
    m_save->setIcon(lineIcon(QStringLiteral("export")));
    m_save->setText(tr("Save…"));
    m_save->setToolButtonStyle(Qt::ToolButtonTextBesideIcon);
    m_save->setToolTip(tr("Save the picture as PNG, SVG or PDF"));
    for (const AttentionFigureKind kind :
         {AttentionFigureKind::ByPosition, AttentionFigureKind::ByGenre, AttentionFigureKind::AtTest})
        m_kind->addItem(QString::fromLatin1(figureName(kind)), int(kind));
    m_run->setSizeAdjustPolicy(QComboBox::AdjustToMinimumContentsLengthWithIcon);
    m_run->setMinimumContentsLength(kRunNameLength);
    arrange(this, column({row({m_kind, mutedLabel(tr("of")), grow(m_run), m_stop, m_save}), m_words,
                          grow(scrolled(m_picture)), m_caption}));
    m_drawing.setCacheLimit(kCachedFigures);
    m_drawing.deferWhileHidden(*this);
    connect(&m_drawing, &AnyAsyncQuery::changed, this, &StudyAttention::showFigure);
    for (QComboBox* box : {m_kind, m_run})
        connect(box, &QComboBox::currentIndexChanged, this, &StudyAttention::requestFigure);
    connect(m_stop, &QPushButton::clicked, this, [this, &session] {
        if (!m_drawing.isOpen()) return requestFigure();
        stopAfterConfirmation(*this, session.jobs(), tr("Averaging the attention"), [this] { m_drawing.stop(); });
    });
    connect(m_save, &QToolButton::clicked, m_picture, &SvgView::save);
    connect(&Theme::instance(), &Theme::changed, this, &StudyAttention::showFigure);
    describeSubject(this, [this](Subject& subject) { subject.runs = QStringList{m_run->currentText()}; });
    setRuns({});
}

void StudyAttention::setRuns(const std::vector<RunRecord>& runs) {
    const QVariant before = m_run->currentData();
    {
        const QSignalBlocker quiet(m_run);
        m_run->clear();
        for (const RunRecord& run : runs) m_run->addItem(QString::fromStdString(run.name), qlonglong(run.id));
        m_run->setCurrentIndex(runs.empty() ? -1 : std::max(0, m_run->findData(before)));
    }
    m_kind->setEnabled(!runs.empty());
    m_run->setEnabled(!runs.empty());
    requestFigure();
}

void StudyAttention::requestFigure() {
    m_run->setToolTip(m_run->currentText());
    if (m_run->currentIndex() < 0) {
        m_drawing.cancel();
        return showFigure();
    }
    m_drawing.run({m_run->currentData().toLongLong(), AttentionFigureKind(m_kind->currentData().toInt())});
}

void StudyAttention::showFigure() {
    const auto figure = m_drawing.answer();
    const bool isDrawn = figure && figure->problem.empty(), hasNoRun = m_run->currentIndex() < 0;
    if (isDrawn) {
        m_picture->setDocument(QByteArray::fromStdString(attentionSvg(*figure, svgStyleOfTheme())),
                               QString::fromStdString(figure->title));
        m_caption->setText(QString::fromStdString(figure->caption));
    } else {
        m_picture->setDocument({});
    }
    m_caption->setVisible(isDrawn);
    m_words->setVisible(!isDrawn);
    m_words->setText(
        hasNoRun ? tr("None of this plan's finished runs has attention at every position, which these figures need.")
        : figure ? QString::fromStdString(figure->problem)
        : m_drawing.isOpen()                           ? tr("Averaging the attention…")
        : m_drawing.state() == AsyncQueryState::Failed ? m_drawing.failureWithHint()
                                                       : tr("The averaging was stopped."));
    m_save->setEnabled(isDrawn);
    m_stop->setVisible(!hasNoRun && !figure);
    m_stop->setText(m_drawing.isOpen() ? tr("Stop") : tr("Draw it"));
    m_stop->setToolTip(m_drawing.isOpen() ? tr("Stop averaging") : tr("Start averaging again"));
}

}  // namespace recscope::ui
