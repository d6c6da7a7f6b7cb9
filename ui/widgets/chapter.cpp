// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/widgets/chapter.h"

#include <QStringList>
#include <map>
#include <string>
#include <utility>

#include "core/util/error.h"
#include "core/util/language.h"

namespace recscope {
/// The files of resources/lessons, embedded at build time: pairs of file name and text, sorted by name.
std::vector<std::pair<std::string, std::string>> lessonFiles();
}  // namespace recscope

namespace recscope::ui {

namespace {

/// Appends a line to a paragraph of Markdown.
void append(QString& text, const QString& line) {
    if (text.isEmpty() && line.isEmpty()) return;
    text += (text.isEmpty() ? QString() : QStringLiteral("\n")) + line;
}

void readHeader(Chapter& chapter, const QString& line) {
    if (line.startsWith(QLatin1String("# "))) chapter.title = line.mid(2);
    if (line.startsWith(QLatin1String("paper: "))) chapter.paper = line.mid(7);
    if (line == QLatin1String("data: sample")) chapter.needsCauses = true;
}

void readQuestion(ChapterQuestion& question, const QString& line) {
    if (line.startsWith(QLatin1String("- ")) || line.startsWith(QLatin1String("+ "))) {
        if (line.startsWith(QLatin1Char('+'))) question.right = int(question.options.size());
        question.options.push_back(line.mid(2));
    } else {
        append(question.options.empty() ? question.text : question.answer, line);
    }
}

void readTask(Chapter& chapter, const QString& line) {
    if (line.startsWith(QLatin1String("> ")))
        append(chapter.taskDone, line.mid(2));
    else
        append(chapter.task, line);
}

void trim(Chapter& chapter) {
    for (QString* text : {&chapter.idea, &chapter.question.text, &chapter.question.answer, &chapter.task,
                          &chapter.taskDone, &chapter.paper})
        *text = text->trimmed();
    for (ChapterStep& step : chapter.steps) step.text = step.text.trimmed();
}

void check(const Chapter& chapter) {
    const std::pair<const char*, bool> parts[] = {{"title", !chapter.title.isEmpty()},
                                                  {"idea", !chapter.idea.isEmpty()},
                                                  {"question", !chapter.question.text.isEmpty()},
                                                  {"second option", chapter.question.options.size() > 1},
                                                  {"answer", !chapter.question.answer.isEmpty()},
                                                  {"task", !chapter.task.isEmpty() && !chapter.taskDone.isEmpty()},
                                                  {"line \"paper: …\"", !chapter.paper.isEmpty()}};
    for (const auto& [name, isPresent] : parts)
        if (!isPresent)
            throw Error(ErrorKind::Input, "The chapter \"" + chapter.key.toStdString() + "\" has no " + name + ".",
                        "See the existing chapters in resources/lessons.");
}

}  // namespace

Chapter parseChapter(const QString& key, const QString& text) {
    enum class Section { Header, Idea, Step, Question, Task } section = Section::Header;
    Chapter chapter;
    chapter.key = key;
    for (const QString& raw : text.split(QLatin1Char('\n'))) {
        const QString line = raw.trimmed();
        if (line.startsWith(QLatin1String("## Step: "))) {
            chapter.steps.push_back({line.mid(9), {}});
            section = Section::Step;
        } else if (line == QLatin1String("## Question")) {
            section = Section::Question;
        } else if (line == QLatin1String("## Task")) {
            section = Section::Task;
        } else if (section == Section::Header) {
            if (line.isEmpty()) section = Section::Idea;
            readHeader(chapter, line);
        } else if (section == Section::Question) {
            readQuestion(chapter.question, line);
        } else if (section == Section::Task) {
            readTask(chapter, line);
        } else {
            append(section == Section::Idea ? chapter.idea : chapter.steps.back().text, line);
        }
    }
    trim(chapter);
    check(chapter);
    return chapter;
}

std::vector<Chapter> builtInChapters() {
    std::vector<Chapter> chapters;
    const std::vector<std::pair<std::string, std::string>> files = lessonFiles();
    std::map<std::string, const std::string*> byName;
    for (const auto& [name, text] : files) byName.emplace(name, &text);
    for (const auto& [name, english] : byName) {
        if (name.find('/') != std::string::npos) continue;
        const auto translated = byName.find(currentLanguage() + "/" + name);
        const QString file = QString::fromStdString(name);  // e.g. "03_head.md"
        const QString key = file.section(QLatin1Char('_'), 1).section(QLatin1Char('.'), 0, 0);
        const Chapter original = parseChapter(key, QString::fromStdString(*english));
        chapters.push_back(translated == byName.end() ? original
                                                      : parseChapter(key, QString::fromStdString(*translated->second)));
        chapters.back().needsCauses = original.needsCauses;  // the English file decides this for all languages
    }
    return chapters;
}

}  // namespace recscope::ui
