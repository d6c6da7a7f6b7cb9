// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/train/config_form.h"

#include <QLabel>
#include <QScrollArea>
#include <QScrollBar>

#include "core/recommender/registry.h"
#include "train_stage.h"
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
        TrainStage stage;
        stage.open("group_cloze");
        QVERIFY(find<QLineEdit>(stage.page, "mask_probability")->isVisible());
        stage.set("epochs", "7");
        click(find<QPushButton>(stage.page, "model_sasrec"));
        QCOMPARE(stage.form()->config().model, std::string("sasrec"));
        QVERIFY(!find<QLineEdit>(stage.page, "mask_probability")->isVisible());
        stage.open("group_loss");
        QVERIFY(find<QComboBox>(stage.page, "loss")->findText("bce") >= 0);
        QVERIFY(stage.form()->config().training.epochs != 7);
        click(find<QPushButton>(stage.page, "model_bert4rec"));
        QCOMPARE(stage.form()->config().training.epochs, 7);
        QCOMPARE(stage.form()->changedCount(), 1);
        QVERIFY(find<QComboBox>(stage.page, "loss")->findText("bce") < 0);
    }

    void theTabKeyMovesDownTheFormAfterAnyOtherModel() {
        TrainStage stage;
        for (const char* model : {"model_bpr_mf", "model_sasrec", "model_gru4rec", "model_bert4rec"}) {
            click(find<QPushButton>(stage.page, model));
            for (auto* heading : stage.form()->findChildren<QToolButton*>(QStringLiteral("heading")))
                if (heading->isVisible() && !heading->isChecked()) click(heading);
            QTest::qWait(0);
            QWidget* at = find<QComboBox>(stage.page, "preset");
            int y = -1, fields = 0;
            for (at->setFocus(); at != find<QPushButton>(stage.page, "startTraining");
                 at = QApplication::focusWidget()) {
                if (stage.form()->isAncestorOf(at)) {
                    const int down = at->mapTo(stage.form(), QPoint(0, at->height() / 2)).y();
                    QVERIFY2(
                        down > y,
                        qPrintable(QString("%1: %2 at %3 after %4").arg(model, at->objectName()).arg(down).arg(y)));
                    y = down;
                    ++fields;
                }
                QTest::keyClick(at, Qt::Key_Tab);
                QVERIFY(QApplication::focusWidget() != at);
            }
            QVERIFY2(fields > 8, qPrintable(QString("%1: %2").arg(model).arg(fields)));
        }
    }

    void anotherModelKeepsTheScrollPosition() {
        TrainStage stage;
        auto* scroll = stage.page.findChild<QScrollArea*>();
        auto* epochs = find<QLineEdit>(stage.page, "epochs");
        click(epochs);
        const int at = scroll->verticalScrollBar()->value();
        for (const char* model : {"sasrec", "bert4rec"}) {
            stage.bench.session().requestTraining(model);
            QTest::qWait(0);
            QVERIFY(epochs->hasFocus());
            QCOMPARE(scroll->verticalScrollBar()->value(), at);
        }
    }

    void aPresetNamesItsSourceAndThePublishedResult() {
        TrainStage stage;
        auto* preset = find<QComboBox>(stage.page, "preset");
        auto* note = find<QLabel>(stage.page, "presetNote");
        QVERIFY(!note->text().contains("Published result"));
        choose(preset, "Paper: ML-1M, d=64");
        QVERIFY2(note->text().contains("Sun et al."), qPrintable(note->text()));
        QVERIFY2(note->text().contains("Published result: ML-1M, 100 by popularity (pop100): HR@10 0.6970"),
                 qPrintable(note->text()));
        for (const char* group : {"group_parts", "group_loss"})
            QVERIFY(!find<QToolButton>(*find<QWidget>(stage.page, group), "heading")->isChecked());
        QTest::qWait(30);
        picture(stage.page, "train-aim");
        stage.open("group_parts");
        stage.page.resize(1440, 1300);
        QTest::qWait(50);
        picture(stage.page, "train-parts");
    }

    void valuesWithoutMeaningForTheLossAreNotShown() {
        TrainStage stage;
        click(find<QPushButton>(stage.page, "model_sasrec"));
        stage.open("group_loss");
        auto* loss = find<QComboBox>(stage.page, "loss");
        auto* negatives = find<QLineEdit>(stage.page, "negatives");
        auto* t = find<QLineEdit>(stage.page, "gbce_t");
        QCOMPARE(loss->currentText(), QString("ce"));
        QVERIFY(!negatives->isVisible() && !t->isVisible());
        choose(loss, "bce");
        QVERIFY(negatives->isVisible() && !t->isVisible());
        choose(loss, "gbce");
        QVERIFY(negatives->isVisible() && t->isVisible());
        QTest::qWait(30);
        picture(stage.page, "train-gbce");
    }

    void aChoiceIsShownInWordsAndSetsItsKey() {
        TrainStage stage;
        auto* split = find<QComboBox>(stage.page, "split");
        QCOMPARE(split->currentText(), QString("leave-one-out"));
        choose(split, "global time");
        QCOMPARE(stage.form()->config().split, SplitKind::GlobalTime);
        click(find<QPushButton>(stage.page, "model_sasrec"));
        stage.open("group_loss");
        choose(find<QComboBox>(stage.page, "loss"), "sampled ce");
        QCOMPARE(stage.form()->config().loss.kind, LossKind::SampledCrossEntropy);
    }

    void zeroValidationUsersIsWrittenAsAll() {
        TrainStage stage;
        auto* users = find<QLineEdit>(stage.page, "validation_users");
        QCOMPARE(users->text(), QString("all"));
        type(users, "60");
        QCOMPARE(stage.form()->config().training.validationUsers, std::int64_t(60));
        type(users, "all");
        QCOMPARE(stage.form()->config().training.validationUsers, std::int64_t(0));
        QVERIFY(stage.form()->isValid());
        type(users, "0");
        QCOMPARE(stage.form()->config().training.validationUsers, std::int64_t(0));
    }

    void aChangedValueIsMarkedAndCanBeSetBack() {
        TrainStage stage;
        const auto before = stage.form()->config().training.epochs;
        QVERIFY(!find<QToolButton>(stage.page, "reset_epochs")->isVisible());
        stage.set("epochs", "3");
        QCOMPARE(stage.form()->config().training.epochs, 3);
        QVERIFY(find<QToolButton>(stage.page, "reset_epochs")->isVisible());
        QVERIFY(find<QLabel>(stage.page, "presetNote")->text().contains("1 value"));
        click(find<QToolButton>(stage.page, "reset_epochs"));
        QCOMPARE(stage.form()->config().training.epochs, before);
        QCOMPARE(stage.form()->changedCount(), 0);
    }

    void everyConfigKeyOfTheModelHasAField() {
        TrainStage stage;
        const std::string model = stage.form()->config().model;
        for (const ConfigField& field : allFields()) {
            auto* editor = stage.form()->findChild<QWidget*>(QString::fromStdString(field.key));
            QVERIFY2(bool(editor) == hasConfigKey(defaultConfig(model), field.key), field.key.c_str());
            if (!editor) continue;
            QVERIFY2(editor->toolTip().contains(configWords(field.help).toHtmlEscaped()), field.key.c_str());
            QVERIFY2(!editor->accessibleName().isEmpty(), field.key.c_str());
        }
    }

    void headsThatDoNotDivideTheWidthAreExplainedAndPreventTheStart() {
        TrainStage stage;
        stage.open("group_model");
        stage.set("heads", "3");
        auto* problem = find<QLabel>(stage.page, "problem_heads");
        QVERIFY(problem->isVisible());
        QVERIFY2(problem->text().contains("do not divide"), qPrintable(problem->text()));
        QVERIFY(!stage.start()->isEnabled());
        QTest::qWait(30);
        picture(stage.page, "train-invalid");
        click(find<QPushButton>(stage.page, "model_sasrec"));
        click(find<QPushButton>(stage.page, "model_bert4rec"));
        QVERIFY(problem->isVisible());
        QVERIFY2(!find<QLabel>(stage.page, "problem_epochs")->isVisible(), "the problem is shown at another field");
        stage.set("heads", "4");
        QVERIFY(!problem->isVisible());
        QVERIFY(stage.start()->isEnabled());
    }

    void theMessageAboutAValueOutOfRangeNamesTheRange() {
        TrainStage stage;
        stage.set("epochs", "0");
        auto* problem = find<QLabel>(stage.page, "problem_epochs");
        QVERIFY(problem->isVisible());
        QVERIFY2(problem->text().contains("1 – 100,000"), qPrintable(problem->text()));
        QVERIFY(!stage.start()->isEnabled());
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
        TrainStage stage({1024 - Theme::instance().px(84), 700 - Theme::instance().px(94)});
        click(find<QPushButton>(stage.page, ("model_" + model).toUtf8()));
        for (auto* group : stage.form()->findChildren<QWidget*>(QRegularExpression("^group_")))
            if (group->isVisible()) stage.open(group->objectName().toUtf8());
        stage.set("epochs", QStringLiteral("7"));  // a changed value has an extra button
        QCoreApplication::processEvents();
        auto* scroll = find<QScrollArea>(stage.page, "trainFormScroll");
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
        picture(stage.page, QStringLiteral("train-form-%1-%2").arg(model).arg(scale));
    }
};

QTEST_MAIN(ConfigFormTest)
#include "config_form_test.moc"
