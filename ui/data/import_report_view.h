// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QScrollArea>

#include "core/data/dataset.h"

namespace recscope::ui {

/// What an import did with every row, for reading: what was kept, what was dropped and why, what is worth knowing.
class ImportReportView : public QScrollArea {
    Q_OBJECT
public:
    explicit ImportReportView(QWidget* parent = nullptr);

    void show(const DatasetInfo& dataset);
    void clear();
};

}  // namespace recscope::ui
