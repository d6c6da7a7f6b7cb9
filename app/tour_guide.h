// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QDir>
#include <QPoint>
#include <QString>
#include <functional>
#include <stdexcept>

class QWidget;

namespace recscope {

/// Thrown when a step of the tour fails; the message names the step.
class TourFailure : public std::runtime_error {
public:
    explicit TourFailure(const QString& sentence) : std::runtime_error(sentence.toStdString()) {}
};

/// Operates one window for the tour: finds widgets, clicks, types, waits and takes pictures.
class TourGuide {
public:
    TourGuide(QWidget& window, const QString& folder);

    /// The visible descendant of the window with this object name. Throws TourFailure if there is none.
    template <class T>
    T& find(const QString& objectName) const {
        T* found = qobject_cast<T*>(findWidget(objectName));
        if (!found) throw TourFailure(QStringLiteral("The window has no “%1” of the expected kind.").arg(objectName));
        return *found;
    }
    /// Clicks with the left button in the middle of the widget, or at a point in widget coordinates.
    void click(const QString& objectName) const;
    void click(QWidget& widget, const QPoint& at) const;
    void hover(QWidget& widget, const QPoint& at) const;
    void type(const QString& objectName, const QString& text) const;

    /// Runs the event loop until the condition holds. If that takes longer than `seconds`, throws TourFailure with a
    /// message that names `what`.
    void waitUntil(const QString& what, const std::function<bool()>& condition, int seconds = 60) const;
    /// Saves two pictures of the window, "NN-name-light.png" and "NN-name-dark.png", one per theme; the file names
    /// begin with the prefix, if it is set. Throws TourFailure.
    void picture(const QString& name) const { picture(name, m_window); }
    /// Saves pictures of `widget`, one of the window's dialogs, in the same way.
    void picture(const QString& name, QWidget& widget) const;
    void setPrefix(const QString& prefix) { m_prefix = prefix; }

private:
    QWidget* findWidget(const QString& objectName) const;
    /// Runs the event loop until deferred layouts and replots are done.
    void settle() const;

    QWidget& m_window;
    QDir m_folder;
    QString m_prefix;
};

}  // namespace recscope
