// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/runs/reference_values.h"

#include "core/store/split_reader.h"
#include "core/util/language.h"
#include "ui/jobs/job_runner.h"
#include "ui/session/session.h"

namespace recscope::ui {

namespace {

/// The key includes the language, because the names and the warning are translated text.
std::string keyOf(const std::optional<Protocol>& protocol) {
    return currentLanguage() + (protocol ? protocol->toJson() : std::string());
}

}  // namespace

ReferenceValues& ReferenceValues::of(Session& session) {
    auto* values = session.findChild<ReferenceValues*>({}, Qt::FindDirectChildrenOnly);
    return values ? *values : *new ReferenceValues(session);
}

ReferenceValues::ReferenceValues(Session& session) : QObject(&session), m_session(session) {
    connect(&m_session, &Session::datasetChanged, this, &ReferenceValues::changed);
    connect(&m_session, &Session::datasetsChanged, this, [this] {  // attributes may have been added
        m_known.clear();
        emit changed();
    });
}

const ReferenceValues::Known& ReferenceValues::known(const std::optional<Protocol>& protocol) const {
    static const Known none;
    const auto dataset = m_session.dataset();
    const auto found = dataset ? m_known.find({dataset->id, keyOf(protocol)}) : m_known.end();
    return found == m_known.end() ? none : found->second;
}

const std::vector<Reference>& ReferenceValues::values(const std::optional<Protocol>& protocol) const {
    return known(protocol).values;
}

QString ReferenceValues::warning(const std::optional<Protocol>& protocol) const {
    return known(protocol).warning;
}

void ReferenceValues::request(const std::optional<Protocol>& protocol) {
    const auto dataset = m_session.dataset();
    if (!dataset) return;
    const std::pair key(dataset->id, keyOf(protocol));
    if (!m_known.try_emplace(key).second) return;
    m_session.jobs().start(
        this, {.title = tr("Scoring the simple rules"), .queue = WorkerQueue::Model},
        [id = dataset->id, protocol](JobContext& context) {
            Known found;
            found.values = protocol ? referencesFor(context.workspace, id, *protocol, context.stop)
                                    : referencesFor(context.workspace, id, context.stop);
            found.warning =
                QString::fromStdString(leakageWarning(context.workspace, id, protocol ? protocol->split : SplitRule()));
            return found;
        },
        [this, key](Known found) {
            m_known[key] = std::move(found);
            emit changed();
        },
        [this, key](const QString& message, const QString& hint) {
            m_known.erase(key);
            m_session.notify(message, hint, Severity::Warning);
        },
        [this, key] { m_known.erase(key); });
}

}  // namespace recscope::ui
