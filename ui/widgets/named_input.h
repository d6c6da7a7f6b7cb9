// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QString>

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

}  // namespace recscope::ui
