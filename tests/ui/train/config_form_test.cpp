// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/train/config_form.h"

#include <QLabel>
#include <QScrollArea>
#include <QScrollBar>

#include "core/recommender/registry.h"
#include "train_fixture.h"
#include "ui/session/config_words.h"
#include "ui/theme/theme.h"

using namespace recscope;
using namespace recscope::ui;
using namespace recscope::ui::test;

class ConfigFormTest : public QObject {
    Q_OBJECT
private slots:
    void initTestCase() { Theme::instance().setChoice(ThemeChoice::Light); }

    void anotherModelShowsItsOwnFieldsAndComingBackKeepsValues() {
        TrainFixture fixture;
        fixture.open("group_cloze");
        QVERIFY(find<QLineEdit>(fixture.page, "mask_probability")->isVisible());
        fixture.set("epochs", "7");
        click(find<QPushButton>(fixture.page, "model_sasrec"));
        QCOMPARE(fixture.form()->config().model, std::string("sasrec"));
        QVERIFY(!find<QLineEdit>(fixture.page, "mask_probability")->isVisible());
        fixture.open("group_loss");
        QVERIFY(find<QComboBox>(fixture.page, "loss")->findText("bce") >= 0);
        QVERIFY(fixture.form()->config().training.epochs != 7);
        click(find<QPushButton>(fixture.page, "model_bert4rec"));
        QCOMPARE(fixture.form()->config().training.epochs, 7);
        QCOMPARE(fixture.form()->changedCount(), 1);
        QVERIFY(find<QComboBox>(fixture.page, "loss")->findText("bce") < 0);
    }

    void theTabKeyMovesDownTheFormAfterAnyOtherModel() {
        TrainFixture fixture;
        for (const char* model : {"model_bpr_mf", "model_sasrec", "model_gru4rec", "model_bert4rec"}) {
            click(find<QPushButton>(fixture.page, model));
            for (auto* heading : fixture.form()->findChildren<QToolButton*>(QStringLiteral("heading")))
                if (heading->isVisible() && !heading->isChecked()) click(heading);
            QTest::qWait(0);
            QWidget* at = find<QComboBox>(fixture.page, "preset");
            int lastY = -1, fields = 0;
            for (at->setFocus(); at != find<QPushButton>(fixture.page, "startTraining");
                 at = QApplication::focusWidget()) {
                if (fixture.form()->isAncestorOf(at)) {
                    const int y = at->mapTo(fixture.form(), QPoint(0, at->height() / 2)).y();
                    QVERIFY2(
                        y > lastY,
                        qPrintable(QString("%1: %2 at %3 after %4").arg(model, at->objectName()).arg(y).arg(lastY)));
                    lastY = y;
                    ++fields;
                }
                QTest::keyClick(at, Qt::Key_Tab);
                QVERIFY(QApplication::focusWidget() != at);
            }
            QVERIFY2(fields > 8, qPrintable(QString("%1: %2").arg(model).arg(fields)));
        }
    }

    void anotherModelKeepsTheScrollPosition() {
        TrainFixture fixture;
        auto* scroll = fixture.page.findChild<QScrollArea*>();
        auto* epochs = find<QLineEdit>(fixture.page, "epochs");
        click(epochs);
        const int at = scroll->verticalScrollBar()->value();
        for (const char* model : {"sasrec", "bert4rec"}) {
            fixture.environment.session().requestTraining(model);
            QTest::qWait(0);
            QVERIFY(epochs->hasFocus());
            QCOMPARE(scroll->verticalScrollBar()->value(), at);
        }
    }

    void aPresetNamesItsSourceAndThePublishedResult() {
        TrainFixture fixture;
        auto* preset = find<QComboBox>(fixture.page, "preset");
        auto* note = find<QLabel>(fixture.page, "presetNote");
        QVERIFY(!note->text().contains("Published result"));
        choose(preset, "Paper: ML-1M, d=64");
        QVERIFY2(note->text().contains("Sun et al."), qPrintable(note->text()));
        QVERIFY2(note->text().contains("Published result: ML-1M, 100 by popularity (pop100): HR@10 0.6970"),
                 qPrintable(note->text()));
        for (const char* group : {"group_parts", "group_loss"})
            QVERIFY(!find<QToolButton>(*find<QWidget>(fixture.page, group), "heading")->isChecked());
        QTest::qWait(30);
        savePicture(fixture.page, "train-aim");
        fixture.open("group_parts");
        fixture.page.resize(1440, 1300);
        QTest::qWait(50);
        savePicture(fixture.page, "train-parts");
    }

    void valuesWithoutMeaningForTheLossAreNotShown() {
        TrainFixture fixture;
        click(find<QPushButton>(fixture.page, "model_sasrec"));
        fixture.open("group_loss");
        auto* loss = find<QComboBox>(fixture.page, "loss");
        auto* negatives = find<QLineEdit>(fixture.page, "negatives");
        auto* calibration = find<QLineEdit>(fixture.page, "gbce_t");
        QCOMPARE(loss->currentText(), QString("ce"));
        QVERIFY(!negatives->isVisible() && !calibration->isVisible());
        choose(loss, "bce");
        QVERIFY(negatives->isVisible() && !calibration->isVisible());
        choose(loss, "gbce");
        QVERIFY(negatives->isVisible() && calibration->isVisible());
        QTest::qWait(30);
        savePicture(fixture.page, "train-gbce");
    }

    void aChoiceIsShownInWordsAndSetsItsKey() {
        TrainFixture fixture;
        auto* split = find<QComboBox>(fixture.page, "split");
        QCOMPARE(split->currentText(), QString("leave-one-out"));
        choose(split, "global time");
        QCOMPARE(fixture.form()->config().split, SplitKind::GlobalTime);
        click(find<QPushButton>(fixture.page, "model_sasrec"));
        fixture.open("group_loss");
        choose(find<QComboBox>(fixture.page, "loss"), "sampled ce");
        QCOMPARE(fixture.form()->config().loss.kind, LossKind::SampledCrossEntropy);
    }

    void zeroValidationUsersIsWrittenAsAll() {
        TrainFixture fixture;
        auto* users = find<QLineEdit>(fixture.page, "validation_users");
        QCOMPARE(users->text(), QString("all"));
        type(users, "60");
        QCOMPARE(fixture.form()->config().training.validationUsers, std::int64_t(60));
        type(users, "all");
        QCOMPARE(fixture.form()->config().training.validationUsers, std::int64_t(0));
        QVERIFY(fixture.form()->isValid());
        type(users, "0");
        QCOMPARE(fixture.form()->config().training.validationUsers, std::int64_t(0));
    }

    void aChangedValueIsMarkedAndCanBeSetBack() {
        TrainFixture fixture;
        const auto before = fixture.form()->config().training.epochs;
        QVERIFY(!find<QToolButton>(fixture.page, "reset_epochs")->isVisible());
        fixture.set("epochs", "3");
        QCOMPARE(fixture.form()->config().training.epochs, 3);
        QVERIFY(find<QToolButton>(fixture.page, "reset_epochs")->isVisible());
        QVERIFY(find<QLabel>(fixture.page, "presetNote")->text().contains("1 value"));
        click(find<QToolButton>(fixture.page, "reset_epochs"));
        QCOMPARE(fixture.form()->config().training.epochs, before);
        QCOMPARE(fixture.form()->changedCount(), 0);
    }

    void everyConfigKeyOfTheModelHasAField() {
        TrainFixture fixture;
        const std::string model = fixture.form()->config().model;
        for (const ConfigField& field : allFields()) {
            auto* editor = fixture.form()->findChild<QWidget*>(QString::fromStdString(field.key));
            QVERIFY2(bool(editor) == hasConfigKey(defaultConfig(model), field.key), field.key.c_str());
            if (!editor) continue;
            QVERIFY2(editor->toolTip().contains(configWords(field.help).toHtmlEscaped()), field.key.c_str());
            QVERIFY2(!editor->accessibleName().isEmpty(), field.key.c_str());
        }
    }

    void headsThatDoNotDivideTheWidthAreExplainedAndPreventTheStart() {
        TrainFixture fixture;
        fixture.open("group_model");
        fixture.set("heads", "3");
        auto* problem = find<QLabel>(fixture.page, "problem_heads");
        QVERIFY(problem->isVisible());
        QVERIFY2(problem->text().contains("do not divide"), qPrintable(problem->text()));
        QVERIFY(!fixture.startButton()->isEnabled());
        QTest::qWait(30);
        savePicture(fixture.page, "train-invalid");
        click(find<QPushButton>(fixture.page, "model_sasrec"));
        click(find<QPushButton>(fixture.page, "model_bert4rec"));
        QVERIFY(problem->isVisible());
        QVERIFY2(!find<QLabel>(fixture.page, "problem_epochs")->isVisible(), "the problem is shown at another field");
        fixture.set("heads", "4");
        QVERIFY(!problem->isVisible());
        QVERIFY(fixture.startButton()->isEnabled());
    }

    void anUnknownValidationMetricIsExplainedAtItsField() {
        TrainFixture fixture;
        auto* metric = find<QLineEdit>(fixture.page, "valid_metric");
        QCOMPARE(metric->text(), QString("ndcg@10"));
        fixture.set("valid_metric", "auc");
        auto* problem = find<QLabel>(fixture.page, "problem_valid_metric");
        QVERIFY(problem->isVisible());
        QVERIFY2(problem->text().startsWith("There is no metric named \"auc\"."), qPrintable(problem->text()));
        QVERIFY2(problem->text().contains("recall@K"), qPrintable(problem->text()));
        QVERIFY(!fixture.startButton()->isEnabled());
        fixture.set("valid_metric", "ndcg_of_k@20");
        QVERIFY(!problem->isVisible());
        QVERIFY(fixture.startButton()->isEnabled());
        QCOMPARE(fixture.form()->config().training.validationMetric, std::string("ndcg_of_k@20"));
    }

    void theMessageAboutAValueOutOfRangeNamesTheRange() {
        TrainFixture fixture;
        fixture.set("epochs", "0");
        auto* problem = find<QLabel>(fixture.page, "problem_epochs");
        QVERIFY(problem->isVisible());
        QVERIFY2(problem->text().contains("1 – 100,000"), qPrintable(problem->text()));
        QVERIFY(!fixture.startButton()->isEnabled());
    }

    void noFieldOfTheFormIsCutAtTheRightInTheSmallestWindow_data() {
        QTest::addColumn<double>("scale");
        QTest::addColumn<QString>("model");
        for (const double scale : {1.0, 1.25, 1.5})
            for (const char* model : {"bert4rec", "sasrec"})
                QTest::addRow("%s, %.2f", model, scale) << scale << QString::fromLatin1(model);
    }

    void noFieldOfTheFormIsCutAtTheRightInTheSmallestWindow() {
        QFETCH(const double, scale);
        QFETCH(const QString, model);
        Theme::instance().setScale(scale);
        const auto reset = qScopeGuard([] { Theme::instance().setScale(1.0); });
        // The space that the rail, the top bar and the job strip leave in a window of 1024 x 700.
        TrainFixture fixture({1024 - Theme::instance().px(84), 700 - Theme::instance().px(94)});
        click(find<QPushButton>(fixture.page, ("model_" + model).toUtf8()));
        for (auto* group : fixture.form()->findChildren<QWidget*>(QRegularExpression("^group_")))
            if (group->isVisible()) fixture.open(group->objectName().toUtf8());
        fixture.set("epochs", QStringLiteral("7"));  // a changed value has an extra button
        QCoreApplication::processEvents();
        auto* scroll = find<QScrollArea>(fixture.page, "trainFormScroll");
        const int edge = scroll->viewport()->width();
        int fields = 0;
        for (const QWidget* part : scroll->widget()->findChildren<QWidget*>()) {
            if (!part->isVisible()) continue;
            const int right = part->mapTo(scroll->viewport(), QPoint(part->width(), 0)).x();
            QVERIFY2(right <= edge, qPrintable(QStringLiteral("%1 ends at %2 of %3")
                                                   .arg(part->objectName().isEmpty()
                                                            ? QString::fromLatin1(part->metaObject()->className())
                                                            : part->objectName())
                                                   .arg(right)
                                                   .arg(edge)));
            fields += qobject_cast<const QLineEdit*>(part) || qobject_cast<const QComboBox*>(part);
        }
        QVERIFY(fields > 20);
        savePicture(fixture.page, QStringLiteral("train-form-%1-%2").arg(model).arg(scale));
    }
};

QTEST_MAIN(ConfigFormTest)
#include "config_form_test.moc"
