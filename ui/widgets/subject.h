// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QString>
#include <QStringList>
#include <functional>

class QWidget;

namespace recscope::ui {

/// Describes what a plot, a map or a table shows, for the name and the caption of a saved file. An empty field does not
/// apply to the view.
struct Subject {
    QString dataset;
    QStringList runs;
    QString user;      ///< the user's id in the dataset
    QString protocol;  ///< the protocol of the shown metrics, e.g. "full, seen items removed"
};

/// Registers a function that adds facts about `owner` and everything inside it to a subject that already has the facts
/// of the surrounding widgets. `add` is called when something is saved.
void describeSubject(QWidget* owner, std::function<void(Subject&)> add);

/// The subject of a widget: the facts registered for its ancestors, from the window inwards, and for the widget itself.
Subject subjectOf(const QWidget* widget);

/// The subject as a caption: "ML-1M · BERT4Rec 3 · user 42 · full, seen items removed"; empty if nothing is known.
QString captionOf(const Subject& subject);

/// A file name without suffix, of letters, digits, dots, dashes and underscores:
/// "ml-1m_bert4rec-3_user-42_loss-per-step".
QString fileNameOf(const Subject& subject, const QString& what);

}  // namespace recscope::ui
