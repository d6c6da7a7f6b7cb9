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

#include "core/metrics/protocol.h"
#include "core/recommender/registry.h"
#include "core/util/error.h"
#include "core/util/translated.h"
#include "ui/theme/theme.h"
#include "ui/widgets/arrange.h"
#include "ui/widgets/dialog_size.h"
#include "ui/widgets/named_input.h"
#include "ui/widgets/saving.h"

namespace recscope::ui {

namespace {

constexpr int kWidth = 560, kListHeight = 150, kShortList = 96;  ///< design pixels

QListWidget* tickList(int height) {
    auto* list = new QListWidget;
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

/// "16, 32;64" taken apart.
std::vector<std::string> listed(const QString& text) {
    std::vector<std::string> values;
    for (const QString& value : text.split(QRegularExpression(QStringLiteral("[,;\\s]+")), Qt::SkipEmptyParts))
        values.push_back(value.toStdString());
    return values;
}

/// What a plan may be called, and its files: "Été, d = 16" is "ete-d-16".
std::string nameFor(const QString& title) {
    QString name = title.normalized(QString::NormalizationForm_KD).toLower();
    name.remove(QRegularExpression(QStringLiteral("\\p{Mn}")));
    name.replace(QRegularExpression(QStringLiteral("[^a-z0-9]+")), QStringLiteral(" "));
    name = name.trimmed().replace(QLatin1Char(' '), QLatin1Char('-'));
    return name.isEmpty() ? "plan" : name.toStdString();
}

}  // namespace

PlanDialog::PlanDialog(const DatasetInfo& dataset, QWidget* parent)
    : QDialog(parent),
      m_dataset(dataset),
      m_title(named(shortLine(), "planTitle", tr("Title"), tr("Stands above the study"))),
      m_values(
          named(new QLineEdit, "planValues", tr("Values"), tr("One run for each, separated by commas: 16, 32, 64"))),
      m_seeds(named(new QLineEdit(QStringLiteral("42, 43, 44")), "planSeeds", tr("Seeds"),
                    tr("Every config is trained once with each: the interval then allows for the chance of the seed"))),
      m_models(named(tickList(kListHeight), "planModels", tr("Models"), tr("What is compared"))),
      m_protocols(named(tickList(kShortList), "planProtocols", tr("Protocols"),
                        tr("What the held-out items are ranked among; each makes a table"))),
      m_preset(named(new QComboBox, "planPreset", tr("Preset"), tr("Where the configs start from"))),
      m_key(named(new QComboBox, "planKey", tr("Vary"), tr("A key of the config that takes several values"))),
      m_summary(sentenceLabel(QStringLiteral("planSummary"))),
      m_buttons(new QDialogButtonBox(QDialogButtonBox::Save | QDialogButtonBox::Cancel)) {
    setObjectName(QStringLiteral("planDialog"));
    setWindowTitle(tr("New plan on %1").arg(QString::fromStdString(dataset.name)));
    for (const ModelInfo& model : modelInfos())
        addTick(m_models, QString::fromStdString(model.title), model.name, QString::fromStdString(model.summary), true);
    for (const char* candidates : candidatesNames()) {
        Protocol protocol;
        protocol.candidates = candidatesFromName(candidates);
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
    form->addRow(tr("Preset"), m_preset);
    form->addRow(tr("Vary"), m_key);
    form->addRow(tr("Values"), m_values);
    form->addRow(tr("Seeds"), m_seeds);
    form->addRow(tr("Protocols"), m_protocols);
    QScrollArea* all = scrolled(boxed(form));
    arrange(this, column({grow(all), m_summary, m_buttons}, space::kBetween), QMargins() + space::kBetween);
    fitWhole(*this, Theme::instance().px(kWidth), *all);

    connect(m_models, &QListWidget::itemChanged, this, [this] {
        makeKeys();
        read();
    });
    connect(m_protocols, &QListWidget::itemChanged, this, &PlanDialog::read);
    for (QLineEdit* line : {m_title, m_values, m_seeds})
        connect(line, &QLineEdit::textChanged, this, &PlanDialog::read);
    for (QComboBox* box : {m_preset, m_key}) connect(box, &QComboBox::currentIndexChanged, this, &PlanDialog::read);
    connect(m_buttons, &QDialogButtonBox::accepted, this, &QDialog::accept);
    connect(m_buttons, &QDialogButtonBox::rejected, this, &QDialog::reject);
    makeKeys();
    read();
}

QString PlanDialog::saveNew(const DatasetInfo& dataset, QWidget* parent) {
    PlanDialog dialog(dataset, parent);
    // Without a file it is there again as it was left.
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

/// Those that every ticked model has, or all but what is counted.
void PlanDialog::makeKeys() {
    const QSignalBlocker quiet(m_key);
    const QString before = m_key->currentData().toString();
    m_key->clear();
    m_key->addItem(tr("nothing: only the models differ"), QString());
    const std::vector<std::string> models = ticked(m_models);
    for (const ConfigField& field : fieldsOf(models)) {
        if (field.key == "seed") continue;
        QString label = QString::fromStdString(translated(field.label));
        m_key->addItem(label, QString::fromStdString(field.key));
        m_key->setItemData(m_key->count() - 1, QString::fromStdString(helpText(field)), Qt::ToolTipRole);
    }
    m_key->setCurrentIndex(std::max(0, m_key->findData(before)));
}

Plan PlanDialog::made() const {
    Plan plan;
    plan.title = m_title->text().trimmed().toStdString();
    plan.name = nameFor(m_title->text());
    plan.datasets = {m_dataset.name};
    plan.protocols = ticked(m_protocols);
    plan.metrics = {"ndcg@10", "hr@10"};
    plan.margin = 0.005;
    for (const std::string& seed : listed(m_seeds->text())) plan.seeds.push_back(std::stoull(seed));
    const std::string key = m_key->currentData().toString().toStdString();
    plan.shape = key.empty() ? PlanShape::Table : PlanShape::Curve;
    for (const std::string& model : ticked(m_models)) {
        PlanEntry& entry = plan.entries.emplace_back();
        entry.model = model;
        entry.preset = m_preset->currentData().toString().toStdString();
        const RunConfig config = presetFor(model, entry.preset, m_dataset).config;
        if (!key.empty() && hasConfigKey(config, key)) entry.values.emplace_back(key, listed(m_values->text()));
    }
    return plan;
}

void PlanDialog::read() {
    m_plan.reset();
    m_values->setEnabled(!m_key->currentData().toString().isEmpty());
    QString problem;
    std::size_t runs = 0;
    try {
        const QStringList seeds =
            m_seeds->text().split(QRegularExpression(QStringLiteral("[,;\\s]+")), Qt::SkipEmptyParts);
        for (const QString& seed : seeds) {
            bool isNumber = false;
            seed.toULongLong(&isNumber);
            if (!isNumber) problem = tr("“%1” is no seed: seeds are whole numbers from 0 on.").arg(seed);
        }
        if (seeds.isEmpty()) problem = tr("A plan needs a seed.");
        if (m_title->text().trimmed().isEmpty()) problem = tr("A plan needs a title.");
        if (ticked(m_models).empty()) problem = tr("Tick a model.");
        if (ticked(m_protocols).empty()) problem = tr("Tick a protocol.");
        if (m_values->isEnabled() && listed(m_values->text()).empty())
            problem = tr("Type the values, e.g. 16, 32, 64.");
        if (problem.isEmpty()) {
            const Plan plan = planFromJson(planToJson(made()));
            runs = plannedRunsOn(m_dataset, plan).size();
            m_plan = plan;
        }
    } catch (const Error& error) {
        problem = QString::fromUtf8(error.what()) + QLatin1Char(' ') + QString::fromStdString(error.hint());
    }
    m_summary->setText(!problem.isEmpty() ? problem
                       : runs == 1        ? tr("1 run. The time is measured when the plan is open.")
                                          : tr("%1 runs. The time is measured when the plan is open.").arg(runs));
    m_buttons->button(QDialogButtonBox::Save)->setEnabled(m_plan.has_value());
}

}  // namespace recscope::ui
