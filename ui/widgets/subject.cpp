// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/widgets/subject.h"

#include <QCoreApplication>
#include <QList>
#include <QWidget>

namespace recscope::ui {

namespace {

constexpr int kRunsNamed = 3;  ///< a file name lists up to this many runs; for more, it states their number

/// Stores a description, as a child object of the described widget.
class SubjectNote : public QObject {
public:
    SubjectNote(QWidget* owner, std::function<void(Subject&)> add) : QObject(owner), add(std::move(add)) {}
    const std::function<void(Subject&)> add;
};

QString fileNamePart(const QString& text) {
    QString name;
    for (const QChar c : text.toLower()) {
        if (c.isLetterOrNumber() || c == QLatin1Char('.'))
            name += c;
        else if (!name.isEmpty() && !name.endsWith(QLatin1Char('-')))
            name += QLatin1Char('-');
    }
    while (name.endsWith(QLatin1Char('-')) || name.endsWith(QLatin1Char('.'))) name.chop(1);
    return name;
}

}  // namespace

void describeSubject(QWidget* owner, std::function<void(Subject&)> add) {
    new SubjectNote(owner, std::move(add));
}

Subject subjectOf(const QWidget* widget) {
    QList<const SubjectNote*> inwards;
    for (; widget; widget = widget->parentWidget())
        for (const QObject* child : widget->children())
            if (const auto* note = dynamic_cast<const SubjectNote*>(child)) inwards.prepend(note);
    Subject subject;
    for (const SubjectNote* note : inwards) note->add(subject);
    return subject;
}

QString captionOf(const Subject& subject) {
    QStringList parts{subject.dataset, subject.runs.join(QStringLiteral(", "))};
    if (!subject.user.isEmpty()) parts << QCoreApplication::translate("Subject", "user %1").arg(subject.user);
    parts << subject.protocol;
    parts.removeAll(QString());
    return parts.join(QStringLiteral(" · "));
}

QString fileNameOf(const Subject& subject, const QString& what) {
    QStringList parts{fileNamePart(subject.dataset)};
    if (subject.runs.size() > kRunsNamed)
        parts << QCoreApplication::translate("Subject", "%1-runs").arg(subject.runs.size());
    else
        for (const QString& run : subject.runs) parts << fileNamePart(run);
    if (!subject.user.isEmpty())
        parts << fileNamePart(QCoreApplication::translate("Subject", "user %1").arg(subject.user));
    parts << fileNamePart(what);
    parts.removeAll(QString());
    return parts.join(QLatin1Char('_'));
}

}  // namespace recscope::ui
