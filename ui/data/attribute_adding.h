// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QPushButton>

#include "core/store/user_attribute_store.h"

namespace recscope::ui {

class Session;

/// A button that asks for a file about the users or the items of the chosen dataset, and adds its columns as
/// attributes.
class AttributeAdding : public QPushButton {
    Q_OBJECT
public:
    AttributeAdding(Session& session, AttributesOf of, QWidget* parent = nullptr);

signals:
    void added();  ///< attributes were stored

private:
    void askForFile();
    void add(const QString& path);

    Session& m_session;
    AttributesOf m_of;
};

}  // namespace recscope::ui
