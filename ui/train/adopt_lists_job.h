// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QString>

namespace recscope::ui {

class Session;

/// Starts a job that makes a run, on the chosen dataset, from each recommender's lists in the file, evaluates it on the
/// test split, and reports its test metrics and what was noticed about the lists.
void adoptLists(Session& session, const QString& path);

/// For a file that a person dropped: offers to adopt it if it looks like lists of recommendations, and otherwise offers
/// it to the Data page's import.
void offerListsOrImport(Session& session, const QString& path);

}  // namespace recscope::ui
