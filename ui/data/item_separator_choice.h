// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <string>

#include "ui/widgets/elided_combo_box.h"

namespace recscope::ui {

/// The choice of how many items a cell of the item column contains: detected by content, one item, or a list with a
/// separator.
class ItemSeparatorChoice : public ElidedComboBox {
    Q_OBJECT
public:
    explicit ItemSeparatorChoice(QWidget* parent = nullptr);

    std::string separator() const;  ///< in the form of ImportOptions::itemSeparator
    void setSeparator(const std::string& separator);
    /// Shows what was detected in the file: this separator, or one item per cell if it is empty.
    void showFound(const std::string& separator);
    /// Resets the choice to detection by content. To be called when another file is chosen.
    void clearChoice();
};

}  // namespace recscope::ui
