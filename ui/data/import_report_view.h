// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QScrollArea>
#include <optional>

#include "core/sequence/dataset.h"
#include "ui/widgets/update_when_visible.h"

namespace recscope::ui {

class Session;

/// Readable report of an import: how many rows were kept, how many were dropped and why, with which settings. The
/// settings can be used again, and the report can be saved.
class ImportReportView : public QScrollArea {
    Q_OBJECT
public:
    explicit ImportReportView(Session& session, QWidget* parent = nullptr);

    void show(const DatasetInfo& dataset);
    void clear();

private:
    void refresh();
    void refresh(const DatasetInfo& dataset);
    QWidget* makeButtons(const DatasetInfo& dataset);
    void offerFiles(QPushButton& again, const DatasetInfo& dataset);
    void save(const DatasetInfo& dataset);

    Session& m_session;
    std::optional<DatasetInfo> m_dataset;
    UpdateWhenVisible m_updateWhenVisible;
};

}  // namespace recscope::ui
