// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/lists/list_choices.h"

#include <QComboBox>
#include <QFormLayout>
#include <QLabel>
#include <QSpinBox>

#include "core/store/cohort_store.h"
#include "core/store/dataset_store.h"
#include "ui/jobs/job_runner.h"
#include "ui/session/session.h"
#include "ui/theme/theme.h"
#include "ui/widgets/elided_combo_box.h"
#include "ui/widgets/named_input.h"

namespace recscope::ui {

namespace {

constexpr int kDefaultTop = 10, kMaxTop = 10000;

/// Choices of the box for seen items: the rule of the run's protocol, or a rule that overrides it.
enum SeenChoice { AsProtocol, WithoutSeen, WithSeen };

}  // namespace

QString historyInputText(HistoryInput input) {
    switch (input) {
        case HistoryInput::Test:
            return ListChoices::tr("reads all before the test item");
        case HistoryInput::Valid:
            return ListChoices::tr("reads all before the validation item");
        case HistoryInput::All:
            return ListChoices::tr("reads everything, including the test item");
    }
    return {};
}

ListChoices::ListChoices(Session& session, HistoryInput input, QWidget* parent)
    : QWidget(parent),
      m_rows(new QFormLayout(this)),
      m_top(named(new QSpinBox, "listTop", tr("Items for each user"), tr("Number of items in a list"))),
      m_users(named(new ElidedComboBox, "listUsers", tr("Users"), tr("The users for whom lists are made"))),
      m_input(named(new QComboBox, "listInput", tr("History that is read"),
                    tr("The test score uses the history before the test item. For lists to send out today, the model "
                       "should read everything."))),
      m_seen(named(new QComboBox, "listSeen", tr("Items already in the history"),
                   tr("Whether an item that the user already has may be recommended again"))),
      m_only(named(new ElidedComboBox, "listOnly", tr("Only this category"),
                   tr("Only items of this category are listed"))),
      m_without(named(new ElidedComboBox, "listWithout", tr("Without this category"),
                      tr("No item of this category is listed"))) {
    m_rows->setContentsMargins(0, 0, 0, 0);
    m_rows->setHorizontalSpacing(space::kSpacing);
    m_rows->setVerticalSpacing(space::kPadding);
    m_rows->setLabelAlignment(Qt::AlignLeft | Qt::AlignVCenter);
    m_rows->setFieldGrowthPolicy(QFormLayout::AllNonFixedFieldsGrow);
    m_top->setRange(1, kMaxTop);
    m_top->setValue(kDefaultTop);
    m_top->setKeyboardTracking(false);  // report a number only when it is complete
    m_users->addItem(tr("All users"));
    m_input->addItem(tr("All before the test item, as for the test score"), int(HistoryInput::Test));
    m_input->addItem(tr("All before the validation item"), int(HistoryInput::Valid));
    m_input->addItem(tr("Everything, including the test item: for current lists"), int(HistoryInput::All));
    m_input->setCurrentIndex(m_input->findData(int(input)));
    m_seen->addItem(tr("According to the run's protocol"), AsProtocol);
    m_seen->addItem(tr("Not recommended again"), WithoutSeen);
    m_seen->addItem(tr("May be recommended again"), WithSeen);
    m_only->addItem(tr("All categories"));
    m_without->addItem(tr("No category excluded"));
    addRow(tr("&Items for each user"), m_top);
    addRow(tr("&Users"), m_users);
    addRow(tr("&History that is read"), m_input);
    addRow(tr("Items &already in the history"), m_seen);
    addRow(tr("&Only this category"), m_only);
    addRow(tr("With&out this category"), m_without);
    connect(m_top, &QSpinBox::valueChanged, this, &ListChoices::changed);
    for (QComboBox* box : {m_users, m_input, m_seen, m_only, m_without})
        connect(box, &QComboBox::activated, this, &ListChoices::changed);

    const auto dataset = session.dataset();
    if (!dataset) return;
    session.jobs().start(
        this, {.title = tr("Reading cohorts and categories")},
        [id = dataset->id](JobContext& context) {
            Known known{.cohorts = {}, .categories = DatasetStore(context.workspace).genres(id)};
            for (const CohortInfo& cohort : CohortStore(context.workspace).list(id))
                known.cohorts.push_back(cohort.name);
            return known;
        },
        [this](const Known& known) { fill(known); });
}

void ListChoices::addRow(const QString& label, QWidget* field) {
    auto* title = new QLabel(label);
    title->setBuddy(field);
    m_rows->addRow(title, field);
}

void ListChoices::fill(const Known& known) {
    for (const std::string& cohort : known.cohorts) {
        const QString name = QString::fromStdString(cohort);
        m_users->addItem(tr("Cohort “%1”").arg(name), name);
    }
    for (QComboBox* box : {m_only, m_without}) {
        for (const std::string& category : known.categories)
            box->addItem(QString::fromStdString(category), QString::fromStdString(category));
        box->setEnabled(!known.categories.empty());
    }
}

ListRequest ListChoices::request() const {
    ListRequest request{.top = m_top->value(), .input = HistoryInput(m_input->currentData().toInt())};
    request.cohort = m_users->currentData().toString().toStdString();
    if (m_seen->currentData().toInt() == WithoutSeen) request.seen = SeenItems::Removed;
    if (m_seen->currentData().toInt() == WithSeen) request.seen = SeenItems::Kept;
    const auto tag = [](const QComboBox& box) {
        const QString chosen = box.currentData().toString();
        return chosen.isEmpty() ? std::vector<std::string>() : std::vector{chosen.toStdString()};
    };
    request.onlyTags = tag(*m_only);
    request.withoutTags = tag(*m_without);
    return request;
}

}  // namespace recscope::ui
