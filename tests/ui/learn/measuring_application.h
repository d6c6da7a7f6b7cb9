// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QApplication>
#include <QString>

namespace recscope::ui::test {

/// Processor time, in seconds, that this thread has used so far. Unlike wall time it does not depend on other programs.
double threadSeconds();

/// Records which event took this thread longest. During an event no window is painted and no click is handled.
class MeasuringApplication : public QApplication {
public:
    using QApplication::QApplication;

    struct Longest {
        double seconds = 0;
        QString what;  ///< the receiver and the kind of event
    };
    /// Returns the longest event since the last call of this function.
    Longest takeLongest();

    bool notify(QObject* receiver, QEvent* event) override;

private:
    Longest m_longest;
    int m_depth = 0;  ///< number of nested events that are being handled: handling an event may send another
};

}  // namespace recscope::ui::test
