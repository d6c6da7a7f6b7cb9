// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QString>
#include <QStringList>
#include <functional>

class QWidget;

namespace recscope::ui {

/// What a plot, a map or a table shows, for the name of a saved file and its caption. Empty = does not apply to this
/// view.
struct Subject {
    QString dataset;
    QStringList runs;
    QString user;      ///< the dataset's own id
    QString protocol;  ///< "full, seen items removed": what its numbers depend on
};

/// Describes `owner` and everything inside it: `add` modifies the subject collected from the widgets around it. Called
/// when something is saved.
void describeSubject(QWidget* owner, std::function<void(Subject&)> add);

/// The subject of a widget, collected from the window inwards.
Subject subjectOf(const QWidget* widget);

/// "ML-1M · BERT4Rec 3 · user 42 · full, seen items removed"; empty if nothing is known.
QString captionOf(const Subject& subject);

/// A file name without suffix, made of letters, digits, dots and dashes: "ml-1m_bert4rec-3_user-42_loss-per-step".
QString fileNameOf(const Subject& subject, const QString& what);

}  // namespace recscope::ui
