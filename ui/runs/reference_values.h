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

/// Reference values for the metrics of the chosen dataset (the baselines of `referencesFor` and the best reachable
/// value), and a warning about a protocol's split. They are computed once per protocol and shared by all pages: there
/// is one instance per session.
class ReferenceValues : public QObject {
    Q_OBJECT
public:
    /// Returns the session's instance, which is created on first use and owned by the session.
    static ReferenceValues& of(Session& session);

    /// The values under this protocol (none = the dataset's default protocol); empty until they are computed.
    const std::vector<Reference>& values(const std::optional<Protocol>& protocol = {}) const;
    /// A warning about the protocol's split; empty until it is computed or if there is nothing to warn about.
    QString warning(const std::optional<Protocol>& protocol = {}) const;
    /// Computes the values of this protocol in a job, unless that was requested before. `changed` reports the end.
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
    /// By dataset id and protocol; empty values while a request is pending.
    std::map<std::pair<DatasetId, std::string>, Known> m_known;
};

}  // namespace recscope::ui
