// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/compare/plan_dialog.h"

#include <QComboBox>
#include <QDialogButtonBox>
#include <QFileDialog>
#include <QFormLayout>
#include <QLabel>
#include <QLineEdit>
#include <QListWidget>
#include <QPushButton>
#include <QRegularExpression>
#include <QSaveFile>
#include <QScrollArea>
#include <QSignalBlocker>
#include <QVBoxLayout>

#include "core/metrics/protocol.h"
#include "core/recommender/registry.h"
#include "core/util/error.h"
#include "core/util/translated.h"
#include "ui/session/model_title.h"
#include "ui/session/run_score.h"
#include "ui/session/run_weights.h"
#include "ui/theme/theme.h"
#include "ui/widgets/arrange.h"
#include "ui/widgets/dialog_size.h"
#include "ui/widgets/named_input.h"
#include "ui/widgets/saving.h"

namespace recscope::ui {

namespace {

// Design pixels; kKeyLetters is a number of characters.
constexpr int kWidth = 560, kListHeight = 150, kShortList = 96, kKeyLetters = 18;

QListWidget* tickList(int height) {
    auto* list = new QListWidget;
    list->setTextElideMode(Qt::ElideMiddle);
    list->setFixedHeight(Theme::instance().px(height));
    return list;
}

void addTick(QListWidget* list, const QString& text, const std::string& value, const QString& about, bool ticked) {
    auto* item = new QListWidgetItem(text, list);
    item->setData(Qt::UserRole, QString::fromStdString(value));
    item->setToolTip(about);
    item->setFlags(Qt::ItemIsUserCheckable | Qt::ItemIsEnabled | Qt::ItemIsSelectable);
    item->setCheckState(ticked ? Qt::Checked : Qt::Unchecked);
}

std::vector<std::string> ticked(const QListWidget* list) {
    std::vector<std::string> values;
    for (int row = 0; row < list->count(); ++row)
        if (list->item(row)->checkState() == Qt::Checked)
            values.push_back(list->item(row)->data(Qt::UserRole).toString().toStdString());
    return values;
}

/// Splits "16, 32;64" into its values.
std::vector<std::string> valuesIn(const QString& text) {
    std::vector<std::string> values;
    for (const QString& value : text.split(QRegularExpression(QStringLiteral("[,;\\s]+")), Qt::SkipEmptyParts))
        values.push_back(value.toStdString());
    return values;
}

/// A valid name for a plan and its files: "Été, d = 16" becomes "ete-d-16".
std::string nameFor(const QString& title) {
    QString name = title.normalized(QString::NormalizationForm_KD).toLower();
    name.remove(QRegularExpression(QStringLiteral("\\p{Mn}")));
    name.replace(QRegularExpression(QStringLiteral("[^a-z0-9]+")), QStringLiteral(" "));
    name = name.trimmed().replace(QLatin1Char(' '), QLatin1Char('-'));
    return name.isEmpty() ? "plan" : name.toStdString();
}

}  // namespace

PlanDialog::PlanDialog(const DatasetInfo& dataset, const std::vector<RunRecord>& runs, QWidget* parent)
    : QDialog(parent),
      m_dataset(dataset),
      m_title(named(shortLine(), "planTitle", tr("Title"), tr("Shown above the study"))),
      m_seeds(named(
          new QLineEdit(QStringLiteral("42, 43, 44")), "planSeeds", tr("Seeds"),
          tr("Every config is trained once with each seed; the interval then includes the variation between seeds"))),
      m_models(named(tickList(kListHeight), "planModels", tr("Models"), tr("What is compared"))),
      m_runs(named(tickList(kShortList), "planRuns", tr("Existing runs"),
                   tr("Shown beside the plan's new runs and never trained again; includes runs trained elsewhere"))),
      m_protocols(named(tickList(kShortList), "planProtocols", tr("Protocols"),
                        tr("The candidates that the held-out items are ranked against; each protocol gives a table"))),
      m_preset(named(new QComboBox, "planPreset", tr("Preset"), tr("The preset from which the configs start"))),
      m_keyRows(column({}, space::kUnit)),
      m_addKey(named(
          new QPushButton(tr("Add a key")), "planAddKey", tr("Add a key"),
          tr("Keys with several values form a grid: each value of one key is combined with each value of the others"))),
      m_summary(sentenceLabel(QStringLiteral("planSummary"))),
      m_buttons(new QDialogButtonBox(QDialogButtonBox::Save | QDialogButtonBox::Cancel)) {
    setObjectName(QStringLiteral("planDialog"));
    setWindowTitle(tr("New plan on %1").arg(QString::fromStdString(dataset.name)));
    for (const ModelInfo& model : modelInfos())
        addTick(m_models, QString::fromStdString(model.title), model.name, QString::fromStdString(model.summary), true);
    for (const RunRecord& run : runs) {
        if (run.state != RunState::Finished) continue;
        const QString about = isAdopted(run) ? tr("Trained elsewhere: its seed and epochs are not known")
                                             : QStringLiteral("%1, %2").arg(modelTitle(run.model), runScoreText(run));
        addTick(m_runs, QString::fromStdString(run.name), run.name, about, false);
    }
    for (const char* candidates : candidatesNames()) {
        Protocol protocol;
        protocol.setCandidates(candidates);
        addTick(m_protocols, QString::fromLatin1(candidates), candidates, QString::fromStdString(protocol.sentence()),
                candidates == std::string_view(candidatesNames().front()));
    }
    for (const auto& [preset, about] :
         {std::pair("quick", tr("quick: a first look")), std::pair("paper", tr("paper: as published; may take hours"))})
        m_preset->addItem(about, QString::fromLatin1(preset));
    auto* form = new QFormLayout;
    m_title->setText(tr("My plan"));
    form->addRow(tr("Title"), m_title);
    form->addRow(tr("Models"), m_models);
    if (m_runs->count() > 0) form->addRow(tr("Existing runs"), m_runs);
    m_runs->setVisible(m_runs->count() > 0);
    form->addRow(tr("Preset"), m_preset);
    form->addRow(tr("Set and vary"), boxed(column({m_keyRows, row({m_addKey, stretch()})}, space::kUnit)));
    form->addRow(tr("Seeds"), m_seeds);
    form->addRow(tr("Protocols"), m_protocols);
    QScrollArea* all = scrolled(boxed(form));
    arrange(this, column({grow(all), m_summary, m_buttons}, space::kSpacing), QMargins() + space::kSpacing);
    fitToContent(*this, Theme::instance().px(kWidth), *all);

    connect(m_models, &QListWidget::itemChanged, this, [this] {
        fillKeys();
        readInputs();
    });
    for (QListWidget* list : {m_protocols, m_runs})
        connect(list, &QListWidget::itemChanged, this, &PlanDialog::readInputs);
    for (QLineEdit* line : {m_title, m_seeds}) connect(line, &QLineEdit::textChanged, this, &PlanDialog::readInputs);
    connect(m_preset, &QComboBox::currentIndexChanged, this, &PlanDialog::readInputs);
    connect(m_addKey, &QPushButton::clicked, this, &PlanDialog::addKey);
    connect(m_buttons, &QDialogButtonBox::accepted, this, &QDialog::accept);
    connect(m_buttons, &QDialogButtonBox::rejected, this, &QDialog::reject);
    addKey();
}

// The first key exists from the start and has no Remove button.
void PlanDialog::addKey() {
    const bool isFirst = m_keys.empty();
    const QString suffix = isFirst ? QString() : QStringLiteral("_%1").arg(++m_added + 1);
    auto* key = named(new QComboBox, ("planKey" + suffix).toLatin1().constData(), tr("Key"),
                      tr("A key of the config: with several values it is varied, with one it is fixed"));
    key->setSizeAdjustPolicy(QComboBox::AdjustToMinimumContentsLengthWithIcon);
    key->setMinimumContentsLength(kKeyLetters);
    auto* values = named(new QLineEdit, ("planValues" + suffix).toLatin1().constData(), tr("Values"),
                         tr("Values separated by commas, a run for each: 16, 32, 64"));
    QWidget* box = nullptr;
    if (isFirst) {
        box = boxed(row({grow(key), grow(values)}));
    } else {
        auto* remove = named(new QPushButton(QStringLiteral("×")), ("planRemoveKey" + suffix).toLatin1().constData(),
                             tr("Remove this key"), tr("Remove this key"));
        remove->setProperty("compact", true);
        box = boxed(row({grow(key), grow(values), remove}));
        connect(remove, &QPushButton::clicked, this, [this, box] { removeKey(box); });
    }
    m_keyRows->addWidget(box);
    m_keys.push_back({box, key, values});
    connect(values, &QLineEdit::textChanged, this, &PlanDialog::readInputs);
    connect(key, &QComboBox::currentIndexChanged, this, &PlanDialog::readInputs);
    fillKeys();
    readInputs();
}

void PlanDialog::removeKey(QWidget* box) {
    std::erase_if(m_keys, [box](const KeyRow& row) { return row.box == box; });
    box->hide();
    box->deleteLater();
    m_addKey->setFocus();
    readInputs();
}

QString PlanDialog::saveNew(const DatasetInfo& dataset, const std::vector<RunRecord>& runs, QWidget* parent) {
    PlanDialog dialog(dataset, runs, parent);
    // If no file is chosen, the dialog opens again in its previous state.
    while (dialog.exec() == QDialog::Accepted && dialog.plan()) {
        QString file = QFileDialog::getSaveFileName(
            parent, tr("Save the plan"), QString::fromStdString(dialog.plan()->name) + QStringLiteral(".json"),
            tr("Plans (*.json)"));
        if (file.isEmpty()) continue;
        if (!file.endsWith(QLatin1String(".json"))) file += QLatin1String(".json");
        QSaveFile saved(file);
        const QByteArray text = QByteArray::fromStdString(planToJson(*dialog.plan()));
        if (saved.open(QIODevice::WriteOnly) && saved.write(text) == text.size() && saved.commit()) return file;
        announceNotSaved(parent, file, saved.errorString());
    }
    return {};
}

/// Lists the config keys that at least one of the ticked models has.
void PlanDialog::fillKeys() {
    const std::vector<ConfigField> fields = fieldsOf(ticked(m_models));
    for (const KeyRow& row : m_keys) {
        const QSignalBlocker quiet(row.key);
        const QString before = row.key->currentData().toString();
        row.key->clear();
        row.key->addItem(m_keys.size() == 1 ? tr("nothing: only the models differ") : tr("choose a key"), QString());
        for (const ConfigField& field : fields) {
            if (field.key == "seed") continue;
            row.key->addItem(QString::fromStdString(translated(field.label)), QString::fromStdString(field.key));
            row.key->setItemData(row.key->count() - 1, QString::fromStdString(helpText(field)), Qt::ToolTipRole);
        }
        row.key->setCurrentIndex(std::max(0, row.key->findData(before)));
    }
}

Plan PlanDialog::planFromInputs() const {
    Plan plan;
    plan.title = m_title->text().trimmed().toStdString();
    plan.name = nameFor(m_title->text());
    plan.datasets = {m_dataset.name};
    plan.protocols = ticked(m_protocols);
    plan.metrics = {"ndcg@10", "hr@10"};
    plan.margin = 0.005;
    for (const std::string& seed : valuesIn(m_seeds->text())) plan.seeds.push_back(std::stoull(seed));
    std::size_t varied = 0;
    std::vector<std::pair<std::string, std::vector<std::string>>> keys;
    for (const KeyRow& row : m_keys) {
        const std::string key = row.key->currentData().toString().toStdString();
        if (key.empty()) continue;
        keys.emplace_back(key, valuesIn(row.values->text()));
        varied += keys.back().second.size() > 1;
    }
    // One varied key gives a curve, several give a table.
    plan.shape = varied == 1 ? PlanShape::Curve : PlanShape::Table;
    for (const std::string& model : ticked(m_models)) {
        PlanEntry& entry = plan.entries.emplace_back();
        entry.model = model;
        entry.preset = m_preset->currentData().toString().toStdString();
        const RunConfig config = presetFor(model, entry.preset, m_dataset).config;
        for (const auto& [key, values] : keys)
            if (hasConfigKey(config, key)) entry.values.emplace_back(key, values);
    }
    for (const std::string& run : ticked(m_runs)) plan.entries.emplace_back().run = run;
    return plan;
}

/// Why no plan can be made from the inputs; empty if one can be made.
QString PlanDialog::problem() const {
    const QStringList seeds = m_seeds->text().split(QRegularExpression(QStringLiteral("[,;\\s]+")), Qt::SkipEmptyParts);
    for (const KeyRow& row : m_keys)
        if (row.values->isEnabled() && valuesIn(row.values->text()).empty())
            return tr("Type the values, e.g. 16, 32, 64.");
    if (ticked(m_protocols).empty()) return tr("Tick a protocol.");
    if (ticked(m_models).empty() && ticked(m_runs).empty()) return tr("Tick a model.");
    if (m_title->text().trimmed().isEmpty()) return tr("A plan needs a title.");
    if (seeds.isEmpty()) return tr("A plan needs a seed.");
    for (const QString& seed : seeds) {
        bool isNumber = false;
        seed.toULongLong(&isNumber);
        if (!isNumber) return tr("“%1” is not a seed: seeds are whole numbers, 0 or larger.").arg(seed);
    }
    return {};
}

void PlanDialog::readInputs() {
    m_plan.reset();
    for (const KeyRow& row : m_keys) row.values->setEnabled(!row.key->currentData().toString().isEmpty());
    QString problem = this->problem();
    std::size_t runs = 0;
    try {
        if (problem.isEmpty()) {
            const Plan plan = planFromJson(planToJson(planFromInputs()));
            runs = plannedRunsOn(m_dataset, plan).size();
            m_plan = plan;
        }
    } catch (const Error& error) {
        problem = QString::fromUtf8(error.what()) + QLatin1Char(' ') + QString::fromStdString(error.hint());
    }
    m_summary->setText(!problem.isEmpty() ? problem
                       : runs == 1        ? tr("1 run. The time is measured once the plan is saved.")
                                          : tr("%1 runs. The time is measured once the plan is saved.").arg(runs));
    m_buttons->button(QDialogButtonBox::Save)->setEnabled(m_plan.has_value());
}

}  // namespace recscope::ui
