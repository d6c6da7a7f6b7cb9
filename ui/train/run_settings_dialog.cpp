// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/train/run_settings_dialog.h"

#include <QBoxLayout>
#include <QLabel>
#include <QPushButton>

#include "core/config/config_schema.h"
#include "core/recommender/registry.h"
#include "core/util/translated.h"
#include "ui/session/config_words.h"
#include "ui/session/model_title.h"
#include "ui/session/run_weights.h"
#include "ui/theme/theme.h"
#include "ui/train/run_columns.h"
#include "ui/widgets/arrange.h"
#include "ui/widgets/cell_table.h"
#include "ui/widgets/dialog_size.h"
#include "ui/widgets/number_text.h"

namespace recscope::ui {

namespace {

constexpr int kLabel = 1;                   // column that takes the remaining width
constexpr int kWidth = 560, kHeight = 620;  // design pixels

QString describe(const RunRecord& run) {
    QStringList lines{
        RunSettingsDialog::tr("%1 on %2").arg(modelTitle(run.model), QString::fromStdString(run.datasetName))};
    lines << (isAdopted(run) ? RunSettingsDialog::tr("Adopted %1") : RunSettingsDialog::tr("Started %1"))
                 .arg(localTime(QString::fromStdString(run.createdAt)));
    if (!isAdopted(run))
        lines.back() += RunSettingsDialog::tr(", %1 on %2")
                            .arg(epochsText(run.epochsDone), QString::fromStdString(wordsOf(run.device)));
    lines << RunSettingsDialog::tr("Protocol: %1").arg(QString::fromStdString(run.protocol.sentence()));
    if (!run.message.empty()) lines << QString::fromStdString(wordsOf(run.message));
    return lines.join(QLatin1Char('\n'));
}

void fill(CellTable& table, const RunConfig& config) {
    std::string group;
    for (const ConfigKey& key : config.schema->keys()) {
        const ConfigField& field = key.field;
        const QString value = configText(config, field.key);
        QString label = QString::fromStdString(translated(field.label));
        if (!field.unit.empty() && field.unit != "epochs")
            label += QStringLiteral(" (%1)").arg(QString::fromStdString(translated(field.unit)));
        const QString about = configWords(helpText(field));
        table.addRow({{field.group == group ? QString() : QString::fromStdString(translated(field.group)), about},
                      {label, about},
                      {value, about}});
        group = field.group;
    }
}

}  // namespace

RunSettingsDialog::RunSettingsDialog(const RunRecord& run, QWidget* parent) : QDialog(parent) {
    const Theme& theme = Theme::instance();
    const QString name = QString::fromStdString(run.name);
    setObjectName(QStringLiteral("runSettingsDialog"));
    setWindowTitle(tr("Settings of %1").arg(name));
    fitOverWindow(*this, {theme.px(kWidth), theme.px(kHeight)});
    QLabel* title = sectionLabel(name);
    title->setTextFormat(Qt::PlainText);
    QLabel* facts = mutedLabel(describe(run));
    facts->setTextFormat(Qt::PlainText);
    facts->setWordWrap(true);
    facts->setTextInteractionFlags(Qt::TextSelectableByMouse);

    auto* table = new CellTable(QStringLiteral("settingsTable"), windowTitle(),
                                {{tr("Group")}, {tr("Setting")}, {tr("Value"), {}, /*numeric=*/true}}, kLabel);
    const std::optional<RunConfig> config = readableConfig(run.config);
    if (config) fill(*table, *config);
    table->setEmptyText(tr("Another version of RecScope wrote these settings; this version cannot read them."));
    table->setExportName(tr("settings of %1").arg(name));
    table->fitColumns();
    connect(table, &TableView::notified, this, &RunSettingsDialog::notified);

    auto* repeat = new QPushButton(tr("Train again with these settings"));
    repeat->setObjectName(QStringLiteral("repeatFromSettings"));
    const bool isTrainable = config && canBeTrained(config->model);
    repeat->setToolTip(isTrainable || !config ? tr("Fill the form of the Train page with them")
                                              : tr("This run was made elsewhere and cannot be trained here"));
    repeat->setEnabled(isTrainable);
    auto* close = new QPushButton(tr("Close"));
    close->setObjectName(QStringLiteral("closeSettings"));
    close->setToolTip(tr("Close (Esc)"));
    arrange(this, column({title, facts, grow(table), row({stretch(), repeat, close})}),
            {space::kPadding, space::kPadding, space::kPadding, space::kPadding});
    close->setDefault(true);  // has an effect only after the button was added to the dialog
    connect(close, &QPushButton::clicked, this, &QDialog::reject);
    connect(repeat, &QPushButton::clicked, this, [this] {
        accept();
        emit repeatRequested();
    });
}

}  // namespace recscope::ui
