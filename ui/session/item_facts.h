// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QStringList>
#include <QVariantList>

#include "core/sequence/token.h"
#include "ui/widgets/table_text.h"

namespace recscope::ui {

class Session;

/// The dataset's own id of an item; empty while the catalogue is not read.
QString itemIdOf(const Session& session, Token token);
/// What a table says in every row if it is about one item: its id and title.
TableFacts aboutItem(const Session& session, Token token);

/// The columns for programs (`kExactTitlesRole`) of one that shows items, and their values.
QStringList exactItemTitles();
QVariantList exactItem(const Session& session, Token token);

}  // namespace recscope::ui
