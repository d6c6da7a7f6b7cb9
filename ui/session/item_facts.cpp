// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/session/item_facts.h"

#include <QCoreApplication>

#include "core/data/import_report.h"
#include "core/util/error.h"
#include "core/util/text.h"
#include "ui/session/session.h"

namespace recscope::ui {

namespace {

QString tr(const char* text) {
    return QCoreApplication::translate("itemFacts", text);
}

}  // namespace

QString itemIdOf(const Session& session, Token token) {
    const auto catalogue = session.catalogue();
    const auto index = std::size_t(token - kFirstItemToken);
    return catalogue && token >= kFirstItemToken && index < catalogue->size()
               ? QString::fromStdString((*catalogue)[index].id)
               : QString();
}

QString genresTitle(const DatasetInfo& dataset) {
    try {
        const std::string column = ImportReport::fromJson(dataset.importReport).genresColumn;
        const std::string name = folded(column);
        if (!name.empty() && name != "genre" && name != "genres") return QString::fromStdString(column);
    } catch (const Error&) {
        // A dataset that was not imported from a file has no report.
    }
    return tr("Genres");
}

TableFacts aboutItem(const Session& session, Token token) {
    return {{tr("About item id"), itemIdOf(session, token)}, {tr("About item"), session.titleOf(token)}};
}

QStringList exactItemTitles() {
    return {tr("Item id"), tr("Item")};
}

QVariantList exactItemValues(const Session& session, Token token) {
    return {itemIdOf(session, token), session.titleOf(token)};
}

}  // namespace recscope::ui
