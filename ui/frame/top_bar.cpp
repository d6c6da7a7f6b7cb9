// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/frame/top_bar.h"

#include <QLabel>
#include <QMenu>
#include <QSignalBlocker>
#include <QToolButton>

#include "core/recommender/registry.h"
#include "ui/session/run_looks.h"
#include "ui/session/run_score.h"
#include "ui/session/run_weights.h"
#include "ui/session/session.h"
#include "ui/theme/icons.h"
#include "ui/theme/theme.h"
#include "ui/widgets/arrange.h"
#include "ui/widgets/elided_combo_box.h"
#include "ui/widgets/number_text.h"
#include "ui/widgets/run_swatch.h"

namespace recscope::ui {

namespace {

QString runLine(const RunRecord& run) {
    QString line = QString::fromStdString(run.name);
    if (const QString score = runScoreText(run); !score.isEmpty()) line += QStringLiteral("  ·  ") + score;
    return line;
}

QString runDetails(const RunRecord& run) {
    QString details =
        QString::fromStdString(run.name) + QLatin1Char('\n') +
        (isAdopted(run)
             ? QString::fromStdString(wordsOf(run.message))
             : TopBar::tr("%1 on %2").arg(epochsText(run.epochsDone), QString::fromStdString(wordsOf(run.device))));
    if (const QString scores = runScoreDetails(run); !scores.isEmpty()) details += QLatin1Char('\n') + scores;
    return details;
}

QString datasetDetails(const DatasetInfo& dataset) {
    return QString::fromStdString(dataset.name) + QLatin1Char('\n') +
           sizesText(dataset.users, dataset.items, dataset.interactions);
}

QLabel* captionFor(QWidget* buddy, const QString& text) {
    QLabel* label = mutedLabel(text);
    label->setBuddy(buddy);
    return label;
}

}  // namespace

TopBar::TopBar(Session& session, QMenu* menu, QWidget* parent)
    : QFrame(parent),
      m_session(session),
      m_name(new QLabel(QStringLiteral("RecScope"))),
      m_datasets(new ElidedComboBox),
      m_runs(new ElidedComboBox),
      m_menu(new QToolButton) {
    setObjectName(QStringLiteral("topBar"));
    m_datasets->setObjectName(QStringLiteral("datasetChoice"));
    m_datasets->setAccessibleName(tr("Dataset"));
    m_datasets->setEmptyText(tr("No dataset yet"));
    m_datasets->setToolTip(tr("The dataset all pages work with"));
    m_runs->setObjectName(QStringLiteral("runChoice"));
    m_runs->setAccessibleName(tr("Run"));
    m_runs->setEmptyText(tr("No run yet"));
    m_runs->setToolTip(tr("The trained model all pages work with"));
    m_menu->setObjectName(QStringLiteral("menuButton"));
    m_menu->setIcon(lineIcon(QStringLiteral("menu")));
    m_menu->setMenu(menu);
    m_menu->setPopupMode(QToolButton::InstantPopup);
    m_menu->setToolTip(tr("Workspace, theme, size and help (F10)"));
    m_menu->setAccessibleName(tr("Menu"));
    m_menu->setShortcut(Qt::Key_F10);

    arrange(this,
            row({m_name, gap(space::kPageMargin), captionFor(m_datasets, tr("&Dataset")), grow(m_datasets, 20),
                 gap(space::kPadding), captionFor(m_runs, tr("&Run")), grow(m_runs, 30), stretch(), m_menu}),
            {space::kPageMargin, space::kPadding, space::kSpacing, space::kPadding});

    connect(m_datasets, &QComboBox::activated, this,
            [this](int index) { m_session.chooseDataset(m_datasets->itemData(index).toLongLong()); });
    connect(m_runs, &QComboBox::activated, this,
            [this](int index) { m_session.chooseRun(m_runs->itemData(index).toLongLong()); });
    connect(&session, &Session::datasetsChanged, this, &TopBar::showDatasets);
    connect(&session, &Session::datasetChanged, this, &TopBar::showDatasets);
    connect(&session, &Session::runsChanged, this, &TopBar::showRuns);
    connect(&session, &Session::runChanged, this, &TopBar::showRuns);
    connect(&Theme::instance(), &Theme::changed, this, &TopBar::applyTheme);
    showDatasets();
    applyTheme();
}

void TopBar::showDatasets() {
    m_datasets->clear();
    for (const DatasetInfo& dataset : m_session.datasets()) {
        m_datasets->addItem(QString::fromStdString(dataset.name), qlonglong(dataset.id));
        m_datasets->setItemData(m_datasets->count() - 1, datasetDetails(dataset), Qt::ToolTipRole);
    }
    m_datasets->setEnabled(m_datasets->count() > 0);
    const auto dataset = m_session.dataset();
    m_datasets->setCurrentIndex(dataset ? m_datasets->findData(qlonglong(dataset->id)) : -1);
}

void TopBar::showRuns() {
    m_runs->clear();
    for (const RunRecord& run : m_session.runs()) {
        m_runs->addItem(runIcon(runStylesOf(m_session).styleOf(run)), runLine(run), qlonglong(run.id));
        m_runs->setItemData(m_runs->count() - 1, runDetails(run), Qt::ToolTipRole);
    }
    m_runs->setEnabled(m_runs->count() > 0);
    m_runs->setEmptyText(m_session.dataset() ? tr("No run of this dataset yet") : tr("No run yet"));
    const auto run = m_session.run();
    m_runs->setCurrentIndex(run ? m_runs->findData(qlonglong(run->id)) : -1);
}

void TopBar::applyTheme() {
    const Theme& theme = Theme::instance();
    m_name->setFont(theme.section());
    m_menu->setIconSize(QSize(theme.px(18), theme.px(18)));
    m_runs->setIconSize(QSize(theme.px(28), theme.px(14)));
    m_datasets->setMinimumWidth(theme.px(90));
    m_runs->setMinimumWidth(theme.px(110));
    m_datasets->setMaximumWidth(theme.px(320));
    m_runs->setMaximumWidth(theme.px(420));
    showRuns();
}

}  // namespace recscope::ui
