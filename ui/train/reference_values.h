// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QObject>
#include <map>
#include <vector>

#include "core/train/trainer.h"

namespace recscope::ui {

class Session;

/// Popularity and best reachable values of the chosen dataset, worked out once per dataset when first asked for.
class ReferenceValues : public QObject {
    Q_OBJECT
public:
    explicit ReferenceValues(Session& session, QObject* parent = nullptr);

    /// Of the chosen dataset; empty while not known.
    const std::vector<Reference>& values() const;
    void request();

signals:
    void changed();

private:
    Session& m_session;
    std::map<DatasetId, std::vector<Reference>> m_known;
};

}  // namespace recscope::ui
