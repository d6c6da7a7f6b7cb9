// SPDX-License-Identifier: GPL-3.0-or-later
// Creates the widgets and layouts of TrainPage: the form on the left, the curves and the lists on the right.
#include <QBoxLayout>
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

#include "core/recommender/registry.h"
#include "ui/runs/training_controller.h"
#include "ui/session/session.h"
#include "ui/theme/theme.h"
#include "ui/timeline/timeline_panel.h"
#include "ui/train/config_form.h"
#include "ui/train/queue_panel.h"
#include "ui/train/run_table.h"
#include "ui/train/split_plot.h"
#include "ui/train/train_page.h"
#include "ui/train/training_curves.h"
#include "ui/train/training_status.h"
#include "ui/train/usual_five_result.h"
#include "ui/widgets/arrange.h"
#include "ui/widgets/flow_layout.h"
#include "ui/widgets/named_input.h"
#include "ui/widgets/stateful_splitter.h"
#include "ui/widgets/stateful_widget.h"

namespace recscope::ui {

namespace {

constexpr int kMaxSeeds = 20;
constexpr int kQueueTab = 2;

constexpr int kFormMargin = space::kPadding + 4;  // space between the form and its scroll bar

/// A combo box whose width does not depend on its entries.
QComboBox* narrowBox() {
    auto* box = new QComboBox;
    box->setSizeAdjustPolicy(QComboBox::AdjustToMinimumContentsLengthWithIcon);
    box->setMinimumContentsLength(12);
    return box;
}

}  // namespace

/// Creates the model buttons, which wrap like the words of a text, because there are too many models for two columns.
QWidget* TrainPage::makeModelButtons() {
    auto* box = new QWidget;
    auto* flow = new FlowLayout(Theme::instance().px(space::kUnit), box);
    m_models = new QButtonGroup(this);
    const std::vector<ModelInfo>& models = modelInfos();
    for (int i = 0; i < int(models.size()); ++i) {
        auto* button = new QPushButton(QString::fromStdString(models[std::size_t(i)].title));
        button->setObjectName(QStringLiteral("model_") + QString::fromStdString(models[std::size_t(i)].name));
        button->setCheckable(true);
        button->setToolTip(QString::fromStdString(models[std::size_t(i)].summary));
        m_models->addButton(button, i);
        button->setProperty("compact", true);
        flow->addWidget(button);
    }
    connect(m_models, &QButtonGroup::idClicked, this,
            [this](int index) { chooseModel(modelInfos()[std::size_t(index)].name); });
    return box;
}

QGridLayout* TrainPage::makeBasics() {
    auto* basics = new QGridLayout;
    basics->setHorizontalSpacing(Theme::instance().px(space::kPadding));
    basics->setVerticalSpacing(Theme::instance().px(space::kUnit + 2));
    basics->setColumnStretch(1, 1);
    const auto add = [&](const QString& text, QWidget* editor, const QString& name, QWidget* beside = nullptr) {
        auto* label = new QLabel(text);
        label->setBuddy(editor);
        editor->setObjectName(name);
        editor->setAccessibleName(text);
        const int index = basics->count() / 2;
        basics->addWidget(label, index, 0);
        if (beside)
            basics->addLayout(row({grow(editor), beside}, space::kUnit), index, 1);
        else
            basics->addWidget(editor, index, 1);
    };
    m_preset = narrowBox();
    add(tr("Preset"), m_preset, QStringLiteral("preset"));
    m_device = narrowBox();
    m_editMachines = new QPushButton(QStringLiteral("…"));  // short, because the form is narrow
    m_editMachines->setObjectName(QStringLiteral("editMachines"));
    m_editMachines->setAccessibleName(tr("Machines"));
    m_editMachines->setProperty("compact", true);
    m_editMachines->setToolTip(tr("Other machines to train on, reached by ssh: add, check, remove"));
    add(tr("Device"), m_device, QStringLiteral("device"), m_editMachines);
    keepValue(m_device, StateScope::Workspace);
    m_name = shortLine();
    m_name->setToolTip(tr("Name of the run; if left empty, the next free name is used"));
    add(tr("Name"), m_name, QStringLiteral("runName"));
    m_seeds = new QSpinBox;
    m_seeds->setRange(1, kMaxSeeds);
    m_seeds->setAlignment(Qt::AlignRight);
    add(tr("Number of seeds"), m_seeds, QStringLiteral("seeds"));
    keepValue(m_seeds, StateScope::Workspace);
    return basics;
}

QWidget* TrainPage::makeForm() {
    auto* scroll = new QScrollArea;
    scroll->setObjectName(QStringLiteral("trainFormScroll"));
    scroll->setAccessibleName(tr("What to train"));
    scroll->setWidgetResizable(true);
    scroll->setFrameShape(QFrame::NoFrame);
    scroll->setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
    m_summary = captionLabel();
    m_presetNote = captionLabel(QStringLiteral("presetNote"));
    m_resetAll = new QPushButton(tr("Reset all"));
    m_resetAll->setObjectName(QStringLiteral("resetAll"));
    m_resetAll->setProperty("quiet", true);
    m_resetAll->setToolTip(tr("Set every value back to the preset's"));
    m_form = new ConfigForm;
    m_splitPlot = new SplitPlot(m_session.jobs());
    m_form->placeBelow("fold", m_splitPlot);  // the last key of the moments
    connect(m_splitPlot, &SplitPlot::momentMoved, m_form, &ConfigForm::enter);
    // This button is above the models, so that people see it first. It also trains simple baselines, without which
    // nobody would notice that a model with default values scores lower than a baseline.
    m_tryFive = new QPushButton(tr("Try the usual five on this data…"));
    m_tryFive->setObjectName(QStringLiteral("tryFive"));
    m_tryFive->setToolTip(
        tr("Trains popularity, bigram, item-kNN, SASRec and BERT4Rec one after the other and reports which is best "
           "here; the time that this takes is measured first"));
    QWidget* models = makeModelButtons();
    QGridLayout* basics = makeBasics();
    m_seeds->setFocusPolicy(Qt::StrongFocus);
    m_seeds->installEventFilter(m_form);  // its filter keeps the wheel from changing the value
    scroll->setWidget(
        boxed(column({m_tryFive, models, m_summary, basics, row({grow(m_presetNote), m_resetAll}), m_form, stretch()}),
              {0, 0, kFormMargin, 0}));

    m_help = captionLabel(QStringLiteral("fieldHelp"));
    m_help->setText(tr("Point at a value to read what it means and what the papers chose."));
    m_reason = captionLabel(QStringLiteral("startReason"));
    m_reason->setTextInteractionFlags(Qt::LinksAccessibleByMouse | Qt::LinksAccessibleByKeyboard);
    for (QLabel* label : {m_help, m_reason}) {
        label->setTextFormat(Qt::RichText);
        label->setAlignment(Qt::AlignLeft | Qt::AlignBottom);
    }
    m_start = new QPushButton(tr("Start training"));
    m_start->setObjectName(QStringLiteral("startTraining"));
    m_start->setProperty("primary", true);
    m_start->setShortcut(QKeySequence(Qt::CTRL | Qt::Key_Return));
    auto* bottom = column({m_help, m_reason, m_start});
    // Makes `bottom` as wide as the form, which is narrower while there is a scroll bar.
    const auto alignBottom = [bottom, bar = scroll->verticalScrollBar()](int, int last) {
        const int beside = Theme::instance().px(kFormMargin);
        bottom->setContentsMargins(0, 0, beside + (last > 0 ? bar->sizeHint().width() : 0), 0);
    };
    connect(scroll->verticalScrollBar(), &QScrollBar::rangeChanged, bottom, alignBottom);
    alignBottom(0, 0);
    QWidget* form = boxed(column({titleLabel(tr("Train")), grow(scroll), bottom}));
    form->setObjectName(QStringLiteral("trainForm"));
    return form;
}

QWidget* TrainPage::makeRight() {
    m_status = new TrainingStatus(m_session, m_training);
    m_fiveResult = new UsualFiveResult(m_session);
    m_splitter = new StatefulSplitter(Qt::Vertical, QStringLiteral("train"));
    m_splitter->setObjectName(QStringLiteral("trainSplitter"));
    m_curves = new TrainingCurves(m_session, m_training, m_splitter);
    m_runs = new RunTable(m_session, m_training);
    m_queue = new QueuePanel(m_session, m_training);
    m_timeline = new TimelinePanel(m_session, QStringLiteral("train"));
    m_timeline->setObjectName(QStringLiteral("trainFilm"));
    connect(m_timeline, &TimelinePanel::frameShown, m_curves, &TrainingCurves::markEpoch);
    connect(m_timeline, &TimelinePanel::pinRequested, this, [this] { emit m_session.pageRequested(PageId::Explore); });
    m_tabs = new QTabWidget(m_splitter);
    m_tabs->setObjectName(QStringLiteral("trainTabs"));
    m_tabs->setAccessibleName(tr("Below the curves"));
    addTabs(*m_tabs,
            {{m_runs, tr("Runs"), tr("Every run of this dataset")},
             {m_timeline, tr("Timeline"), tr("Recommendations of the chosen run to a pinned user after each epoch")},
             {m_queue, m_queue->title(), tr("The run in training and the waiting runs, on all datasets")}});
    m_tabs->setCornerWidget(boxed(row({m_runs->actions(), m_queue->actions()})), Qt::TopRightCorner);
    connect(m_queue, &QueuePanel::titleChanged, this, [this] { m_tabs->setTabText(kQueueTab, m_queue->title()); });
    connect(m_tabs, &QTabWidget::currentChanged, this, &TrainPage::showLowerTab);
    QWidget* right = boxed(column({m_fiveResult, m_status, grow(m_splitter)}), {0, space::kUnit, 0, 0});
    showLowerTab();
    return right;
}

}  // namespace recscope::ui
