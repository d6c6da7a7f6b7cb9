// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QString>

namespace recscope::ui {

class Session;

/// Starts a job that makes one run on the chosen dataset from the lists of each recommender in the file, evaluates the
/// runs on the test split, and reports their test metrics and any cautions about the lists.
void adoptLists(Session& session, const QString& path);

/// For a file that was dropped onto the window: offers to adopt it if it looks like lists of recommendations; otherwise
/// opens the Data page's import with it.
void offerListsOrImport(Session& session, const QString& path);

}  // namespace recscope::ui
