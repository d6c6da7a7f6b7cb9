// SPDX-License-Identifier: GPL-3.0-or-later
// How the page is put together: the form at the left, the curves and the lists at the right.
#include <QButtonGroup>
#include <QComboBox>
#include <QFrame>
#include <QGridLayout>
#include <QLabel>
#include <QLineEdit>
#include <QPushButton>
#include <QScrollArea>
#include <QScrollBar>
#include <QSpinBox>
#include <QTabWidget>
#include <QVBoxLayout>

#include "core/recommender/registry.h"
#include "ui/film/film_panel.h"
#include "ui/runs/training_controller.h"
#include "ui/session/session.h"
#include "ui/theme/theme.h"
#include "ui/train/config_form.h"
#include "ui/train/queue_panel.h"
#include "ui/train/run_table.h"
#include "ui/train/train_page.h"
#include "ui/train/training_curves.h"
#include "ui/train/training_status.h"
#include "ui/widgets/remembering_splitter.h"

namespace recscope::ui {

namespace {

constexpr int kModelsInARow = 2;
constexpr int kMostSeeds = 20;
constexpr int kQueueTab = 2;

QLabel* caption(QWidget* parent) {
    auto* label = new QLabel(parent);
    label->setProperty("role", "caption");
    label->setWordWrap(true);
    return label;
}

}  // namespace

void TrainPage::makeModelButtons(QWidget* parent, QGridLayout* grid) {
    m_models = new QButtonGroup(this);
    const std::vector<ModelInfo>& models = modelInfos();
    for (int i = 0; i < int(models.size()); ++i) {
        auto* button = new QPushButton(QString::fromStdString(models[std::size_t(i)].title), parent);
        button->setObjectName(QStringLiteral("model_") + QString::fromStdString(models[std::size_t(i)].name));
        button->setCheckable(true);
        button->setToolTip(QString::fromStdString(models[std::size_t(i)].summary));
        m_models->addButton(button, i);
        grid->addWidget(button, i / kModelsInARow, i % kModelsInARow);
    }
    connect(m_models, &QButtonGroup::idClicked, this,
            [this](int index) { chooseModel(modelInfos()[std::size_t(index)].name); });
}

QWidget* TrainPage::makeForm() {
    const Theme& theme = Theme::instance();
    auto* column = new QWidget;
    auto* layout = new QVBoxLayout(column);
    layout->setContentsMargins(0, 0, 0, 0);
    layout->setSpacing(theme.px(space::kInside));
    auto* title = new QLabel(tr("Train"), column);
    title->setProperty("role", "title");
    layout->addWidget(title);

    auto* scroll = new QScrollArea(column);
    scroll->setObjectName(QStringLiteral("trainFormScroll"));
    scroll->setWidgetResizable(true);
    scroll->setFrameShape(QFrame::NoFrame);
    scroll->setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
    auto* inner = new QWidget;
    auto* rows = new QVBoxLayout(inner);
    rows->setContentsMargins(0, 0, theme.px(space::kInside + 4), 0);
    rows->setSpacing(theme.px(space::kInside));
    auto* models = new QGridLayout;
    models->setSpacing(theme.px(space::kUnit));
    makeModelButtons(inner, models);
    rows->addLayout(models);
    m_summary = caption(inner);
    rows->addWidget(m_summary);

    auto* basics = new QGridLayout;
    basics->setHorizontalSpacing(theme.px(space::kInside));
    basics->setVerticalSpacing(theme.px(space::kUnit + 2));
    basics->setColumnStretch(1, 1);
    const auto row = [&](int index, const QString& text, QWidget* editor, const QString& name) {
        auto* label = new QLabel(text, inner);
        label->setBuddy(editor);
        editor->setObjectName(name);
        editor->setAccessibleName(text);
        basics->addWidget(label, index, 0);
        basics->addWidget(editor, index, 1);
    };
    m_preset = new QComboBox(inner);
    m_preset->setSizeAdjustPolicy(QComboBox::AdjustToMinimumContentsLengthWithIcon);
    m_preset->setMinimumContentsLength(12);
    row(0, tr("Preset"), m_preset, QStringLiteral("preset"));
    m_device = new QComboBox(inner);
    m_device->setSizeAdjustPolicy(QComboBox::AdjustToMinimumContentsLengthWithIcon);
    m_device->setMinimumContentsLength(12);
    row(1, tr("Device"), m_device, QStringLiteral("device"));
    m_name = new QLineEdit(inner);
    m_name->setToolTip(tr("What the run is called; left empty, it gets the next free name"));
    row(2, tr("Name"), m_name, QStringLiteral("runName"));
    m_seeds = new QSpinBox(inner);
    m_seeds->setRange(1, kMostSeeds);
    m_seeds->setAlignment(Qt::AlignRight);
    row(3, tr("Number of seeds"), m_seeds, QStringLiteral("seeds"));
    rows->addLayout(basics);

    auto* noteLine = new QHBoxLayout;
    m_presetNote = caption(inner);
    m_presetNote->setObjectName(QStringLiteral("presetNote"));
    m_resetAll = new QPushButton(tr("Reset all"), inner);
    m_resetAll->setObjectName(QStringLiteral("resetAll"));
    m_resetAll->setProperty("quiet", true);
    m_resetAll->setToolTip(tr("Set every value back to the preset's"));
    noteLine->addWidget(m_presetNote, 1);
    noteLine->addWidget(m_resetAll);
    rows->addLayout(noteLine);

    m_form = new ConfigForm(inner);
    m_seeds->setFocusPolicy(Qt::StrongFocus);
    m_seeds->installEventFilter(m_form);  // keeps it from taking the wheel
    rows->addWidget(m_form);
    rows->addStretch(1);
    scroll->setWidget(inner);
    layout->addWidget(scroll, 1);

    auto* bottom = new QVBoxLayout;
    // As wide as the form, which gives way to its scroll bar when there is one.
    const auto alignBottom = [bottom, bar = scroll->verticalScrollBar()](int, int last) {
        const int room = Theme::instance().px(space::kInside + 4);
        bottom->setContentsMargins(0, 0, room + (last > 0 ? bar->sizeHint().width() : 0), 0);
    };
    connect(scroll->verticalScrollBar(), &QScrollBar::rangeChanged, bottom, alignBottom);
    alignBottom(0, 0);
    bottom->setSpacing(theme.px(space::kInside));
    m_help = caption(column);
    m_help->setObjectName(QStringLiteral("fieldHelp"));
    m_help->setTextFormat(Qt::RichText);
    m_help->setText(tr("Point at a value to read what it means and what the papers chose."));
    m_reason = caption(column);
    m_reason->setObjectName(QStringLiteral("startReason"));
    m_reason->setTextFormat(Qt::RichText);
    m_reason->setTextInteractionFlags(Qt::LinksAccessibleByMouse | Qt::LinksAccessibleByKeyboard);
    for (QLabel* label : {m_help, m_reason}) {
        label->setAlignment(Qt::AlignLeft | Qt::AlignBottom);
        bottom->addWidget(label);
    }
    m_start = new QPushButton(tr("Start training"), column);
    m_start->setObjectName(QStringLiteral("startTraining"));
    m_start->setProperty("primary", true);
    m_start->setShortcut(QKeySequence(Qt::CTRL | Qt::Key_Return));
    bottom->addWidget(m_start);
    layout->addLayout(bottom);
    column->setObjectName(QStringLiteral("trainForm"));
    return column;
}

QWidget* TrainPage::makeRight() {
    const Theme& theme = Theme::instance();
    auto* column = new QWidget;
    auto* layout = new QVBoxLayout(column);
    layout->setContentsMargins(0, theme.px(space::kUnit), 0, 0);
    layout->setSpacing(theme.px(space::kInside));
    m_status = new TrainingStatus(m_session, m_training, column);
    layout->addWidget(m_status);
    m_rows = new RememberingSplitter(Qt::Vertical, QStringLiteral("train"), column);
    m_rows->setObjectName(QStringLiteral("trainSplitter"));
    m_curves = new TrainingCurves(m_session, m_training, m_rows);
    m_runs = new RunTable(m_session, m_training);
    m_queue = new QueuePanel(m_session, m_training);
    m_film = new FilmPanel(m_session, QStringLiteral("train"));
    m_film->setObjectName(QStringLiteral("trainFilm"));
    connect(m_film, &FilmPanel::frameShown, m_curves, &TrainingCurves::markEpoch);
    connect(m_film, &FilmPanel::pinWanted, this, [this] { emit m_session.pageWanted(QStringLiteral("explore")); });
    m_lower = new QTabWidget(m_rows);
    m_lower->setObjectName(QStringLiteral("trainTabs"));
    m_lower->setAccessibleName(tr("Below the curves"));
    const auto addTab = [&](QWidget* widget, const QString& title, const QString& tip) {
        auto* page = new QWidget;
        auto* pageLayout = new QVBoxLayout(page);
        pageLayout->setContentsMargins(0, theme.px(space::kInside), 0, 0);
        pageLayout->addWidget(widget);
        m_lower->setTabToolTip(m_lower->addTab(page, title), tip);
    };
    addTab(m_runs, tr("Runs"), tr("Every run of this dataset"));
    addTab(m_film, tr("Film"), tr("What the chosen run recommended to a pinned user after each epoch"));
    addTab(m_queue, m_queue->title(), tr("The run in training and the runs that wait, on all datasets"));
    auto* corner = new QWidget;
    auto* cornerLine = new QHBoxLayout(corner);
    cornerLine->setContentsMargins({});
    cornerLine->addWidget(m_runs->actions());
    cornerLine->addWidget(m_queue->actions());
    m_lower->setCornerWidget(corner, Qt::TopRightCorner);
    connect(m_queue, &QueuePanel::titleChanged, this, [this] { m_lower->setTabText(kQueueTab, m_queue->title()); });
    connect(m_lower, &QTabWidget::currentChanged, this, &TrainPage::showLower);
    layout->addWidget(m_rows, 1);
    showLower();
    return column;
}

}  // namespace recscope::ui
