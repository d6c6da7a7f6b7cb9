// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/data/column_choice.h"
#include "ui/widgets/context_menu.h"

#include <QCoreApplication>
#include <QMenu>
#include <QStringList>

namespace recscope::ui {

namespace {

constexpr ColumnRole kRoles[] = {ColumnRole::User, ColumnRole::Item, ColumnRole::Time, ColumnRole::Rating};

int columnOf(const QString& number) {
    return number.isEmpty() ? -1 : number.toInt() - 1;
}
QString numberOf(int column) {
    return column < 0 ? QString() : QString::number(column + 1);
}

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
            break;
    }
    return translated("Rating");
}

int ChosenColumns::of(ColumnRole role) const {
    switch (role) {
        case ColumnRole::User:
            return user;
        case ColumnRole::Item:
            return item;
        case ColumnRole::Time:
            return time;
        case ColumnRole::Rating:
            break;
    }
    return rating;
}

OptionalRole ChosenColumns::roleOf(int column) const {
    for (const ColumnRole role : kRoles)
        if (of(role) == column) return role;
    for (const int more : moreTime)
        if (more == column) return ColumnRole::Time;
    return std::nullopt;
}

void ChosenColumns::assign(const OptionalRole& role, int column) {
    const auto put = [this](ColumnRole changedRole, int newColumn) {
        switch (changedRole) {
            case ColumnRole::User:
                user = newColumn;
                break;
            case ColumnRole::Item:
                item = newColumn;
                break;
            case ColumnRole::Time:
                time = newColumn;
                moreTime.clear();  // without its first column, the other columns of the old time mean nothing
                break;
            case ColumnRole::Rating:
                rating = newColumn;
        }
    };
    if (column >= 0)
        if (const OptionalRole before = roleOf(column)) put(*before, -1);
    if (role) put(*role, column);
}

ChosenColumns ChosenColumns::fromMapping(const ColumnMapping& mapping) {
    const auto column = [](const std::string& text) { return columnOf(QString::fromStdString(text)); };
    ChosenColumns chosen;
    chosen.user = column(mapping.user);
    chosen.item = column(mapping.item);
    chosen.rating = column(mapping.rating);
    const QStringList times = QString::fromStdString(mapping.time).split(QLatin1Char('+'));
    chosen.time = columnOf(times.front());
    for (qsizetype i = 1; i < times.size(); ++i) chosen.moreTime.push_back(columnOf(times[i]));
    return chosen;
}

ColumnMapping ChosenColumns::toMapping() const {
    QString times = numberOf(time);
    for (const int more : moreTime) times += QLatin1Char('+') + numberOf(more);
    return {numberOf(user).toStdString(), numberOf(item).toStdString(), times.toStdString(),
            numberOf(rating).toStdString()};
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
