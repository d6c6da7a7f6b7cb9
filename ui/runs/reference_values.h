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

/// What the numbers of the chosen dataset stand beside: popularity, bigram, best reachable, and what its split makes
/// one beware of. Worked out once per protocol when first asked for, for all pages: one for each session.
class ReferenceValues : public QObject {
    Q_OBJECT
public:
    /// Made on first use, owned by the session.
    static ReferenceValues& of(Session& session);

    /// Under this protocol, none = the dataset's default; empty while not known.
    const std::vector<Reference>& values(const std::optional<Protocol>& protocol = {}) const;
    /// A sentence of warning about the protocol's split; empty while not known and where there is nothing to warn of.
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
    std::map<std::pair<DatasetId, std::string>, Known> m_known;  ///< also what was asked for and is not known yet
};

}  // namespace recscope::ui
