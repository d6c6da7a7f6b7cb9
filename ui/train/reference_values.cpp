// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/train/reference_values.h"

#include "ui/jobs/job_runner.h"
#include "ui/session/session.h"

namespace recscope::ui {

ReferenceValues::ReferenceValues(Session& session, QObject* parent) : QObject(parent), m_session(session) {
    connect(&m_session, &Session::datasetChanged, this, &ReferenceValues::changed);
}

const std::vector<Reference>& ReferenceValues::values() const {
    static const std::vector<Reference> none;
    const auto dataset = m_session.dataset();
    const auto found = dataset ? m_known.find(dataset->id) : m_known.end();
    return found == m_known.end() ? none : found->second;
}

void ReferenceValues::request() {
    const auto dataset = m_session.dataset();
    if (!dataset || m_known.contains(dataset->id)) return;
    m_known[dataset->id] = {};  // asked for
    m_session.jobs().start(
        this, {.title = tr("Scoring popularity"), .lane = Lane::Model},
        [id = dataset->id](JobContext& context) { return referencesFor(context.workspace, id); },
        [this, id = dataset->id](std::vector<Reference> references) {
            m_known[id] = std::move(references);
            emit changed();
        },
        [this, id = dataset->id](const QString& message, const QString& hint) {
            m_known.erase(id);
            m_session.tell(message, hint, Severity::Warning);
        },
        [this, id = dataset->id] { m_known.erase(id); });
}

}  // namespace recscope::ui
