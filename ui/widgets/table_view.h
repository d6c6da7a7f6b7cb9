// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QString>
#include <QStyledItemDelegate>
#include <QTableView>
#include <vector>

namespace recscope::ui {

/// A delegate that knows where it cuts a text: `TableView` shows the whole of it as soon as the pointer is there.
class WholeTextDelegate : public QStyledItemDelegate {
    Q_OBJECT
public:
    using QStyledItemDelegate::QStyledItemDelegate;
    virtual bool isCut(const QModelIndex& index, int width) const = 0;
    virtual QString wholeText(const QModelIndex& index) const { return index.data().toString(); }
};

/// A table in our manner, over any model: numbers right-aligned in tabular figures, long text elided with the whole of
/// it shown at once when the pointer is there, Ctrl+C copies tab-separated text, the context menu copies and exports
/// CSV.
class TableView : public QTableView {
    Q_OBJECT
public:
    explicit TableView(QWidget* parent = nullptr);

    void setModel(QAbstractItemModel* model) override;
    /// These columns hold numbers.
    void setNumericColumns(std::vector<int> columns);
    bool isNumericColumn(int column) const;
    /// The column that takes the width left over; -1 = none.
    void setStretchColumn(int column);
    /// Gives every other column the width its header and first rows need.
    void fitColumns();
    /// Shown in the middle while the model has no rows.
    void setEmptyText(const QString& sentence);
    /// The name offered when exporting.
    void setExportName(const QString& name) { m_exportName = name; }

    /// Header and rows; the selected cells' rows only, if `Part::Selection` and something is selected.
    enum class Part { All, Selection };
    QString toTsv(Part part) const;
    QString toCsv() const;

public slots:
    void copySelection();
    void exportCsv();

signals:
    /// What an export did, for a status line.
    void told(const QString& sentence);

protected:
    void contextMenuEvent(QContextMenuEvent* event) override;
    void keyPressEvent(QKeyEvent* event) override;
    void paintEvent(QPaintEvent* event) override;

private:
    void applyTheme();
    void showWholeText(const QModelIndex& index);
    QString toText(Part part, QChar separator) const;

    std::vector<int> m_numeric;
    int m_stretch = -1;
    QString m_emptyText;
    QString m_exportName;
};

}  // namespace recscope::ui
