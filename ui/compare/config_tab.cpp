// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/compare/config_tab.h"

#include <QCheckBox>
#include <QHBoxLayout>
#include <QHeaderView>
#include <QLabel>
#include <QStandardItemModel>
#include <algorithm>
#include <set>

#include "core/config/run_config.h"
#include "core/recommender/registry.h"
#include "core/util/error.h"
#include "ui/session/config_words.h"
#include "ui/session/session.h"
#include "ui/widgets/number_text.h"
#include "ui/widgets/run_swatch.h"
#include "ui/widgets/table_view.h"

namespace recscope::ui {

ConfigTab::ConfigTab(Session& session, QWidget* parent)
    : QWidget(parent),
      m_all(new QCheckBox(tr("Show all values"), this)),
      m_note(new QLabel(this)),
      m_table(new TableView(this)),
      m_model(new QStandardItemModel(this)) {
    const Theme& theme = Theme::instance();
    auto* layout = new QVBoxLayout(this);
    layout->setContentsMargins(0, theme.px(space::kInside), 0, 0);
    layout->setSpacing(theme.px(space::kInside));
    auto* line = new QHBoxLayout;
    m_note->setProperty("muted", true);
    line->addWidget(m_note, 1);
    m_all->setObjectName(QStringLiteral("allValues"));
    m_all->setToolTip(tr("Also show the values that are the same"));
    line->addWidget(m_all);
    layout->addLayout(line);
    m_table->setObjectName(QStringLiteral("configs"));
    m_table->setAccessibleName(tr("Configs of the compared runs"));
    m_table->setModel(m_model);
    m_table->horizontalHeader()->setStretchLastSection(true);
    m_table->setExportName(tr("configs"));
    layout->addWidget(m_table, 1);
    connect(m_all, &QCheckBox::toggled, this, &ConfigTab::fill);
    connect(m_table, &TableView::told, &session, [&session](const QString& sentence) { session.tell(sentence); });
}

void ConfigTab::setLines(const std::vector<ComparedLine>& lines) {
    m_lines.clear();
    for (const ComparedLine& line : lines)
        if (!line.isSeed()) m_lines.push_back(line);
    m_table->setFacts(lines.empty()
                          ? TableFacts()
                          : TableFacts{{tr("Dataset"), QString::fromStdString(lines.front().record().datasetName)}});
    fill();
}

void ConfigTab::fill() {
    m_model->clear();
    m_model->setColumnCount(2 + int(m_lines.size()));
    QStringList titles{tr("Group"), tr("Value")};
    for (const ComparedLine& line : m_lines) titles << line.name;
    m_model->setHorizontalHeaderLabels(titles);
    for (int i = 0; i < int(m_lines.size()); ++i)
        m_model->setHeaderData(2 + i, Qt::Horizontal, runIcon(m_lines[std::size_t(i)].style), Qt::DecorationRole);

    std::vector<RunConfig> configs;
    QString unreadable;
    for (const ComparedLine& line : m_lines) {
        try {
            configs.push_back(configFromJson(line.record().config));
        } catch (const Error& error) {
            configs.emplace_back();
            unreadable = tr("The config of %1 was written by another version: %2")
                             .arg(line.name, QString::fromStdString(error.what()));
        }
    }
    int differing = 0;
    const auto addRow = [&](const QString& group, const QString& label, const QString& help,
                            const QStringList& values) {
        const bool differs = std::set<QString>(values.begin(), values.end()).size() > 1;
        differing += differs;
        if (!differs && !m_all->isChecked()) return;
        QList<QStandardItem*> row{new QStandardItem(group), new QStandardItem(label)};
        row[0]->setForeground(Theme::instance().colours().muted);
        row[1]->setToolTip(help);
        for (const QString& value : values) {
            row << new QStandardItem(value);
            QFont font = Theme::instance().numbers();
            font.setBold(differs && m_all->isChecked());
            row.last()->setFont(font);
            row.last()->setToolTip(help);
        }
        m_model->appendRow(row);
    };
    if (!m_lines.empty()) {
        QStringList models, devices;
        for (std::size_t i = 0; i < m_lines.size(); ++i) {
            models << (configs[i].model.empty() ? QStringLiteral("–")
                                                : QString::fromStdString(modelInfo(configs[i].model).title));
            QStringList own;
            for (const auto& run : m_lines[i].runs) own << QString::fromStdString(run->record.device);
            own.removeDuplicates();
            devices << own.join(QStringLiteral("; "));
        }
        addRow(tr("Model"), tr("Model"), {}, models);
        std::vector<std::string> modelNames;
        for (const RunConfig& config : configs)
            if (!config.model.empty()) modelNames.push_back(config.model);
        for (const ConfigField& field : fieldsOf(modelNames)) {
            QStringList values;
            for (std::size_t i = 0; i < configs.size(); ++i) {
                const RunConfig& config = configs[i];
                if (field.key == "seed" && m_lines[i].isGroup()) {
                    QStringList seeds;
                    for (const auto& run : m_lines[i].runs) seeds << QString::number(seedOf(run->record));
                    values << seeds.join(QStringLiteral(", "));
                    continue;
                }
                values << (hasConfigKey(config, field.key) ? configValueWords(field.key, configValue(config, field.key))
                                                           : QStringLiteral("–"));
            }
            addRow(QString::fromStdString(field.group), QString::fromStdString(field.label), configWords(field.help),
                   values);
        }
        addRow(tr("Machine"), tr("Device"), {}, devices);
    }
    const bool oneConfig = m_lines.size() == 1 && m_lines.front().isGroup();
    m_table->setEmptyText(oneConfig            ? tr("Seeds of one config: nothing else differs between these runs.")
                          : m_lines.size() < 2 ? tr("Choose two or more runs above to see how they differ.")
                                               : tr("These runs have the same values throughout."));
    m_table->fitColumns();
    if (!unreadable.isEmpty())
        m_note->setText(unreadable);
    else
        m_note->setText(m_lines.size() < 2 ? QString()
                        : differing == 1   ? tr("1 value differs.")
                                           : tr("%1 values differ.").arg(differing));
}

}  // namespace recscope::ui
