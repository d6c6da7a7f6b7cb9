// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/data/dataset_notes.h"

#include <QLabel>
#include <QPlainTextEdit>
#include <QTimer>

#include "core/store/dataset_editor.h"
#include "ui/session/session.h"
#include "ui/theme/theme.h"
#include "ui/widgets/arrange.h"

namespace recscope::ui {

namespace {
constexpr int kTypingMilliseconds = 500;  ///< pause in typing after which the notes are saved
}

DatasetNotes::DatasetNotes(Session& session, QWidget* parent)
    : QWidget(parent),
      m_session(session),
      m_notes(session.jobs(), {.title = tr("Reading the notes")},
              [](JobContext& context, DatasetId id) { return DatasetEditor(context.workspace).notes(id); }),
      m_text(new QPlainTextEdit),
      m_state(new QLabel),
      m_typing(new QTimer(this)) {
    m_text->setObjectName(QStringLiteral("datasetNotes"));
    m_text->setAccessibleName(tr("Notes on this dataset"));
    m_text->setPlaceholderText(tr("Where it is from, what you noticed, what to try…"));
    m_text->setTabChangesFocus(true);
    m_state->setObjectName(QStringLiteral("datasetNotesState"));
    m_state->setProperty("role", "caption");
    m_typing->setSingleShot(true);
    m_typing->setInterval(kTypingMilliseconds);
    arrange(this, column({grow(m_text), m_state}, space::kUnit), {0, space::kPadding, 0, 0});
    connect(m_text, &QPlainTextEdit::textChanged, this, [this] {
        m_state->setText(tr("…"));
        m_typing->start();
    });
    connect(m_typing, &QTimer::timeout, this, &DatasetNotes::save);
    m_notes.reportFailures();
    connect(&m_notes, &AnyAsyncQuery::changed, this, [this] {
        if (const auto notes = m_notes.answer()) showNotes(*notes);
    });
    connect(&session, &Session::datasetChanged, this, &DatasetNotes::load);
    load();
}

void DatasetNotes::load() {
    if (m_typing->isActive()) save();
    const auto dataset = m_session.dataset();
    m_dataset.reset();
    m_text->setEnabled(false);
    if (dataset)
        m_notes.rerun(dataset->id);  // cached notes may be out of date, because they can be edited here
    else
        m_notes.cancel();
}

void DatasetNotes::showNotes(const std::string& notes) {
    const QSignalBlocker quiet(m_text);
    m_text->setPlainText(QString::fromStdString(notes));
    m_text->setEnabled(true);
    m_state->setText(tr("Saved in the workspace, with the dataset."));
    m_dataset = m_notes.request();
}

void DatasetNotes::save() {
    m_typing->stop();
    if (!m_dataset) return;
    // Runs on `WorkerQueue::Query`, so that later reads see the change; saving a note is fast enough for that queue.
    m_session.jobs().start(
        this, {.title = tr("Saving the notes")},
        [id = *m_dataset, notes = m_text->toPlainText().toStdString()](JobContext& context) {
            DatasetEditor(context.workspace).setNotes(id, notes);
        },
        [this] {
            if (!m_typing->isActive()) m_state->setText(tr("Saved in the workspace, with the dataset."));
        },
        [this](const QString& sentence, const QString& hint) {
            m_state->setText(tr("Not saved: %1").arg(sentence));
            m_session.notify(sentence, hint, Severity::Error);
        });
}

}  // namespace recscope::ui
