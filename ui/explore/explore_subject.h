// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QWidget>
#include <memory>
#include <optional>
#include <string>

#include "ui/explore/user_finder.h"
#include "ui/jobs/async_query.h"
#include "ui/runs/explore_query.h"

namespace recscope::ui {

class Session;

/// What the Explore page is about: the user, the run, and the item to predict. Queries the model for it.
class ExploreSubject : public QObject {
    Q_OBJECT
public:
    /// A query waits until `page` is visible.
    ExploreSubject(Session& session, std::shared_ptr<InferenceCache> cache, QWidget& page);

    /// The chosen run with the weights of its best epoch; none if it has no weights.
    std::optional<LoadedRun> run() const;
    /// The later version of the dataset whose users are listed; none = the users of the dataset itself.
    const std::optional<DatasetInfo>& laterVersion() const { return m_laterVersion; }
    Predicted predicted() const { return m_predicted; }
    /// The ranks of the listed users; none for users of a later version, because no run was scored on it.
    std::optional<RankSource> ranks() const;
    /// The last answer; null before the first one.
    std::shared_ptr<const ExploreAnswer> answer() const { return m_answer; }
    /// Id of the user to show if another dataset or version is chosen: the last user with an answer.
    const std::string& keptUser() const { return m_keptUser; }

    /// Chooses the user with this index in the listed version of the dataset, and requests an answer.
    void setUser(std::int32_t user);
    void setLaterVersion(const std::optional<DatasetInfo>& version) { m_laterVersion = version; }
    void setPredicted(Predicted predicted) { m_predicted = predicted; }
    /// Forgets the user and the answer, because users of another dataset or version are listed from now on.
    void clear();
    /// Queries the model about the chosen user; does nothing if no user is chosen.
    void request();
    /// Requests an answer if the last one was requested from another run or from older weights.
    void requestFromNewRun();

signals:
    void requested();  ///< emitted before the query starts
    void runningChanged(bool isRunning);
    void answered();  ///< answer() is new
    void failed(const QString& message, const QString& hint);

private:
    void handleQueryChanged();

    Session& m_session;
    std::optional<std::int32_t> m_user;
    std::optional<DatasetInfo> m_laterVersion;
    Predicted m_predicted = Predicted::Test;
    std::string m_keptUser;
    std::shared_ptr<const ExploreAnswer> m_answer;
    AsyncQuery<ExploreRequest, ExploreAnswer> m_query;
};

}  // namespace recscope::ui
