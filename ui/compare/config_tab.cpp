// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/compare/config_tab.h"

#include <QBoxLayout>
#include <QCheckBox>
#include <QHeaderView>
#include <QLabel>
#include <QStandardItemModel>
#include <algorithm>
#include <optional>
#include <set>

#include "core/config/run_config.h"
#include "core/recommender/registry.h"
#include "core/util/translated.h"
#include "ui/session/config_words.h"
#include "ui/session/session.h"
#include "ui/widgets/arrange.h"
#include "ui/widgets/cell_table.h"
#include "ui/widgets/run_swatch.h"

namespace recscope::ui {

ConfigTab::ConfigTab(Session& session, QWidget* parent)
    : QWidget(parent),
      m_all(new QCheckBox(tr("Show all values"))),
      m_note(mutedLabel()),
      m_table(new CellTable(QStringLiteral("configs"), tr("Configs of the compared runs"), {}, -1)) {
    m_all->setObjectName(QStringLiteral("allValues"));
    m_all->setToolTip(tr("Also show the values that are the same"));
    m_table->horizontalHeader()->setStretchLastSection(true);
    m_table->setExportName(tr("configs"));
    arrange(this, column({row({grow(m_note), m_all}), grow(m_table)}), {0, space::kPadding, 0, 0});
    connect(m_all, &QCheckBox::toggled, this, &ConfigTab::fill);
    connect(m_table, &TableView::notified, &session, [&session](const QString& sentence) { session.notify(sentence); });
}

void ConfigTab::setLines(const std::vector<ComparedLine>& lines) {
    m_lines = withoutSeeds(lines);
    m_table->setFacts(lines.empty()
                          ? TableFacts()
                          : TableFacts{{tr("Dataset"), QString::fromStdString(lines.front().record().datasetName)}});
    fill();
}

bool ConfigTab::Row::differs() const {
    std::set<QString> different;
    for (const auto& value : values)
        if (value) different.insert(*value);
    return different.size() > 1;
}

bool ConfigTab::Row::isKnown() const {
    return std::all_of(values.begin(), values.end(), [](const auto& value) { return value.has_value(); });
}

std::vector<ConfigTab::Row> ConfigTab::rows() const {
    std::vector<std::optional<RunConfig>> configs;
    std::vector<std::string> models;
    Row model{tr("Model"), tr("Model"), {}, {}}, device{tr("Machine"), tr("Device"), {}, {}};
    for (const ComparedLine& line : m_lines) {
        const auto& config = configs.emplace_back(readableConfig(line.record().config));
        if (config) models.push_back(config->model);
        model.values.push_back(config ? std::optional(QString::fromStdString(modelInfo(config->model).title))
                                      : std::nullopt);
        QStringList devices;
        for (const auto& run : line.runs) devices << QString::fromStdString(wordsOf(run->record.device));
        devices.removeDuplicates();
        device.values.emplace_back(devices.join(QStringLiteral("; ")));
    }
    const auto valueIn = [&](std::size_t line, const ConfigField& field) -> std::optional<QString> {
        if (!configs[line]) return {};
        if (field.key == "seed" && m_lines[line].isGroup()) {
            QStringList seeds;
            for (const auto& run : m_lines[line].runs) seeds << QString::number(seedOf(run->record));
            return seeds.join(QStringLiteral(", "));
        }
        if (!hasConfigKey(*configs[line], field.key)) return QStringLiteral("–");
        return configValueText(field.key, configValue(*configs[line], field.key));
    };
    std::vector<Row> rows{model};
    for (const ConfigField& field : fieldsOf(models)) {
        Row row{QString::fromStdString(translated(field.group)),
                QString::fromStdString(translated(field.label)),
                configWords(helpText(field)),
                {}};
        for (std::size_t line = 0; line < m_lines.size(); ++line) row.values.push_back(valueIn(line, field));
        rows.push_back(std::move(row));
    }
    rows.push_back(device);
    return rows;
}

void ConfigTab::addRow(const Row& row) {
    const QColor muted = Theme::instance().colours().muted;
    QFont font = Theme::instance().numbers();
    font.setBold(row.differs() && m_all->isChecked());
    std::vector<Cell> cells{{row.group, {}, {{Qt::ForegroundRole, muted}}}, {row.label, row.help}};
    for (const auto& value : row.values) {
        if (value) {
            cells.push_back({*value, row.help, {{Qt::FontRole, font}}});
        } else {
            cells.push_back({tr("cannot be read"),
                             tr("The config of this run was written by another version of the program"),
                             {{Qt::ForegroundRole, muted}}});
        }
    }
    m_table->addRow(cells);
}

void ConfigTab::fill() {
    std::vector<CellColumn> columns{{tr("Group")}, {tr("Setting")}};
    for (const ComparedLine& line : m_lines) columns.push_back({line.name});
    m_table->setColumns(columns);
    for (int i = 0; i < int(m_lines.size()); ++i)
        m_table->cells().setHeaderData(2 + i, Qt::Horizontal, runIcon(m_lines[std::size_t(i)].style),
                                       Qt::DecorationRole);
    const std::vector<Row> all = m_lines.empty() ? std::vector<Row>() : rows();
    const auto differing = std::count_if(all.begin(), all.end(), [](const Row& row) { return row.differs(); });
    // The first row, the model, is also shown without differences if the config of a run cannot be read: it then shows
    // which run that is.
    for (const Row& row : all)
        if (row.differs() || m_all->isChecked() || (&row == &all.front() && !row.isKnown())) addRow(row);
    const bool oneConfig = m_lines.size() == 1 && m_lines.front().isGroup();
    m_table->setEmptyText(oneConfig            ? tr("Seeds of one config: nothing else differs between these runs.")
                          : m_lines.size() < 2 ? tr("Choose two or more runs above to see how they differ.")
                                               : tr("These runs have the same value for every setting."));
    m_table->fitColumns();
    m_note->setText(m_lines.size() < 2 ? QString()
                    : differing == 1   ? tr("1 value differs.")
                                       : tr("%1 values differ.").arg(differing));
}

}  // namespace recscope::ui
