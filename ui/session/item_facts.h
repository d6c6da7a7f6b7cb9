// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QStringList>
#include <QVariantList>

#include "core/sequence/token.h"
#include "ui/widgets/table_text.h"

namespace recscope::ui {

class Session;

/// The dataset's own id of an item; empty until the catalogue is loaded.
QString itemIdOf(const Session& session, Token token);
/// The facts that a table about one item repeats in every row: the id and title of the item.
TableFacts aboutItem(const Session& session, Token token);

/// The titles of the machine-readable columns (`kExactTitlesRole`) that replace a column of items, and their values for
/// one item.
QStringList exactItemTitles();
QVariantList exactItem(const Session& session, Token token);

}  // namespace recscope::ui
