// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QDropEvent>
#include <QFile>
#include <QLabel>
#include <QMimeData>
#include <QUrl>

#include "ui/frame/main_window.h"
#include "ui_test_support.h"

namespace recscope::ui::test {

/// A window, and a temporary folder for its workspace. open() opens a workspace with the sample dataset.
struct WindowFixture {
    TestEnvironment environment{TestEnvironment::Content::Empty};
    MainWindow window;

    WindowFixture() { show(window); }
    /// The file of the workspace, which open() creates.
    QString path() const { return environment.path("window.recscope"); }
    void open() {
        if (!QFile::exists(path())) putSampleWorkspace(path());
        window.openWorkspace(path(), JobRunner::IfMissing::Create);
        QVERIFY(waitUntil([this] { return window.session() && window.session()->catalogue(); }));
        QVERIFY(waitUntil([this] { return window.session()->jobs().isIdle(); }));
    }
    /// Drops a file on the window; expects that the window accepts it.
    void drop(const QString& file) {
        QMimeData data;
        data.setUrls({QUrl::fromLocalFile(file)});
        QDragEnterEvent enter(window.rect().center(), Qt::CopyAction, &data, Qt::LeftButton, Qt::NoModifier);
        QCoreApplication::sendEvent(&window, &enter);
        QVERIFY(enter.isAccepted());
        QVERIFY(find<QLabel>(window, "dropHint")->isVisible());
        QDropEvent drop(window.rect().center(), Qt::CopyAction, &data, Qt::LeftButton, Qt::NoModifier);
        QCoreApplication::sendEvent(&window, &drop);
        QVERIFY(!find<QLabel>(window, "dropHint")->isVisible());
    }
};

}  // namespace recscope::ui::test
