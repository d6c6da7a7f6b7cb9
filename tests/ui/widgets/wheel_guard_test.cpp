// SPDX-License-Identifier: GPL-3.0-or-later
// Turns the wheel over inputs in a form that scrolls, by events that arrive through the window.
#include "ui/widgets/wheel_guard.h"

#include <QComboBox>
#include <QDoubleSpinBox>
#include <QFormLayout>
#include <QPushButton>
#include <QScrollArea>
#include <QScrollBar>
#include <QSlider>
#include <QSpinBox>

#include "ui_test_support.h"

using namespace recscope::ui;
using namespace recscope::ui::test;

namespace {

/// A form that is higher than its scroll area, with one input of each type.
struct Form {
    QScrollArea area;
    QPushButton* button = new QPushButton(QStringLiteral("Other"));
    QSpinBox* count = new QSpinBox;
    QDoubleSpinBox* rate = new QDoubleSpinBox;
    QComboBox* choice = new QComboBox;
    QComboBox* editable = new QComboBox;
    QSlider* slider = new QSlider(Qt::Horizontal);

    Form() {
        auto* content = new QWidget;
        auto* form = new QFormLayout(content);
        for (QComboBox* box : {choice, editable})
            box->addItems({QStringLiteral("first"), QStringLiteral("second"), QStringLiteral("third")});
        editable->setEditable(true);
        for (QWidget* input : inputs()) form->addRow(QStringLiteral("Input"), input);
        form->addRow(button);
        content->setMinimumHeight(2000);
        area.setWidgetResizable(true);
        area.setWidget(content);
        count->setValue(5);
        rate->setValue(5);
        slider->setValue(50);
        for (QComboBox* box : {choice, editable}) box->setCurrentIndex(1);
        show(area, {400, 300});
        area.activateWindow();
        button->setFocus();
    }

    QList<QWidget*> inputs() const { return {count, rate, choice, editable, slider}; }
    QList<double> values() const {
        return {double(count->value()), rate->value(), double(choice->currentIndex()), double(editable->currentIndex()),
                double(slider->value())};
    }
};

}  // namespace

class WheelGuardTest : public QObject {
    Q_OBJECT

private slots:
    void initTestCase() { scrollPastInputs(); }

    void theWheelOverAnInputWithoutFocusScrollsTheForm() {
        Form form;
        for (QWidget* input : form.inputs()) {
            const QList<double> before = form.values();
            form.area.verticalScrollBar()->setValue(0);
            wheelThroughWindow(input, input->rect().center(), -1);
            QVERIFY2(form.area.verticalScrollBar()->value() > 0, input->metaObject()->className());
            QCOMPARE(form.values(), before);
            QVERIFY2(!input->hasFocus(), input->metaObject()->className());
        }
    }

    void theWheelOverTheInputWithTheFocusChangesItsValue() {
        Form form;
        for (QWidget* input : form.inputs()) {
            const QList<double> before = form.values();
            input->setFocus();
            wheelThroughWindow(input, input->rect().center(), -1);
            QVERIFY2(form.values() != before, input->metaObject()->className());
            QCOMPARE(form.area.verticalScrollBar()->value(), 0);
        }
    }

    void aClickStillGivesAnInputTheFocus() {
        Form form;
        QTest::mouseClick(form.slider, Qt::LeftButton);
        QVERIFY(form.slider->hasFocus());
    }
};

QTEST_MAIN(WheelGuardTest)
#include "wheel_guard_test.moc"
