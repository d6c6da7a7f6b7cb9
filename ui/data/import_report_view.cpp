// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/data/import_report_view.h"

#include <QDir>
#include <QFileDialog>
#include <QGridLayout>
#include <QLabel>
#include <QMenu>
#include <QPushButton>
#include <QSaveFile>

#include "core/data/dataset_origin.h"
#include "core/data/importer.h"
#include "core/util/error.h"
#include "core/util/text.h"
#include "core/util/translated.h"
#include "ui/jobs/job_runner.h"
#include "ui/session/session.h"
#include "ui/theme/icons.h"
#include "ui/theme/theme.h"
#include "ui/widgets/arrange.h"
#include "ui/widgets/number_text.h"
#include "ui/widgets/saving.h"

namespace recscope::ui {

namespace {

QLabel* valueLabel(const QString& text) {
    auto* label = new QLabel(text);
    label->setWordWrap(true);
    label->setTextInteractionFlags(Qt::TextSelectableByMouse);
    return label;
}

QString linesText(const DroppedRows& dropped) {
    QStringList lines;
    for (const std::int64_t line : dropped.firstLines) lines << wholeNumber(line);
    QString text = (dropped.count == 1 ? ImportReportView::tr("line %1") : ImportReportView::tr("lines %1"))
                       .arg(lines.join(QStringLiteral(", ")));
    if (dropped.count > std::int64_t(dropped.firstLines.size())) text += QStringLiteral(", …");
    return lines.isEmpty() ? QString() : text;
}

QString formatText(const ImportReport& report) {
    QString name = QString::fromStdString(report.format);
    for (const FormatInfo& format : datasetFormats())
        if (format.name == report.format) name = QString::fromStdString(translated(format.title));
    return report.why.empty() ? name : QStringLiteral("%1: %2").arg(name, QString::fromStdString(report.why));
}

/// The file with the titles, how it was read, and how many items have a title.
QString titlesText(const ImportReport& report) {
    if (report.itemsPath.empty()) return {};
    QString text = QString::fromStdString(report.itemsPath);
    if (!report.titlesReading.empty())
        text += QStringLiteral(": ") + QString::fromStdString(report.titlesReadingText());
    return text + QStringLiteral("; ") +
           ImportReportView::tr("items with a title: %1 of %2")
               .arg(wholeNumber(report.items - report.itemsWithoutTitle), wholeNumber(report.items));
}

QString timesText(const DatasetInfo& dataset) {
    if (!dataset.hasTimes) return ImportReportView::tr("not in the data: the order of the file is used");
    return (ImportReport::hasOnlyDates(dataset.importReport)
                ? ImportReportView::tr(
                      "only dates; %1 % of the interactions are on the same day as the user's previous "
                      "interaction: the order of the file decides which is first")
                : ImportReportView::tr(
                      "known; %1 % equal the time of the user's previous interaction: the order of the "
                      "file decides which is first"))
        .arg(fixedNumber(100 * dataset.tiedTimeShare, 1));
}

/// The settings that differ from the defaults.
QString settingsText(const ImportOptions& options) {
    const auto least = [](const QString& sentence, std::int64_t count) {
        return count > 0 ? sentence.arg(wholeNumber(count)) : QString();
    };
    QStringList parts;
    if (!options.kinds.empty())
        parts << ImportReportView::tr("kinds of events: %1").arg(QString::fromStdString(listed(options.kinds)));
    if (options.orders == Orders::SameTime) parts << ImportReportView::tr("one order per user and time");
    if (options.minRating) parts << ImportReportView::tr("ratings from %1").arg(*options.minRating);
    if (options.duplicates == Duplicates::First) parts << ImportReportView::tr("the first of duplicates");
    if (options.duplicates == Duplicates::Last) parts << ImportReportView::tr("the last of duplicates");
    parts << least(ImportReportView::tr("users with at least %1 interactions"), options.minUserInteractions)
          << least(ImportReportView::tr("items with at least %1 interactions"), options.minItemInteractions)
          << least(ImportReportView::tr("histories of at least %1 interactions"), options.minHistoryLength);
    if (options.minUserInteractions > 0 || options.minItemInteractions > 0)
        parts << (options.kCore == KCore::Iterative    ? ImportReportView::tr("repeated until all have enough")
                  : options.kCore == KCore::SinglePass ? ImportReportView::tr("applied once")
                                                       : ImportReportView::tr("these minimums were not applied"));
    if (options.keepDamaged) parts << ImportReportView::tr("imported even if most rows are damaged");
    parts.removeAll(QString());
    return parts.isEmpty() ? ImportReportView::tr("everything is kept") : parts.join(QStringLiteral(", "));
}

/// Settings for importing another file of the dataset again: which rows are kept, as in the last import, but not how
/// the file is read.
ImportOptions filtersFor(const std::string& path, const ImportOptions& last) {
    ImportOptions options;
    options.path = path;
    options.minRating = last.minRating;
    options.kinds = last.kinds;
    options.orders = last.orders;
    options.duplicates = last.duplicates;
    options.kCore = last.kCore;
    options.minUserInteractions = last.minUserInteractions;
    options.minItemInteractions = last.minItemInteractions;
    options.minHistoryLength = last.minHistoryLength;
    return options;
}

/// Fills a grid row by row: name, value, remark.
class Rows {
public:
    explicit Rows(QWidget* parent) : m_grid(new QGridLayout(parent)) {
        m_grid->setContentsMargins(0, space::kSpacing, 0, 0);
        m_grid->setHorizontalSpacing(space::kPageMargin);
        m_grid->setVerticalSpacing(space::kPadding);
        m_grid->setColumnStretch(2, 1);
    }

    void headline(const QString& text) {
        auto* label = new QLabel(text);
        label->setProperty("role", "section");
        label->setWordWrap(true);
        m_grid->addWidget(label, m_row++, 0, 1, 3);
    }

    void fact(const QString& name, const QString& value) {
        if (value.isEmpty()) return;
        m_grid->addWidget(muted(name), m_row, 0, Qt::AlignTop);
        m_grid->addWidget(valueLabel(value), m_row++, 1, 1, 2);
    }

    void dropped(const DroppedRows& rows) {
        auto* count = new QLabel(wholeNumber(rows.count));
        count->setProperty("role", "numbers");
        count->setAlignment(Qt::AlignRight);
        m_grid->addWidget(muted(ImportReportView::tr("Dropped")), m_row, 0);
        m_grid->addWidget(count, m_row, 1);
        QString reason = QString::fromStdString(translated(rows.reason));
        if (const QString lines = linesText(rows); !lines.isEmpty()) reason += QStringLiteral("  (%1)").arg(lines);
        m_grid->addWidget(valueLabel(reason), m_row++, 2);
    }

    void buttons(QWidget* buttons) { m_grid->addWidget(buttons, m_row++, 0, 1, 3); }
    void finish() { m_grid->setRowStretch(m_row, 1); }

private:
    static QLabel* muted(const QString& text) {
        auto* label = new QLabel(text);
        label->setProperty("muted", true);
        return label;
    }

    QGridLayout* m_grid;
    int m_row = 0;
};

}  // namespace

ImportReportView::ImportReportView(Session& session, QWidget* parent)
    : QScrollArea(parent), m_session(session), m_updateWhenVisible(*this, [this] { refresh(); }) {
    setObjectName(QStringLiteral("importReport"));
    setAccessibleName(tr("Import report"));
    setWidgetResizable(true);
    setFrameShape(QFrame::NoFrame);
}

void ImportReportView::clear() {
    m_dataset.reset();
    m_updateWhenVisible.refresh();
}

void ImportReportView::show(const DatasetInfo& dataset) {
    m_dataset = dataset;
    m_updateWhenVisible.refresh();
}

void ImportReportView::refresh() {
    if (m_dataset) return refresh(*m_dataset);
    setWidget(new QWidget);
}

void ImportReportView::refresh(const DatasetInfo& dataset) {
    auto* inside = new QWidget;
    Rows rows(inside);
    ImportReport report;
    bool known = false;
    try {
        report = ImportReport::fromJson(dataset.importReport);
        known = report.rowsRead > 0;
    } catch (const Error&) {
        // A dataset that was not imported from a file has no report.
    }
    if (known) {
        rows.headline(tr("%1 of %2 rows were kept").arg(wholeNumber(report.rowsKept), wholeNumber(report.rowsRead)));
        for (const DroppedRows& dropped : report.dropped) rows.dropped(dropped);
        if (report.dropped.empty()) rows.fact(tr("Dropped"), tr("nothing"));
        for (const std::string& warning : report.warnings) rows.fact(tr("Warning"), QString::fromStdString(warning));
        if (report.usersLeftOut > 0 || report.itemsLeftOut > 0)
            rows.fact(tr("Left out altogether"),
                      tr("users: %1, items: %2, because all their rows were dropped")
                          .arg(wholeNumber(report.usersLeftOut), wholeNumber(report.itemsLeftOut)));
        if (report.earlierRows > 0) rows.fact(tr("Added to"), QString::fromStdString(report.addedText()).trimmed());
        rows.fact(tr("File"), QString::fromStdString(report.path));
        QStringList reading;
        for (const std::string& sentence : report.reading) reading << QString::fromStdString(sentence);
        rows.fact(tr("Columns"), reading.join(QLatin1Char('\n')));
        rows.fact(tr("Titles"), titlesText(report));
        if (!report.usersPath.empty()) {
            QStringList attributes;
            for (const std::string& name : report.userAttributes) attributes << QString::fromStdString(name);
            rows.fact(tr("Users file"),
                      report.usersProblem.empty()
                          ? tr("%1: %2; users with attributes: %3 of %4")
                                .arg(QString::fromStdString(report.usersPath), attributes.join(QStringLiteral(", ")),
                                     wholeNumber(report.usersDescribed), wholeNumber(report.users))
                          : QString::fromStdString(report.usersProblem));
        }
        if (!report.tagsPath.empty())
            rows.fact(tr("Tags"), tr("%1, items with tags: %2")
                                      .arg(QString::fromStdString(report.tagsPath), wholeNumber(report.itemsWithTags)));
        rows.fact(tr("Format"), formatText(report));
        rows.fact(tr("Encoding"), QString::fromStdString(report.encoding));
        rows.fact(tr("Duration"), report.seconds < 1 ? tr("less than a second") : durationText(report.seconds));
        if (!report.checksum.empty()) rows.fact(tr("SHA-256"), QString::fromStdString(report.checksum));
        if (report.encodingErrors > 0)
            rows.fact(tr("Not UTF-8"),
                      tr("ids that were read as windows-1252: %1").arg(wholeNumber(report.encodingErrors)));
        if (report.duplicates > 0)
            rows.fact(tr("Duplicates"),
                      tr("interactions with an item the same user had before: %1").arg(wholeNumber(report.duplicates)));
        if (report.usersWithTiedLastTwo > 0)
            rows.fact(tr("Tied last items"),
                      (report.onlyDates ? tr("users whose last two items are on the same day, so that the order of the "
                                             "file decides which is last: %1")
                                        : tr("users whose last two items have the same time, so that the order of the "
                                             "file decides which is last: %1"))
                          .arg(wholeNumber(report.usersWithTiedLastTwo)));
        if (report.usersWithFewerThanThree > 0)
            rows.fact(tr("Short histories"),
                      tr("users with fewer than 3 interactions, who are used for training but not scored: %1")
                          .arg(wholeNumber(report.usersWithFewerThanThree)));
        if (report.itemsWithoutTitle > 0)
            rows.fact(tr("Without a title"),
                      tr("items that are shown by their ids: %1").arg(wholeNumber(report.itemsWithoutTitle)));
        rows.fact(tr("Settings"), settingsText(ImportOptions::fromJson(dataset.settings)));
    } else {
        rows.headline(tr("Made by RecScope"));
        rows.fact(tr("Source"), QString::fromStdString(translated(dataset.source)));
    }
    rows.fact(tr("Times"), timesText(dataset));
    rows.fact(tr("Repeats"), tr("%1 % of the interactions repeat an item of the user's history")
                                 .arg(fixedNumber(100 * dataset.repeatShare, 1)));
    rows.fact(tr("Added"), localTime(QString::fromStdString(dataset.createdAt)));
    if (known) rows.buttons(makeButtons(dataset));
    rows.finish();
    setWidget(inside);
}

QWidget* ImportReportView::makeButtons(const DatasetInfo& dataset) {
    auto* again = new QPushButton(lineIcon(QStringLiteral("import")), tr("Import again…"));
    again->setObjectName(QStringLiteral("importAgain"));
    again->setToolTip(tr("Opens the import with the same file and settings, to repeat it or to filter differently"));
    auto* saveReport = new QPushButton(lineIcon(QStringLiteral("export")), tr("Save report…"));
    saveReport->setObjectName(QStringLiteral("saveReport"));
    saveReport->setToolTip(tr("Report and settings as a JSON file"));
    if (originOf(dataset).isMerged)
        offerFiles(*again, dataset);
    else
        connect(again, &QPushButton::clicked, this,
                [this, settings = QString::fromStdString(dataset.settings)] { m_session.offerImportAgain(settings); });
    connect(saveReport, &QPushButton::clicked, this, [this, dataset] { save(dataset); });
    return boxed(row({again, saveReport, stretch()}), {0, space::kPadding, 0, 0});
}

/// Lets the user of the program choose among the files from which the dataset was merged.
void ImportReportView::offerFiles(QPushButton& again, const DatasetInfo& dataset) {
    again.setToolTip(
        tr("The dataset was merged from several files. The import opens the one that you choose, and asks whether its "
           "rows are added to the dataset or replace all its rows"));
    auto* menu = new QMenu(&again);
    menu->setObjectName(QStringLiteral("importAgainFiles"));
    menu->addAction(tr("Open one of its files, to add its rows or to replace all rows:"))->setEnabled(false);
    const ImportOptions last = ImportOptions::fromJson(dataset.settings);
    std::vector<ImportOptions> files;
    for (const auto& [path, checksum] : ImportReport::fromJson(dataset.importReport).earlierFiles)
        files.push_back(filtersFor(path, last));
    files.push_back(last);
    for (const ImportOptions& file : files) {
        QAction* action = menu->addAction(
            QString::fromStdString(file.path.filename().string()).replace(QLatin1Char('&'), QStringLiteral("&&")));
        action->setToolTip(QDir::toNativeSeparators(QString::fromStdString(file.path.string())));
        connect(action, &QAction::triggered, this,
                [this, settings = QString::fromStdString(file.toJson()), name = QString::fromStdString(dataset.name)] {
                    m_session.offerImportAgain(settings, name);
                });
    }
    menu->setToolTipsVisible(true);
    again.setMenu(menu);
}

void ImportReportView::save(const DatasetInfo& dataset) {
    const QString path = QFileDialog::getSaveFileName(
        this, tr("Save the import report"),
        QDir::home().filePath(QString::fromStdString(dataset.name) + QStringLiteral("-import.json")),
        tr("JSON (*.json)"));
    if (path.isEmpty()) return;
    m_session.jobs().start(
        this, {.title = tr("Saving the report")},
        [path, text = QByteArray::fromStdString("{\"report\":" + dataset.importReport +
                                                ",\"settings\":" + dataset.settings + "}\n")](JobContext&) {
            QSaveFile file(path);
            if (!file.open(QIODevice::WriteOnly) || file.write(text) != text.size() || !file.commit())
                throw Error(ErrorKind::Input, "The report was not saved: " + file.errorString().toStdString() + ".",
                            "Choose a folder you can write to.");
        },
        [this, path] { announceSaved(this, path); });
}

}  // namespace recscope::ui
