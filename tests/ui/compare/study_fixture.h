// SPDX-License-Identifier: GPL-3.0-or-later
// A Compare page that shows its study, for tests of the parts of the study.
#pragma once

#include <QComboBox>
#include <QFile>
#include <QLabel>
#include <QLineEdit>
#include <QPushButton>
#include <QTabBar>
#include <QTabWidget>
#include <QTest>

#include "core/plan/plan_run.h"
#include "ui/compare/compare_page.h"
#include "ui/compare/study_view.h"
#include "ui/runs/training_controller.h"
#include "ui_test_support.h"

namespace recscope::ui::test {

/// A plan of four runs, which train for about a second each. Names of datasets are compared without regard to case.
inline const char* const kSmallPlan =
    R"({"name": "small", "title": "A small <plan>", "datasets": "Sample cinema", "shows": "curve",
    "protocols": ["full", "pop100"], "seeds": [1, 2], "runs": [
      {"model": "sasrec", "set": {"epochs": 1, "dim": [8, 16], "inner_dim": 8, "max_length": 8, "layers": 1},
       "printed": [{"dataset": "sample CINEMA", "protocol": "full", "set": {"dim": 16}, "metrics": {"ndcg@10": 0.2}}]}]})";

/// The line that says how many runs of the plan are finished.
inline QString stateOf(QWidget& page) {
    return find<QLabel>(page, "studyState")->text();
}

/// Chooses a plan by its data: the name of a ready plan, the path of a file, "?open" or "?new". Sends the signals that
/// a choice by hand sends.
inline void choosePlan(QWidget& page, const QString& data) {
    auto* plan = find<QComboBox>(page, "studyPlan");
    plan->setCurrentIndex(plan->findData(data));
    emit plan->activated(plan->currentIndex());
}

inline QByteArray contentOf(const QString& path) {
    QFile file(path);
    return file.open(QIODevice::ReadOnly) ? file.readAll() : QByteArray();
}

/// Base class of the tests of the study. Each test program opens one page, which its tests share.
class StudyFixture : public QObject {
protected:
    std::unique_ptr<TestEnvironment> m_environment;
    std::unique_ptr<ComparePage> m_page;

    void begin() {
        m_environment = std::make_unique<TestEnvironment>();
        m_page = std::make_unique<ComparePage>(m_environment->session());
        test::show(*m_page);
        click(find<QPushButton>(*m_page, "compareStudy"));
        settle();
    }
    void end() {
        m_page.reset();
        m_environment.reset();
    }
    StudyView& study() { return *m_page->study(); }
    void settle() {
        QVERIFY(waitUntil(
            [this] { return m_environment->jobs().isIdle() && !trainingOf(m_environment->session()).isBusy(); }));
        QCoreApplication::processEvents();
        QVERIFY(waitUntil([this] { return m_environment->jobs().isIdle() && !study().reading().isOpen(); }));
    }
    /// Shows a tab by a click on its title.
    void showTab(const QString& title) {
        QTabBar* bar = study().tabs()->tabBar();
        for (int i = 0; i < bar->count(); ++i)
            if (bar->tabText(i) == title) QTest::mouseClick(bar, Qt::LeftButton, {}, bar->tabRect(i).center());
        QCOMPARE(bar->tabText(bar->currentIndex()), title);
    }
    /// Trains the runs of the small plan without the page, then opens the plan in the page.
    void openTrainedPlan() {
        QVERIFY(m_environment->work([](JobContext& context) {
            const Plan plan = planFromJson(kSmallPlan);
            PlanObserver observer;
            PauseSwitch pause;
            runPlan(context.workspace, plan, plannedRuns(context.workspace, plan), DeviceChoice::Cpu, observer, pause,
                    context.stop);
        }));
        m_environment->session().refreshRuns();
        study().openPlan(m_environment->write("small.json", kSmallPlan));
        settle();
        QCOMPARE(stateOf(*m_page), QString("4 of 4 runs finished"));
    }
};

}  // namespace recscope::ui::test
