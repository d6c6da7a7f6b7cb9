// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/explore/favourites.h"

#include <QJsonArray>
#include <QJsonDocument>
#include <utility>

#include "core/store/analysis_store.h"

namespace recscope::ui {

namespace {
const char* const kKind = "favourite_users";
constexpr int kVersion = 1;
}  // namespace

Favourites::Favourites(JobRunner& jobs, QObject* parent)
    : QObject(parent),
      m_jobs(jobs),
      m_reading(jobs, {.title = tr("Reading the favourites")},
                [](JobContext& context, DatasetId dataset) {
                    std::set<std::int32_t> users;
                    const std::string kept =
                        AnalysisStore(context.workspace).find(dataset, kKind, kVersion).value_or("[]");
                    for (const QJsonValue& user : QJsonDocument::fromJson(QByteArray::fromStdString(kept)).array())
                        users.insert(user.toInt());
                    return users;
                }),
      m_users(std::make_shared<std::set<std::int32_t>>()) {
    m_reading.reportFailures();
    connect(&m_reading, &AnyAsyncQuery::changed, this, [this] {
        const auto users = m_reading.answer();
        if (!users) return;
        m_users = users;
        emit changed();
    });
}

void Favourites::setDataset(std::optional<DatasetId> dataset) {
    m_users = std::make_shared<std::set<std::int32_t>>();
    m_reading.cancel();
    emit changed();
    if (dataset) m_reading.rerun(*dataset);
}

void Favourites::set(qint32 user, bool isFavourite) {
    if (!isLoaded() || contains(user) == isFavourite) return;
    auto users = std::make_shared<std::set<std::int32_t>>(*m_users);
    if (isFavourite) {
        users->insert(user);
    } else {
        users->erase(user);
    }
    m_users = users;
    emit changed();
    QJsonArray array;
    for (const std::int32_t favouriteUser : *m_users) array.append(favouriteUser);
    // Runs on `WorkerQueue::Query`, so that later reads see the change; saving a short list is fast enough for that
    // queue.
    const JobSpec spec{.title = tr("Saving the favourites")};
    m_jobs.start(
        this, spec,
        [id = *m_reading.request(),
         json = QJsonDocument(array).toJson(QJsonDocument::Compact).toStdString()](JobContext& context) {
            AnalysisStore(context.workspace).put(id, kKind, kVersion, json, AnalysisStore::IfInUse::Fail);
        },
        [] {},
        [this, dataset = *m_reading.request(), title = spec.title](const QString& message, const QString& hint) {
            // Saving failed. Later changes may have been saved or may be waiting, so the favourites are read again.
            if (m_reading.request() == dataset) m_reading.rerun(dataset);
            emit m_jobs.jobFailed(title, message, hint);
        });
}

}  // namespace recscope::ui
