// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QObject>
#include <QString>
#include <functional>
#include <memory>
#include <optional>
#include <set>
#include <variant>
#include <vector>

#include "core/sequence/dataset.h"
#include "core/store/run_store.h"
#include "ui/jobs/async_query.h"
#include "ui/session/page_id.h"

namespace recscope::ui {

/// How prominent a notice is.
enum class Severity { Info, Warning, Error };

/// The titles and genres of a dataset's items, loaded once and shared by all pages.
using ItemCatalogue = std::vector<ItemInfo>;  ///< in token order: catalogue[token - 1]

/// State shared by the whole window: the workspace, the chosen dataset and run, and the lists to choose from. Pages
/// listen to its signals and never communicate with each other directly.
class Session : public QObject {
    Q_OBJECT
public:
    explicit Session(JobRunner& jobs, QObject* parent = nullptr);

    JobRunner& jobs() const { return m_jobs; }

    const std::vector<DatasetInfo>& datasets() const { return m_datasets; }
    /// Removed datasets that can still be restored.
    const std::vector<DatasetInfo>& removedDatasets() const { return m_removed; }
    const std::vector<RunRecord>& runs() const { return m_runs; }  ///< runs of the chosen dataset, newest first
    std::optional<DatasetInfo> dataset() const;
    std::optional<RunRecord> run() const;
    std::optional<RunRecord> runById(RunId id) const;  ///< nothing if it is not in `runs()`
    /// The runs, of any dataset, that were most recently removed together and can still be restored.
    const std::vector<RunRecord>& removedRuns() const { return m_removedRuns; }
    /// Returns true and shows a notice if the workspace is open for reading only; otherwise returns false.
    bool rejectIfReadOnly();
    /// All removed runs, of any dataset, that the workspace may still contain; lists must not show them.
    std::set<RunId> hiddenRuns() const;
    /// Null until the catalogue of the chosen dataset is loaded.
    std::shared_ptr<const ItemCatalogue> catalogue() const { return m_catalogue.answer(); }
    /// Title of an item, "[MASK]" for the mask token; empty for other tokens and until the catalogue is loaded.
    QString titleOf(Token token) const;

public slots:
    void chooseDataset(recscope::DatasetId id);
    void chooseRun(recscope::RunId id);
    /// Hides a dataset and its runs in all lists; nothing is deleted until the workspace is closed.
    void removeDataset(recscope::DatasetId id);
    /// Restores a removed dataset and chooses it.
    void undoRemove(recscope::DatasetId id);
    /// Hides runs in all lists. They are deleted when other runs are removed or the workspace is closed.
    void removeRuns(const std::vector<recscope::RunId>& ids);
    void undoRemoveRuns();
    /// Permanently deletes the removed datasets and runs, as a job shown in the job strip; `then` is called when the
    /// job has finished, failed or been cancelled.
    void finishRemovals(const std::function<void()>& then);
    /// Shows a user of the chosen dataset on the Explore page.
    void chooseUser(qint32 user);
    /// Shows the Train page and chooses this model there (by its name in the registry).
    void requestTraining(const QString& model);
    /// Shows the Compare page and chooses exactly these runs of the chosen dataset there.
    void compareRuns(const std::vector<recscope::RunId>& ids);
    /// Shows the import panel of the Data page with this file.
    void offerImport(const QString& path);
    /// Offers the file of an earlier import with the settings of that import (`DatasetInfo::settings`), so that the
    /// import can be changed or repeated. `name` is the name of the new dataset; empty = a name derived from the file
    /// name.
    void offerImportAgain(const QString& settings, const QString& name = {});
    /// Reads the lists again, e.g. after an import or an epoch; keeps the chosen dataset or run if it still exists.
    void refreshDatasets();
    void refreshRuns();
    void notify(const QString& sentence, const QString& hint = {},
                recscope::ui::Severity severity = recscope::ui::Severity::Info);
    /// Like `notify`, with a button labelled `action` that calls `act`; `act` is never called after the session is
    /// destroyed.
    void offer(const QString& sentence, const QString& hint, const QString& action, const std::function<void()>& act);

signals:
    void datasetsChanged();
    void datasetChanged();  ///< another dataset was chosen, or none
    void catalogueLoaded();
    void runsChanged();  ///< the list of runs, or a record in it, changed
    void runChanged();   ///< another run was chosen, or none
    void notified(const QString& sentence, const QString& hint, recscope::ui::Severity severity);
    void offered(const QString& sentence, const QString& hint, const QString& action, const std::function<void()>& act);
    void pageRequested(recscope::ui::PageId page);  ///< requests that the window show this page
    /// Requests that the window start or end presentation mode, which shows only the page, large and with high
    /// contrast.
    void presentationRequested(bool presenting);
    /// Requests that the Explore page show this user (index in the chosen dataset); emitted after
    /// `pageRequested(PageId::Explore)`.
    void userRequested(qint32 user);
    void trainingRequested(const QString& model);  ///< emitted after `pageRequested(PageId::Train)`
    void comparisonRequested(
        const std::vector<recscope::RunId>& ids);  ///< emitted after `pageRequested(PageId::Compare)`
    void importRequested(const QString& path);     ///< emitted after `pageRequested(PageId::Data)`
    void importAgainRequested(const QString& settings, const QString& name);
    void queueRequested();  ///< requests the training queue; emitted after `pageRequested(PageId::Train)`

private:
    struct DatasetLists {
        std::vector<DatasetInfo> available, removed;
    };
    /// Sets the chosen dataset and clears the run, the list of runs and the catalogue, which are loaded later.
    void setDataset(std::optional<DatasetId> id);
    void applyDatasets(const DatasetLists& lists);
    void applyRuns(std::vector<RunRecord> runs);
    void deleteRuns(const std::vector<RunRecord>& runs);

    JobRunner& m_jobs;
    AsyncQuery<std::monostate, DatasetLists> m_readingDatasets;
    AsyncQuery<DatasetId, std::vector<RunRecord>> m_readingRuns;
    AsyncQuery<DatasetId, ItemCatalogue> m_catalogue;
    std::vector<DatasetInfo> m_datasets, m_removed;
    std::vector<RunRecord> m_runs, m_removedRuns;
    /// Permanently deleted runs; lists that were read before the deletion may still contain them.
    std::set<RunId> m_deletedRuns;
    std::optional<DatasetId> m_dataset;
    std::optional<RunId> m_run;
    std::optional<DatasetId> m_requestedDataset;  ///< chosen before a list that contains it was read
    std::optional<RunId> m_requestedRun;
};

}  // namespace recscope::ui
