// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QString>
#include <vector>

namespace recscope::ui {

/// One step of the Learn page: a short text and the one thing to try with the same widgets.
struct Lesson {
    QString title;
    QString text;    ///< Markdown
    QString button;  ///< "Cover the last item"
    QString action;  ///< one | sight | bundle | draw RHO | last
};

/// From a text that starts with "# title", then "button: …" and "action: …", an empty line, and the body.
Lesson parseLesson(const QString& text);

/// The built-in lessons (resources/lessons), in order.
std::vector<Lesson> builtInLessons();

}  // namespace recscope::ui
