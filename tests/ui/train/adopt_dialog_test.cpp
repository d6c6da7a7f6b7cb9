// SPDX-License-Identifier: GPL-3.0-or-later
// Tests adopting weights of other programs. The weights are tests/golden/adopt_NAME.safetensors, which make_adopted.py
// makes for 12 items. NAME is an implementation of SASRec: gsasrec, pmixer or recbole-sasrec.
#include "ui/train/adopt_dialog.h"

#include <QAbstractItemView>
#include <QComboBox>
#include <QDropEvent>
#include <QFileDialog>
#include <QLabel>
#include <QLineEdit>
#include <QMimeData>
#include <QPointer>
#include <QPushButton>
#include <QSignalSpy>
#include <QSpinBox>
#include <QStandardItemModel>
#include <QTimer>
#include <QUrl>
#include <atomic>
#include <thread>

#include "../../core/learn_support.h"
#include "ui/frame/main_window.h"
#include "ui/theme/theme.h"
#include "ui_test_support.h"

using namespace recscope;
using namespace recscope::ui;
using namespace recscope::ui::test;

#include "core/recommender/registry.h"

namespace {

QString golden(const char* name) {
    return QStringLiteral(RECSCOPE_SOURCE_DIR "/tests/golden/adopt_%1.safetensors").arg(QLatin1String(name));
}

void dropOn(QWidget& widget, const QString& file) {
    QMimeData data;
    data.setUrls({QUrl::fromLocalFile(file)});
    QDragEnterEvent enter(widget.rect().center(), Qt::CopyAction, &data, Qt::LeftButton, Qt::NoModifier);
    QCoreApplication::sendEvent(&widget, &enter);
    QVERIFY(enter.isAccepted());
    QDropEvent drop(widget.rect().center(), Qt::CopyAction, &data, Qt::LeftButton, Qt::NoModifier);
    QCoreApplication::sendEvent(&widget, &drop);
}

/// A window whose dataset is the "ring" of tests/core/learn_support.h: 12 items with the ids i1 … i12.
struct Fixture {
    TestEnvironment environment{TestEnvironment::Content::Empty};
    MainWindow window;

    Fixture() {
        const QString path = environment.path(QStringLiteral("ring.recscope"));
        {
            Workspace workspace = Workspace::open(path.toStdString());
            addDataset(workspace, ringHistories());
        }
        show(window, {1024, 700});
        window.openWorkspace(path, JobRunner::IfMissing::Fail);
        const auto isOpen = [this] { return window.session() && window.session()->catalogue() && jobs().isIdle(); };
        if (!waitUntil(isOpen)) qFatal("The window was not opened.");
        if (session().dataset()->name != "ring") qFatal("Another dataset was chosen.");
    }
    Session& session() const { return *window.session(); }
    JobRunner& jobs() const { return session().jobs(); }
    AdoptDialog& offer(const char* name) {
        dropOn(window, golden(name));
        const auto dialog = [this] { return window.findChild<AdoptDialog*>(); };
        if (!waitUntil([&] { return dialog() && dialog()->isVisible(); })) qFatal("There is no dialog.");
        dialog()->activateWindow();
        if (!QTest::qWaitForWindowActive(dialog())) qFatal("The dialog has no focus.");
        return *dialog();
    }
    QString vocabulary() const {
        QByteArray lines;
        for (int row = 1; row <= 12; ++row) lines += 'i' + QByteArray::number(row) + '\n';
        return environment.write(QStringLiteral("items.txt"), lines);
    }
};

/// Keeps the queue of imports busy during the lifetime of this object.
class BusyQueue {
public:
    explicit BusyQueue(JobRunner& jobs) {
        jobs.start(
            &jobs, {.title = QStringLiteral("Holding"), .queue = WorkerQueue::Import},
            [free = m_free](JobContext&) {
                while (!*free) std::this_thread::yield();
            },
            [] {});
    }
    ~BusyQueue() { *m_free = true; }

private:
    std::shared_ptr<std::atomic_bool> m_free = std::make_shared<std::atomic_bool>(false);
};

}  // namespace

class AdoptDialogTest : public QObject {
    Q_OBJECT
private slots:
    void cleanup() { Theme::instance().setChoice(ThemeChoice::Light); }

    void weightsOfAnotherProgramAreAdoptedWithHeadsAndAVocabulary() {
        Fixture fixture;
        const QString list = fixture.vocabulary();
        AdoptDialog& dialog = fixture.offer("gsasrec");
        QCOMPARE(find<QLabel>(dialog, "adoptFile")->text(), QStringLiteral("adopt_gsasrec.safetensors"));
        QVERIFY(find<QLabel>(dialog, "adoptFile")->toolTip().endsWith("golden/adopt_gsasrec.safetensors"));
        QVERIFY(find<QLabel>(dialog, "adoptDataset")->text().startsWith("ring"));
        savePicture(dialog, "adopt-light");

        QTest::keyClick(&dialog, Qt::Key_H, Qt::AltModifier);
        auto* heads = find<QSpinBox>(dialog, "adoptHeads");
        QVERIFY(heads->hasFocus());
        QTest::keyClick(heads, Qt::Key_Up);
        QTest::keyClick(heads, Qt::Key_Up);
        whenOpen<QFileDialog>(dialog, [&](QFileDialog& files) { enterFile(files, list); });
        click(find<QPushButton>(dialog, "browseVocabulary"));
        dialog.activateWindow();
        QVERIFY(QTest::qWaitForWindowActive(&dialog));
        QCOMPARE(find<QLineEdit>(dialog, "adoptVocabulary")->text(), list);
        type(find<QLineEdit>(dialog, "adoptName"), "from elsewhere");

        QSignalSpy notified(&fixture.session(), &Session::notified);
        const QPointer<AdoptDialog> shown = &dialog;
        QTest::keyClick(find<QLineEdit>(dialog, "adoptName"), Qt::Key_Return);
        QVERIFY(waitUntil([&] { return !shown && notified.size() == 1 && fixture.jobs().isIdle(); }));
        QVERIFY(fixture.session().run());
        const RunRecord run = *fixture.session().run();
        QCOMPARE(QString::fromStdString(run.name), QStringLiteral("from elsewhere"));
        QCOMPARE(capabilitiesOf(configFromJson(run.config)).heads, 2);
        QVERIFY(run.test.has_value());
        QVERIFY(notified[0][0].toString().startsWith("from elsewhere is adopted: NDCG@10 "));
        QVERIFY2(!notified[0][1].toString().contains("Assumed"), qPrintable(notified[0][1].toString()));
        QCOMPARE(notified[0][2].value<Severity>(),
                 Severity::Warning);  // the weights are random, so popularity ranks better
    }

    void wrongHeadsAreRefusedWithAMessageAndTheEntriesStay() {
        Fixture fixture;
        AdoptDialog& dialog = fixture.offer("pmixer");
        auto* heads = find<QSpinBox>(dialog, "adoptHeads");
        auto* list = find<QLineEdit>(dialog, "adoptVocabulary");
        auto* name = find<QLineEdit>(dialog, "adoptName");
        type(name, "pm");
        type(list, fixture.vocabulary());
        type(heads, "3");
        QTest::keyClick(heads, Qt::Key_Return);
        auto* message = find<QLabel>(dialog, "adoptSentence");
        QVERIFY(waitUntil([&] { return message->isVisible(); }));
        QCOMPARE(message->text(), QStringLiteral("3 heads do not divide a width of 8."));
        QVERIFY(find<QLabel>(dialog, "adoptHint")->isVisible());
        QCOMPARE(heads->value(), 3);
        QVERIFY(heads->hasFocus());
        QCOMPARE(list->text(), fixture.vocabulary());
        QCOMPARE(name->text(), QStringLiteral("pm"));
        QVERIFY(find<QPushButton>(dialog, "adopt")->isEnabled());
        savePicture(dialog, "adopt-wrong-heads-light");
        Theme::instance().setChoice(ThemeChoice::Dark);
        QTest::qWait(100);
        savePicture(dialog, "adopt-wrong-heads-dark");
        QVERIFY(waitUntil([&] { return fixture.jobs().isIdle(); }));
        QVERIFY(fixture.session().runs().empty());

        type(heads, "2");
        const QPointer<AdoptDialog> shown = &dialog;
        click(find<QPushButton>(dialog, "adopt"));
        QVERIFY(waitUntil([&] { return !shown && fixture.session().run() && fixture.jobs().isIdle(); }));
        QCOMPARE(capabilitiesOf(configFromJson(fixture.session().run()->config)).heads, 2);
    }

    void escapeLeavesTheWorkspaceAsItWas() {
        Fixture fixture;
        QPointer<AdoptDialog> dialog = &fixture.offer("gsasrec");
        QTest::keyClick(dialog, Qt::Key_Escape);
        QVERIFY(waitUntil([&] { return !dialog && fixture.jobs().isIdle(); }));

        // The dialog may also be cancelled while the adoption still waits in the queue.
        const QString list = fixture.vocabulary();
        {
            const BusyQueue held(fixture.jobs());
            dialog = &fixture.offer("gsasrec");
            type(find<QLineEdit>(*dialog, "adoptVocabulary"), list);
            click(find<QPushButton>(*dialog, "adopt"));
            QVERIFY(!find<QPushButton>(*dialog, "adopt")->isEnabled());
            QCOMPARE(find<QLabel>(*dialog, "adoptWork")->text(), QStringLiteral("Waits for its turn"));
            savePicture(*dialog, "adopt-waits");
            QTest::keyClick(dialog, Qt::Key_Escape);
            QVERIFY(waitUntil([&] { return !dialog; }));
        }
        QVERIFY(waitUntil([&] { return fixture.jobs().isIdle(); }));
        QVERIFY(fixture.session().runs().empty());
        QVERIFY(!fixture.session().run());
    }

    void theWindowStaysUsableWhileTheDialogIsOpen() {
        Fixture fixture;
        AdoptDialog& dialog = fixture.offer("gsasrec");
        QVERIFY(!dialog.isModal());
        fixture.window.showPage(PageId::Train);
        QVERIFY(fixture.window.currentPage() == PageId::Train);
        QVERIFY(dialog.isVisible());
        // When a workspace is closed, its dialog closes, too.
        const QPointer<AdoptDialog> shown = &dialog;
        fixture.window.openWorkspace(fixture.environment.path("other.recscope"), JobRunner::IfMissing::Create);
        QVERIFY(waitUntil([&] { return !shown; }));
    }

    void onlyLayoutsThatFitCanBeChosen() {
        Fixture fixture;
        AdoptDialog& dialog = fixture.offer("recbole-sasrec");
        auto* layout = find<QComboBox>(dialog, "adoptLayout");
        QCOMPARE(layout->currentText(), QStringLiteral("Automatic: RecBole, SASRec"));
        const auto* items = qobject_cast<QStandardItemModel*>(layout->model());
        QStringList enabled;
        for (int row = 1; row < layout->count(); ++row) {
            if (items->item(row)->isEnabled())
                enabled << layout->itemData(row).toString();
            else
                QVERIFY(!layout->itemData(row, Qt::ToolTipRole).toString().isEmpty());
        }
        QCOMPARE(enabled, (QStringList{"recbole-bert4rec", "recbole-sasrec"}));
        QTest::keyClick(layout, Qt::Key_Down);
        QCOMPARE(QString::fromStdString(dialog.request().layout), QStringLiteral("recbole-bert4rec"));
        QVERIFY(find<QLineEdit>(dialog, "adoptName")->placeholderText().startsWith("BERT4Rec"));
        layout->showPopup();
        QTest::qWait(100);
        savePicture(*layout->view()->window(), "adopt-layouts");
        layout->hidePopup();
    }

    void theNormMustBeChosenIfTheTensorsDoNotDetermineIt() {
        Fixture fixture;
        QPointer<AdoptDialog> dialog = &fixture.offer("gsasrec");
        QVERIFY(!find<QComboBox>(*dialog, "adoptNorm")->isVisible());
        QTest::keyClick(dialog, Qt::Key_Escape);
        QVERIFY(waitUntil([&] { return !dialog; }));
        dialog = &fixture.offer("pmixer");
        auto* norm = find<QComboBox>(*dialog, "adoptNorm");
        QVERIFY(norm->isVisible());
        QCOMPARE(norm->currentText(), QStringLiteral("Automatic (sasrec code)"));
        QVERIFY(dialog->request().settings.empty());
        QTest::keyClick(norm, Qt::Key_Down);
        QCOMPARE(dialog->request().settings, (decltype(AdoptRequest::settings){{"norm", "pre"}}));
        QTest::keyClick(norm, Qt::Key_Down);
        QCOMPARE(dialog->request().settings, (decltype(AdoptRequest::settings){{"norm", "post"}}));
    }

    void aListDroppedOnTheDialogIsTheVocabulary() {
        Fixture fixture;
        AdoptDialog& dialog = fixture.offer("gsasrec");
        dropOn(dialog, fixture.vocabulary());
        QCOMPARE(find<QLineEdit>(dialog, "adoptVocabulary")->text(), fixture.vocabulary());
    }

    void everyControlHasANameAndIsReachedByTab() {
        Fixture fixture;
        AdoptDialog& dialog = fixture.offer("pmixer");
        QStringList reached;
        for (int i = 0; i < 9; ++i) {
            QWidget* focus = dialog.focusWidget();
            reached << focus->objectName();
            const auto* button = qobject_cast<QPushButton*>(focus);
            QVERIFY2(!focus->accessibleName().isEmpty() || (button && !button->text().isEmpty()),
                     qPrintable(focus->objectName()));
            QTest::keyClick(focus, Qt::Key_Tab);
        }
        QCOMPARE(reached.mid(0, 6), (QStringList{"adoptLayout", "adoptHeads", "adoptNorm", "adoptVocabulary",
                                                 "browseVocabulary", "adoptName"}));
        QVERIFY(reached.contains("adopt") && reached.contains("cancelAdopt"));
        for (const char* input : {"adoptLayout", "adoptHeads", "adoptNorm", "adoptVocabulary", "adoptName"}) {
            const QList<QLabel*> labels = dialog.findChildren<QLabel*>();
            const auto* field = find<QWidget>(dialog, input);
            QVERIFY2(std::any_of(labels.begin(), labels.end(), [&](QLabel* label) { return label->buddy() == field; }),
                     input);
        }
    }

    void noLabelIsCutInEitherThemeOrInLargeType() {
        Fixture fixture;
        AdoptDialog& dialog = fixture.offer("pmixer");
        for (const ThemeChoice choice : {ThemeChoice::Light, ThemeChoice::Dark}) {
            for (const double scale : {1.0, 1.3}) {
                Theme::instance().setChoice(choice);
                Theme::instance().setScale(scale);
                QTest::qWait(100);
                for (const auto* label : dialog.findChildren<QLabel*>()) {
                    if (!label->isVisible() || !label->wordWrap()) continue;
                    const auto isWhole = [&] { return label->height() >= label->heightForWidth(label->width()); };
                    QVERIFY2(waitUntil(isWhole), qPrintable(label->objectName()));
                }
                savePicture(dialog, QStringLiteral("adopt-pmixer-%1-%2")
                                        .arg(choice == ThemeChoice::Dark ? "dark" : "light")
                                        .arg(int(scale * 100)));
                savePicture(fixture.window, "adopt-behind");
            }
        }
        Theme::instance().setScale(1);
        QVERIFY(dialog.height() < fixture.window.height());
    }
};

QTEST_MAIN(AdoptDialogTest)
#include "adopt_dialog_test.moc"
