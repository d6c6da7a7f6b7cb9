// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/data/import_count.h"

#include <QLabel>
#include <QTimer>

#include "core/util/translated.h"
#include "ui/session/session.h"
#include "ui/theme/theme.h"
#include "ui/widgets/arrange.h"
#include "ui/widgets/number_text.h"

namespace recscope::ui {

namespace {

constexpr int kDelayMilliseconds = 400;  ///< delay before a count starts

QString keptText(const ImportReport& report) {
    const std::int64_t interactions = report.rowsKept + report.earlierRows;
    const double length = report.users ? double(interactions) / double(report.users) : 0;
    QStringList sizes{usersText(report.users), itemsText(report.items), interactionsText(interactions)};
    if (report.users > 1) sizes << ImportCount::tr("%1 per user").arg(fixedNumber(length, 1));
    return sizes.join(QStringLiteral(" · "));
}

QString remarksText(const ImportReport& report) {
    QStringList remarks{ImportCount::tr("rows read: %1").arg(wholeNumber(report.rowsRead))};
    if (report.earlierRows > 0)
        remarks << ImportCount::tr("new: %1 (users: %2)")
                       .arg(wholeNumber(report.rowsKept), wholeNumber(report.usersWithNewRows));
    for (const DroppedRows& dropped : report.dropped)
        remarks << ImportCount::tr("%1 dropped: %2")
                       .arg(wholeNumber(dropped.count), QString::fromStdString(translated(dropped.reason)));
    if (report.dropped.empty()) remarks << ImportCount::tr("none dropped");
    if (report.usersWithFewerThanThree > 0)
        remarks << ImportCount::tr("users with fewer than 3 interactions, for training only: %1")
                       .arg(wholeNumber(report.usersWithFewerThanThree));
    if (report.duplicates > 0)
        remarks << ImportCount::tr("repeated user-item pairs: %1").arg(wholeNumber(report.duplicates));
    if (report.usersWithTiedLastTwo > 0)
        remarks << (report.onlyDates ? ImportCount::tr("users whose last two items are on the same day: %1")
                                     : ImportCount::tr("users whose last two items have the same time: %1"))
                       .arg(wholeNumber(report.usersWithTiedLastTwo));
    return remarks.join(QStringLiteral(" · "));
}

}  // namespace

ImportCount::ImportCount(Session& session, QWidget* parent)
    : QWidget(parent),
      m_count(session.jobs(),
              {.title = tr("Counting what would be kept"), .queue = WorkerQueue::Import, .isShownInStrip = true},
              [](JobContext& context, const Request& request) {
                  const bool adds = request.existing == ExistingDataset::AddRows;
                  return countImport(request.options, context.progress, context.stop,
                                     adds ? &context.workspace : nullptr, request.existing);
              }),
      m_sizes(new QLabel),
      m_details(new QLabel),
      m_delay(new QTimer(this)) {
    setObjectName(QStringLiteral("importCount"));
    m_sizes->setObjectName(QStringLiteral("importSizes"));
    m_sizes->setProperty("role", "section");
    m_details->setObjectName(QStringLiteral("importRemarks"));
    m_details->setProperty("muted", true);
    m_details->setTextInteractionFlags(Qt::TextSelectableByMouse);
    for (QLabel* label : {m_sizes, m_details}) label->setWordWrap(true);
    m_delay->setSingleShot(true);
    m_delay->setInterval(kDelayMilliseconds);
    arrange(this, column({m_sizes, m_details}, space::kUnit));
    connect(m_delay, &QTimer::timeout, this, [this] { m_count.rerun(m_request); });
    connect(&m_count, &AnyAsyncQuery::changed, this, &ImportCount::showCount);
    clear();
}

void ImportCount::clear() {
    m_count.cancel();
    m_delay->stop();
    m_sizes->clear();
    m_details->clear();
}

void ImportCount::countLater(const ImportOptions& options, ExistingDataset existing) {
    m_count.cancel();
    m_request = {options, existing};
    m_sizes->setText(tr("Counting what would be kept…"));
    m_delay->start();
}

void ImportCount::showCount() {
    if (const auto report = m_count.answer()) {
        m_sizes->setText(keptText(*report));
        m_details->setText(remarksText(*report));
        emit counted(*report);
    } else if (m_count.state() == AsyncQueryState::Stopped) {
        m_sizes->setText(tr("Not counted"));
    } else if (m_count.state() == AsyncQueryState::Failed) {
        const QString sentence = m_count.failure(), hint = m_count.hint();
        clear();
        emit failed(sentence, hint);
    }
}

}  // namespace recscope::ui
