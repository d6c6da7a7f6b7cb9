// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/data/import_form.h"

#include <QCheckBox>
#include <QComboBox>
#include <QDir>
#include <QFileDialog>
#include <QFileInfo>
#include <QFormLayout>
#include <QLabel>
#include <QLineEdit>
#include <QPushButton>
#include <QSignalBlocker>
#include <algorithm>

#include "core/util/translated.h"
#include "ui/data/import_filters_input.h"
#include "ui/data/import_preview_table.h"
#include "ui/data/item_separator_choice.h"
#include "ui/theme/theme.h"
#include "ui/widgets/arrange.h"
#include "ui/widgets/elided_combo_box.h"
#include "ui/widgets/named_input.h"
#include "ui/widgets/settings.h"

namespace recscope::ui {

namespace {

/// The roles with an input of their own; the others are chosen in the table of columns.
constexpr std::array kRoles = {ColumnRole::User,   ColumnRole::Item,  ColumnRole::Time,
                               ColumnRole::Rating, ColumnRole::Order, ColumnRole::Kind};
const char* const kFolderKey = "import/folder";
/// Item data of the entry "None: all rows belong to one person" in the combo box for the user. The item data of all
/// other entries is the number of a column, or -1 for no column.
constexpr int kOnePersonData = -2;

void headline(QFormLayout& form, const QString& text) {
    QLabel* label = sectionLabel(text);
    label->setContentsMargins(0, space::kPadding, 0, 0);
    form.addRow(label);
}

QString timeFormatTitle(TimeFormat format) {
    switch (format) {
        case TimeFormat::Auto:
            return ImportForm::tr("Recognise by the values");
        case TimeFormat::Seconds:
            return ImportForm::tr("Seconds since 1970");
        case TimeFormat::Milliseconds:
            return ImportForm::tr("Milliseconds since 1970");
        case TimeFormat::Date:
            return ImportForm::tr("2017-12-17, or ISO 8601 with a time");
        case TimeFormat::MonthDayYear:
            return ImportForm::tr("09 13, 2009");
        case TimeFormat::Posted:
            return ImportForm::tr("Posted November 5, 2011.");
        case TimeFormat::Microseconds:
            return ImportForm::tr("Microseconds since 1970");
        case TimeFormat::Nanoseconds:
            return ImportForm::tr("Nanoseconds since 1970");
        case TimeFormat::CompactDate:
            return ImportForm::tr("20171217, or 20171217201500");
        case TimeFormat::DayFirst:
            return ImportForm::tr("Day first: 17/12/2017, 17.12.2017 20:15");
        case TimeFormat::MonthFirst:
            return ImportForm::tr("Month first: 12/17/2017 8:15 PM");
        case TimeFormat::Words:
            return ImportForm::tr("With the month's name: Tue Apr 03 18:00:06 2012");
        case TimeFormat::ExcelDays:
            return ImportForm::tr("Days as spreadsheets count them: 43101.75");
        case TimeFormat::DateAndMs:
            return ImportForm::tr("A day and milliseconds: 2017-12-17 526309");
        case TimeFormat::Pattern:
            return ImportForm::tr("By a pattern");
    }
    return {};
}

QString partTitle(FileParts::Kind kind) {
    switch (kind) {
        case FileParts::Kind::Sheets:
            return ImportForm::tr("S&heet");
        case FileParts::Kind::Tables:
            return ImportForm::tr("Ta&ble");
        case FileParts::Kind::Files:
            break;
    }
    return ImportForm::tr("File &in the archive");
}

QString nativePath(const std::filesystem::path& path) {
    return QDir::toNativeSeparators(QString::fromStdString(path.string()));
}

}  // namespace

ImportForm::ImportForm(QWidget* parent) : QWidget(parent) {
    m_rows = new QFormLayout(this);
    m_rows->setContentsMargins(0, 0, space::kPadding, 0);
    m_rows->setHorizontalSpacing(space::kSpacing);
    m_rows->setVerticalSpacing(space::kPadding);
    m_rows->setLabelAlignment(Qt::AlignLeft | Qt::AlignVCenter);
    m_rows->setFieldGrowthPolicy(QFormLayout::AllNonFixedFieldsGrow);
    addFiles(*m_rows);
    addReading(*m_rows);
    addColumns(*m_rows);
    headline(*m_rows, tr("What is kept"));
    m_filters = new ImportFiltersInput(*m_rows);
    connect(m_filters, &ImportFiltersInput::changed, this, &ImportForm::filtersChanged);
    connect(m_filters, &ImportFiltersInput::typed, this, &ImportForm::filtersTyped);
    clearReading();
    setColumnsDisabledReason(tr("Choose a file first"));
}

void ImportForm::addFiles(QFormLayout& form) {
    m_path = named(new QLineEdit, "importPath", tr("File"),
                   tr("The file, archive or folder with the interactions; drop one anywhere on the window"));
    m_path->setPlaceholderText(tr("Choose a file, or drop one here"));
    setFocusProxy(m_path);
    auto* choose =
        named(new QPushButton(tr("Choose…")), "chooseImport", tr("Choose a file"), tr("Choose the file to import"));
    form.addRow(tr("&File"), boxed(row({grow(m_path), choose})));
    m_member = named(new ElidedComboBox, "importMember", tr("File in the archive"),
                     tr("The file, sheet or table with the interactions"));
    form.addRow(partTitle(FileParts::Kind::Files), m_member);
    m_items = named(new QLineEdit, "importItems", tr("Titles"),
                    tr("A file with the items' titles and genres; may be left empty"));
    m_items->setPlaceholderText(tr("None: ids are shown"));
    auto* chooseTitles = named(new QPushButton(tr("Choose…")), "chooseItems", tr("Choose a titles file"),
                               tr("Choose the file with the titles"));
    form.addRow(tr("&Titles"), boxed(row({grow(m_items), chooseTitles})));
    m_itemsMatch = captionLabel(QStringLiteral("importItemsMatch"));
    form.addRow(QString(), m_itemsMatch);
    m_users = named(new QLineEdit, "importUsers", tr("Users"),
                    tr("A file about the users, such as their segment, age or country; may be left empty"));
    m_users->setPlaceholderText(tr("None: users have only ids"));
    auto* chooseUsersFile = named(new QPushButton(tr("Choose…")), "chooseUsers", tr("Choose a users file"),
                                  tr("Choose the file about the users"));
    form.addRow(tr("&Users"), boxed(row({grow(m_users), chooseUsersFile})));
    m_usersMatch = captionLabel(QStringLiteral("importUsersMatch"));
    form.addRow(QString(), m_usersMatch);
    m_name = named(shortLine(), "importName", tr("Name"), tr("Name of the dataset in RecScope"));
    form.addRow(tr("&Name"), m_name);
    m_existing = new ExistingChoice;
    form.addRow(QString(), m_existing);
    connect(m_name, &QLineEdit::textChanged, m_existing, &ExistingChoice::setName);
    connect(m_existing, &ExistingChoice::changed, this, [this] {
        m_rows->setRowVisible(m_existing, m_existing->isNameTaken());
        if (m_existing->choice() != ExistingDataset::AddRows) m_filters->forgetDataset();
        emit existingChanged();
    });
    connect(m_existing, &ExistingChoice::addChosen, this,
            [this](const DatasetInfo& dataset) { m_filters->checkKindsOf(dataset); });
    connect(m_existing, &ExistingChoice::newNameRequested, this, [this] {
        m_name->setFocus();
        m_name->selectAll();
    });
    m_rows->setRowVisible(m_existing, false);
    connect(choose, &QPushButton::clicked, this, &ImportForm::chooseFile);
    connect(chooseTitles, &QPushButton::clicked, this, &ImportForm::chooseItems);
    connect(chooseUsersFile, &QPushButton::clicked, this, &ImportForm::chooseUsers);
    connect(m_path, &QLineEdit::textChanged, this, [this] {
        clearReading();
        emit pathChanged();
    });
    connect(m_member, &QComboBox::activated, this, [this] {
        for (QLineEdit* file : {m_items, m_users}) file->clear();
        for (QLabel* match : {m_itemsMatch, m_usersMatch}) showMatch(match, {});
        if (m_name->text() == QString::fromStdString(m_preview.suggestedName)) m_name->clear();
        m_preview = {};  // so that files of titles and users are searched for again, beside the newly chosen part
        m_rolesChosen = false;
        emit readingChanged();
    });
    connect(m_items, &QLineEdit::textEdited, this, &ImportForm::readingTyped);
    connect(m_users, &QLineEdit::textEdited, this, &ImportForm::readingTyped);
}

void ImportForm::addReading(QFormLayout& form) {
    headline(form, tr("Reading"));
    m_format = named(new ElidedComboBox, "importFormat", tr("Format"), tr("How the file is read"));
    form.addRow(tr("F&ormat"), m_format);
    m_why = captionLabel(QStringLiteral("importWhy"));
    form.addRow(QString(), m_why);
    m_delimiter =
        named(shortLine(), "importDelimiter", tr("Separator"), tr("The character between two fields; \\t is a tab"));
    m_delimiter->setPlaceholderText(tr("Recognise by content"));
    form.addRow(tr("&Separator"), m_delimiter);
    m_itemSeparator = named(new ItemSeparatorChoice, "importItemSeparator", tr("Items of a cell"),
                            tr("Whether a cell of the item column holds one item or a list of items"));
    form.addRow(tr("Items of a cell"), m_itemSeparator);
    m_encoding = named(new QComboBox, "importEncoding", tr("Encoding"), tr("The character encoding of the file"));
    m_encoding->addItem(tr("Recognise by content"), QString());
    for (const char* encoding : {"UTF-8", "windows-1252", "UTF-16LE", "UTF-16BE"})
        m_encoding->addItem(QString::fromLatin1(encoding), QString::fromLatin1(encoding));
    form.addRow(tr("&Encoding"), m_encoding);
    m_header = named(new QComboBox, "importHeader", tr("First line"), tr("Whether the first line names the columns"));
    m_header->addItem(QString(), int(Header::Auto));  // showPreview sets the text to what was detected
    m_header->addItem(tr("Names the columns"), int(Header::Yes));
    m_header->addItem(tr("Is a row like the others"), int(Header::No));
    form.addRow(tr("Fi&rst line"), m_header);
    m_time = named(new ElidedComboBox, "importTime", tr("Times"), tr("How the times are written"));
    for (const TimeFormat format : timeFormats()) m_time->addItem(timeFormatTitle(format), int(format));
    m_time->addItem(timeFormatTitle(TimeFormat::Pattern), int(TimeFormat::Pattern));
    form.addRow(tr("T&imes"), m_time);
    m_pattern = named(
        new QLineEdit, "importTimePattern", tr("Pattern of the times"),
        tr("%Y year, %m month, %d day, %H hour, %M minute, %S second; all other characters stand for themselves"));
    m_pattern->setPlaceholderText(QStringLiteral("%d.%m.%Y %H:%M"));
    form.addRow(tr("Pa&ttern"), m_pattern);
    m_keepDamaged = named(new QCheckBox(tr("Import even if most rows are damaged")), "importKeepDamaged",
                          tr("Import even if most rows are damaged"),
                          tr("Damaged rows are left out. Without this, a file is refused if half of its rows or more "
                             "cannot be read"));
    form.addRow(QString(), m_keepDamaged);
    const auto reread = [this] {
        m_rolesChosen = false;
        emit readingChanged();
    };
    connect(m_format, &QComboBox::activated, this, reread);
    connect(m_encoding, &QComboBox::activated, this, &ImportForm::readingChanged);
    connect(m_header, &QComboBox::activated, this, reread);
    connect(m_itemSeparator, &QComboBox::activated, this, reread);
    connect(m_time, &QComboBox::activated, this, [this] {
        showPatternState();
        if (!m_rows->isRowVisible(m_pattern) || !m_pattern->text().isEmpty()) emit readingChanged();
    });
    connect(m_pattern, &QLineEdit::textEdited, this, &ImportForm::readingTyped);
    connect(m_keepDamaged, &QCheckBox::toggled, this, &ImportForm::filtersChanged);
    connect(m_delimiter, &QLineEdit::textEdited, this, [this] {
        m_rolesChosen = false;
        emit readingTyped();
    });
}

QString ImportForm::roleHint(ColumnRole role) {
    switch (role) {
        case ColumnRole::User:
            return tr("The column that names the user");
        case ColumnRole::Item:
            return tr("The column that names the item");
        case ColumnRole::Time:
            return tr("The column with the time; may be left out");
        case ColumnRole::Rating:
            return tr("The column with the rating; may be left out");
        case ColumnRole::Order:
            return tr(
                "The column with the number of the order or basket: lines with the same number are one step; may be "
                "left out");
        default:
            break;
    }
    return tr("The column with the kind of event, such as view or purchase; may be left out");
}

void ImportForm::addColumns(QFormLayout& form) {
    headline(form, tr("Columns"));
    for (std::size_t i = 0; i < m_columns.size(); ++i) {
        const ColumnRole role = kRoles[i];
        const QString name = columnRoleName(role);
        m_columns[i] = named(new ElidedComboBox, qPrintable(QStringLiteral("importColumn") + QString::number(i)), name,
                             roleHint(role));
        form.addRow(name, m_columns[i]);
        connect(m_columns[i], &QComboBox::activated, this,
                [this, i, role] { assign(role, m_columns[i]->currentData().toInt()); });
    }
}

QString ImportForm::path() const {
    return m_path->text().trimmed();
}

void ImportForm::setPath(const QString& path) {
    m_path->setText(QDir::toNativeSeparators(path));
    m_path->setFocus();
}

void ImportForm::setName(const QString& name) {
    m_name->setText(name);
}

void ImportForm::chooseFile() {
    Settings& settings = Settings::instance();
    const QString path = QFileDialog::getOpenFileName(this, tr("Import data"), settings.value(kFolderKey).toString());
    if (path.isEmpty()) return;
    settings.setValue(kFolderKey, QFileInfo(path).absolutePath());
    setPath(path);
}

void ImportForm::chooseItems() {
    const QString path =
        QFileDialog::getOpenFileName(this, tr("Titles of the items"), QFileInfo(m_path->text()).absolutePath());
    if (path.isEmpty()) return;
    m_items->setText(QDir::toNativeSeparators(path));
    emit readingChanged();
}

void ImportForm::chooseUsers() {
    const QString path =
        QFileDialog::getOpenFileName(this, tr("File about the users"), QFileInfo(m_path->text()).absolutePath());
    if (path.isEmpty()) return;
    m_users->setText(QDir::toNativeSeparators(path));
    emit readingChanged();
}

void ImportForm::showMatch(QLabel* label, const CompanionMatch& match) {
    const QString sentence = QString::fromStdString(match.sentence);
    const QString file = QFileInfo(QString::fromStdString(match.path)).fileName();
    label->setText(match.isTaken || match.path.empty() ? sentence : tr("%1 is not used: %2").arg(file, sentence));
    label->setVisible(!sentence.isEmpty());
    label->setProperty("taken", match.isTaken);
}

void ImportForm::clearReading() {
    m_rolesChosen = false;
    m_mapping = {};
    m_preview = {};
    m_roles = {};
    m_filters->clear();
    for (QLineEdit* file : {m_items, m_users}) file->clear();
    for (QLabel* match : {m_itemsMatch, m_usersMatch}) showMatch(match, {});
    m_name->clear();
    m_existing->clear();
    m_delimiter->clear();
    m_itemSeparator->clearChoice();
    m_encoding->setCurrentIndex(0);
    m_time->setCurrentIndex(0);
    m_pattern->clear();
    showPatternState();
    m_header->setCurrentIndex(0);
    m_header->setItemText(0, tr("Recognise by content"));
    m_member->clear();
    m_rows->setRowVisible(m_member, false);
    m_format->clear();
    showFormats();
    showColumns();
    m_filters->setKinds(m_preview.kinds);
    m_why->clear();
    const QSignalBlocker silent(m_keepDamaged);
    m_keepDamaged->setChecked(false);
}

ImportOptions ImportForm::options() const {
    ImportOptions options;
    options.path = path().toStdString();
    options.member = m_member->currentData().toString().toStdString();
    options.itemsPath = m_items->text().trimmed().toStdString();
    // An empty input for a file of titles or users means "not known yet" before the first preview, and "none"
    // afterwards.
    options.findItems = m_preview.format.empty();
    options.usersPath = m_users->text().trimmed().toStdString();
    options.findUsers = options.findItems;
    options.name = m_name->text().trimmed().toStdString();
    options.format = m_format->currentData().toString().toStdString();
    options.encoding = m_encoding->currentData().toString().toStdString();
    options.delimiter = m_delimiter->text().replace(QStringLiteral("\\t"), QStringLiteral("\t")).toStdString();
    options.itemSeparator = m_itemSeparator->separator();
    options.header = Header(m_header->currentData().toInt());
    options.timeFormat = TimeFormat(m_time->currentData().toInt());
    if (options.timeFormat == TimeFormat::Pattern) options.timePattern = m_pattern->text().trimmed().toStdString();
    if (options.timeFormat == TimeFormat::Pattern && options.timePattern.empty()) options.timeFormat = TimeFormat::Auto;
    if (!m_mapping.empty())
        options.columns = m_mapping;
    else if (m_rolesChosen)
        options.columns = m_roles.toMapping();
    if (!options.columns.empty()) options.foundRoles = m_foundRoles;
    options.keepDamaged = m_keepDamaged->isChecked();
    m_filters->writeTo(options);
    const bool addsToSomeKinds = m_existing->choice() == ExistingDataset::AddRows && m_filters->hasKinds();
    if (options.kinds.empty() && addsToSomeKinds) options.kinds = {kAllKinds};
    return options;
}

void ImportForm::setOptions(const ImportOptions& options) {
    m_path->setText(nativePath(options.path));
    m_items->setText(nativePath(options.itemsPath));
    m_users->setText(nativePath(options.usersPath));
    if (!options.member.empty()) {
        const QString member = QString::fromStdString(options.member);
        m_member->addItem(member, member);
        chooseData(m_member, member);
    }
    chooseData(m_format, QString::fromStdString(options.format));
    chooseData(m_encoding, QString::fromStdString(options.encoding));
    chooseData(m_header, int(options.header));
    chooseData(m_time, int(options.timeFormat));
    m_pattern->setText(QString::fromStdString(options.timePattern));
    showPatternState();
    m_delimiter->setText(QString::fromStdString(options.delimiter).replace(QLatin1Char('\t'), QStringLiteral("\\t")));
    m_itemSeparator->setSeparator(options.itemSeparator);
    m_mapping = options.columns;
    m_foundRoles = options.foundRoles;
    const QSignalBlocker silent(m_keepDamaged);
    m_keepDamaged->setChecked(options.keepDamaged);
    m_filters->setOptions(options);
}

void ImportForm::showPreview(const ImportPreview& preview) {
    m_preview = preview;
    if (!m_rolesChosen) m_roles = ChosenColumns::fromMapping(preview.columns);
    if (!m_rolesChosen && m_mapping.empty()) {
        m_foundRoles.clear();
        for (std::size_t role = 0; role < kColumnRoles; ++role) m_foundRoles.push_back(ColumnRole(role));
    }
    if (!m_mapping.empty()) {  // from now on the user of the program edits the stored roles, in `m_roles`
        m_mapping = {};
        m_rolesChosen = true;
    }
    if (m_name->text().isEmpty()) m_name->setText(QString::fromStdString(preview.suggestedName));
    if (m_items->text().isEmpty())
        m_items->setText(QDir::toNativeSeparators(QString::fromStdString(preview.itemsPath)));
    if (m_users->text().isEmpty())
        m_users->setText(QDir::toNativeSeparators(QString::fromStdString(preview.usersPath)));
    const std::pair<QLabel*, const CompanionMatch*> matches[] = {{m_itemsMatch, &preview.titles},
                                                                 {m_usersMatch, &preview.users}};
    for (const auto& [label, match] : matches) {
        // Only the first preview searches for files beside the interactions, so its message about a file that does not
        // fit stays.
        if (!match->path.empty() || label->property("taken").toBool()) showMatch(label, *match);
    }
    showParts(preview.parts, preview.member);
    m_why->setText(tr("Recognised by: %1").arg(QString::fromStdString(preview.why)));
    if (m_itemSeparator->separator().empty()) m_itemSeparator->showFound(preview.itemSeparator);
    const bool isTable = !preview.delimiter.empty();
    m_header->setItemText(0, !isTable            ? tr("Recognise by content")
                             : preview.hasHeader ? tr("Found: names of the columns")
                                                 : tr("Found: a row like the others"));
    m_header->setEnabled(isTable);
    m_header->setToolTip(isTable ? m_header->accessibleDescription() : tr("Only tables have a first line with names"));
    showFormats();
    showColumns();
    m_filters->setKinds(m_preview.kinds);
}

void ImportForm::showParts(const FileParts& parts, const std::string& chosen) {
    const QString title = partTitle(parts.kind);
    qobject_cast<QLabel*>(m_rows->labelForField(m_member))->setText(title);
    m_member->setAccessibleName(QString(title).remove(QLatin1Char('&')));
    m_member->clear();
    const QString first = QString::fromStdString(chosen);
    m_member->addItem(chosen.empty() ? tr("Choose…") : first, first);
    for (const std::string& part : parts.names)
        if (part != chosen) m_member->addItem(QString::fromStdString(part), QString::fromStdString(part));
    m_rows->setRowVisible(m_member, m_member->count() > 1);
}

bool ImportForm::asksForPart() const {
    return m_member->count() > 1 && m_member->currentData().toString().isEmpty();
}

/// Lists all formats. The title of a format that could read the file includes the confidence of the detection.
void ImportForm::showFormats() {
    const QString chosen = m_format->currentData().toString();
    const auto titled = [](const FormatCandidate& candidate) {
        // No confidence is shown, because the user of the program has to decide.
        if (candidate.confidence <= 0) return QString::fromStdString(candidate.title);
        return tr("%1 (%2 % sure)")
            .arg(QString::fromStdString(candidate.title))
            .arg(qRound(100 * candidate.confidence));
    };
    m_format->clear();
    m_format->addItem(m_preview.candidates.empty() ? tr("Recognise by content") : titled(m_preview.candidates.front()),
                      QString());
    for (const FormatInfo& format : datasetFormats()) {
        const auto found =
            std::find_if(m_preview.candidates.begin(), m_preview.candidates.end(),
                         [&](const FormatCandidate& candidate) { return candidate.name == format.name; });
        const bool fits = found != m_preview.candidates.end();
        m_format->addItem(fits ? titled(*found) : QString::fromStdString(translated(format.title)),
                          QString::fromStdString(format.name));
        m_format->setItemData(m_format->count() - 1,
                              QString::fromStdString(fits ? found->why : translated(format.description)),
                              Qt::ToolTipRole);
    }
    chooseData(m_format, chosen);
}

void ImportForm::showColumns() {
    for (std::size_t i = 0; i < m_columns.size(); ++i) {
        const QSignalBlocker silent(m_columns[i]);
        m_columns[i]->clear();
        m_columns[i]->addItem(columnRoleName(std::nullopt), -1);
        for (int column = 0; column < ImportPreviewTable::columnCountOf(m_preview); ++column)
            m_columns[i]->addItem(ImportPreviewTable::columnName(m_preview, column), column);
        const bool isUser = kRoles[i] == ColumnRole::User;
        if (isUser) m_columns[i]->addItem(tr("None: all rows belong to one person"), kOnePersonData);
        const int chosen = isUser && m_roles.isOnePerson() ? kOnePersonData : m_roles.of(kRoles[i]);
        m_columns[i]->setCurrentIndex(m_columns[i]->findData(chosen));
    }
    m_items->setPlaceholderText(m_roles.of(ColumnRole::Title) >= 0 ? tr("None: a column holds the titles")
                                                                   : tr("None: ids are shown"));
    m_filters->showRoles(m_roles);
}

void ImportForm::showPatternState() {
    m_rows->setRowVisible(m_pattern, TimeFormat(m_time->currentData().toInt()) == TimeFormat::Pattern);
}

void ImportForm::setColumnsDisabledReason(const QString& why) {
    const QString reason =
        why.isEmpty() && !m_preview.columnsCanBeChosen ? tr("The format leaves no choice of columns") : why;
    for (QComboBox* column : m_columns) {
        column->setEnabled(reason.isEmpty());
        column->setToolTip(reason.isEmpty() ? column->accessibleDescription() : reason);
    }
}

void ImportForm::chooseReading(const ColumnReading& reading) {
    if (!reading.columns.empty()) {
        m_roles = ChosenColumns::fromMapping(reading.columns, ImportPreviewTable::columnCountOf(m_preview) - 1);
        m_rolesChosen = true;
    }
    if (!reading.itemSeparator.empty()) {
        m_itemSeparator->setSeparator(reading.itemSeparator);
    } else if (reading.timeFormat == TimeFormat::Auto) {  // the question was about roles, not about the format of times
        std::erase(m_foundRoles, ColumnRole::User);
        std::erase(m_foundRoles, ColumnRole::Item);
    }
    if (reading.timeFormat != TimeFormat::Auto) chooseData(m_time, int(reading.timeFormat));
    showPatternState();
    showColumns();
    emit readingChanged();
}

void ImportForm::assign(const OptionalRole& role, int column) {
    if (!m_preview.columnsCanBeChosen) return;
    const ChosenColumns before = m_roles;
    if (column == kOnePersonData)
        m_roles.setOnePerson();
    else
        m_roles.assign(role, column);
    m_rolesChosen = true;
    std::erase_if(m_foundRoles, [&](ColumnRole found) { return m_roles.all(found) != before.all(found); });
    showColumns();
    emit rolesChanged();
}

}  // namespace recscope::ui
