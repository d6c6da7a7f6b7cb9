// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/widgets/table_view.h"

namespace recscope::ui {

class PagedTableModel;

/// A TableView of a PagedTableModel. It can also copy and export rows that are not loaded: a job reads them.
class PagedView : public TableView {
    Q_OBJECT
public:
    /// `model` must outlive this.
    explicit PagedView(PagedTableModel& model, QWidget* parent = nullptr);

    /// Copying is limited to this number of rows. Exporting to a file has no such limit.
    static constexpr int kCopiedRows = 10'000;

public slots:
    void copyAs(TableFormat format, Part part) override;

protected:
    void exportTo(const QString& path, TableFormat format) override;

private:
    PagedTableModel& m_paged;
};

}  // namespace recscope::ui
