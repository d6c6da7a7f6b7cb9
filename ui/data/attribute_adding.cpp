// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/data/attribute_adding.h"

#include <QFileDialog>
#include <QFileInfo>

#include "core/data/added_attributes.h"
#include "ui/jobs/job_runner.h"
#include "ui/session/session.h"
#include "ui/theme/icons.h"
#include "ui/widgets/settings.h"

namespace recscope::ui {

namespace {

const char* const kFolderKey = "import/folder";

}  // namespace

AttributeAdding::AttributeAdding(Session& session, AttributesOf of, QWidget* parent)
    : QPushButton(tr("Add attributes…"), parent), m_session(session), m_of(of) {
    setObjectName(of == AttributesOf::Users ? QStringLiteral("addUserAttributes")
                                            : QStringLiteral("addItemAttributes"));
    setProperty("quiet", true);
    setToolTip(of == AttributesOf::Users
                   ? tr("Read a file about the users, such as their segment, age or country; one column must hold "
                        "their ids")
                   : tr("Read a file about the items, such as their price or brand; one column must hold their ids"));
    setAccessibleDescription(toolTip());
    connect(this, &QPushButton::clicked, this, &AttributeAdding::askForFile);
}

void AttributeAdding::askForFile() {
    if (!m_session.dataset() || m_session.rejectIfReadOnly()) return;
    Settings& settings = Settings::instance();
    const QString path = QFileDialog::getOpenFileName(
        this, m_of == AttributesOf::Users ? tr("File about the users") : tr("File about the items"),
        settings.value(kFolderKey).toString());
    if (path.isEmpty()) return;
    settings.setValue(kFolderKey, QFileInfo(path).absolutePath());
    add(path);
}

void AttributeAdding::add(const QString& path) {
    const QString file = QFileInfo(path).fileName();
    m_session.jobs().start(
        this, {.title = tr("Reading %1").arg(file), .queue = WorkerQueue::Import, .isShownInStrip = true},
        [dataset = m_session.dataset()->id, of = m_of, path = path.toStdString()](JobContext& context) {
            return addAttributes(context.workspace, dataset, of, path, context.progress, context.stop);
        },
        [this](const AddedAttributes& attributes) {
            m_session.notify(QString::fromStdString(attributes.sentence()));
            m_session.refreshDatasets();  // pages that show attributes read them again
            emit added();
        },
        [this, file](const QString& message, const QString& hint) {
            m_session.notify(tr("%1 was not added. %2").arg(file, message), hint, Severity::Error);
        },
        [this, file] { m_session.notify(tr("Reading %1 was stopped; nothing was stored.").arg(file)); });
}

}  // namespace recscope::ui
