// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QApplication>
#include <QString>

namespace recscope::ui::test {

/// Processor time that this thread has used so far, seconds: the load of other programs does not count.
double threadSeconds();

/// Records which event took this thread longest: for that long a window can neither be painted nor clicked.
class MeasuringApplication : public QApplication {
public:
    using QApplication::QApplication;

    struct Longest {
        double seconds = 0;
        QString what;  ///< the receiver and the kind of event
    };
    /// The longest event since the last call.
    Longest takeLongest();

    bool notify(QObject* receiver, QEvent* event) override;

private:
    Longest m_longest;
    int m_depth = 0;  ///< nesting: an event may be sent while another one is handled
};

}  // namespace recscope::ui::test
