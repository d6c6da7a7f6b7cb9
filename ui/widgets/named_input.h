// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QLineEdit>
#include <QString>

#include "core/store/name_length.h"

namespace recscope::ui {

/// Gives an input its object name, and for people and screen readers its name and one sentence of help; returns it.
template <class Input>
Input* named(Input* input, const char* objectName, const QString& accessibleName, const QString& help) {
    input->setObjectName(QString::fromLatin1(objectName));
    input->setAccessibleName(accessibleName);
    input->setAccessibleDescription(help);
    input->setToolTip(help);
    return input;
}

/// For a name, or words to search for: takes as many letters as a name may have bytes. The workspace refuses what is
/// longer in other scripts.
inline QLineEdit* shortLine(QWidget* parent = nullptr) {
    auto* line = new QLineEdit(parent);
    line->setMaxLength(int(kLongestName));
    return line;
}

}  // namespace recscope::ui
