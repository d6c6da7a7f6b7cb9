// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QComboBox>
#include <QLineEdit>
#include <QPushButton>
#include <QToolButton>
#include <QtTest>

#include "ui/plot/plot_view.h"
#include "ui/runs/training_controller.h"
#include "ui/train/config_form.h"
#include "ui/train/train_page.h"
#include "ui/widgets/table_view.h"
#include "ui_test_support.h"

namespace recscope::ui::test {

/// A Train page for the sample dataset. makeSmall() sets a model that trains within a second or two.
struct TrainFixture {
    TestEnvironment environment;
    TrainPage page{environment.session()};

    explicit TrainFixture(QSize size = {1440, 900}) { show(page, size); }

    QPushButton* startButton() { return find<QPushButton>(page, "startTraining"); }
    PlotView* plot(const char* name) { return find<PlotView>(page, name); }
    ConfigForm* form() { return page.findChild<ConfigForm*>(); }
    TableView* runs() { return find<TableView>(page, "runs"); }

    /// Unfolds a group of the form if it is folded.
    void open(const char* group) {
        auto* box = find<QWidget>(page, group);
        auto* heading = find<QToolButton>(*box, "heading");
        if (!heading->isChecked()) click(heading);
        QCoreApplication::processEvents();
    }
    /// Types the value of a config key.
    void set(const char* key, const QString& value) { type(find<QLineEdit>(page, key), value); }
    void makeSmall(int epochs) {
        open("group_model");
        set("epochs", QString::number(epochs));
        set("patience", "0");  // 0 = off: a small model soon stops improving
        set("dim", "8");
        set("inner_dim", "8");
        set("layers", "1");
        set("max_length", "8");
    }
    /// Starts the training of a run and waits until the run is finished.
    void startAndWait() {
        const auto before = environment.session().runs().size();
        click(startButton());
        // Waits for a new finished run, not for the training to begin: a small run may end before that is observed.
        QVERIFY(waitUntil([&] {
            return environment.session().runs().size() > before &&
                   environment.session().runs().front().state == RunState::Finished && !page.training().isTraining();
        }));
        QVERIFY(waitUntil([this] { return environment.jobs().isIdle(); }));
    }
};

}  // namespace recscope::ui::test
