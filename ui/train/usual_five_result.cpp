// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/train/usual_five_result.h"

#include <QBoxLayout>
#include <QLabel>
#include <QPushButton>
#include <algorithm>

#include "ui/runs/plan_queue.h"
#include "ui/runs/training_controller.h"
#include "ui/session/session.h"
#include "ui/widgets/arrange.h"

namespace recscope::ui {

UsualFiveResult::UsualFiveResult(Session& session, QWidget* parent)
    : QFrame(parent),
      m_session(session),
      m_reading(session.jobs(), {.title = tr("Reading the usual five"), .queue = WorkerQueue::Import}, readUsualFive),
      m_sentence(sentenceLabel(QStringLiteral("fiveSentence"))),
      m_basis(captionLabel(QStringLiteral("fiveBasis"))) {
    setObjectName(QStringLiteral("fiveResult"));
    setAccessibleName(tr("Result of the usual five"));
    setProperty("card", true);
    auto* compare = new QPushButton(tr("Compare them"));
    compare->setObjectName(QStringLiteral("fiveResultCompare"));
    compare->setToolTip(tr("Opens Compare with these runs"));
    auto* dismiss = new QPushButton(tr("Dismiss"));
    dismiss->setObjectName(QStringLiteral("fiveResultDismiss"));
    dismiss->setProperty("quiet", true);
    arrange(this, row({grow(column({m_sentence, m_basis}, 0)), compare, dismiss}),
            {12, space::kUnit, space::kPadding, space::kUnit});
    connect(compare, &QPushButton::clicked, this, [this] {
        const auto dataset = m_session.dataset();
        if (dataset && m_verdicts.contains(dataset->id)) m_session.compareRuns(m_verdicts.at(dataset->id).runs);
    });
    connect(dismiss, &QPushButton::clicked, this, [this] {
        if (const auto dataset = m_session.dataset()) m_verdicts.erase(dataset->id);
        showVerdict();
    });
    connect(&trainingOf(session), &TrainingController::queueChanged, this, &UsualFiveResult::readNext);
    connect(&m_reading, &AnyAsyncQuery::changed, this, &UsualFiveResult::handleResult);
    connect(&session, &Session::datasetChanged, this, &UsualFiveResult::showVerdict);
    showVerdict();
}

void UsualFiveResult::watch(const UsualFive& five) {
    if (five.runs.empty()) return;
    m_watched[five.runs.front().dataset] = five.runs;
    m_verdicts.erase(five.runs.front().dataset);
    showVerdict();
}

// Reads the verdict for the next dataset whose runs have all ended. Only one dataset is read at a time, because all
// share `m_reading`.
void UsualFiveResult::readNext() {
    if (m_reading.isOpen()) return;
    const auto ended = std::find_if(m_watched.begin(), m_watched.end(),
                                    [this](const auto& entry) { return queuedRuns(m_session, entry.second) == 0; });
    if (ended == m_watched.end()) return;
    m_readDataset = ended->first;
    const std::string name = ended->second.front().datasetName;
    m_watched.erase(ended);
    m_reading.rerun({name, m_session.hiddenRuns()});
}

void UsualFiveResult::handleResult() {
    if (m_reading.state() == AsyncQueryState::Failed)
        m_session.notify(m_reading.failure(), m_reading.hint(), Severity::Warning);
    if (const auto five = m_reading.answer(); five && five->verdict && five->missing() == 0) {
        const ShownVerdict shown{QString::fromStdString(five->verdict->sentence()),
                                 QString::fromStdString(five->verdict->basis()), five->finished()};
        m_verdicts[m_readDataset] = shown;
        const auto dataset = m_session.dataset();
        if (!parentWidget() || !parentWidget()->isVisible() || !dataset || dataset->id != m_readDataset) {
            const QString title = QString::fromStdString(five->plan.title);
            m_session.offer(tr("%1: %2").arg(title, shown.sentence), shown.basis, tr("Compare them"),
                            [&session = m_session, id = m_readDataset, runs = shown.runs] {
                                session.chooseDataset(id);
                                session.compareRuns(runs);
                            });
        }
        showVerdict();
    }
    readNext();
}

void UsualFiveResult::showVerdict() {
    const auto dataset = m_session.dataset();
    const auto entry = dataset ? m_verdicts.find(dataset->id) : m_verdicts.end();
    setVisible(entry != m_verdicts.end());
    if (entry == m_verdicts.end()) return;
    m_sentence->setText(entry->second.sentence);
    m_basis->setText(entry->second.basis);
}

}  // namespace recscope::ui
