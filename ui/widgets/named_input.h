// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QComboBox>
#include <QLineEdit>
#include <QString>
#include <algorithm>

#include "core/store/name_length.h"

namespace recscope::ui {

/// Sets the object name of an input, its accessible name, and one sentence of help as tooltip and accessible
/// description; returns the input.
template <class Input>
Input* named(Input* input, const char* objectName, const QString& accessibleName, const QString& help) {
    input->setObjectName(QString::fromLatin1(objectName));
    input->setAccessibleName(accessibleName);
    input->setAccessibleDescription(help);
    input->setToolTip(help);
    return input;
}

/// A line edit for a name or a search, limited to `kMaxNameLength` characters. The workspace rejects a name that has
/// more than `kMaxNameLength` bytes in UTF-8.
inline QLineEdit* shortLine(QWidget* parent = nullptr) {
    auto* line = new QLineEdit(parent);
    line->setMaxLength(int(kMaxNameLength));
    return line;
}

/// Chooses the entry that has this item data, or the first entry if none has.
inline void chooseData(QComboBox* box, const QVariant& data) {
    box->setCurrentIndex(std::max(0, box->findData(data)));
}

}  // namespace recscope::ui
