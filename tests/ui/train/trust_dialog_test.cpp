// SPDX-License-Identifier: GPL-3.0-or-later
// Tests models of other programs in the window: nothing runs before the user of the program allows it. The model is
// tests/golden/ring_model.pt, which make_torchscript.py makes for 12 items.
#include "ui/train/trust_dialog.h"

#include <QCheckBox>
#include <QDropEvent>
#include <QFile>
#include <QLabel>
#include <QLineEdit>
#include <QMenu>
#include <QMimeData>
#include <QPushButton>
#include <QScrollArea>
#include <QScrollBar>
#include <QSignalSpy>
#include <QTabWidget>
#include <QTableView>
#include <QUrl>

#include "../../core/learn_support.h"
#include "core/torchscript/trusted_models.h"
#include "core/util/sha256.h"
#include "ui/explore/explore_page.h"
#include "ui/frame/main_window.h"
#include "ui/theme/theme.h"
#include "ui_test_support.h"

#include "core/recommender/registry.h"

using namespace recscope;
using namespace recscope::ui;
using namespace recscope::ui::test;

namespace {

/// A window whose dataset is the "ring" of tests/core/learn_support.h, for a user of the program who trusts no model
/// yet.
struct Fixture {
    TestEnvironment environment{TestEnvironment::Content::Empty};
    MainWindow window;
    QString path = environment.path(QStringLiteral("ring.recscope"));

    Fixture() {
        qputenv("XDG_CONFIG_HOME", environment.path(QStringLiteral("config")).toUtf8());
        {
            Workspace workspace = Workspace::open(path.toStdString());
            addDataset(workspace, ringHistories());
        }
        show(window, {1280, 800});
        window.openWorkspace(path, JobRunner::IfMissing::Fail);
        if (!waitUntil([this] { return window.session() && window.session()->catalogue() && jobs().isIdle(); }))
            qFatal("The window was not opened.");
    }
    Session& session() const { return *window.session(); }
    JobRunner& jobs() const { return session().jobs(); }

    /// A copy of the model, which a test may change or remove.
    QString model() const {
        const QString copy = environment.path(QStringLiteral("ring_model.pt"));
        QFile::copy(QStringLiteral(RECSCOPE_SOURCE_DIR "/tests/golden/ring_model.pt"), copy);
        return copy;
    }
    TrustDialog& dialog() {
        const auto dialog = [this] { return window.findChild<TrustDialog*>(); };
        if (!waitUntil([&] { return dialog() && dialog()->isVisible(); })) qFatal("There is no dialog.");
        return *dialog();
    }
    TrustDialog& drop(const QString& file) {
        QMimeData data;
        data.setUrls({QUrl::fromLocalFile(file)});
        QDragEnterEvent enter(window.rect().center(), Qt::CopyAction, &data, Qt::LeftButton, Qt::NoModifier);
        QCoreApplication::sendEvent(&window, &enter);
        QDropEvent event(window.rect().center(), Qt::CopyAction, &data, Qt::LeftButton, Qt::NoModifier);
        QCoreApplication::sendEvent(&window, &event);
        return dialog();
    }
    /// Adopts the model and waits until its run is chosen.
    void adopt(const QString& file) {
        TrustDialog& shown = drop(file);
        click(find<QPushButton>(shown, "allowModel"));
        if (!waitUntil([this] { return session().run() && session().run()->test && jobs().isIdle(); }))
            qFatal("The model was not adopted.");
    }
};

}  // namespace

class TrustDialogTest : public QObject {
    Q_OBJECT
private slots:
    void theDialogNamesFileKindAndChecksumAndNothingRunsIfItIsCancelled() {
        Fixture fixture;
        const QString file = fixture.model();
        const QString sha256 = QString::fromStdString(sha256OfFile(file.toStdString()));
        TrustDialog& dialog = fixture.drop(file);
        QCOMPARE(find<QLabel>(dialog, "trustFile")->text(), QStringLiteral("ring_model.pt"));
        QCOMPARE(find<QLabel>(dialog, "trustKind")->text(), QStringLiteral("Causal attention"));
        QCOMPARE(find<QLabel>(dialog, "trustChecksum")->text().remove(QLatin1Char(' ')), sha256);
        QVERIFY(find<QLabel>(dialog, "trustWarning")->text().contains("somebody else"));
        savePicture(dialog, "trust-light");
        type(find<QLineEdit>(dialog, "trustName"), "kept");
        QTest::keyClick(find<QLineEdit>(dialog, "trustName"), Qt::Key_Return);  // Enter decides nothing
        QVERIFY(dialog.isVisible());
        QCOMPARE(find<QLineEdit>(dialog, "trustName")->text(), QStringLiteral("kept"));
        QTest::keyClick(&dialog, Qt::Key_Escape);
        QVERIFY(waitUntil([&] { return !fixture.window.findChild<TrustDialog*>(); }));
        QVERIFY(!isTrusted(sha256.toStdString()));
        QVERIFY(fixture.session().runs().empty());
    }

    void anAllowedModelIsScoredAndExplored() {
        Fixture fixture;
        const QString file = fixture.model();
        TrustDialog& dialog = fixture.drop(file);
        type(find<QLineEdit>(dialog, "trustName"), "from the lab");
        QSignalSpy notified(&fixture.session(), &Session::notified);
        click(find<QPushButton>(dialog, "allowModel"));
        QVERIFY(waitUntil([&] { return notified.size() == 1 && fixture.session().run() && fixture.jobs().isIdle(); }));
        QVERIFY2(notified[0][0].toString().startsWith("from the lab is adopted: NDCG@10 "),
                 qPrintable(notified[0][0].toString()));
        const RunRecord run = *fixture.session().run();
        QVERIFY(run.test.has_value());
        QCOMPARE(capabilitiesOf(configFromJson(run.config)).heads, 2);
        QVERIFY(isTrusted(sha256OfFile(file.toStdString())));

        fixture.window.showPage(PageId::Explore);
        auto* page = fixture.window.findChild<ExplorePage*>();
        fixture.session().chooseUser(3);
        QVERIFY(waitUntil([&] { return page->answer() && page->answer()->hasAttention(); }));
        QCOMPARE(page->answer()->explanation->attention.heads, 2);
        QVERIFY(!page->answer()->explanation->recommendations.empty());
        QVERIFY(waitUntil([&] { return fixture.jobs().isIdle(); }));
        savePicture(fixture.window, "explore-torchscript");
    }

    void aCopyInTheWorkspaceWorksWithoutTheFile() {
        Fixture fixture;
        const QString file = fixture.model();
        TrustDialog& dialog = fixture.drop(file);
        click(find<QCheckBox>(dialog, "trustCarry"));
        click(find<QPushButton>(dialog, "allowModel"));
        QVERIFY(waitUntil(
            [&] { return fixture.session().run() && fixture.session().run()->test && fixture.jobs().isIdle(); }));
        QVERIFY(QFile::remove(file));
        fixture.window.showPage(PageId::Explore);
        auto* page = fixture.window.findChild<ExplorePage*>();
        fixture.session().chooseUser(3);
        QVERIFY(waitUntil([&] { return page->answer() && page->answer()->explanation; }));
    }

    void aRunFromElsewhereNeedsPermissionBeforeItsModelRuns() {
        Fixture fixture;
        fixture.adopt(fixture.model());
        qputenv("XDG_CONFIG_HOME", fixture.environment.path(QStringLiteral("another")).toUtf8());  // another trust list
        fixture.window.openWorkspace(fixture.path, JobRunner::IfMissing::Fail);
        QVERIFY(
            waitUntil([&] { return fixture.window.session() && fixture.session().run() && fixture.jobs().isIdle(); }));
        fixture.window.showPage(PageId::Explore);
        auto* page = fixture.window.findChild<ExplorePage*>();
        fixture.session().chooseUser(3);
        QVERIFY(waitUntil([&] { return fixture.jobs().isIdle(); }));
        QVERIFY(!page->answer() || !page->answer()->explanation);
        QTest::qWait(300);
        savePicture(fixture.window, "explore-not-trusted");
        fixture.window.resize(1024, 700);
        QTest::qWait(300);
        savePicture(fixture.window, "explore-not-trusted-small");
        for (const QScrollArea* area : fixture.window.findChildren<QScrollArea*>())
            if (area->isVisible()) QVERIFY(!area->horizontalScrollBar()->isVisible());  // the long checksum is wrapped

        fixture.window.showPage(PageId::Train);
        auto* trust = fixture.window.findChild<QAction*>(QStringLiteral("trustModelAction"));
        QVERIFY(trust && trust->isVisible());
        trust->trigger();
        click(find<QPushButton>(fixture.dialog(), "allowModel"));
        QVERIFY(waitUntil([&] { return fixture.jobs().isIdle() && !fixture.window.findChild<TrustDialog*>(); }));
        QVERIFY(isTrusted(sha256OfFile(fixture.model().toStdString())));
    }
};

QTEST_MAIN(TrustDialogTest)
#include "trust_dialog_test.moc"
