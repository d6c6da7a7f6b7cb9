// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QString>
#include <functional>
#include <optional>
#include <vector>

#include "ui/session/page_id.h"

class QWidget;

namespace recscope::ui {

class Session;

/// Everything that the window knows about a page.
struct PageEntry {
    PageId id;
    QString key;    ///< e.g. "data": its name in stored settings, in object names and among the icons
    QString title;  ///< label in the rail
    QString help;   ///< tooltip in the rail
    std::function<QWidget*(Session&, QWidget* parent)> make;
};

/// All pages, in the order of PageId, with texts in the current language.
std::vector<PageEntry> pageEntries();

/// The key of the page's entry.
QString pageKey(PageId id);

/// The page with this key; nothing if there is none, e.g. in the settings of another version of the program.
std::optional<PageId> pageWithKey(const QString& key);

}  // namespace recscope::ui
