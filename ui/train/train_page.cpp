// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/train/train_page.h"

#include <QButtonGroup>
#include <QComboBox>
#include <QLabel>
#include <QLineEdit>
#include <QPushButton>
#include <QShowEvent>
#include <QSpinBox>
#include <QStandardItemModel>
#include <QTabWidget>
#include <QTextDocumentFragment>
#include <QVBoxLayout>
#include <algorithm>

#include "core/recommender/available_gpu.h"
#include "core/recommender/references.h"
#include "core/recommender/registry.h"
#include "core/recommender/unknown_keys.h"
#include "core/remote/machine_list.h"
#include "core/store/queue_store.h"
#include "core/util/error.h"
#include "core/util/translated.h"
#include "ui/runs/reference_values.h"
#include "ui/runs/training_controller.h"
#include "ui/session/dataset_stack.h"
#include "ui/session/session.h"
#include "ui/theme/theme.h"
#include "ui/timeline/timeline_panel.h"
#include "ui/train/config_form.h"
#include "ui/train/machines_dialog.h"
#include "ui/train/queue_panel.h"
#include "ui/train/run_columns.h"
#include "ui/train/run_table.h"
#include "ui/train/split_plot.h"
#include "ui/train/training_curves.h"
#include "ui/train/training_status.h"
#include "ui/train/usual_five_dialog.h"
#include "ui/train/usual_five_result.h"
#include "ui/widgets/arrange.h"
#include "ui/widgets/number_text.h"
#include "ui/widgets/stateful_splitter.h"

namespace recscope::ui {

namespace {

constexpr int kFormWidth = 320;  // design pixels
// Design pixels: on a page with less height, the tabs below the curves get a larger share of it.
constexpr int kLowPage = 680;
constexpr int kAimRole = Qt::UserRole + 1;
constexpr int kMachineRole = Qt::UserRole + 1;  // destination of another machine in the Device box; empty: this one
constexpr int kRunsTab = 0, kTimelineTab = 1, kQueueTab = 2;

/// The source of the chosen preset, and the published result that it should come close to, if any.
QString presetText(const QComboBox& presets) {
    const QString source = presets.currentData(Qt::ToolTipRole).toString(),
                  aim = presets.currentData(kAimRole).toString();
    return aim.isEmpty() ? source : TrainPage::tr("%1.\nPublished result: %2").arg(source, aim);
}

}  // namespace

TrainPage::TrainPage(Session& session, QWidget* parent)
    : QWidget(parent),
      m_session(session),
      m_training(trainingOf(session)),
      m_references(ReferenceValues::of(session)),
      m_freeName(
          session.jobs(), {.title = tr("Looking for a free name")},
          [](JobContext& context, const std::string& stem) { return QueueStore(context.workspace).freeName(stem); }) {
    auto* stack = new DatasetStack(
        session, tr("Train a model"),
        tr("A model learns from the histories of a dataset. Load one first, or take the bundled sample."), this);
    QWidget* form = makeForm();  // created before the right half, so that the tab order is correct
    stack->setContent(boxed(row({form, grow(makeRight())}, space::kPageMargin),
                            {space::kPageMargin, space::kSpacing, space::kPageMargin, space::kSpacing}));

    connect(m_form, &ConfigForm::changed, this, &TrainPage::formChanged);
    connect(m_form, &ConfigForm::explained, this, [this](const QString& html) {
        m_help->setText(html.isEmpty() ? tr("Point at a value to read what it means and what the papers chose.")
                                       : html);
    });
    connect(m_preset, &QComboBox::activated, this, &TrainPage::choosePreset);
    connect(m_resetAll, &QPushButton::clicked, m_form, &ConfigForm::resetAll);
    connect(m_name, &QLineEdit::textEdited, this, &TrainPage::describeStart);
    connect(m_seeds, &QSpinBox::valueChanged, this, &TrainPage::describeStart);
    connect(m_start, &QPushButton::clicked, this, &TrainPage::startTraining);
    connect(m_runs, &RunTable::resumeRequested, this,
            [this](const RunRecord& run) { m_training.resume(run, chosenDevice()); });
    connect(m_runs, &RunTable::repeatRequested, this, &TrainPage::repeat);
    connect(m_status, &TrainingStatus::queueRequested, this, &TrainPage::showQueue);
    connect(&m_session, &Session::queueRequested, this, &TrainPage::showQueue);
    connect(m_reason, &QLabel::linkActivated, this, &TrainPage::useFreeSeed);
    connect(&m_session, &Session::datasetChanged, this, &TrainPage::datasetChanged);
    connect(&m_session, &Session::trainingRequested, this,
            [this](const QString& model) { chooseModel(model.toStdString()); });
    connect(&m_session, &Session::runsChanged, this, [this] {
        requestFreeName();
        describeStart();
    });
    connect(&m_session, &Session::runChanged, this, [this] {
        const auto run = m_session.run();
        m_curves->showRun(run ? std::optional(run->id) : std::nullopt);
        showReferences();
    });
    connect(&m_freeName, &AnyAsyncQuery::changed, this, [this] {
        if (const auto name = m_freeName.answer()) m_name->setPlaceholderText(QString::fromStdString(*name));
        if (m_freeName.state() == AsyncQueryState::Failed)
            m_session.notify(m_freeName.failure(), m_freeName.hint(), Severity::Warning);
    });
    connect(&m_references, &ReferenceValues::changed, this, &TrainPage::showReferences);
    connect(&m_training, &TrainingController::queueChanged, this, [this] {
        requestFreeName();
        describeStart();
    });
    connect(&m_training, &TrainingController::runStarted, this, [this] {
        const RunRecord& run = m_training.live()->record;
        if (!m_session.dataset() || m_session.dataset()->id != run.dataset) return;
        showReferences();
        // If another page is visible when the run starts, the chosen run stays chosen.
        if (isVisible() || !m_session.run()) m_session.chooseRun(run.id);
    });
    connect(&m_training, &TrainingController::runFinished, this, &TrainPage::notifyEnd);
    connect(&m_training, &TrainingController::runFailed, this,
            [this](DatasetId dataset, const QString& title, const QString& message, const QString& hint) {
                if (!isWatched(dataset))
                    m_session.notify(tr("%1 failed: %2").arg(title, message), hint, Severity::Error);
            });
    connect(&Theme::instance(), &Theme::changed, this, &TrainPage::applyTheme);

    m_session.jobs().start(
        this, {.title = tr("Looking for devices"), .queue = WorkerQueue::Model},
        [](JobContext&) { return availableGpu(); }, [this](const AvailableGpu& gpu) { setGpu(gpu); });
    m_session.jobs().start(
        this, {.title = tr("Reading the list of machines")},
        [](JobContext&) { return readMachines(machineListPath()); },
        [this](const std::vector<Machine>& machines) { setMachines(machines); });
    connect(m_editMachines, &QPushButton::clicked, this, &TrainPage::chooseMachines);
    connect(m_tryFive, &QPushButton::clicked, this, &TrainPage::tryUsualFive);
    setGpu({});
    applyTheme();
    datasetChanged();
}

// Shows the buttons of the current lower tab. The timeline needs more height than the other tabs, so the curves get
// less.
void TrainPage::showLowerTab() {
    const bool timeline = m_tabs->currentIndex() == kTimelineTab;
    const Theme& theme = Theme::instance();
    m_runs->actions()->setVisible(m_tabs->currentIndex() == kRunsTab);
    m_queue->actions()->setVisible(m_tabs->currentIndex() == kQueueTab);
    // Hidden tabs must not claim space.
    for (int i = 0; i < m_tabs->count(); ++i) {
        const auto policy = i == m_tabs->currentIndex() ? QSizePolicy::Preferred : QSizePolicy::Ignored;
        m_tabs->widget(i)->setSizePolicy(policy, policy);
    }
    m_curves->setArrangement(timeline ? TrainingCurves::Arrangement::Flat : TrainingCurves::Arrangement::All);
    m_isLow = height() < theme.px(kLowPage);
    m_splitter->setStretchFactor(0, timeline ? 2 : m_isLow ? 2 : 5);
    m_splitter->setStretchFactor(1, timeline ? 5 : 2);
    if (timeline) {
        m_splitter->restoreAs(QStringLiteral("train/film"), {theme.px(200), theme.px(500)});
    } else {
        m_splitter->restoreAs(QStringLiteral("train"), {theme.px(m_isLow ? 200 : 500), theme.px(200)});
        m_curves->markEpoch(0, 0);
    }
}

void TrainPage::applyTheme() {
    const Theme& theme = Theme::instance();
    findChild<QWidget*>(QStringLiteral("trainForm"))->setFixedWidth(theme.px(kFormWidth));
    // Reserves five lines for the help or the reason, so that the layout does not change while the pointer moves
    // between values.
    for (QLabel* label : {m_help, m_reason})
        label->setFixedHeight(5 * QFontMetrics(theme.caption()).lineSpacing() + theme.px(4));
    // Reserves the height of a line with buttons, a detail line and a progress bar, so that the plots do not move when
    // training begins.
    m_status->setMinimumHeight(theme.px(46));
    describeStart();
}

void TrainPage::showEvent(QShowEvent* event) {
    QWidget::showEvent(event);
    showReferences();
}

void TrainPage::resizeEvent(QResizeEvent* event) {
    QWidget::resizeEvent(event);
    if (m_isLow != (height() < Theme::instance().px(kLowPage))) showLowerTab();
}

// Shows the references (baselines) under the chosen run's protocol, or under the dataset's default protocol if no run
// is chosen.
void TrainPage::showReferences() {
    const auto run = m_session.run();
    const auto protocol = run ? std::optional(run->protocol) : std::nullopt;
    if (isVisible()) m_references.request(protocol);
    const auto& live = m_training.live();
    const bool isLive = live && run && live->record.id == run->id;
    m_curves->setReferences(isLive ? live->references : m_references.values(protocol));
    m_runs->setLeakageWarning(m_references.warning(protocol));
}

void TrainPage::datasetChanged() {
    const bool hasDataset = m_session.dataset().has_value();
    m_edited.clear();  // presets differ between datasets
    m_formDataset = m_session.dataset();
    const auto run = m_session.run();
    m_curves->showRun(run ? std::optional(run->id) : std::nullopt);
    showReferences();
    if (hasDataset) {
        const std::string model = m_model.empty() ? modelInfos().front().name : m_model;
        m_model.clear();
        chooseModel(model);
    }
}

void TrainPage::chooseModel(const std::string& model) {
    const auto dataset = m_session.dataset();
    if (!dataset || model == m_model) return;
    if (!m_model.empty()) m_edited[m_model] = {m_preset->currentData().toString().toStdString(), m_form->config()};
    m_model = model;
    const std::vector<ModelInfo>& models = modelInfos();
    for (int i = 0; i < int(models.size()); ++i)
        if (models[std::size_t(i)].name == model) m_models->button(i)->setChecked(true);
    const ModelInfo& info = modelInfo(model);
    m_summary->setText(QString::fromStdString(translated(info.summary)));
    m_summary->setToolTip(QString::fromStdString(translated(info.paper)));
    const bool isRandom = hasConfigKey(defaultConfig(model), "seed");
    if (!isRandom) m_seeds->setValue(1);
    m_seeds->setEnabled(isRandom);
    m_seeds->setToolTip(isRandom ? tr("Number of runs to train one after the other, each with the next seed; for two "
                                      "or more, their mean and standard deviation are shown")
                                 : tr("Nothing in this model is random: every seed would give the same run"));
    m_preset->clear();
    for (const Preset& preset : presetsFor(model, *dataset)) {
        m_preset->addItem(QString::fromStdString(preset.title), QString::fromStdString(preset.name));
        m_preset->setItemData(m_preset->count() - 1, QString::fromStdString(preset.source), Qt::ToolTipRole);
        m_preset->setItemData(m_preset->count() - 1, QString::fromStdString(preset.aim), kAimRole);
    }
    const auto edited = m_edited.find(model);
    if (edited == m_edited.end()) {
        choosePreset(0);
    } else {
        m_preset->setCurrentIndex(std::max(0, m_preset->findData(QString::fromStdString(edited->second.preset))));
        m_form->setConfig(edited->second.config, presetFor(model, edited->second.preset, *dataset).config);
    }
    requestFreeName();
}

void TrainPage::choosePreset(int index) {
    const auto dataset = m_session.dataset();
    if (!dataset || index < 0) return;
    m_preset->setCurrentIndex(index);
    const Preset preset = presetFor(m_model, m_preset->itemData(index).toString().toStdString(), *dataset);
    m_form->setConfig(preset.config, preset.config);
}

void TrainPage::formChanged() {
    const auto dataset = m_session.dataset();
    const int changed = m_form->changedCount();
    m_resetAll->setVisible(changed > 0);
    if (changed > 0)
        m_presetNote->setText(changed == 1 ? tr("1 value differs from the preset.")
                                           : tr("%1 values differ from the preset.").arg(changed));
    else if (dataset)
        m_presetNote->setText(presetText(*m_preset));
    m_preset->setToolTip(presetText(*m_preset));
    m_splitPlot->setSplit(dataset, m_form->config());
    describeStart();
}

void TrainPage::setGpu(const AvailableGpu& gpu) {
    const QString chosen = m_device->currentData().toString();
    const bool isThere = !gpu.title.empty();
    const QString missing = QString::fromStdString(gpu.missing.sentence + "\n" + gpu.missing.hint).trimmed();
    m_device->clear();
    m_device->addItem(isThere ? tr("Automatic: the faster one") : tr("Automatic: CPU"), QStringLiteral("auto"));
    m_device->addItem(tr("CPU, all cores"), QStringLiteral("cpu"));
    m_device->addItem(isThere ? QString::fromStdString(gpu.title) : tr("CUDA (not available)"), QStringLiteral("cuda"));
    m_device->setItemData(0, tr("A few steps on CPU and GPU show which is faster for this model and dataset"),
                          Qt::ToolTipRole);
    if (!isThere) {
        auto* model = qobject_cast<QStandardItemModel*>(m_device->model());
        model->item(0)->setToolTip(QString());
        model->item(2)->setEnabled(false);
        model->item(2)->setToolTip(missing);
    }
    m_device->setToolTip(isThere ? tr("The device used for training") : missing);
    setMachines(m_machines);
    m_device->setCurrentIndex(std::max(0, m_device->findData(chosen)));
}

void TrainPage::setMachines(const std::vector<Machine>& machines) {
    const QString chosen = m_device->currentData().toString();
    m_machines = machines;
    for (int i = m_device->count() - 1; i >= 0; --i)
        if (!m_device->itemData(i, kMachineRole).toString().isEmpty()) m_device->removeItem(i);
    for (const Machine& machine : machines) {
        const QString destination = QString::fromStdString(machine.destination);
        m_device->addItem(destination, QStringLiteral("machine ") + destination);  // the data identifies the entry
        m_device->setItemData(m_device->count() - 1, destination, kMachineRole);
        m_device->setItemData(m_device->count() - 1, tr("Another machine, reached by ssh"), Qt::ToolTipRole);
    }
    m_device->setCurrentIndex(std::max(0, m_device->findData(chosen)));
}

void TrainPage::chooseMachines() {
    auto* dialog = new MachinesDialog(m_session, this);
    dialog->setAttribute(Qt::WA_DeleteOnClose);
    connect(dialog, &MachinesDialog::changed, this, &TrainPage::setMachines);
    dialog->open();
}

void TrainPage::tryUsualFive() {
    const auto dataset = m_session.dataset();
    if (!dataset || findChild<UsualFiveDialog*>()) return;
    auto* dialog = new UsualFiveDialog(m_session, *dataset, this);
    dialog->setAttribute(Qt::WA_DeleteOnClose);
    connect(dialog, &UsualFiveDialog::started, this, [this](const UsualFive& five) { m_fiveResult->watch(five); });
    dialog->open();
}

QString TrainPage::chosenMachine() const {
    return m_device->currentData(kMachineRole).toString();
}

DeviceChoice TrainPage::chosenDevice() const {
    return chosenMachine().isEmpty() ? deviceFromName(m_device->currentData().toString().toStdString())
                                     : DeviceChoice::Auto;
}

void TrainPage::requestFreeName() {
    if (m_model.empty()) return;
    m_freeName.rerun(modelInfo(m_model).title);
}

QString TrainPage::reasonNotToStart() const {
    if (!m_session.dataset()) return tr("Choose a dataset first.");
    if (!m_form->isValid()) return m_form->problem().toHtmlEscaped();
    const QStringList names = runNames();
    for (const RunRecord& run : m_session.runs())
        if (const QString name = QString::fromStdString(run.name); names.contains(name))
            return tr("There is already a run named “%1”.").arg(name.toHtmlEscaped());
    for (const RunRecord& run : m_session.removedRuns())
        if (const QString name = QString::fromStdString(run.name); names.contains(name))
            return tr("“%1” was removed, which can still be undone. Choose another name.").arg(name.toHtmlEscaped());
    for (const QueuedRun& run : m_training.queue().waiting())
        if (names.contains(run.title())) return tr("“%1” is in the queue already.").arg(run.title().toHtmlEscaped());
    for (const TrainRequest& request : requests()) {
        const QueuedRun* same = m_training.queue().findSameTraining(request.dataset, request.config);
        if (!same) continue;
        const QString state = same == m_training.queue().current() ? tr("is training now") : tr("is in the queue");
        return tr("%1 %2 with the same values and seed %3. <a href=\"seed\">Use another seed</a> to repeat it.")
            .arg(same->title().toHtmlEscaped(), state)
            .arg(request.config.training.seed);
    }
    return {};
}

std::vector<TrainRequest> TrainPage::requests() const {
    TrainRequest request;
    request.dataset = m_session.dataset()->id;
    request.config = m_form->config();
    request.device = chosenDevice();
    std::vector<TrainRequest> all;
    for (const QString& name : runNames()) {
        request.runName = name.toStdString();
        all.push_back(request);
        ++request.config.training.seed;
    }
    return all;
}

// Sets the lowest seed, not below the current one, for which none of the runs to be started is already training or in
// the queue.
void TrainPage::useFreeSeed() {
    RunConfig config = m_form->config();
    const DatasetId dataset = m_session.dataset()->id;
    for (int free = 0; free < m_seeds->value();) {
        RunConfig next = config;
        next.training.seed += std::uint64_t(free);
        if (m_training.queue().findSameTraining(dataset, next)) {
            config.training.seed = next.training.seed + 1;
            free = 0;
        } else {
            ++free;
        }
    }
    m_form->setConfig(config, m_form->preset());
}

void TrainPage::repeat(const RunRecord& run) {
    const std::optional<RunConfig> config = readableConfig(run.config);
    const auto dataset = m_session.dataset();
    if (!config || !dataset) {
        m_session.notify(tr("The settings of %1 were written by another version of RecScope and cannot be read.")
                             .arg(QString::fromStdString(run.name)),
                         {}, Severity::Warning);
        return;
    }
    if (!canBeTrained(config->model)) {
        m_session.notify(tr("%1 was made elsewhere and cannot be trained here.").arg(QString::fromStdString(run.name)),
                         tr("Adopt another file to get another run."), Severity::Warning);
        return;
    }
    chooseModel(config->model);
    m_form->setConfig(withDefaultsForUnknown(*config), m_form->preset());
    m_name->clear();
    m_seeds->setValue(1);
    m_start->setFocus();
    m_session.notify(tr("The form now has the settings of %1.").arg(QString::fromStdString(run.name)),
                     tr("Change what you like, then start. The same seed gives the same numbers."));
}

QStringList TrainPage::runNames() const {
    const QString name = m_name->text().trimmed();
    QStringList names;
    for (int i = 0; i < m_seeds->value(); ++i)
        names << (name.isEmpty() || m_seeds->value() == 1
                      ? name
                      : tr("%1, seed %2").arg(name).arg(m_form->config().training.seed + std::uint64_t(i)));
    return names;
}

void TrainPage::describeStart() {
    const QString reason = reasonNotToStart();
    const bool waits = m_training.isBusy();
    // When a button is disabled, Qt moves its focus to the next button, here Stop, and the space key would then stop
    // the training.
    if (!reason.isEmpty() && m_start->hasFocus()) m_name->setFocus();
    m_start->setEnabled(reason.isEmpty());
    const int runs = m_seeds->value();
    m_start->setText(waits      ? tr("Train after the current run")
                     : runs > 1 ? tr("Train %1 runs").arg(runs)
                                : tr("Start training"));
    m_start->setToolTip(!reason.isEmpty() ? QTextDocumentFragment::fromHtml(reason).toPlainText()
                        : waits           ? tr("Starts when the current run is finished (Ctrl+Enter)")
                                          : tr("Train with these values (Ctrl+Enter)"));
    m_reason->setText(reason);
    m_reason->setVisible(!reason.isEmpty());
    m_help->setVisible(reason.isEmpty());
    // The reason is red only if the form has invalid values; other reasons, such as a name that is taken, are not
    // errors.
    const Colours& colours = Theme::instance().colours();
    m_reason->setStyleSheet(QStringLiteral("color: %1;").arg((m_form->isValid() ? colours.muted : colours.bad).name()));
}

void TrainPage::startTraining() {
    if (!reasonNotToStart().isEmpty()) return;
    m_training.start(requests(), {}, chosenMachine());
    m_name->clear();
    m_seeds->setValue(1);
}

void TrainPage::showQueue() {
    m_tabs->setCurrentIndex(kQueueTab);
}

bool TrainPage::isWatched(DatasetId dataset) const {
    return isVisible() && m_session.dataset() && m_session.dataset()->id == dataset;
}

void TrainPage::notifyEnd(const RunRecord& run) {
    if (isWatched(run.dataset)) return;  // the status line shows the outcome
    const QString name = QString::fromStdString(run.name);
    if (run.state == RunState::Finished && run.test) {
        QStringList hint{QString::fromStdString(baselineAboveSentence(run, m_references.values(run.protocol))),
                         QString::fromStdString(wordsOf(run.message)), QString::fromStdString(run.protocol.sentence())};
        hint.removeAll(QString());
        m_session.notify(tr("%1 is trained: NDCG@10 %2 on test.").arg(name, metricText(run.test->ndcg10)),
                         hint.join(QLatin1Char(' ')));
    } else if (run.state == RunState::Stopped)
        m_session.notify(tr("%1 was stopped; its best weights are kept.").arg(name));
}

QVariant TrainPage::uiState() const {
    // Uses the form's dataset, because the session may already have switched to another dataset.
    if (!m_formDataset || m_model.empty()) return {};
    std::map<std::string, Edited> all = m_edited;
    all[m_model] = {m_preset->currentData().toString().toStdString(), m_form->config()};
    QVariantMap state{{QStringLiteral("model"), QString::fromStdString(m_model)}};
    for (const auto& [model, edited] : all) {
        const RunConfig preset = presetFor(model, edited.preset, *m_formDataset).config;
        QVariantMap values;
        for (const ConfigKey& key : preset.schema->keys()) {
            const std::string value = key.read(edited.config);
            if (value != key.read(preset))
                values[QString::fromStdString(key.field.key)] = QString::fromStdString(value);
        }
        state[QStringLiteral("of ") + QString::fromStdString(model)] =
            QVariantList{QString::fromStdString(edited.preset), values};
    }
    return state;
}

void TrainPage::restoreState(const QVariant& state) {
    const auto dataset = m_session.dataset();
    if (!dataset) return;
    std::string shown;
    for (const ModelInfo& info : modelInfos()) {
        const QString name = QString::fromStdString(info.name);
        const QVariantList kept = state.toMap()[QStringLiteral("of ") + name].toList();
        if (kept.size() != 2) continue;
        try {
            Edited edited{kept[0].toString().toStdString(), {}};
            edited.config = presetFor(info.name, edited.preset, *dataset).config;
            const QVariantMap values = kept[1].toMap();
            for (auto value = values.begin(); value != values.end(); ++value)
                setConfigValue(edited.config, value.key().toStdString(), value.value().toString().toStdString());
            m_edited[info.name] = edited;
            if (name == state.toMap()[QStringLiteral("model")].toString()) shown = info.name;
        } catch (const Error&) {
            // A stored preset or value is from another program version: the form keeps its own values for this model.
        }
    }
    if (shown.empty()) return;
    m_model.clear();
    chooseModel(shown);
}

}  // namespace recscope::ui
