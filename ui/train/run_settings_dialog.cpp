// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/train/run_settings_dialog.h"

#include <QHBoxLayout>
#include <QLabel>
#include <QPushButton>
#include <QStandardItemModel>
#include <QVBoxLayout>

#include "core/config/config_schema.h"
#include "core/recommender/registry.h"
#include "ui/session/config_words.h"
#include "ui/session/model_title.h"
#include "ui/session/run_weights.h"
#include "ui/theme/theme.h"
#include "ui/train/run_columns.h"
#include "ui/widgets/number_text.h"
#include "ui/widgets/table_view.h"

namespace recscope::ui {

namespace {

enum Column { kGroup, kLabel, kValue, kColumnCount };
constexpr int kWidth = 560, kHeight = 620;  // design pixels

QString describe(const RunRecord& run) {
    QStringList lines{
        RunSettingsDialog::tr("%1 on %2").arg(modelTitle(run.model), QString::fromStdString(run.datasetName))};
    lines << RunSettingsDialog::tr("Started %1").arg(localTime(QString::fromStdString(run.createdAt)));
    if (!isAdopted(run))
        lines.back() +=
            RunSettingsDialog::tr(", %1 on %2").arg(epochsText(run.epochsDone), QString::fromStdString(run.device));
    lines << RunSettingsDialog::tr("Protocol: %1").arg(QString::fromStdString(run.protocol.sentence()));
    if (!run.message.empty()) lines << QString::fromStdString(run.message);
    return lines.join(QLatin1Char('\n'));
}

void fill(QStandardItemModel& model, const RunConfig& config) {
    std::string group;
    for (const ConfigKey& key : config.schema->keys()) {
        const ConfigField& field = key.field;
        const QString value = configText(config, field.key);
        QString label = QString::fromStdString(field.label);
        if (!field.unit.empty() && field.unit != "epochs")
            label += QStringLiteral(" (%1)").arg(QString::fromStdString(field.unit));
        const QList<QStandardItem*> row{
            new QStandardItem(field.group == group ? QString() : QString::fromStdString(field.group)),
            new QStandardItem(label), new QStandardItem(value)};
        for (QStandardItem* item : row) {
            item->setToolTip(configWords(field.help));
            item->setEditable(false);
        }
        model.appendRow(row);
        group = field.group;
    }
}

}  // namespace

RunSettingsDialog::RunSettingsDialog(const RunRecord& run, QWidget* parent) : QDialog(parent) {
    const Theme& theme = Theme::instance();
    const QString name = QString::fromStdString(run.name);
    setObjectName(QStringLiteral("runSettingsDialog"));
    setWindowTitle(tr("Settings of %1").arg(name));
    resize(theme.px(kWidth), theme.px(kHeight));
    auto* layout = new QVBoxLayout(this);
    layout->setSpacing(theme.px(space::kInside));
    auto* title = new QLabel(name, this);
    title->setTextFormat(Qt::PlainText);
    title->setProperty("role", "section");
    layout->addWidget(title);
    auto* facts = new QLabel(describe(run), this);
    facts->setTextFormat(Qt::PlainText);
    facts->setWordWrap(true);
    facts->setProperty("muted", true);
    facts->setTextInteractionFlags(Qt::TextSelectableByMouse);
    layout->addWidget(facts);

    auto* table = new TableView(this);
    table->setObjectName(QStringLiteral("settingsTable"));
    table->setAccessibleName(windowTitle());
    auto* model = new QStandardItemModel(0, kColumnCount, this);
    model->setHorizontalHeaderLabels({tr("Group"), tr("Setting"), tr("Value")});
    const std::optional<RunConfig> config = readableConfig(run.config);
    if (config) fill(*model, *config);
    table->setModel(model);
    table->setStretchColumn(kLabel);
    table->setNumericColumns({kValue});
    table->setEmptyText(tr("Another version of RecScope wrote these settings; this one cannot read them."));
    table->setExportName(tr("settings of %1").arg(name));
    table->fitColumns();
    connect(table, &TableView::told, this, &RunSettingsDialog::told);
    layout->addWidget(table, 1);

    auto* buttons = new QHBoxLayout;
    auto* repeat = new QPushButton(tr("Train again with these settings"), this);
    repeat->setObjectName(QStringLiteral("repeatFromSettings"));
    repeat->setToolTip(tr("Fill the form of the Train page with them"));
    repeat->setEnabled(config.has_value());
    auto* close = new QPushButton(tr("Close"), this);
    close->setObjectName(QStringLiteral("closeSettings"));
    close->setToolTip(tr("Close (Esc)"));
    close->setDefault(true);
    buttons->addStretch(1);
    buttons->addWidget(repeat);
    buttons->addWidget(close);
    layout->addLayout(buttons);
    connect(close, &QPushButton::clicked, this, &QDialog::reject);
    connect(repeat, &QPushButton::clicked, this, [this] {
        accept();
        emit repeatWanted();
    });
}

}  // namespace recscope::ui
