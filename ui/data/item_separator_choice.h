// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <string>

#include "ui/widgets/elided_combo_box.h"

namespace recscope::ui {

/// How many items a cell of the item column holds: found by content, one, or a list with a separator.
class ItemSeparatorChoice : public ElidedComboBox {
    Q_OBJECT
public:
    explicit ItemSeparatorChoice(QWidget* parent = nullptr);

    std::string separator() const;  ///< as ImportOptions::itemSeparator
    void setSeparator(const std::string& separator);
    /// Says what was found in the file: the separator, or nothing.
    void showFound(const std::string& separator);
    /// For another file: found by content.
    void clearChoice();
};

}  // namespace recscope::ui
