// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/data/import_panel.h"

#include <QFileInfo>
#include <QLabel>
#include <QPushButton>
#include <QScrollArea>
#include <QScrollBar>
#include <QTimer>
#include <QVBoxLayout>

#include "core/util/error.h"
#include "ui/data/import_columns.h"
#include "ui/data/import_count.h"
#include "ui/data/import_filters_input.h"
#include "ui/data/import_form.h"
#include "ui/data/import_preview_table.h"
#include "ui/data/import_question.h"
#include "ui/session/session.h"
#include "ui/theme/theme.h"
#include "ui/widgets/arrange.h"
#include "ui/widgets/number_text.h"
#include "ui/widgets/stateful_splitter.h"

namespace recscope::ui {

namespace {
constexpr int kTypingMilliseconds = 300;  ///< pause in typing after which the file is read again
constexpr int kFormWidth = 420;           ///< design pixels

/// If the chosen part of a file cannot be read, lists the parts instead of failing, so that the user of the program can
/// choose another part.
ImportReading readBeginning(const ImportOptions& options) {
    try {
        return {
            .preview = std::make_shared<ImportPreview>(previewImport(options)), .parts = {}, .problem = {}, .hint = {}};
    } catch (const Error& error) {
        ImportReading reading{.preview = nullptr,
                              .parts = partsToChoose(options.path),
                              .problem = QString::fromStdString(error.what()),
                              .hint = QString::fromStdString(error.hint())};
        if (reading.parts.names.size() < 2) throw;
        return reading;
    }
}

}  // namespace

ImportPanel::ImportPanel(Session& session, QWidget* parent)
    : QWidget(parent),
      m_session(session),
      m_reading(session.jobs(), {.title = tr("Reading the beginning of the file")},
                [](JobContext&, const ImportOptions& options) { return readBeginning(options); }),
      m_form(new ImportForm),
      m_question(new ImportQuestion),
      m_columns(new ImportColumns),
      m_table(new ImportPreviewTable),
      m_count(new ImportCount(session)),
      m_caption(new QLabel),
      m_problem(new QLabel),
      m_again(new QPushButton(tr("Try again"))),
      m_whyNot(mutedLabel({})),
      m_formArea(nullptr),
      m_import(new QPushButton(tr("Import"))),
      m_typing(new QTimer(this)) {
    setObjectName(QStringLiteral("importPanel"));
    auto* cancel = new QPushButton(tr("Cancel"));
    cancel->setObjectName(QStringLiteral("cancelImport"));
    m_import->setObjectName(QStringLiteral("startImport"));
    m_import->setProperty("primary", true);
    m_caption->setObjectName(QStringLiteral("importCaption"));
    m_caption->setProperty("muted", true);
    m_caption->setWordWrap(true);
    m_problem->setObjectName(QStringLiteral("importProblem"));
    m_problem->setProperty("problem", true);
    m_problem->setWordWrap(true);
    m_again->setObjectName(QStringLiteral("importTryAgain"));
    m_again->setToolTip(tr("Reads the file again, in case it has changed or is available now"));
    hideProblem();
    m_whyNot->setObjectName(QStringLiteral("importWhyNot"));
    m_typing->setSingleShot(true);
    m_typing->setInterval(kTypingMilliseconds);

    auto* tables = new StatefulSplitter(Qt::Vertical, QStringLiteral("data/importTables"));
    tables->addWidget(m_columns);
    tables->addWidget(m_table);
    tables->setChildrenCollapsible(false);
    tables->restore({1, 1});
    m_formArea = scrolled(m_form);
    m_formArea->setFixedWidth(Theme::instance().px(kFormWidth));
    QVBoxLayout* right = column({m_question, m_caption, grow(tables), m_count});
    arrange(this, column({sectionLabel(tr("Import data")), grow(row({m_formArea, grow(right)}, space::kPageMargin)),
                          row({grow(m_problem), m_again, grow(stretch(), 0), m_whyNot, cancel, m_import})},
                         space::kSpacing));

    connect(cancel, &QPushButton::clicked, this, [this] {
        m_form->setPath({});
        emit closed();
    });
    connect(m_import, &QPushButton::clicked, this, &ImportPanel::startImport);
    connect(m_again, &QPushButton::clicked, this, &ImportPanel::loadPreview);
    connect(m_typing, &QTimer::timeout, this, &ImportPanel::loadPreview);
    connect(&m_reading, &AnyAsyncQuery::changed, this, &ImportPanel::showPreview);
    connect(m_form, &ImportForm::pathChanged, this, &ImportPanel::fileChanged);
    connect(m_form, &ImportForm::readingChanged, this, &ImportPanel::loadPreview);
    connect(m_form, &ImportForm::readingTyped, m_typing, qOverload<>(&QTimer::start));
    connect(m_form, &ImportForm::rolesChanged, this, &ImportPanel::rolesChanged);
    connect(m_form, &ImportForm::filtersChanged, this, &ImportPanel::countAgain);
    connect(m_form, &ImportForm::existingChanged, this, [this] {
        showState();
        if (m_isReadable && m_form->existing().choice() != m_countedAs) countAgain();
    });
    connect(m_form, &ImportForm::filtersTyped, this, &ImportPanel::countAgain);
    const auto assign = [this](int column, const OptionalRole& role) {
        if (!m_question->isAboutTimes()) m_question->clear();  // assigning a role answers the question too
        m_form->assign(role, column);
    };
    connect(m_columns, &ImportColumns::roleChosen, this, assign);
    connect(m_table, &ImportPreviewTable::roleChosen, this, assign);
    connect(m_question, &ImportQuestion::answered, m_form, &ImportForm::chooseReading);
    connect(m_count, &ImportCount::counted, this, &ImportPanel::hideProblem);
    connect(m_count, &ImportCount::counted, &m_form->filters(), &ImportFiltersInput::showCount);
    connect(m_count, &ImportCount::failed, this, [this](const QString& sentence, const QString& hint) {
        showProblem(sentence, hint);
        m_countProblem = sentence;
        showState();
    });
    const auto listDatasets = [this] { m_form->setDatasets(m_session.datasets()); };
    connect(&session, &Session::datasetsChanged, this, listDatasets);
    listDatasets();
    setFocusProxy(m_form);
    showState();
}

void ImportPanel::offer(const QString& path) {
    m_form->setPath(path);
}

void ImportPanel::offerAgain(const ImportOptions& options, const QString& name) {
    m_form->setPath({});  // clears the form, which may show this file with other settings
    m_form->setOptions(options);
    if (!name.isEmpty()) m_form->setName(name);
}

void ImportPanel::clearPreview() {
    m_countProblem.clear();
    m_preview.reset();
    m_columns->clearPreview();
    m_table->clearPreview();
    m_count->clear();
}

void ImportPanel::fileChanged() {
    m_reading.cancel();
    clearPreview();
    m_question->clear();
    hideProblem();
    m_formArea->verticalScrollBar()->setValue(0);
    m_typing->start();
    showState();
}

void ImportPanel::loadPreview() {
    m_typing->stop();
    if (!m_form->path().isEmpty()) m_reading.rerun(m_form->options());
}

void ImportPanel::showPreview() {
    if (m_reading.state() == AsyncQueryState::Failed) {
        clearPreview();
        showProblem(m_reading.failure(), m_reading.hint());
        showState();
    }
    const auto reading = m_reading.answer();
    if (!reading) return;
    if (!reading->preview) {
        clearPreview();
        m_question->clear();
        m_form->showParts(reading->parts, m_reading.request()->member);
        showProblem(reading->problem, reading->hint);
        showState();
        return;
    }
    m_preview = reading->preview;
    hideProblem();
    m_form->showPreview(*m_preview);
    m_question->ask(*m_preview);
    m_columns->showPreview(*m_preview);
    m_table->showPreview(*m_preview);
    rolesChanged();
}

void ImportPanel::rolesChanged() {
    m_columns->showRoles(m_form->roles());
    m_table->showRoles(m_form->roles());
    countAgain();
}

void ImportPanel::countAgain() {
    m_countProblem.clear();
    showState();
    m_countedAs = m_form->existing().choice();
    if (m_isReadable)
        m_count->countLater(m_form->options(), m_countedAs.value_or(ExistingDataset::Refuse));
    else
        m_count->clear();
}

void ImportPanel::showProblem(const QString& sentence, const QString& hint) {
    m_problem->setText(hint.isEmpty() ? sentence : sentence + QLatin1Char('\n') + hint);
    m_problem->show();
    m_again->show();
}

void ImportPanel::hideProblem() {
    m_problem->hide();
    m_again->hide();
}

QString ImportPanel::caption() const {
    if (!m_preview) return tr("The first rows of the file and the roles of its columns appear here.");
    const QString change = m_preview->columnsCanBeChosen ? tr("Click a column to change what it is used as.")
                                                         : tr("The format determines the columns.");
    const QString rows = wholeNumber(std::int64_t(m_preview->rows.size()));
    if (m_preview->totalRows <= std::int64_t(m_preview->rows.size()))
        return tr("The first %1 rows as they will be read. %2").arg(rows, change);
    return (m_preview->isEstimate ? tr("The first %1 of about %2 rows as they will be read. %3")
                                  : tr("The first %1 of %2 rows as they will be read. %3"))
        .arg(rows, wholeNumber(m_preview->totalRows), change);
}

void ImportPanel::showState() {
    const bool hasColumns = m_form->roles().hasUsers() && m_form->roles().of(ColumnRole::Item) >= 0;
    QString why;
    if (!m_preview)
        why = m_form->asksForPart() ? tr("Choose which part of the file to import") : tr("Choose a file first");
    else if (!hasColumns && m_preview->columnsCanBeChosen)
        why = tr("Say which columns hold the user and the item");
    else if (m_question->isOpen())
        why = tr("Choose how the file is to be read");
    const bool isReadable = why.isEmpty();
    if (isReadable) why = m_form->existing().problem();
    m_whyNot->setText(m_preview ? why : QString());
    if (why.isEmpty()) why = m_countProblem;  // the problem text beside the button shows this reason already
    m_import->setEnabled(why.isEmpty());
    m_import->setToolTip(why.isEmpty() ? tr("Read the whole file into the workspace") : why);
    m_isReadable = isReadable;
    m_form->setColumnsDisabledReason(m_preview ? QString() : why);
    m_caption->setText(m_preview && !hasColumns && m_preview->columnsCanBeChosen
                           ? tr("Say which columns hold the user and the item: click the cells under “Used as”.")
                           : caption());
}

void ImportPanel::startImport() {
    const ImportOptions options = m_form->options();
    const ExistingDataset existing = m_form->existing().choice().value_or(ExistingDataset::Refuse);
    const QString file = QFileInfo(m_form->path()).fileName();
    m_session.jobs().start(
        this, {.title = tr("Importing %1").arg(file), .queue = WorkerQueue::Import, .isShownInStrip = true},
        [options, existing](JobContext& context) {
            return importDataset(context.workspace, options, context.progress, context.stop, existing);
        },
        [this](const ImportResult& result) {
            m_session.chooseDataset(result.dataset.id);
            m_session.notify((result.report.earlierRows > 0 ? tr("Added to %1: %2 of %3 rows were new.")
                                                            : tr("Imported %1: %2 of %3 rows kept."))
                                 .arg(QString::fromStdString(result.dataset.name), wholeNumber(result.report.rowsKept),
                                      wholeNumber(result.report.rowsRead)));
            emit imported();
        },
        [this, file, options](const QString& message, const QString& hint) {
            if (m_form->path().isEmpty()) {  // so that the inputs are shown again when the form is opened
                m_form->setOptions(options);
                m_form->setName(QString::fromStdString(options.name));
            }
            m_session.notify(tr("%1 was not imported. %2").arg(file, message), hint, Severity::Error);
        },
        [this, file] { m_session.notify(tr("The import of %1 was stopped; nothing was stored.").arg(file)); });
    m_form->setPath({});
    emit closed();
}

}  // namespace recscope::ui
