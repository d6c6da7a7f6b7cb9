// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/data/column_choice.h"
#include "ui/widgets/context_menu.h"

#include <QCoreApplication>
#include <QMenu>
#include <QStringList>
#include <algorithm>

#include "core/data/item_lists.h"

namespace recscope::ui {

namespace {

constexpr ColumnRole kRoles[] = {ColumnRole::User,   ColumnRole::Item,     ColumnRole::Time,
                                 ColumnRole::Rating, ColumnRole::Order,    ColumnRole::Kind,
                                 ColumnRole::Title,  ColumnRole::Category, ColumnRole::Attribute};

QString translated(const char* text) {
    return QCoreApplication::translate("ColumnChoice", text);
}

}  // namespace

QString columnRoleName(const OptionalRole& role) {
    if (!role) return translated("Not used");
    switch (*role) {
        case ColumnRole::User:
            return translated("User");
        case ColumnRole::Item:
            return translated("Item");
        case ColumnRole::Time:
            return translated("Time");
        case ColumnRole::Rating:
            return translated("Rating");
        case ColumnRole::Order:
            return translated("Order");
        case ColumnRole::Kind:
            return translated("Kind of event");
        case ColumnRole::Title:
            return translated("Title");
        case ColumnRole::Category:
            return translated("Category");
        case ColumnRole::Attribute:
            break;
    }
    return translated("Attribute of the item");
}

int ChosenColumns::of(ColumnRole role) const {
    const std::vector<int>& columns = m_columns.at(static_cast<std::size_t>(role));
    return columns.empty() ? -1 : columns.front();
}

OptionalRole ChosenColumns::roleOf(int column) const {
    for (const ColumnRole role : kRoles) {
        const std::vector<int>& columns = all(role);
        if (std::find(columns.begin(), columns.end(), column) != columns.end()) return role;
    }
    return std::nullopt;
}

void ChosenColumns::assign(const OptionalRole& role, int column) {
    if (column >= 0) {
        if (const OptionalRole before = roleOf(column)) {
            std::vector<int>& columns = m_columns.at(static_cast<std::size_t>(*before));
            // A role with several columns, such as a time in two columns, is useless without one of them.
            if (before == ColumnRole::Attribute)
                std::erase(columns, column);
            else
                columns.clear();
        }
    }
    if (!role) return;
    if (role == ColumnRole::User) m_isOnePerson = false;
    std::vector<int>& columns = m_columns.at(static_cast<std::size_t>(*role));
    if (*role != ColumnRole::Attribute || column < 0) columns.clear();
    if (column >= 0) columns.push_back(column);
}

void ChosenColumns::setOnePerson() {
    assign(ColumnRole::User, -1);
    m_isOnePerson = true;
}

ChosenColumns ChosenColumns::fromMapping(const ColumnMapping& mapping, int lineColumn) {
    ChosenColumns chosen;
    chosen.m_isOnePerson = mapping.user == kOnePerson;
    for (const ColumnRole role : kRoles) {
        if (role == ColumnRole::User && chosen.m_isOnePerson) continue;
        for (const QString& number :
             QString::fromStdString(mapping.of(role)).split(QLatin1Char('+'), Qt::SkipEmptyParts))
            chosen.m_columns.at(static_cast<std::size_t>(role))
                .push_back(number == QLatin1String(kEachRow) ? lineColumn : number.toInt() - 1);
    }
    return chosen;
}

ColumnMapping ChosenColumns::toMapping() const {
    ColumnMapping mapping;
    for (const ColumnRole role : kRoles) {
        QStringList numbers;
        for (const int column : all(role)) numbers.append(QString::number(column + 1));
        mapping.of(role) = numbers.join(QLatin1Char('+')).toStdString();
    }
    if (m_isOnePerson) mapping.user = kOnePerson;
    return mapping;
}

void askColumnRole(QWidget* parent, const QPoint& where, const OptionalRole& current,
                   const std::function<void(const OptionalRole&)>& chosen) {
    QMenu& menu = contextMenu(*parent);
    const auto add = [&](const OptionalRole& role) {
        QAction* action = menu.addAction(columnRoleName(role), parent, [chosen, role] { chosen(role); });
        action->setCheckable(true);
        action->setChecked(role == current);
    };
    for (const ColumnRole role : kRoles) add(role);
    add(std::nullopt);
    menu.popup(where);
}

}  // namespace recscope::ui
