// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui_test_support.h"

#include <QApplication>
#include <QComboBox>
#include <QDir>
#include <QFile>
#include <QLineEdit>
#include <QMenu>
#include <QSettings>
#include <QTimer>
#include <QWheelEvent>
#include <QWindow>
#include <cstdlib>

#include "core/data/sample_shop.h"
#include "core/store/workspace.h"
#include "ui/widgets/saving.h"
#include "ui/widgets/settings.h"

namespace recscope::ui::test {

namespace {

/// Path of a workspace with the sample dataset, made once per test program; tests get copies of it.
QString sampleWorkspace() {
    static const QTemporaryDir folder;
    const QString path = folder.filePath(QStringLiteral("sample.recscope"));
    if (QFile::exists(path)) return path;
    Workspace workspace = Workspace::open(path.toStdString());
    ensureSampleDataset(workspace, [](const Progress&) {}, {});
    return path;
}

}  // namespace

void putSampleWorkspace(const QString& path) {
    if (!QFile::copy(sampleWorkspace(), path)) qFatal("'%s' could not be written.", qPrintable(path));
}

TestEnvironment::TestEnvironment(Content content) {
    QSettings::setDefaultFormat(QSettings::IniFormat);
    QSettings::setPath(QSettings::IniFormat, QSettings::UserScope, m_folder.path());
    delete &Settings::instance();                          // the next use makes an instance in this folder
    qputenv("XDG_CONFIG_HOME", m_folder.path().toUtf8());  // the list of machines is in this folder
    QCoreApplication::setOrganizationName(QStringLiteral("recscope-test"));
    QCoreApplication::setApplicationName(QStringLiteral("recscope-test"));
    if (content == Content::Sample) putSampleWorkspace(workspacePath());
    m_jobs = std::make_unique<JobRunner>(workspacePath().toStdString());
    QObject::connect(m_jobs.get(), &JobRunner::jobFailed, [](const QString& title, const QString& message) {
        qWarning("Job '%s' failed: %s", qPrintable(title), qPrintable(message));
    });
    m_session = std::make_unique<Session>(*m_jobs);
    if (content == Content::Empty) return;
    m_session->refreshDatasets();
    if (!waitUntil([this] { return m_session->catalogue() != nullptr && m_jobs->isIdle(); }))
        qFatal("The sample dataset was not loaded.");
}

TestEnvironment::~TestEnvironment() {
    delete &Settings::instance();  // saves the settings while their folder still exists
}

QString TestEnvironment::write(const QString& fileName, const QByteArray& content) const {
    QFile file(path(fileName));
    if (!file.open(QIODevice::WriteOnly) || file.write(content) != content.size())
        qFatal("'%s' could not be written.", qPrintable(file.fileName()));
    return file.fileName();
}

bool TestEnvironment::work(const std::function<void(JobContext&)>& work, WorkerQueue queue) {
    bool done = false, succeeded = false;
    m_jobs->start(
        m_jobs.get(), {.title = QStringLiteral("Test"), .queue = queue},
        [&work](JobContext& context) { work(context); }, [&] { done = succeeded = true; },
        [&](const QString& message, const QString& hint) {
            qWarning("%s %s", qPrintable(message), qPrintable(hint));
            done = true;
        },
        [&] { done = true; });
    return waitUntil([&] { return done; }) && succeeded;
}

bool waitUntil(const std::function<bool()>& condition) {
    return QTest::qWaitFor(condition, kPatience);
}

void show(QWidget& widget, QSize size) {
    widget.resize(size);
    widget.show();
    if (!QTest::qWaitForWindowExposed(&widget, kPatience)) qFatal("The window was not shown.");
    QApplication::processEvents();
}

void click(QWidget* widget) {
    QTest::mouseClick(widget, Qt::LeftButton);
}

void type(QWidget* input, const QString& text) {
    input->setFocus();
    QTest::keyClick(input, Qt::Key_A, Qt::ControlModifier);
    QTest::keyClick(input, Qt::Key_Delete);
    QTest::keyClicks(input, text);
}

void choose(QComboBox* box, const QString& text) {
    box->setFocus();
    QTest::keyClick(box, Qt::Key_Home);
    for (int i = 0; i < box->count() && box->currentText() != text; ++i) QTest::keyClick(box, Qt::Key_Down);
    QCOMPARE(box->currentText(), text);
}

QStringList menuOf(const std::function<void()>& open, const QString& choose) {
    constexpr int kPollMilliseconds = 10;  // the interval at which it looks for a menu
    QStringList texts;
    bool seen = false, closed = false;
    QTimer pollTimer;
    // `open` may return only after the menu, which runs an event loop, is closed. So a timer handles the menu.
    QObject::connect(&pollTimer, &QTimer::timeout, [&] {
        auto* menu = qobject_cast<QMenu*>(QApplication::activePopupWidget());
        if (!menu || closed) return;
        seen = true;
        for (const QAction* action : menu->actions()) {
            if (!action->isSeparator())
                texts << action->text().section(QLatin1Char('\t'), 0, 0).remove(QLatin1Char('&'));
        }
        closed = true;
        pollTimer.stop();
        for (QAction* action : menu->actions()) {
            if (choose.isEmpty() || !action->text().startsWith(choose)) continue;
            QTest::mouseClick(menu, Qt::LeftButton, {}, menu->actionGeometry(action).center());
            return;
        }
        menu->close();
    });
    pollTimer.start(kPollMilliseconds);
    open();
    static_cast<void>(waitUntil([&seen] { return seen; }));
    return texts;
}

QStringList rightClickThroughWindow(QWidget* widget, QPoint at, const QString& choose) {
    return menuOf(
        [&] {
            QTest::mouseClick(widget->window()->windowHandle(), Qt::RightButton, {},
                              widget->mapTo(widget->window(), at));
        },
        choose);
}

void wheelThroughWindow(QWidget* widget, QPoint at, int notches, Qt::KeyboardModifiers modifiers) {
    constexpr int kNotch = 120;  // eighths of a degree, the unit of QWheelEvent
    const QPoint inWindow = widget->mapTo(widget->window(), at);
    QWheelEvent event(inWindow, widget->mapToGlobal(at), {}, {0, notches * kNotch}, Qt::NoButton, modifiers,
                      Qt::NoScrollPhase, /*inverted=*/false);
    QSpontaneKeyEvent::setSpontaneous(&event);  // only spontaneous events propagate to parents
    qApp->notify(widget->window()->windowHandle(), &event);
    QCoreApplication::processEvents();
}

void enterFile(QFileDialog& dialog, const QString& path) {
    auto* name = find<QLineEdit>(dialog, "fileNameEdit");
    name->setText(path);
    QTest::keyClick(name, Qt::Key_Return);
}

void clickEntry(QMenu& menu, const char* objectName) {
    QTest::mouseClick(&menu, Qt::LeftButton, {}, menu.actionGeometry(find<QAction>(menu, objectName)).center());
}

SavedFiles::SavedFiles(QWidget& root) {
    root.installEventFilter(this);
}

bool SavedFiles::eventFilter(QObject* watched, QEvent* event) {
    if (event->type() != SavingEvent::kind()) return QObject::eventFilter(watched, event);
    const auto& saving = static_cast<const SavingEvent&>(*event);
    (saving.problem().isEmpty() ? paths : problems) << saving.path();
    event->accept();
    return true;
}

void savePicture(QWidget& widget, const QString& name) {
    const QString folder = qEnvironmentVariable("RECSCOPE_TEST_PICTURES");
    if (folder.isEmpty()) return;
    QDir().mkpath(folder);
    widget.grab().save(QDir(folder).filePath(name + QStringLiteral(".png")));
}

double meanDifference(const QImage& first, const QImage& second) {
    if (first.size() != second.size() || first.isNull()) return 255;
    double sum = 0;
    for (int y = 0; y < first.height(); ++y)
        for (int x = 0; x < first.width(); ++x) sum += std::abs(qGray(first.pixel(x, y)) - qGray(second.pixel(x, y)));
    return sum / (double(first.width()) * first.height());
}

bool showsSomething(QWidget& widget) {
    const QImage image = widget.grab().toImage();
    const QRgb first = image.pixel(0, 0);
    for (int y = 0; y < image.height(); ++y)
        for (int x = 0; x < image.width(); ++x)
            if (image.pixel(x, y) != first) return true;
    return false;
}

}  // namespace recscope::ui::test
