// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/train/run_table_model.h"

#include <QRegularExpression>
#include <algorithm>

#include "core/recommender/evaluate.h"
#include "core/recommender/registry.h"
#include "core/train/trainer.h"
#include "ui/session/model_title.h"
#include "ui/session/run_weights.h"
#include "ui/theme/icons.h"
#include "ui/theme/theme.h"
#include "ui/widgets/column_sort.h"
#include "ui/widgets/number_text.h"
#include "ui/widgets/plain_table.h"

namespace recscope::ui {

namespace {

constexpr QChar kNone(0x2013);  // –

QString spreadText(const Spread& spread) {
    return QStringLiteral("%1 ± %2").arg(metricText(spread.mean), metricText(spread.deviation));
}

/// Compares in natural order: "SASRec 2" before "SASRec 10". QCollator is not used, because its numeric mode needs a
/// locale.
bool comesBefore(const QString& left, const QString& right) {
    static const QRegularExpression part(QStringLiteral("\\d+|\\D+"));
    auto leftParts = part.globalMatch(left), rightParts = part.globalMatch(right);
    while (leftParts.hasNext() && rightParts.hasNext()) {
        const QString leftPart = leftParts.next().captured(), rightPart = rightParts.next().captured();
        bool leftIsNumber = false, rightIsNumber = false;
        const qulonglong leftNumber = leftPart.toULongLong(&leftIsNumber);
        const qulonglong rightNumber = rightPart.toULongLong(&rightIsNumber);
        const bool areNumbers = leftIsNumber && rightIsNumber;
        if (areNumbers && leftNumber != rightNumber) return leftNumber < rightNumber;
        const int order = leftPart.compare(rightPart, Qt::CaseInsensitive);
        if (!areNumbers && order != 0) return order < 0;
    }
    return rightParts.hasNext();
}

}  // namespace

RunTableModel::RunTableModel(RunDisplay display, QObject* parent)
    : QAbstractTableModel(parent), m_display(std::move(display)) {}

void RunTableModel::setRuns(const std::vector<RunRecord>& runs) {
    std::vector<std::optional<RunConfig>> configs;
    std::vector<RunConfig> readable;
    // Without runs whose config was written by another program version: they belong to no group.
    std::vector<RunRecord> groupable;
    for (const RunRecord& run : runs) {
        configs.push_back(readableConfig(run.config));
        if (!configs.back()) continue;
        readable.push_back(*configs.back());
        groupable.push_back(run);
    }
    std::vector<SeedGroup> groups = seedGroups(groupable);
    std::vector<ConfigColumn> columns = differingColumns(readable);
    const bool sameRows = groups.size() == m_groups.size() && columns == m_columns &&
                          std::equal(runs.begin(), runs.end(), m_runs.begin(), m_runs.end(),
                                     [](const RunRecord& left, const RunRecord& right) { return left.id == right.id; });
    if (!sameRows) beginResetModel();
    m_runs = runs;
    m_configs = std::move(configs);
    m_groups = std::move(groups);
    m_columns = std::move(columns);
    if (!sameRows)
        endResetModel();
    else if (rowCount() > 0)
        emit dataChanged(index(0, 0), index(rowCount() - 1, columnCount() - 1));
}

void RunTableModel::refreshDisplay() {
    if (rowCount() > 0) emit dataChanged(index(0, 0), index(rowCount() - 1, columnCount() - 1));
}

const RunRecord* RunTableModel::runAt(int row) const {
    return row >= 0 && row < int(m_runs.size()) ? &m_runs[std::size_t(row)] : nullptr;
}

const RunConfig* RunTableModel::configAt(int row) const {
    if (!runAt(row)) return nullptr;
    const std::optional<RunConfig>& config = m_configs[std::size_t(row)];
    return config ? &*config : nullptr;
}

int RunTableModel::rowCount(const QModelIndex& parent) const {
    return parent.isValid() ? 0 : int(m_runs.size() + m_groups.size());
}

int RunTableModel::columnCount(const QModelIndex& parent) const {
    return parent.isValid() ? 0 : kFixedColumns + int(m_columns.size());
}

QString RunTableModel::text(int row, int column) const {
    const RunRecord* run = runAt(row);
    if (!run) return groupText(m_groups[std::size_t(row) - m_runs.size()], column);
    const RunConfig* config = configAt(row);
    switch (column) {
        case kName:
            return QString::fromStdString(run->name);
        case kModel:
            return modelTitle(run->model);
        case kState:
            return m_display.state(*run);
        case kValid:
            return run->bestValid ? metricText(run->bestValid->ndcg10) : QString(kNone);
        case kTest:
            return run->test ? metricText(run->test->ndcg10) : QString(kNone);
        case kEpochs:
            if (isAdopted(*run)) return kNone;
            return QStringLiteral("%1 / %2").arg(wholeNumber(run->epochsDone),
                                                 config ? wholeNumber(config->training.epochs) : QStringLiteral("?"));
        case kTime:
            return isAdopted(*run) ? QString(kNone) : durationText(run->seconds);
        case kDevice:
            return QString::fromStdString(wordsOf(run->device));
        default:
            break;
    }
    const QString value = config ? configText(*config, m_columns[std::size_t(column - kFixedColumns)].key) : QString();
    return value.isEmpty() ? QString(kNone) : value;
}

QString RunTableModel::toolTip(int row, int column) const {
    const RunRecord* run = runAt(row);
    if (!run) return groupToolTip(m_groups[std::size_t(row) - m_runs.size()]);
    const QString protocol = QString::fromStdString(run->protocol.sentence());
    const QString valid =
        run->state == RunState::Finished ? protocol : QString::fromStdString(validationSentence(*run));
    switch (column) {
        case kName: {
            const QString later = m_display.laterData ? m_display.laterData(*run) : QString();
            return tr("%1\nStarted %2. Double-click to read its settings.")
                       .arg(QString::fromStdString(run->name), localTime(QString::fromStdString(run->createdAt))) +
                   (later.isEmpty() ? QString() : QLatin1Char('\n') + later);
        }
        case kState:
            return QString::fromStdString(wordsOf(run->message));
        case kValid:
            return run->bestValid ? tr("Best validation, epoch %1; %2").arg(run->bestEpoch).arg(valid)
                                  : tr("Not evaluated yet");
        case kTest:
            if (!run->test) return tr("Test is scored when a run finishes or is stopped");
            if (const QString warning = belowBaseline(*run); !warning.isEmpty())
                return warning + QLatin1Char('\n') + protocol;
            return protocol;
        default:
            return {};
    }
}

QVariant RunTableModel::sortKey(int row, int column) const {
    const RunRecord* run = runAt(row);
    if (!run) return {};
    switch (column) {
        case kValid:
            return run->bestValid ? QVariant(run->bestValid->ndcg10) : QVariant();
        case kTest:
            return run->test ? QVariant(run->test->ndcg10) : QVariant();
        case kEpochs:
            return isAdopted(*run) ? QVariant() : QVariant(double(run->epochsDone));
        case kTime:
            return isAdopted(*run) ? QVariant() : QVariant(run->seconds);
        default:
            break;
    }
    const QString shown = text(row, column);
    if (column < kFixedColumns) return shown;
    bool isNumber = false;
    const double number = shown.toDouble(&isNumber);
    if (isNumber) return number;
    return shown == QString(kNone) ? QVariant() : QVariant(shown);
}

QString RunTableModel::groupText(const SeedGroup& group, int column) const {
    switch (column) {
        case kName:
            return tr("Mean ± standard deviation of %1 seeds").arg(group.runs.size());
        case kModel:
            return modelTitle(group.runs.front().model);
        case kTest:
            return spreadText(group.ndcg10);
        case kTime: {
            double seconds = 0;
            for (const RunRecord& run : group.runs) seconds += run.seconds;
            return durationText(seconds);
        }
        default:
            break;
    }
    if (column < kFixedColumns) return {};
    const std::string& key = m_columns[std::size_t(column - kFixedColumns)].key;
    const std::optional<RunConfig> config = readableConfig(group.runs.front().config);
    return key == "seed" || !config ? QString() : configText(*config, key);
}

QString RunTableModel::groupToolTip(const SeedGroup& group) const {
    QStringList names;
    for (const RunRecord& run : group.runs) names << QString::fromStdString(run.name);
    return tr("Mean and standard deviation (n - 1) over %1\nNDCG@10 %2, HR@10 %3 on test\n%4")
        .arg(names.join(QStringLiteral(", ")), spreadText(group.ndcg10), spreadText(group.hr10),
             QString::fromStdString(group.runs.front().protocol.sentence()));
}

QVariant RunTableModel::data(const QModelIndex& index, int role) const {
    const int row = index.row(), column = index.column();
    const RunRecord* run = runAt(row);
    const Colours& colours = Theme::instance().colours();
    switch (role) {
        case Qt::DisplayRole:
        case Qt::EditRole:
            return text(row, column);
        case Qt::ToolTipRole:
            return toolTip(row, column);
        case Qt::DecorationRole:
            if (run && column == kName) return m_display.icon(*run);
            // The warning is shown beside the number it refers to: the test score, or the validation score while there
            // is no test score.
            if (run && column == (run->test ? kTest : kValid) && !belowBaseline(*run).isEmpty())
                return lineIcon(QStringLiteral("warning"), colours.warning);
            return {};
        case Qt::AccessibleTextRole:
            if (run && column == (run->test ? kTest : kValid) && !belowBaseline(*run).isEmpty())
                return text(row, column) + QStringLiteral(". ") + belowBaseline(*run);
            return {};
        case Qt::ForegroundRole:
            return !run                                                 ? colours.muted
                   : column == kState && run->state == RunState::Failed ? colours.bad
                                                                        : colours.text;
        case kIdRole:
            return run ? qlonglong(run->id) : 0;
        case kSortRole:
            return sortKey(row, column);
        case kExactValuesRole:
            return exactValues(row, column);
        default:
            return {};
    }
}

/// The exported titles of a column whose cells are not plain numbers; empty for other columns.
QStringList RunTableModel::exactTitles(int column) const {
    switch (column) {
        case kName:
        case kModel:
        case kState:
        case kValid:
        case kDevice:
            return {};
        case kTest:
            return {tr("NDCG@10 test"), tr("NDCG@10 test, standard deviation")};
        case kEpochs:
            return {tr("Epochs"), tr("Epochs planned")};
        case kTime:
            return {tr("Time (s)")};
        default:
            return {m_columns[std::size_t(column - kFixedColumns)].title};
    }
}

QVariantList RunTableModel::exactValues(int row, int column) const {
    const RunRecord* run = runAt(row);
    const SeedGroup* group = run ? nullptr : &m_groups[std::size_t(row) - m_runs.size()];
    const bool isTrained = run && !isAdopted(*run);
    if (column == kTest && group) return {group->ndcg10.mean, group->ndcg10.deviation};
    if (column == kTest) return {run->test ? QVariant(run->test->ndcg10) : QVariant()};
    if (column == kEpochs && isTrained) {
        const RunConfig* config = configAt(row);
        return {qlonglong(run->epochsDone), config ? QVariant(qlonglong(config->training.epochs)) : QVariant()};
    }
    if (column == kTime && isTrained) return {run->seconds};
    if (column == kTime && group) {
        double seconds = 0;
        for (const RunRecord& record : group->runs) seconds += record.seconds;
        return {seconds};
    }
    if (column < kFixedColumns) return {};
    const std::string& key = m_columns[std::size_t(column - kFixedColumns)].key;
    const std::optional<RunConfig> config =
        run ? m_configs[std::size_t(row)] : readableConfig(group->runs.front().config);
    const bool isShown = config && hasConfigKey(*config, key) && !(group && key == "seed");
    return {isShown ? QVariant(QString::fromStdString(configValue(*config, key))) : QVariant()};
}

bool RunTableModel::setData(const QModelIndex& index, const QVariant& value, int role) {
    const RunRecord* run = runAt(index.row());
    const QString name = value.toString().trimmed();
    if (!run || role != Qt::EditRole || index.column() != kName || name.isEmpty()) return false;
    if (name.toStdString() != run->name) emit renameRequested(run->id, name);
    return true;  // the table shows the new name once it has been stored
}

QVariant RunTableModel::headerData(int section, Qt::Orientation orientation, int role) const {
    if (orientation != Qt::Horizontal) return {};
    if (role == Qt::InitialSortOrderRole)  // the first click on a header puts the best runs first
        return int(section == kValid || section == kTest ? Qt::DescendingOrder : Qt::AscendingOrder);
    if (role == ColumnSort::kColumnKeyRole)
        return section < kFixedColumns ? QVariant()
                                       : QString::fromStdString(m_columns[std::size_t(section - kFixedColumns)].key);
    if (role == kExactTitlesRole) return exactTitles(section);
    if (section >= kFixedColumns) {
        const ConfigColumn& column = m_columns[std::size_t(section - kFixedColumns)];
        return role == Qt::DisplayRole ? QVariant(column.title) : role == Qt::ToolTipRole ? column.toolTip : QVariant();
    }
    if (role != Qt::DisplayRole) return {};
    const QString titles[kFixedColumns] = {tr("Run"),          tr("Model"),  tr("State"), tr("NDCG@10 valid"),
                                           tr("NDCG@10 test"), tr("Epochs"), tr("Time"),  tr("Device")};
    return titles[section];
}

Qt::ItemFlags RunTableModel::flags(const QModelIndex& index) const {
    if (!runAt(index.row())) return Qt::ItemIsEnabled;
    return Qt::ItemIsSelectable | Qt::ItemIsEnabled | (index.column() == kName ? Qt::ItemIsEditable : Qt::NoItemFlags);
}

RunSorter::RunSorter(RunTableModel& runs, QObject* parent) : QSortFilterProxyModel(parent), m_table(runs) {
    setSourceModel(&runs);
}

void RunSorter::setWords(const QString& words) {
    m_words = words.toLower().split(QLatin1Char(' '), Qt::SkipEmptyParts);
    invalidateFilter();
}

bool RunSorter::lessThan(const QModelIndex& left, const QModelIndex& right) const {
    const bool descending = sortOrder() == Qt::DescendingOrder;
    const bool leftIsGroup = !m_table.runAt(left.row()), rightIsGroup = !m_table.runAt(right.row());
    if (leftIsGroup != rightIsGroup) return rightIsGroup != descending;
    const QVariant leftValue = left.data(RunTableModel::kSortRole), rightValue = right.data(RunTableModel::kSortRole);
    if (leftValue.isValid() != rightValue.isValid()) return leftValue.isValid() != descending;
    if (leftValue.typeId() == QMetaType::Double && rightValue.typeId() == QMetaType::Double)
        return leftValue.toDouble() < rightValue.toDouble();
    return comesBefore(leftValue.toString(), rightValue.toString());
}

bool RunSorter::filterAcceptsRow(int row, const QModelIndex&) const {
    if (m_words.isEmpty()) return true;
    // For a group, the names of its runs are searched, too.
    QString text =
        m_table.runAt(row) ? QString() : m_table.index(row, RunTableModel::kName).data(Qt::ToolTipRole).toString();
    QStringList values;  // "width=64", "d=64" and "dim=64" match only the 64 in that column
    for (int column = 0; column < m_table.columnCount(); ++column) {
        const QString cell = m_table.index(row, column).data().toString();
        text += QLatin1Char('\n') + cell;
        const QString title = m_table.headerData(column, Qt::Horizontal, Qt::DisplayRole).toString();
        const QString key = m_table.headerData(column, Qt::Horizontal, ColumnSort::kColumnKeyRole).toString();
        QStringList names = title.split(QLatin1Char(' '));
        names << title << key;
        for (const QString& name : names)
            if (!name.isEmpty()) values << (name + QLatin1Char('=') + cell).toLower();
    }
    text = text.toLower();
    return std::all_of(m_words.begin(), m_words.end(), [&](const QString& word) {
        return word.contains(QLatin1Char('=')) ? values.contains(word) : text.contains(word);
    });
}

}  // namespace recscope::ui
