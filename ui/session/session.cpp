// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/session/session.h"

#include <algorithm>

#include "core/store/dataset_editor.h"
#include "core/store/dataset_store.h"
#include "core/store/dataset_versions.h"
#include "core/store/workspace.h"
#include "ui/jobs/kept_work.h"

namespace recscope::ui {

namespace {

template <class Row>
auto findById(const std::vector<Row>& rows, std::int64_t id) {
    return std::find_if(rows.begin(), rows.end(), [id](const Row& row) { return row.id == id; });
}

}  // namespace

Session::Session(JobRunner& jobs, QObject* parent)
    : QObject(parent),
      m_jobs(jobs),
      m_readingDatasets(jobs, {.title = tr("Reading the datasets")},
                        [](JobContext& context, std::monostate) -> DatasetLists {
                            return {withVersionsTogether(DatasetStore(context.workspace).list()),
                                    DatasetEditor(context.workspace).removed()};
                        }),
      m_readingRuns(jobs, {.title = tr("Reading the runs")},
                    [](JobContext& context, DatasetId id) { return RunStore(context.workspace).listFor(id); }),
      m_catalogue(jobs, {.title = tr("Reading the items")},
                  [](JobContext& context, DatasetId id) { return DatasetStore(context.workspace).items(id); }) {
    for (AnyAsyncQuery* query :
         {static_cast<AnyAsyncQuery*>(&m_readingDatasets), static_cast<AnyAsyncQuery*>(&m_readingRuns),
          static_cast<AnyAsyncQuery*>(&m_catalogue)})
        query->reportFailures();
    connect(&m_readingDatasets, &AnyAsyncQuery::changed, this, [this] {
        if (const auto lists = m_readingDatasets.answer()) applyDatasets(*lists);
    });
    connect(&m_readingRuns, &AnyAsyncQuery::changed, this, [this] {
        if (const auto runs = m_readingRuns.answer()) applyRuns(*runs);
    });
    connect(&m_catalogue, &AnyAsyncQuery::changed, this, [this] {
        if (m_catalogue.answer()) emit catalogueLoaded();
    });
}

std::optional<DatasetInfo> Session::dataset() const {
    if (!m_dataset) return {};
    const auto found = findById(m_datasets, *m_dataset);
    return found == m_datasets.end() ? std::nullopt : std::optional(*found);
}

std::optional<RunRecord> Session::run() const {
    return m_run ? runById(*m_run) : std::nullopt;
}

std::optional<RunRecord> Session::runById(RunId id) const {
    const auto found = findById(m_runs, id);
    return found == m_runs.end() ? std::nullopt : std::optional(*found);
}

std::set<RunId> Session::hiddenRuns() const {
    std::set<RunId> hidden = m_deletedRuns;
    for (const RunRecord& run : m_removedRuns) hidden.insert(run.id);
    return hidden;
}

QString Session::titleOf(Token token) const {
    const auto titles = catalogue();
    if (!titles) return {};
    const auto items = std::int32_t(titles->size());
    if (token == maskToken(items)) return QStringLiteral("[MASK]");
    if (!isItem(token, items)) return {};
    return QString::fromStdString((*titles)[std::size_t(token - kFirstItemToken)].title);
}

void Session::chooseDataset(DatasetId id) {
    if (m_dataset == id) return;
    if (findById(m_datasets, id) == m_datasets.end()) {
        m_requestedDataset = id;
        refreshDatasets();
        return;
    }
    setDataset(id);
    m_catalogue.run(id);
    refreshRuns();
}

void Session::setDataset(std::optional<DatasetId> id) {
    m_dataset = id;
    m_run.reset();
    m_runs.clear();
    m_catalogue.clear();
    m_readingRuns.clear();
    emit datasetChanged();
    emit runsChanged();
    emit runChanged();
}

void Session::chooseRun(RunId id) {
    if (m_run == id) return;
    if (findById(m_runs, id) == m_runs.end()) {
        m_requestedRun = id;
        refreshRuns();
        return;
    }
    m_run = id;
    emit runChanged();
}

void Session::chooseUser(qint32 user) {
    emit pageRequested(PageId::Explore);
    emit userRequested(user);
}

void Session::requestTraining(const QString& model) {
    emit pageRequested(PageId::Train);
    emit trainingRequested(model);
}

void Session::compareRuns(const std::vector<RunId>& ids) {
    emit pageRequested(PageId::Compare);
    emit comparisonRequested(ids);
}

void Session::offerImport(const QString& path) {
    emit pageRequested(PageId::Data);
    emit importRequested(path);
}

void Session::offerImportAgain(const QString& settings, const QString& name) {
    emit pageRequested(PageId::Data);
    emit importAgainRequested(settings, name);
}

void Session::refreshDatasets() {
    m_readingDatasets.rerun({});
}

bool Session::rejectIfReadOnly() {
    if (!m_jobs.isReadOnly()) return false;
    notify(tr("Nothing can be changed: this workspace is open for reading only."),
           tr("Another process is writing to this workspace. Wait until it has finished; then press “Open for writing” "
              "above the page."),
           Severity::Warning);
    return true;
}

void Session::removeDataset(DatasetId id) {
    if (rejectIfReadOnly()) return;
    m_jobs.start(
        this, {.title = tr("Removing a dataset")},
        [id](JobContext& context) { DatasetEditor(context.workspace).remove(id); }, [this] { refreshDatasets(); });
}

void Session::undoRemove(DatasetId id) {
    m_jobs.start(
        this, {.title = tr("Restoring a dataset")},
        [id](JobContext& context) { DatasetEditor(context.workspace).undoRemove(id); },
        [this, id] { chooseDataset(id); },
        [this](const QString& sentence, const QString& hint) {
            notify(sentence, hint, Severity::Warning);
            refreshDatasets();
        });
}

void Session::removeRuns(const std::vector<RunId>& ids) {
    if (rejectIfReadOnly()) return;
    deleteRuns(std::exchange(m_removedRuns, {}));
    for (const RunId id : ids)
        if (const auto run = runById(id)) m_removedRuns.push_back(*run);
    applyRuns(m_runs);
}

void Session::undoRemoveRuns() {
    m_removedRuns.clear();
    refreshRuns();
}

void Session::deleteRuns(const std::vector<RunRecord>& runs) {
    if (runs.empty()) return;
    for (const RunRecord& run : runs) m_deletedRuns.insert(run.id);
    m_jobs.start(
        this, {.title = tr("Deleting removed runs"), .queue = WorkerQueue::Record},
        [runs](JobContext& context) {
            for (const RunRecord& run : runs) RunStore(context.workspace).remove(run.id);
        },
        [] {});
}

void Session::finishRemovals(const std::function<void()>& then) {
    m_removed.clear();
    const JobId job = m_jobs.start(
        this, {.title = tr("Deleting what was removed"), .queue = WorkerQueue::Import, .isShownInStrip = true},
        [runs = std::exchange(m_removedRuns, {})](JobContext& context) {
            for (const RunRecord& run : runs) RunStore(context.workspace).remove(run.id);
            DatasetEditor(context.workspace).finishRemovals(context.progress, context.stop);
        },
        then, [then](const QString&, const QString&) { then(); }, then);
    markAsKeepingWork(m_jobs, job);
}

void Session::applyDatasets(const DatasetLists& lists) {
    m_datasets = lists.available;
    m_removed = lists.removed;
    emit datasetsChanged();
    const auto exists = [this](const std::optional<DatasetId>& id) {
        return id && findById(m_datasets, *id) != m_datasets.end();
    };
    const std::optional<DatasetId> requested = std::exchange(m_requestedDataset, std::nullopt);
    if (exists(requested)) {
        chooseDataset(*requested);
    } else if (!exists(m_dataset)) {
        if (!m_datasets.empty()) {
            chooseDataset(m_datasets.front().id);
        } else if (m_dataset) {
            setDataset({});
        }
    }
}

void Session::refreshRuns() {
    if (m_dataset) m_readingRuns.rerun(*m_dataset);
}

void Session::applyRuns(std::vector<RunRecord> runs) {
    std::erase_if(runs, [this](const RunRecord& run) {
        return m_deletedRuns.contains(run.id) || findById(m_removedRuns, run.id) != m_removedRuns.end();
    });
    m_runs = std::move(runs);
    const std::optional<RunId> before = m_run;
    const std::optional<RunId> requested = std::exchange(m_requestedRun, std::nullopt);
    if (requested && runById(*requested)) {
        m_run = requested;
    } else if (!m_run || !runById(*m_run)) {
        m_run = m_runs.empty() ? std::nullopt : std::optional(m_runs.front().id);
    }
    emit runsChanged();
    if (m_run != before) emit runChanged();
}

void Session::notify(const QString& sentence, const QString& hint, Severity severity) {
    emit notified(sentence, hint, severity);
}

void Session::offer(const QString& sentence, const QString& hint, const QString& action,
                    const std::function<void()>& act) {
    emit offered(sentence, hint, action, act);
}

}  // namespace recscope::ui
