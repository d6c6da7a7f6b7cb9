// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/data/item_separator_choice.h"

#include "core/data/item_lists.h"

namespace recscope::ui {

namespace {

QString titleOf(const std::string& separator) {
    if (separator == " ") return ItemSeparatorChoice::tr("Lists, separated by blanks");
    return ItemSeparatorChoice::tr("Lists, separated by %1").arg(QString::fromStdString(separatorText(separator)));
}

}  // namespace

ItemSeparatorChoice::ItemSeparatorChoice(QWidget* parent) : ElidedComboBox(parent) {
    addItem(tr("Recognise by content"), QString());
    addItem(tr("One item"), QString::fromLatin1(kWholeItems));
    for (const char* separator : {",", ", ", ";", "|", "\t", " ", "/"})
        addItem(titleOf(separator), QString::fromLatin1(separator));
}

std::string ItemSeparatorChoice::separator() const {
    return currentData().toString().toStdString();
}

void ItemSeparatorChoice::setSeparator(const std::string& separator) {
    const QString data = QString::fromStdString(separator);
    if (findData(data) < 0) addItem(titleOf(separator), data);
    setCurrentIndex(findData(data));
}

void ItemSeparatorChoice::showFound(const std::string& separator) {
    setItemText(0, separator.empty() ? tr("Found: one item") : tr("Found: %1").arg(titleOf(separator)));
}

void ItemSeparatorChoice::clearChoice() {
    setItemText(0, tr("Recognise by content"));
    setCurrentIndex(0);
}

}  // namespace recscope::ui
