// SPDX-License-Identifier: GPL-3.0-or-later
#include "measuring_application.h"

#include <QEvent>
#include <QMetaEnum>
#include <ctime>
#include <utility>

namespace recscope::ui::test {

double threadSeconds() {
    timespec now{};
    clock_gettime(CLOCK_THREAD_CPUTIME_ID, &now);
    return double(now.tv_sec) + 1e-9 * double(now.tv_nsec);
}

MeasuringApplication::Longest MeasuringApplication::takeLongest() {
    return std::exchange(m_longest, {});
}

bool MeasuringApplication::notify(QObject* receiver, QEvent* event) {
    if (m_depth > 0) return QApplication::notify(receiver, event);
    // The receiver and the event may be gone afterwards, so the text about them is made before.
    const char* kind = QMetaEnum::fromType<QEvent::Type>().valueToKey(event->type());
    const QString what = QStringLiteral("%1 \"%2\", %3")
                             .arg(QString::fromLatin1(receiver->metaObject()->className()), receiver->objectName(),
                                  QString::fromLatin1(kind ? kind : "an event of our own"));
    ++m_depth;
    const double began = threadSeconds();
    const bool handled = QApplication::notify(receiver, event);
    const double seconds = threadSeconds() - began;
    --m_depth;
    if (seconds > m_longest.seconds) m_longest = {seconds, what};
    return handled;
}

}  // namespace recscope::ui::test
