// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/data/dataset_users.h"

#include <QDateEdit>
#include <QHeaderView>
#include <QLabel>
#include <QPushButton>
#include <QSpinBox>
#include <QSplitter>
#include <QToolButton>
#include <algorithm>

#include "core/store/attribute_pages.h"
#include "core/store/dataset_store.h"
#include "ui/data/attribute_adding.h"
#include "ui/data/data_table.h"
#include "ui/data/kind_filter.h"
#include "ui/data/table_readers.h"
#include "ui/lists/attribute_filter.h"
#include "ui/lists/history_timeline.h"
#include "ui/session/session.h"
#include "ui/theme/icons.h"
#include "ui/theme/theme.h"
#include "ui/widgets/arrange.h"
#include "ui/widgets/elided_label.h"
#include "ui/widgets/flow_layout.h"
#include "ui/widgets/number_text.h"
#include "ui/widgets/saving.h"
#include "ui/widgets/stateful_widget.h"

namespace recscope::ui {

namespace {

constexpr int kMaxLength = 1'000'000'000;
const QDate kFirstDate(1970, 1, 1), kLastDate(2100, 12, 31);  // range that an import accepts

enum Column { kUser, kLength, kFirst, kLast };
/// Below kWideTable (widths of the table in design pixels), the column of first days is hidden, below kMiddleTable also
/// that of last days, so that ids have room. The history beside the table shows the times.
constexpr int kWideTable = 380, kMiddleTable = 300;

QDate dayOf(std::int64_t seconds) {
    return QDateTime::fromSecsSinceEpoch(seconds, Qt::UTC).date();
}

/// The first and the last day of the dataset; none if no user has times.
std::optional<std::pair<QDate, QDate>> daysOf(JobContext& context, DatasetId dataset) {
    const auto span = DatasetStore(context.workspace).timeSpan(dataset);
    if (!span) return {};
    return std::pair(dayOf(span->first), dayOf(span->second));
}

/// The known attributes of a user as texts, e.g. "segment Gold".
QStringList attributesOf(JobContext& context, DatasetId dataset, qint32 user) {
    QStringList texts;
    for (const UserAttribute& attribute : UserAttributeStore(context.workspace).list(dataset)) {
        const std::string value = attributeText(attribute, std::size_t(user));
        if (!value.empty())
            texts << QStringLiteral("%1 %2").arg(QString::fromStdString(attribute.name), QString::fromStdString(value));
    }
    return texts;
}

}  // namespace

DatasetUsers::DatasetUsers(Session& session, QWidget* parent)
    : QWidget(parent),
      m_session(session),
      m_days(session.jobs(), {.title = tr("Reading the days")}, daysOf),
      m_history(session.jobs(), {.title = tr("Reading a history")},
                [](JobContext& context, const UserRequest& request) {
                    const DatasetStore store(context.workspace);
                    return UserHistory{store.user(request.dataset, request.user),
                                       store.history(request.dataset, request.user),
                                       attributesOf(context, request.dataset, request.user)};
                }),
      m_attributes(session.jobs(), {.title = tr("Reading the attributes")},
                   [](JobContext& context, DatasetId dataset) {
                       return summariesOf(UserAttributeStore(context.workspace).list(dataset));
                   }),
      m_table(new DataTable(session, userTable(), QStringLiteral("users"), tr("users"))),
      m_attribute(new AttributeFilter(QStringLiteral("users"))),
      m_minLength(new QSpinBox),
      m_maxLength(new QSpinBox),
      m_from(new QDateEdit),
      m_to(new QDateEdit),
      m_kind(
          new KindFilter(session, QStringLiteral("usersKind"), tr("Only users with an interaction of a certain kind"))),
      m_reset(new QToolButton),
      m_title(new ElidedLabel),
      m_about(new ElidedLabel),
      m_export(new QPushButton),
      m_explore(new QPushButton(tr("Explore"))),
      m_timeline(new HistoryTimeline) {
    m_days.deferWhileHidden(*this);
    m_days.reportFailures();
    m_history.reportFailures();
    m_attributes.reportFailures();
    m_table->setFilters(makeFilters());
    QSplitter* split = splitBeside(QStringLiteral("usersColumns"), m_table, makeHistory());
    arrange(this, column({split}));

    m_table->view().viewport()->installEventFilter(this);
    connect(split, &QSplitter::splitterMoved, this, &DatasetUsers::fitColumns);
    connect(&m_table->model(), &PagedTableModel::loaded, this, &DatasetUsers::fitColumns);
    connect(m_table, &DataTable::rowChosen, this, [this](qint64 user) { showUser(qint32(user)); });
    connect(m_table, &DataTable::rowActivated, this, [this](qint64 user) { m_session.chooseUser(qint32(user)); });
    connect(m_explore, &QPushButton::clicked, this, [this] {
        if (m_user) m_session.chooseUser(*m_user);
    });
    connect(m_export, &QPushButton::clicked, this, &DatasetUsers::exportHistory);
    connect(m_timeline, &HistoryTimeline::itemClicked, this, &DatasetUsers::itemRequested);
    connect(m_timeline, &HistoryTimeline::notified, this,
            [this](const QString& sentence) { m_session.notify(sentence); });
    connect(&m_days, &AnyAsyncQuery::changed, this, [this] {
        if (!m_days.answer()) return;
        showDays();
        restoreDays();
    });
    connect(&m_attributes, &AnyAsyncQuery::changed, this, &DatasetUsers::showAttributes);
    connect(m_attribute, &AttributeFilter::changed, this, &DatasetUsers::applyFilters);
    connect(&m_history, &AnyAsyncQuery::changed, this, [this] {
        if (const auto answer = m_history.answer()) showHistory(*answer);
    });
    const auto begin = [this] {
        m_days.cancel();
        m_attributes.cancel();
        showAttributes();
        resetFilters();
        loadDays();
        loadAttributes();
        clearHistory();
    };
    connect(&session, &Session::datasetChanged, this, begin);
    begin();
}

QWidget* DatasetUsers::makeFilters() {
    auto* box = new QWidget;
    auto* flow = new FlowLayout(space::kPadding, box);
    const auto pair = [&](const QString& text, QWidget* first, QWidget* second) {
        flow->addWidget(boxed(row({mutedLabel(text), first, mutedLabel(QStringLiteral("–")), second}, space::kUnit)));
    };
    const std::pair<QSpinBox*, const char*> lengths[] = {{m_minLength, "usersMinLength"},
                                                         {m_maxLength, "usersMaxLength"}};
    for (const auto& [spin, name] : lengths) {
        spin->setObjectName(QString::fromLatin1(name));
        keepValue(spin, StateScope::Dataset);
        spin->setRange(0, kMaxLength);
        spin->setSpecialValueText(tr("any"));
        spin->setButtonSymbols(QAbstractSpinBox::NoButtons);
        spin->setGroupSeparatorShown(true);
        spin->setMaximumWidth(Theme::instance().px(64));
        spin->setKeyboardTracking(false);
        connect(spin, qOverload<int>(&QSpinBox::valueChanged), this, &DatasetUsers::applyFilters);
    }
    m_minLength->setAccessibleName(tr("Minimum interactions"));
    m_minLength->setToolTip(tr("Users with at least this many interactions; 0 = any"));
    m_maxLength->setAccessibleName(tr("Maximum interactions"));
    m_maxLength->setToolTip(tr("Users with at most this many interactions; 0 = any"));
    const std::pair<QDateEdit*, const char*> dates[] = {{m_from, "usersFrom"}, {m_to, "usersTo"}};
    for (const auto& [edit, name] : dates) {
        edit->setObjectName(QString::fromLatin1(name));
        edit->setTimeSpec(Qt::UTC);
        edit->setDisplayFormat(QStringLiteral("yyyy-MM-dd"));
        edit->setDateRange(kFirstDate, kLastDate);
        edit->setButtonSymbols(QAbstractSpinBox::NoButtons);
        edit->setKeyboardTracking(false);
        connect(edit, &QDateEdit::dateChanged, this, &DatasetUsers::applyFilters);
    }
    m_from->setAccessibleName(tr("From this day"));
    m_from->setToolTip(tr("Users whose last interaction is on this day or later"));
    m_to->setAccessibleName(tr("Up to this day"));
    m_to->setToolTip(tr("Users whose first interaction is on this day or earlier"));
    m_reset->setObjectName(QStringLiteral("usersReset"));
    m_reset->setIcon(lineIcon(QStringLiteral("reset")));
    m_reset->setAccessibleName(tr("Show all users"));
    connect(m_reset, &QToolButton::clicked, this, [this] {
        resetFilters();
        applyFilters();
    });
    pair(tr("Length"), m_minLength, m_maxLength);
    pair(tr("Active"), m_from, m_to);
    flow->addWidget(m_kind);
    connect(m_kind, &KindFilter::chosen, this, &DatasetUsers::applyFilters);
    flow->addWidget(m_attribute);
    flow->addWidget(m_reset);
    auto* adding = new AttributeAdding(m_session, AttributesOf::Users);
    connect(adding, &AttributeAdding::added, this, &DatasetUsers::loadAttributes);
    flow->addWidget(adding);
    return box;
}

QWidget* DatasetUsers::makeHistory() {
    m_title->setObjectName(QStringLiteral("userTitle"));
    m_title->setProperty("role", "section");
    m_about->setObjectName(QStringLiteral("userAbout"));
    m_about->setProperty("role", "caption");
    m_explore->setObjectName(QStringLiteral("exploreUser"));
    m_explore->setIcon(lineIcon(QStringLiteral("explore")));
    m_explore->setProperty("quiet", true);
    m_explore->setToolTip(tr("What a model recommends to this user, and what it looks at (double click on a user)"));
    m_export->setObjectName(QStringLiteral("exportHistory"));
    m_export->setIcon(lineIcon(QStringLiteral("export")));
    m_export->setProperty("quiet", true);
    m_export->setToolTip(tr("Save this history as CSV"));
    m_export->setAccessibleName(m_export->toolTip());
    return boxed(column({row({grow(m_title), m_export, m_explore}), m_about, grow(m_timeline)}, space::kUnit),
                 {0, space::kPadding, 0, 0});
}

void DatasetUsers::resetFilters() {
    for (QSpinBox* spin : {m_minLength, m_maxLength}) {
        const QSignalBlocker quiet(spin);
        spin->setValue(0);
    }
    m_kind->reset();
    m_attribute->reset();
    showDays();
    applyFilters();
}

// Sets the range of the date boxes to all days of the dataset; until the days are known, the boxes are hidden.
void DatasetUsers::showDays() {
    const Days known = days();
    for (QDateEdit* edit : {m_from, m_to}) {
        const QSignalBlocker quiet(edit);
        if (known) edit->setDate(edit == m_from ? known->first : known->second);
        edit->parentWidget()->setVisible(known.has_value());
    }
}

void DatasetUsers::loadDays() {
    const auto dataset = m_session.dataset();
    if (dataset && dataset->hasTimes) m_days.run(dataset->id);
}

void DatasetUsers::loadAttributes() {
    if (const auto dataset = m_session.dataset()) m_attributes.rerun(dataset->id);
}

void DatasetUsers::showAttributes() {
    if (m_attributes.isOpen()) return;  // until the answer comes, the columns and the filter stay
    const auto attributes = m_attributes.answer();
    m_attribute->setAttributes(attributes ? *attributes : std::vector<AttributeSummary>());
    m_table->setAttributes(m_attribute->attributes());
    applyFilters();
}

DatasetUsers::Days DatasetUsers::days() const {
    const auto answer = m_days.answer();
    return answer ? *answer : std::nullopt;
}

void DatasetUsers::applyFilters() {
    const Days known = days();
    const bool from = known && m_from->date() > known->first, to = known && m_to->date() < known->second;
    const std::vector<AttributeTest> attributes = m_attribute->tests();
    const bool any =
        m_minLength->value() > 0 || m_maxLength->value() > 0 || from || to || m_kind->kind() || !attributes.empty();
    m_reset->setEnabled(any);
    m_reset->setToolTip(any ? tr("Show all users") : tr("No filter is set"));
    m_table->filter([&](TableQuery& query) {
        const auto length = [](const QSpinBox* spin) {
            return spin->value() > 0 ? std::optional<std::int64_t>(spin->value()) : std::nullopt;
        };
        query.minLength = length(m_minLength);
        query.maxLength = length(m_maxLength);
        query.kind = m_kind->kind();
        query.attributes = attributes;
        query.fromTime.reset();
        query.toTime.reset();
        if (from) query.fromTime = m_from->date().startOfDay(Qt::UTC).toSecsSinceEpoch();
        if (to) query.toTime = m_to->date().endOfDay(Qt::UTC).toSecsSinceEpoch();
    });
}

void DatasetUsers::fitColumns() {
    if (!isVisible()) return;  // called again when shown
    const Theme& theme = Theme::instance();
    const auto dataset = m_session.dataset();
    const bool timed = dataset && dataset->hasTimes;
    TableView& view = m_table->view();
    view.setColumnHidden(kFirst, !timed || m_table->width() < theme.px(kWideTable));
    view.setColumnHidden(kLast, !timed || m_table->width() < theme.px(kMiddleTable));
    const int columns = m_table->model().columnCount();
    for (int column = kLast + 1; column < columns; ++column) view.setColumnHidden(column, false);
    view.fitColumns();
    // Until the user column has room for its header, hides the columns of times, then those of attributes, the last one
    // first.
    std::vector<int> hidingOrder = {kFirst, kLast};
    for (int column = columns - 1; column > kLast; --column) hidingOrder.push_back(column);
    for (const int column : hidingOrder) {
        int available = view.viewport()->width();
        for (int other = kLength; other < columns; ++other)
            if (!view.isColumnHidden(other)) available -= view.columnWidth(other);
        if (available >= view.horizontalHeader()->sectionSizeHint(kUser)) break;
        view.setColumnHidden(column, true);
    }
}

void DatasetUsers::resizeEvent(QResizeEvent* event) {
    QWidget::resizeEvent(event);
    fitColumns();
}

void DatasetUsers::showEvent(QShowEvent* event) {
    QWidget::showEvent(event);
    fitColumns();
}

// Handles width changes of the viewport, which a scroll bar can also cause.
bool DatasetUsers::eventFilter(QObject* watched, QEvent* event) {
    if (watched == m_table->view().viewport() && event->type() == QEvent::Resize) fitColumns();
    return QWidget::eventFilter(watched, event);
}

void DatasetUsers::clearHistory() {
    m_history.cancel();
    m_user.reset();
    m_title->setText(tr("No user chosen"));
    m_about->clear();
    m_export->setEnabled(false);
    m_explore->setEnabled(false);
    m_timeline->setEmptyText(tr("Click a user to see the history from the first interaction to the last."));
    m_timeline->setHistory({}, {});
}

void DatasetUsers::exportHistory() {
    const auto dataset = m_session.dataset();
    const auto catalogue = m_session.catalogue();
    if (!dataset || !catalogue || !m_user) return;
    const auto file = askForTableFile(this, tr("Export history"), QStringLiteral("history"));
    if (!file) return;
    const TableSource table = historyTable(*m_user, *dataset, catalogue);
    const TableFacts facts{{tr("Dataset"), QString::fromStdString(dataset->name)}, {tr("User"), m_userId}};
    exportTable(m_session.jobs(), TableWriter(file->format, tableHeader(table.columns, facts)), table.reader,
                {.dataset = dataset->id, .search = {}}, file->path, this,
                [this, path = file->path] { announceSaved(this, path); });
}

void DatasetUsers::showUser(qint32 user) {
    const auto dataset = m_session.dataset();
    if (!dataset) return;
    m_table->select(user);
    m_history.run({dataset->id, user});
}

void DatasetUsers::showHistory(const UserHistory& answer) {
    const UserInfo& info = answer.user;
    m_user = info.user;
    m_userId = QString::fromStdString(info.id);
    m_title->setText(tr("User %1").arg(m_userId));
    QStringList about{info.length == 1 ? tr("1 interaction") : tr("%1 interactions").arg(wholeNumber(info.length))};
    if (!answer.history.empty() && answer.history.back().order) {
        const int orders = *answer.history.back().order + 1;
        about << (orders == 1 ? tr("1 order") : tr("%1 orders").arg(wholeNumber(orders)));
    }
    if (info.firstTime && info.lastTime)
        about << tr("%1 to %2 (UTC)").arg(dayText(*info.firstTime), dayText(*info.lastTime));
    about << answer.attributes;
    m_about->setText(about.join(QStringLiteral(" · ")));
    m_export->setEnabled(m_session.catalogue() != nullptr);
    m_explore->setEnabled(true);
    m_timeline->setHistory(answer.history, m_session.catalogue());
}

/// Stores a limit of the range of days only if it differs from the first or last day of the dataset, which is the
/// default.
QVariant DatasetUsers::uiState() const {
    const Days known = days();
    const QDate from = !known ? m_restoredFrom : m_from->date() > known->first ? m_from->date() : QDate();
    const QDate to = !known ? m_restoredTo : m_to->date() < known->second ? m_to->date() : QDate();
    if (!m_user && !from.isValid() && !to.isValid()) return {};
    return QVariantList{m_user.value_or(-1), from.toString(Qt::ISODate), to.toString(Qt::ISODate)};
}

void DatasetUsers::restoreState(const QVariant& state) {
    // Earlier versions of the program stored only the user, not a list.
    const QVariantList kept = state.toList();
    const int user = kept.isEmpty() ? state.isNull() ? -1 : state.toInt() : kept[0].toInt();
    const auto dataset = m_session.dataset();
    if (dataset && user >= 0 && user < dataset->users) showUser(user);
    if (kept.size() != 3) return;
    m_restoredDataset = dataset ? dataset->id : 0;
    m_restoredFrom = QDate::fromString(kept[1].toString(), Qt::ISODate);
    m_restoredTo = QDate::fromString(kept[2].toString(), Qt::ISODate);
    restoreDays();
}

/// Restores the days from the UI state once the dataset's days are known, if it is still the same dataset.
void DatasetUsers::restoreDays() {
    const auto dataset = m_session.dataset();
    if (!days() || !dataset || dataset->id != m_restoredDataset) return;
    for (const auto& [edit, kept] : {std::pair(m_from, m_restoredFrom), std::pair(m_to, m_restoredTo)}) {
        const QSignalBlocker quiet(edit);
        if (kept.isValid()) edit->setDate(kept);
    }
    const bool any = m_restoredFrom.isValid() || m_restoredTo.isValid();
    m_restoredFrom = m_restoredTo = QDate();
    if (any) applyFilters();
}

}  // namespace recscope::ui
