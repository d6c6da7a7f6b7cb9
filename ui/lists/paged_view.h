// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/widgets/table_view.h"

namespace recscope::ui {

class PagedTableModel;

/// A TableView over a PagedTableModel: also copies and exports rows that are not loaded, which a job reads.
class PagedView : public TableView {
    Q_OBJECT
public:
    /// `model` must outlive this.
    explicit PagedView(PagedTableModel& model, QWidget* parent = nullptr);

    /// The most rows that a copy takes; more belong in a file.
    static constexpr int kCopiedRows = 10'000;

public slots:
    void copyAs(TableFormat format, Part part) override;

protected:
    void exportTo(const QString& path, TableFormat format) override;

private:
    PagedTableModel& m_paged;
};

}  // namespace recscope::ui
