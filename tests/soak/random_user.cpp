// SPDX-License-Identifier: GPL-3.0-or-later
#include "random_user.h"

#include <QAbstractButton>
#include <QAbstractItemView>
#include <QApplication>
#include <QComboBox>
#include <QFile>
#include <QFileDialog>
#include <QLineEdit>
#include <QSlider>
#include <QSpinBox>
#include <QTabBar>
#include <QTest>
#include <QWindow>
#include <array>

#include "ui/frame/pages.h"
#include "ui/session/session.h"

namespace recscope::soak {

namespace {

/// The keys that are pressed at random, without those that end this program or start another one.
constexpr std::array kKeys = {Qt::Key_Tab,  Qt::Key_Up,     Qt::Key_Down,   Qt::Key_Left,  Qt::Key_Right,
                              Qt::Key_Home, Qt::Key_End,    Qt::Key_PageUp, Qt::Key_Space, Qt::Key_Return,
                              Qt::Key_1,    Qt::Key_Delete, Qt::Key_A,      Qt::Key_L,     Qt::Key_F2};

/// The class of the widget and the object name of its nearest ancestor that has one, which may be the widget itself.
QString nameOf(const QWidget& widget) {
    for (const QWidget* ancestor = &widget; ancestor; ancestor = ancestor->parentWidget())
        if (!ancestor->objectName().isEmpty() && !ancestor->objectName().startsWith(QLatin1String("qt_")))
            return QString::fromLatin1(widget.metaObject()->className()) + QLatin1Char(' ') + ancestor->objectName();
    return QString::fromLatin1(widget.metaObject()->className());
}

bool isControl(const QWidget& widget) {
    return qobject_cast<const QAbstractButton*>(&widget) || qobject_cast<const QTabBar*>(&widget) ||
           qobject_cast<const QComboBox*>(&widget) || qobject_cast<const QAbstractItemView*>(&widget) ||
           qobject_cast<const QSlider*>(&widget) || qobject_cast<const QSpinBox*>(&widget) ||
           qobject_cast<const QLineEdit*>(&widget);
}

}  // namespace

RandomUser::RandomUser(ui::MainWindow& window, QString importFolder, unsigned seed)
    : m_window(window), m_importFolder(std::move(importFolder)), m_random(seed) {}

int RandomUser::upTo(int largest) {
    return std::uniform_int_distribution(0, std::max(0, largest))(m_random);
}

bool RandomUser::chance(double share) {
    return std::bernoulli_distribution(share)(m_random);
}

QString RandomUser::act() {
    if (QWidget* popup = QApplication::activePopupWidget()) return actInPopup(*popup);
    if (QWidget* dialog = QApplication::activeModalWidget()) return actInDialog(*dialog);
    if (chance(0.03)) return train();
    if (chance(0.01)) return import();
    if (chance(0.08)) return changePage();
    for (QWidget* other : QApplication::topLevelWidgets()) {
        if (other->isVisible() && other->isWindow() && other != &m_window && qobject_cast<QDialog*>(other))
            return actInDialog(*other);
    }
    return chance(0.5) ? actOnControl(m_window) : actSomewhere(m_window);
}

QString RandomUser::actInPopup(QWidget& popup) {
    const QPointer<QWidget> alive(&popup), keyed(popup.focusWidget() ? popup.focusWidget() : &popup);
    const QString name = nameOf(popup);
    if (chance(0.4)) {
        pressKey(keyed, Qt::Key_Escape);
        return QStringLiteral("Esc in ") + name;
    }
    for (int i = upTo(4); i >= 0; --i) pressKey(keyed, Qt::Key_Down);
    if (alive && QApplication::activePopupWidget() == alive) pressKey(keyed, Qt::Key_Return);
    return QStringLiteral("Return in ") + name;
}

QString RandomUser::actInDialog(QWidget& dialog) {
    if (qobject_cast<QFileDialog*>(&dialog) || chance(0.2)) {
        const QString done = QStringLiteral("Esc in ") + nameOf(dialog);
        pressKey(&dialog, Qt::Key_Escape);
        return done;
    }
    return chance(0.8) ? actOnControl(dialog) : actSomewhere(dialog);
}

QString RandomUser::actOnControl(QWidget& root) {
    QList<QWidget*> controls;
    for (QWidget* widget : root.findChildren<QWidget*>()) {
        if (widget->isVisible() && widget->isEnabled() && isControl(*widget) && !widget->visibleRegion().isEmpty())
            controls.push_back(widget);
    }
    if (controls.isEmpty()) return actSomewhere(root);
    QWidget& chosen = *controls[upTo(int(controls.size()) - 1)];
    if (chance(0.15)) return typeKey(chosen);
    QWidget* target = &chosen;
    if (auto* view = qobject_cast<QAbstractItemView*>(&chosen)) target = view->viewport();
    const QRect seen = target->visibleRegion().boundingRect();
    if (seen.isEmpty()) return actSomewhere(root);
    return actWithMouse(*target, seen.topLeft() + QPoint(upTo(seen.width() - 1), upTo(seen.height() - 1)));
}

QString RandomUser::actSomewhere(QWidget& root) {
    const QPoint at(upTo(root.width() - 1), upTo(root.height() - 1));
    QWidget* widget = root.childAt(at);
    if (!widget) widget = &root;
    return actWithMouse(*widget, widget->mapFrom(&root, at));
}

void RandomUser::sendMouse(const QPointer<QWidget>& widget, QEvent::Type type, QPoint at,
                           Qt::KeyboardModifiers modifiers) {
    if (!widget) return;
    const bool isRelease = type == QEvent::MouseButtonRelease, isMove = type == QEvent::MouseMove;
    QMouseEvent event(type, QPointF(at), widget->mapToGlobal(QPointF(at)), isMove ? Qt::NoButton : Qt::LeftButton,
                      isRelease ? Qt::NoButton : Qt::LeftButton, modifiers);
    QApplication::sendEvent(widget, &event);
}

void RandomUser::pressKey(const QPointer<QWidget>& widget, Qt::Key key, Qt::KeyboardModifiers modifiers) {
    if (widget) QTest::keyPress(widget.data(), key, modifiers);
    if (widget) QTest::keyRelease(widget.data(), key, modifiers);
}

QString RandomUser::actWithMouse(QWidget& widget, QPoint at) {
    const QString name = nameOf(widget);
    const QPointer<QWidget> alive(&widget);
    switch (upTo(9)) {
        case 0:
            QTest::mouseMove(&widget, at);
            return QStringLiteral("hover over ") + name;
        case 1: {
            QWheelEvent turn(QPointF(at), widget.mapToGlobal(QPointF(at)), {}, {0, chance(0.5) ? 120 : -120},
                             Qt::NoButton, chance(0.3) ? Qt::ControlModifier : Qt::NoModifier, Qt::NoScrollPhase,
                             false);
            QApplication::sendEvent(&widget, &turn);
            return QStringLiteral("wheel on ") + name;
        }
        case 2: {
            QContextMenuEvent menu(QContextMenuEvent::Mouse, at, widget.mapToGlobal(at));
            QApplication::sendEvent(&widget, &menu);
            return QStringLiteral("right click on ") + name;
        }
        case 3:
            sendMouse(alive, QEvent::MouseButtonPress, at, {});
            for (int i = 0; i < 2; ++i)
                sendMouse(alive, QEvent::MouseMove, at + QPoint(upTo(120) - 60, upTo(120) - 60), {});
            sendMouse(alive, QEvent::MouseButtonRelease, at + QPoint(upTo(120) - 60, upTo(120) - 60), {});
            return QStringLiteral("drag on ") + name;
        case 4:
            sendMouse(alive, QEvent::MouseButtonPress, at, {});
            sendMouse(alive, QEvent::MouseButtonRelease, at, {});
            sendMouse(alive, QEvent::MouseButtonDblClick, at, {});
            sendMouse(alive, QEvent::MouseButtonRelease, at, {});
            return QStringLiteral("double click on ") + name;
        default: {
            const Qt::KeyboardModifiers modifiers = chance(0.1) ? Qt::ControlModifier : Qt::NoModifier;
            sendMouse(alive, QEvent::MouseButtonPress, at, modifiers);
            sendMouse(alive, QEvent::MouseButtonRelease, at, modifiers);
            return QStringLiteral("click on ") + name;
        }
    }
}

QString RandomUser::typeKey(QWidget& widget) {
    const QString name = nameOf(widget);
    widget.setFocus();
    const Qt::Key key = kKeys.at(std::size_t(upTo(int(kKeys.size()) - 1)));
    pressKey(&widget, key, chance(0.2) ? Qt::ShiftModifier : Qt::NoModifier);
    return QStringLiteral("key %1 in %2").arg(QKeySequence(key).toString(), name);
}

QString RandomUser::changePage() {
    const std::vector<ui::PageEntry> pages = ui::pageEntries();
    const ui::PageEntry& page = pages.at(std::size_t(upTo(int(pages.size()) - 1)));
    m_window.showPage(page.id);
    return QStringLiteral("page ") + page.key;
}

QString RandomUser::train() {
    m_window.showPage(ui::PageId::Train);
    auto* start = m_window.findChild<QAbstractButton*>(QStringLiteral("startTraining"));
    if (start && start->isVisible() && start->isEnabled()) QTest::mouseClick(start, Qt::LeftButton);
    return QStringLiteral("train");
}

QString RandomUser::import() {
    if (!m_window.session()) return QStringLiteral("nothing to import into");
    QFile file(m_importFolder + QStringLiteral("/soak-%1.csv").arg(m_imports++));
    if (!file.open(QIODevice::WriteOnly)) qFatal("%s cannot be written", qPrintable(file.fileName()));
    file.write("user,item,rating,time\n");
    for (int row = 0; row < 20'000; ++row) {
        file.write(QByteArray::number(row / 20) + ',' + QByteArray::number(upTo(500)) + ',' +
                   QByteArray::number(1 + upTo(4)) + ',' + QByteArray::number(1'700'000'000 + row) + '\n');
    }
    file.close();
    m_window.showPage(ui::PageId::Data);
    m_window.session()->offerImport(file.fileName());
    QTest::qWait(500);
    auto* start = m_window.findChild<QAbstractButton*>(QStringLiteral("startImport"));
    if (start && start->isVisible() && start->isEnabled()) QTest::mouseClick(start, Qt::LeftButton);
    return QStringLiteral("import");
}

}  // namespace recscope::soak
