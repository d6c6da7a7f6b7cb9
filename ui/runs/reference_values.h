// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QObject>
#include <QString>
#include <map>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "core/train/trainer.h"

namespace recscope::ui {

class Session;

/// Reference values for the metrics of the chosen dataset: the popularity and bigram baselines and the best reachable
/// value. Also a warning about the split of a protocol. Computed once per protocol on first request and shared by all
/// pages: one instance per session.
class ReferenceValues : public QObject {
    Q_OBJECT
public:
    /// Returns the session's instance, which is created on first use and owned by the session.
    static ReferenceValues& of(Session& session);

    /// The values under this protocol (none = the dataset's default); empty while not known.
    const std::vector<Reference>& values(const std::optional<Protocol>& protocol = {}) const;
    /// A warning about the protocol's split; empty while not known or if there is nothing to warn about.
    QString warning(const std::optional<Protocol>& protocol = {}) const;
    void request(const std::optional<Protocol>& protocol = {});

signals:
    void changed();

private:
    struct Known {
        std::vector<Reference> values;
        QString warning;
    };
    explicit ReferenceValues(Session& session);
    const Known& known(const std::optional<Protocol>& protocol) const;

    Session& m_session;
    std::map<std::pair<DatasetId, std::string>, Known> m_known;  ///< a pending request has an entry with empty values
};

}  // namespace recscope::ui
