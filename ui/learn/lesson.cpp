// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/learn/lesson.h"

#include <QStringList>
#include <string>
#include <utility>

namespace recscope {
/// The files of resources/lessons, embedded at build time: (file name, text), by name.
std::vector<std::pair<std::string, std::string>> lessonFiles();
}  // namespace recscope

namespace recscope::ui {

Lesson parseLesson(const QString& text) {
    Lesson lesson;
    const QStringList lines = text.split(QLatin1Char('\n'));
    qsizetype i = 0;
    for (; i < lines.size() && !lines[i].trimmed().isEmpty(); ++i) {
        const QString line = lines[i].trimmed();
        if (line.startsWith(QStringLiteral("# "))) lesson.title = line.mid(2);
        if (line.startsWith(QStringLiteral("button: "))) lesson.button = line.mid(8);
        if (line.startsWith(QStringLiteral("action: "))) lesson.action = line.mid(8);
    }
    lesson.text = lines.mid(i).join(QLatin1Char('\n')).trimmed();
    return lesson;
}

std::vector<Lesson> builtInLessons() {
    std::vector<Lesson> lessons;
    for (const auto& [name, text] : lessonFiles()) lessons.push_back(parseLesson(QString::fromStdString(text)));
    return lessons;
}

}  // namespace recscope::ui
