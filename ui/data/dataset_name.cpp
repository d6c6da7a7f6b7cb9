// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/data/dataset_name.h"

#include <QKeyEvent>
#include <QLabel>
#include <QLineEdit>
#include <QToolButton>

#include "core/store/dataset_editor.h"
#include "ui/jobs/job_runner.h"
#include "ui/session/session.h"
#include "ui/theme/icons.h"
#include "ui/theme/theme.h"
#include "ui/widgets/arrange.h"
#include "ui/widgets/elided_label.h"
#include "ui/widgets/named_input.h"

namespace recscope::ui {

DatasetName::DatasetName(Session& session, QWidget* parent)
    : QStackedWidget(parent),
      m_session(session),
      m_name(new ElidedLabel),
      m_pencil(new QToolButton),
      m_line(shortLine()) {
    m_name->setObjectName(QStringLiteral("datasetName"));
    m_name->setProperty("role", "section");
    m_pencil->setObjectName(QStringLiteral("renameDataset"));
    m_pencil->setIcon(lineIcon(QStringLiteral("edit")));
    m_pencil->setToolTip(tr("Rename this dataset (F2)"));
    m_pencil->setAccessibleName(tr("Rename this dataset"));
    m_pencil->setShortcut(Qt::Key_F2);
    m_line->setObjectName(QStringLiteral("newDatasetName"));
    m_line->setAccessibleName(tr("New name of the dataset"));
    m_line->installEventFilter(this);
    addWidget(boxed(row({m_name, m_pencil, stretch()}, space::kUnit)));
    addWidget(m_line);
    setSizePolicy(QSizePolicy::Preferred, QSizePolicy::Fixed);
    connect(m_pencil, &QToolButton::clicked, this, &DatasetName::edit);
    connect(m_line, &QLineEdit::returnPressed, this, &DatasetName::saveName);
    connect(&session, &Session::datasetChanged, this, &DatasetName::showName);
    connect(&session, &Session::datasetsChanged, this, [this] {
        if (currentIndex() == 0) showName();
    });
    showName();
}

void DatasetName::showName() {
    const auto dataset = m_session.dataset();
    m_name->setText(dataset ? QString::fromStdString(dataset->name) : QString());
    setCurrentIndex(0);
}

void DatasetName::edit() {
    if (!m_session.dataset()) return;
    m_line->setText(m_name->text());
    setCurrentIndex(1);
    m_line->setFocus();
    m_line->selectAll();
}

bool DatasetName::eventFilter(QObject* watched, QEvent* event) {
    const bool escaped = event->type() == QEvent::KeyPress && static_cast<QKeyEvent*>(event)->key() == Qt::Key_Escape;
    if (watched == m_line && (escaped || event->type() == QEvent::FocusOut)) {
        showName();
        return escaped;
    }
    return QStackedWidget::eventFilter(watched, event);
}

void DatasetName::saveName() {
    const auto dataset = m_session.dataset();
    const QString name = m_line->text().trimmed();
    if (!dataset || name == m_name->text()) return showName();
    m_session.jobs().start(
        this, {.title = tr("Renaming a dataset")},
        [id = dataset->id, name = name.toStdString()](JobContext& context) {
            DatasetEditor(context.workspace).rename(id, name);
        },
        [this] {
            setCurrentIndex(0);
            m_session.refreshDatasets();
        },
        [this](const QString& sentence, const QString& hint) { m_session.notify(sentence, hint, Severity::Warning); });
}

}  // namespace recscope::ui
