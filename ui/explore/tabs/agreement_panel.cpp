// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/explore/tabs/agreement_panel.h"

#include <QComboBox>
#include <QLabel>
#include <QPushButton>
#include <QScopedValueRollback>
#include <QStackedWidget>
#include <limits>

#include "core/recommender/run_histories.h"
#include "core/util/translated.h"
#include "ui/session/session.h"
#include "ui/widgets/arrange.h"
#include "ui/widgets/cell_table.h"
#include "ui/widgets/empty_state.h"
#include "ui/widgets/named_input.h"
#include "ui/widgets/number_text.h"

namespace recscope::ui {

namespace {

constexpr int kGrade = 5;  ///< index of the column "Agreement" in `columns`
constexpr qint64 kAllUsers = std::numeric_limits<qint64>::max();

QString shareText(const ShareInterval& share) {
    return QStringLiteral("%1 % (%2–%3)")
        .arg(fixedNumber(100 * share.share, 0))
        .arg(fixedNumber(100 * share.low, 0))
        .arg(fixedNumber(100 * share.high, 0));
}

QString correlationText(const MeanInterval& value) {
    return QStringLiteral("%1 ±%2").arg(signedNumber(value.mean, 2)).arg(fixedNumber(value.halfWidth, 2));
}

QString areaText(const EvidenceMargin& margin) {
    return QStringLiteral("%1 (%2 – %3)")
        .arg(signedNumber(margin.mean, 3), signedNumber(margin.low, 3), signedNumber(margin.high, 3));
}

std::vector<CellColumn> columns() {
    const auto tr = [](const char* text) { return AgreementPanel::tr(text); };
    return {
        {tr("Head"), tr("Layer and head; the last row is the mean map of all heads")},
        {tr("Users who agree"), tr("Share of users for whom the rank correlation is above 0, with its 95 % interval"),
         true},
        {tr("Mean correlation"),
         tr("Mean rank correlation of attention and removal effect over the users, with its 95 % interval"), true},
        {tr("Same first item"),
         tr("Share of users for whom attention and removal effect put the same item first, with its 95 % interval"),
         true},
        {tr("Area below random"),
         tr("Items are removed one after the other, those with the largest weight first: how far the log-probability "
            "then lies below random orders, in nats, with its 95 % interval over the users. Above 0, the head finds "
            "what matters."),
         true},
        {tr("Agreement"), tr("By the mean correlation. %1").arg(QString::fromStdString(gradeBounds()))}};
}

}  // namespace

AgreementPanel::AgreementPanel(Session& session, QWidget* parent)
    : QWidget(parent),
      m_session(session),
      m_study(session.jobs(),
              {.title = tr("Comparing attention with removals"), .queue = WorkerQueue::Import, .isShownInStrip = true},
              [](JobContext& context, const StudyRequest& request) {
                  // Loads its own copy of the weights: only `WorkerQueue::Model` may use the shared copies in
                  // `InferenceCache`.
                  const InferenceSession inference = InferenceSession::load(context.workspace, request.run.run);
                  const Histories histories = historiesOf(context.workspace, inference.run());
                  return studyAgreement(inference, histories, request.removal, StudyTarget::FirstRecommendation,
                                        {.users = request.users}, context.progress, context.stop);
              }),
      m_users(
          named(new QComboBox, "agreementUsers", tr("Number of users to compare"),
                tr("Drawn at random, but always the same ones; more users give narrower intervals and take longer"))),
      m_sentence(sentenceLabel(QStringLiteral("agreementSentence"))),
      m_about(captionLabel(QStringLiteral("agreementAbout"))),
      m_pages(new QStackedWidget),
      m_empty(new EmptyState),
      m_table(new CellTable(QStringLiteral("agreementTable"),
                            tr("Agreement of each head with the removal test over many users"), columns(), kGrade)) {
    m_users->addItem(tr("200 users"), qint64(200));
    m_users->addItem(tr("1,000 users"), qint64(1000));
    m_users->addItem(tr("All users"), kAllUsers);
    m_empty->setObjectName(QStringLiteral("agreementEmpty"));
    m_table->setSelectionMode(QAbstractItemView::SingleSelection);
    m_table->setExportName(QStringLiteral("agreement-over-users"));

    m_pages->addWidget(m_empty);
    m_pages->addWidget(boxed(column({m_sentence, m_about, grow(m_table)}, space::kUnit)));
    arrange(this, column({m_pages}));

    m_study.setCacheLimit(std::numeric_limits<std::size_t>::max());
    connect(&m_study, &AnyAsyncQuery::changed, this, [this] {
        showStudy();
        if (m_study.state() == AsyncQueryState::Answered) emit studied();
    });
    connect(m_users, &QComboBox::currentIndexChanged, this, &AgreementPanel::showStudy);
    connect(m_empty, &EmptyState::actionRequested, this, &AgreementPanel::startStudy);
    connect(m_table->selectionModel(), &QItemSelectionModel::currentRowChanged, this,
            [this](const QModelIndex& current) {
                const AgreementStudy* shown = study();
                if (m_choosing || !shown || !current.isValid() || size_t(current.row()) >= shown->heads.size()) return;
                const HeadId head = shown->heads[size_t(current.row())].head;
                emit headChosen(head.layer, head.head);
            });
    showStudy();
}

std::optional<AgreementPanel::StudyRequest> AgreementPanel::requested() const {
    if (!m_run) return {};
    return StudyRequest{*m_run, m_removal, m_users->currentData().toLongLong()};
}

const AgreementStudy* AgreementPanel::study() const {
    const auto request = requested();
    return request ? m_study.cached(*request).get() : nullptr;
}

void AgreementPanel::setRun(const std::optional<LoadedRun>& run) {
    if (run == m_run) return;
    m_run = run;
    showStudy();
}

void AgreementPanel::setRemoval(const RemovalOptions& removal) {
    if (removal == m_removal) return;
    m_removal = removal;
    showStudy();
}

void AgreementPanel::showStudy() {
    const AgreementStudy* known = study();
    m_pages->setCurrentIndex(known ? 1 : 0);
    if (known) return fill(*known);
    const QString users = m_users->currentText().toLower();
    const bool isRequested = m_study.request() && m_study.request() == requested();
    if (isRequested && m_study.isOpen()) {
        m_empty->setTexts(tr("Measuring on %1").arg(users),
                          tr("Each item of each history is removed once. The strip below shows the progress and can "
                             "stop it; the work done so far is then lost."));
    } else {
        const QString failure = isRequested ? m_study.failureWithHint() : QString();
        m_empty->setTexts(
            failure.isEmpty() ? tr("Does attention agree with the removal test for many users?") : failure,
            tr("For each of %1 the attention of every head is compared with the removal test of the first "
               "recommendation.")
                .arg(users),
            tr("Measure on %1").arg(users));
    }
}

void AgreementPanel::startStudy() {
    if (const auto request = requested()) m_study.run(*request);
}

void AgreementPanel::stop() {
    m_study.stop();
}

void AgreementPanel::fill(const AgreementStudy& study) {
    {
        const QScopedValueRollback choosing(m_choosing, true);
        m_table->clearRows();
        const auto add = [this](const QString& name, const HeadAgreement& agreement) {
            std::vector<Cell> cells;
            for (const QString& text : {name, shareText(agreement.positive), correlationText(agreement.correlation),
                                        shareText(agreement.sameTop), areaText(agreement.margins.attention),
                                        QString::fromStdString(translated(gradeName(gradeOf(agreement))))})
                cells.emplace_back(text, text);
            m_table->addRow(cells);
        };
        for (const HeadAgreement& agreement : study.heads)
            add(QString::fromStdString(headName(agreement.head)), agreement);
        add(tr("mean of all heads"), study.meanOfHeads);
    }
    m_about->setText(
        tr("%1 users · their first recommendation · %2 · 95 % intervals in brackets · the same first item by chance: "
           "%3 % · area below random of the removal effects: %4")
            .arg(wholeNumber(study.users),
                 study.removal.kind == RemovalKind::Deleted ? tr("items removed") : tr("items hidden"))
            .arg(fixedNumber(100 * study.sameTopByChance, 0), areaText(study.meanOfHeads.margins.removal)));
    m_table->fitColumns();
    showSentence();
}

void AgreementPanel::setHead(HeadId head) {
    if (head == m_head) return;
    m_head = head;
    showSentence();
}

void AgreementPanel::showSentence() {
    const AgreementStudy* shown = study();
    if (!shown) return;
    for (int row = 0; row < int(shown->heads.size()); ++row) {
        const HeadAgreement& agreement = shown->heads[size_t(row)];
        if (agreement.head != m_head) continue;
        const QScopedValueRollback choosing(m_choosing, true);
        m_table->selectRow(row);
        m_sentence->setText(QString::fromStdString(agreementSentence(agreement)));
    }
}

}  // namespace recscope::ui
