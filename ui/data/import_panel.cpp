// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/data/import_panel.h"

#include <QCheckBox>
#include <QComboBox>
#include <QDir>
#include <QDoubleSpinBox>
#include <QFileDialog>
#include <QFileInfo>
#include <QFormLayout>
#include <QHBoxLayout>
#include <QLabel>
#include <QLineEdit>
#include <QPushButton>
#include <QScrollArea>
#include <QSettings>
#include <QSignalBlocker>
#include <QTimer>
#include <QVBoxLayout>

#include "ui/frame/elided_combo_box.h"
#include "ui/jobs/job_runner.h"
#include "ui/session/session.h"
#include "ui/theme/theme.h"
#include "ui/widgets/number_text.h"

namespace recscope::ui {

namespace {

constexpr int kTypingMilliseconds = 300;
constexpr int kFormWidth = 420;
constexpr ColumnRole kRoles[] = {ColumnRole::User, ColumnRole::Item, ColumnRole::Time, ColumnRole::Rating};
const char* const kFolderKey = "import/folder";

template <class Input>
Input* named(Input* input, const char* objectName, const QString& accessibleName, const QString& help) {
    input->setObjectName(QString::fromLatin1(objectName));
    input->setAccessibleName(accessibleName);
    input->setAccessibleDescription(help);
    input->setToolTip(help);
    return input;
}

QWidget* withButton(QLineEdit* line, QPushButton* button) {
    auto* both = new QWidget;
    auto* row = new QHBoxLayout(both);
    row->setContentsMargins(0, 0, 0, 0);
    row->setSpacing(space::kInside);
    row->addWidget(line, 1);
    row->addWidget(button);
    return both;
}

}  // namespace

ImportPanel::ImportPanel(Session& session, QWidget* parent)
    : QWidget(parent),
      m_session(session),
      m_table(new ImportPreviewTable),
      m_caption(new QLabel),
      m_problem(new QLabel),
      m_import(new QPushButton(tr("Import"))),
      m_typing(new QTimer(this)) {
    setObjectName(QStringLiteral("importPanel"));
    auto* title = new QLabel(tr("Import data"));
    title->setProperty("role", "section");
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
    m_problem->hide();
    m_typing->setSingleShot(true);
    m_typing->setInterval(kTypingMilliseconds);

    auto* buttons = new QHBoxLayout;
    buttons->setSpacing(space::kInside);
    buttons->addWidget(m_problem, 1);
    buttons->addStretch();
    buttons->addWidget(cancel);
    buttons->addWidget(m_import);
    auto* right = new QVBoxLayout;
    right->setSpacing(space::kInside);
    right->addWidget(m_caption);
    right->addWidget(m_table, 1);
    auto* form = new QScrollArea;
    form->setWidgetResizable(true);
    form->setFrameShape(QFrame::NoFrame);
    form->setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
    form->setWidget(makeForm());
    form->setFixedWidth(Theme::instance().px(kFormWidth));
    auto* middle = new QHBoxLayout;
    middle->setSpacing(space::kPage);
    middle->addWidget(form);
    middle->addLayout(right, 1);
    auto* column = new QVBoxLayout(this);
    column->setContentsMargins(0, 0, 0, 0);
    column->setSpacing(space::kBetween);
    column->addWidget(title);
    column->addLayout(middle, 1);
    column->addLayout(buttons);

    connect(cancel, &QPushButton::clicked, this, &ImportPanel::closed);
    connect(m_import, &QPushButton::clicked, this, &ImportPanel::startImport);
    connect(m_typing, &QTimer::timeout, this, &ImportPanel::loadPreview);
    connect(m_table, &ImportPreviewTable::roleChosen, this,
            [this](int place, ColumnRole role) { assign(role, place); });
    showState();
}

QWidget* ImportPanel::makeForm() {
    auto* inside = new QWidget;
    auto* form = new QFormLayout(inside);
    form->setContentsMargins(0, 0, space::kInside, 0);
    form->setHorizontalSpacing(space::kBetween);
    form->setVerticalSpacing(space::kInside);
    form->setLabelAlignment(Qt::AlignLeft | Qt::AlignVCenter);
    form->setFieldGrowthPolicy(QFormLayout::AllNonFixedFieldsGrow);
    addFiles(*form);
    addReading(*form);
    addColumns(*form);
    addFilters(*form);
    return inside;
}

void ImportPanel::addFiles(QFormLayout& form) {
    m_path = named(new QLineEdit, "importPath", tr("File"),
                   tr("The file with the interactions; drop one anywhere on the window"));
    m_path->setPlaceholderText(tr("Choose a file, or drop one here"));
    auto* choose =
        named(new QPushButton(tr("Choose…")), "chooseImport", tr("Choose a file"), tr("Choose the file to import"));
    form.addRow(tr("&File"), withButton(m_path, choose));
    m_items = named(new QLineEdit, "importItems", tr("Titles"),
                    tr("A file with the items' titles and genres; may be left empty"));
    m_items->setPlaceholderText(tr("None: ids are shown"));
    auto* chooseTitles = named(new QPushButton(tr("Choose…")), "chooseItems", tr("Choose a titles file"),
                               tr("Choose the file with the titles"));
    form.addRow(tr("&Titles"), withButton(m_items, chooseTitles));
    m_name = named(new QLineEdit, "importName", tr("Name"), tr("What the dataset is called in RecScope"));
    form.addRow(tr("&Name"), m_name);
    connect(choose, &QPushButton::clicked, this, &ImportPanel::chooseFile);
    connect(chooseTitles, &QPushButton::clicked, this, &ImportPanel::chooseItems);
    connect(m_path, &QLineEdit::textChanged, this, &ImportPanel::pathChanged);
    connect(m_items, &QLineEdit::textEdited, m_typing, qOverload<>(&QTimer::start));
}

void ImportPanel::addReading(QFormLayout& form) {
    m_format = named(new ElidedComboBox, "importFormat", tr("Format"), tr("How the file is read"));
    m_format->addItem(tr("Recognise by content"), QString());
    for (const FormatInfo& format : datasetFormats()) {
        m_format->addItem(QString::fromStdString(format.title), QString::fromStdString(format.name));
        m_format->setItemData(m_format->count() - 1, QString::fromStdString(format.description), Qt::ToolTipRole);
    }
    form.addRow(tr("F&ormat"), m_format);
    m_why = new QLabel;
    m_why->setObjectName(QStringLiteral("importWhy"));
    m_why->setProperty("role", "caption");
    m_why->setWordWrap(true);
    form.addRow(QString(), m_why);
    m_delimiter =
        named(new QLineEdit, "importDelimiter", tr("Separator"), tr("What stands between two fields; \\t is a tab"));
    m_delimiter->setPlaceholderText(tr("Recognise by content"));
    form.addRow(tr("&Separator"), m_delimiter);
    m_encoding = named(new QComboBox, "importEncoding", tr("Encoding"), tr("How letters are stored in the file"));
    m_encoding->addItem(tr("Recognise by content"), QString());
    for (const char* encoding : {"UTF-8", "ISO-8859-1"})
        m_encoding->addItem(QString::fromLatin1(encoding), QString::fromLatin1(encoding));
    form.addRow(tr("&Encoding"), m_encoding);
    connect(m_format, &QComboBox::activated, this, [this] {
        m_rolesChanged = false;
        loadPreview();
    });
    connect(m_encoding, &QComboBox::activated, this, &ImportPanel::loadPreview);
    connect(m_delimiter, &QLineEdit::textEdited, this, [this] {
        m_rolesChanged = false;
        m_typing->start();
    });
}

void ImportPanel::addColumns(QFormLayout& form) {
    for (std::size_t i = 0; i < m_columns.size(); ++i) {
        const ColumnRole role = kRoles[i];
        const QString name = columnRoleName(role);
        const bool needed = role == ColumnRole::User || role == ColumnRole::Item;
        m_columns[i] = named(new ElidedComboBox, qPrintable(QStringLiteral("importColumn") + QString::number(i)), name,
                             needed ? tr("The column that names the %1").arg(name.toLower())
                                    : tr("The column with the %1; may be left out").arg(name.toLower()));
        form.addRow(tr("%1 column").arg(name), m_columns[i]);
        connect(m_columns[i], &QComboBox::activated, this,
                [this, i, role] { assign(role, m_columns[i]->currentData().toInt()); });
    }
}

void ImportPanel::addFilters(QFormLayout& form) {
    m_useRating = named(new QCheckBox(tr("Only ratings from")), "importUseRating", tr("Only ratings from"),
                        tr("Drop rows with a lower rating"));
    m_minRating = named(new QDoubleSpinBox, "importMinRating", tr("Lowest rating kept"), tr("Rows below are dropped"));
    m_minRating->setDecimals(1);
    m_minRating->setRange(-1000, 1000);
    m_minRating->setValue(4);
    m_minRating->setSingleStep(0.5);
    form.addRow(m_useRating, m_minRating);
    m_minUser = named(new QSpinBox, "importMinUser", tr("Fewest interactions of a user"),
                      tr("Users with fewer are dropped; the papers use 5"));
    m_minItem = named(new QSpinBox, "importMinItem", tr("Fewest interactions of an item"),
                      tr("Items with fewer are dropped; the papers use 5"));
    for (QSpinBox* spin : {m_minUser, m_minItem}) {
        spin->setRange(0, 1'000'000);
        spin->setSpecialValueText(tr("all are kept"));
        spin->setSuffix(tr(" interactions"));
    }
    form.addRow(tr("Users with at least"), m_minUser);
    form.addRow(tr("Items with at least"), m_minItem);
    const auto enable = [this] {
        m_minRating->setEnabled(m_useRating->isChecked() && m_useRating->isEnabled());
        m_minRating->setToolTip(m_useRating->isEnabled() ? tr("Rows below are dropped")
                                                         : tr("There is no rating column"));
    };
    connect(m_useRating, &QCheckBox::toggled, this, enable);
    enable();
}

void ImportPanel::offer(const QString& path) {
    if (path.isEmpty()) {
        m_path->setFocus();
        if (m_path->text().isEmpty()) chooseFile();
    } else {
        m_path->setText(QDir::toNativeSeparators(path));
    }
}

void ImportPanel::chooseFile() {
    QSettings settings;
    const QString path = QFileDialog::getOpenFileName(this, tr("Import data"), settings.value(kFolderKey).toString());
    if (path.isEmpty()) return;
    settings.setValue(kFolderKey, QFileInfo(path).absolutePath());
    m_path->setText(QDir::toNativeSeparators(path));
}

void ImportPanel::chooseItems() {
    const QString path =
        QFileDialog::getOpenFileName(this, tr("Titles of the items"), QFileInfo(m_path->text()).absolutePath());
    if (path.isEmpty()) return;
    m_items->setText(QDir::toNativeSeparators(path));
    loadPreview();
}

void ImportPanel::pathChanged() {
    // Another file: nothing that was said about the last one holds.
    m_hasPreview = m_rolesChanged = false;
    m_items->clear();
    m_name->clear();
    m_delimiter->clear();
    m_format->setCurrentIndex(0);
    m_encoding->setCurrentIndex(0);
    m_table->clearPreview();
    m_problem->hide();
    m_typing->start();
    showState();
}

ImportOptions ImportPanel::options() const {
    ImportOptions options;
    options.path = m_path->text().trimmed().toStdString();
    options.itemsPath = m_items->text().trimmed().toStdString();
    options.name = m_name->text().trimmed().toStdString();
    options.format = m_format->currentData().toString().toStdString();
    options.encoding = m_encoding->currentData().toString().toStdString();
    options.delimiter = m_delimiter->text().replace(QStringLiteral("\\t"), QStringLiteral("\t")).toStdString();
    if (m_rolesChanged) options.columns = m_roles.toMapping();
    if (m_useRating->isEnabled() && m_useRating->isChecked()) options.minRating = m_minRating->value();
    options.minUserInteractions = m_minUser->value();
    options.minItemInteractions = m_minItem->value();
    return options;
}

void ImportPanel::loadPreview() {
    m_typing->stop();
    if (m_path->text().trimmed().isEmpty()) return;
    m_session.jobs().start(
        this, {.title = tr("Reading the beginning of the file"), .latestOnly = QStringLiteral("data/preview")},
        [options = options()](JobContext&) { return previewImport(options); },
        [this](const ImportPreview& preview) { showPreview(preview); },
        [this](const QString& message, const QString& hint) {
            m_hasPreview = false;
            m_table->clearPreview();
            showProblem(message, hint);
            showState();
        });
}

void ImportPanel::showPreview(const ImportPreview& preview) {
    m_preview = preview;
    m_hasPreview = true;
    m_problem->hide();
    if (!m_rolesChanged) m_roles = ColumnRoles::fromMapping(preview.columns);
    if (m_name->text().isEmpty()) m_name->setText(QString::fromStdString(preview.suggestedName));
    if (m_items->text().isEmpty())
        m_items->setText(QDir::toNativeSeparators(QString::fromStdString(preview.itemsPath)));
    m_why->setText(QString::fromStdString(preview.why));
    m_format->setItemText(0, tr("Recognise by content"));
    m_table->showPreview(preview);
    showColumns();
}

void ImportPanel::showColumns() {
    for (std::size_t i = 0; i < m_columns.size(); ++i) {
        m_columns[i]->clear();
        m_columns[i]->addItem(tr("none"), -1);
        for (int column = 0; column < m_table->columnCount(); ++column)
            m_columns[i]->addItem(ImportPreviewTable::columnName(m_preview, column), column);
        m_columns[i]->setCurrentIndex(m_columns[i]->findData(m_roles.of(kRoles[i])));
    }
    m_table->showRoles(m_roles);
    m_useRating->setEnabled(m_roles.rating >= 0);
    m_minRating->setEnabled(m_useRating->isEnabled() && m_useRating->isChecked());
    showState();
}

void ImportPanel::assign(ColumnRole role, int column) {
    m_roles.assign(role, column);
    m_rolesChanged = true;
    showColumns();
}

void ImportPanel::showProblem(const QString& sentence, const QString& hint) {
    m_problem->setText(hint.isEmpty() ? sentence : sentence + QLatin1Char('\n') + hint);
    m_problem->show();
}

void ImportPanel::showState() {
    QString why;
    if (m_importing)
        why = tr("The import runs");
    else if (!m_hasPreview)
        why = tr("Choose a file first");
    else if (m_roles.user < 0 || m_roles.item < 0)
        why = tr("Say which columns hold the user and the item");
    m_import->setEnabled(why.isEmpty());
    for (QComboBox* column : m_columns) {
        column->setEnabled(m_hasPreview && !m_importing);
        column->setToolTip(column->isEnabled() ? column->accessibleDescription() : why);
    }
    m_import->setText(m_importing ? tr("Importing…") : tr("Import"));
    m_import->setToolTip(why.isEmpty() ? tr("Read the whole file into the workspace") : why);
    if (!m_hasPreview)
        m_caption->setText(tr("The first rows of the file appear here, and which column is what."));
    else if (m_roles.user < 0 || m_roles.item < 0)
        m_caption->setText(why + QStringLiteral(": ") + tr("click a column's header."));
    else
        m_caption->setText(
            tr("The first %1 rows as they will be read. Click a column's header to change what it holds.")
                .arg(m_preview.rows.size()));
}

void ImportPanel::startImport() {
    m_importing = true;
    m_problem->hide();
    showState();
    const QString file = QFileInfo(m_path->text()).fileName();
    const auto ended = [this] {
        m_importing = false;
        showState();
    };
    m_session.jobs().start(
        this, {.title = tr("Importing %1").arg(file), .lane = Lane::Import, .inStrip = true},
        [options = options()](JobContext& context) {
            return importDataset(context.workspace, options, context.progress, context.stop);
        },
        [this, ended](const ImportResult& result) {
            ended();
            m_session.chooseDataset(result.dataset.id);
            m_session.tell(tr("Imported %1: %2 of %3 rows kept.")
                               .arg(QString::fromStdString(result.dataset.name), wholeNumber(result.report.rowsKept),
                                    wholeNumber(result.report.rowsRead)));
            m_path->clear();
            emit imported();
        },
        [this, ended](const QString& message, const QString& hint) {
            ended();
            showProblem(message, hint);
        },
        [this, ended] {
            ended();
            m_session.tell(tr("The import was stopped; nothing was stored."));
        });
}

}  // namespace recscope::ui
