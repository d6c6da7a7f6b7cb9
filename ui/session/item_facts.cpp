// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/session/item_facts.h"

#include <QCoreApplication>

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

TableFacts aboutItem(const Session& session, Token token) {
    return {{tr("About item id"), itemIdOf(session, token)}, {tr("About item"), session.titleOf(token)}};
}

QStringList exactItemTitles() {
    return {tr("Item id"), tr("Item")};
}

QVariantList exactItem(const Session& session, Token token) {
    return {itemIdOf(session, token), session.titleOf(token)};
}

}  // namespace recscope::ui
