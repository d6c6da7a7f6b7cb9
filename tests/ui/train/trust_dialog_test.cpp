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
struct Stage {
    Bench bench{Bench::Content::Empty};
    MainWindow window;
    QString path = bench.path(QStringLiteral("ring.recscope"));

    Stage() {
        qputenv("XDG_CONFIG_HOME", bench.path(QStringLiteral("config")).toUtf8());
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
        const QString copy = bench.path(QStringLiteral("ring_model.pt"));
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
        Stage stage;
        const QString file = stage.model();
        const QString sha256 = QString::fromStdString(sha256OfFile(file.toStdString()));
        TrustDialog& dialog = stage.drop(file);
        QCOMPARE(find<QLabel>(dialog, "trustFile")->text(), QStringLiteral("ring_model.pt"));
        QCOMPARE(find<QLabel>(dialog, "trustKind")->text(), QStringLiteral("Causal attention"));
        QCOMPARE(find<QLabel>(dialog, "trustChecksum")->text().remove(QLatin1Char(' ')), sha256);
        QVERIFY(find<QLabel>(dialog, "trustWarning")->text().contains("somebody else"));
        picture(dialog, "trust-light");
        type(find<QLineEdit>(dialog, "trustName"), "kept");
        QTest::keyClick(find<QLineEdit>(dialog, "trustName"), Qt::Key_Return);  // Enter decides nothing
        QVERIFY(dialog.isVisible());
        QCOMPARE(find<QLineEdit>(dialog, "trustName")->text(), QStringLiteral("kept"));
        QTest::keyClick(&dialog, Qt::Key_Escape);
        QVERIFY(waitUntil([&] { return !stage.window.findChild<TrustDialog*>(); }));
        QVERIFY(!isTrusted(sha256.toStdString()));
        QVERIFY(stage.session().runs().empty());
    }

    void anAllowedModelIsScoredAndExplored() {
        Stage stage;
        const QString file = stage.model();
        TrustDialog& dialog = stage.drop(file);
        type(find<QLineEdit>(dialog, "trustName"), "from the lab");
        QSignalSpy notified(&stage.session(), &Session::notified);
        click(find<QPushButton>(dialog, "allowModel"));
        QVERIFY(waitUntil([&] { return notified.size() == 1 && stage.session().run() && stage.jobs().isIdle(); }));
        QVERIFY2(notified[0][0].toString().startsWith("from the lab is adopted: NDCG@10 "),
                 qPrintable(notified[0][0].toString()));
        const RunRecord run = *stage.session().run();
        QVERIFY(run.test.has_value());
        QCOMPARE(capabilitiesOf(configFromJson(run.config)).heads, 2);
        QVERIFY(isTrusted(sha256OfFile(file.toStdString())));

        stage.window.showPage("explore");
        auto* page = stage.window.findChild<ExplorePage*>();
        stage.session().chooseUser(3);
        QVERIFY(waitUntil([&] { return page->answer() && page->answer()->hasAttention(); }));
        QCOMPARE(page->answer()->explanation->attention.heads, 2);
        QVERIFY(!page->answer()->explanation->recommendations.empty());
        QVERIFY(waitUntil([&] { return stage.jobs().isIdle(); }));
        picture(stage.window, "explore-torchscript");
    }

    void aCopyInTheWorkspaceWorksWithoutTheFile() {
        Stage stage;
        const QString file = stage.model();
        TrustDialog& dialog = stage.drop(file);
        click(find<QCheckBox>(dialog, "trustCarry"));
        click(find<QPushButton>(dialog, "allowModel"));
        QVERIFY(
            waitUntil([&] { return stage.session().run() && stage.session().run()->test && stage.jobs().isIdle(); }));
        QVERIFY(QFile::remove(file));
        stage.window.showPage("explore");
        auto* page = stage.window.findChild<ExplorePage*>();
        stage.session().chooseUser(3);
        QVERIFY(waitUntil([&] { return page->answer() && page->answer()->explanation; }));
    }

    void aRunFromElsewhereNeedsPermissionBeforeItsModelRuns() {
        Stage stage;
        stage.adopt(stage.model());
        qputenv("XDG_CONFIG_HOME", stage.bench.path(QStringLiteral("another")).toUtf8());  // another trust list
        stage.window.openWorkspace(stage.path, JobRunner::IfMissing::Fail);
        QVERIFY(waitUntil([&] { return stage.window.session() && stage.session().run() && stage.jobs().isIdle(); }));
        stage.window.showPage("explore");
        auto* page = stage.window.findChild<ExplorePage*>();
        stage.session().chooseUser(3);
        QVERIFY(waitUntil([&] { return stage.jobs().isIdle(); }));
        QVERIFY(!page->answer() || !page->answer()->explanation);
        QTest::qWait(300);
        picture(stage.window, "explore-not-trusted");
        stage.window.resize(1024, 700);
        QTest::qWait(300);
        picture(stage.window, "explore-not-trusted-small");
        for (const QScrollArea* area : stage.window.findChildren<QScrollArea*>())
            if (area->isVisible()) QVERIFY(!area->horizontalScrollBar()->isVisible());  // the long checksum is wrapped

        stage.window.showPage("train");
        auto* trust = stage.window.findChild<QAction*>(QStringLiteral("trustModelAction"));
        QVERIFY(trust && trust->isVisible());
        trust->trigger();
        click(find<QPushButton>(stage.dialog(), "allowModel"));
        QVERIFY(waitUntil([&] { return stage.jobs().isIdle() && !stage.window.findChild<TrustDialog*>(); }));
        QVERIFY(isTrusted(sha256OfFile(stage.model().toStdString())));
    }
};

QTEST_MAIN(TrustDialogTest)
#include "trust_dialog_test.moc"
