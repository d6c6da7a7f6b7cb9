// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QString>
#include <QStyledItemDelegate>
#include <QTableView>
#include <optional>
#include <utility>
#include <vector>

#include "ui/widgets/table_text.h"

class QMenu;

namespace recscope::ui {

/// A file to write a table into, chosen by the person; the suffix decides the format.
struct TableFile {
    QString path;
    TableFormat format = TableFormat::Csv;
};
/// nullopt if the person cancels. `name` is the offered file name, without a suffix.
std::optional<TableFile> askForTableFile(QWidget* parent, const QString& title, const QString& name);

/// A delegate that knows where it elides a text: `TableView` shows the full text as soon as the pointer is over the
/// cell.
class WholeTextDelegate : public QStyledItemDelegate {
    Q_OBJECT
public:
    using QStyledItemDelegate::QStyledItemDelegate;
    virtual bool isCut(const QModelIndex& index, int width) const = 0;
    virtual QString wholeText(const QModelIndex& index) const { return index.data().toString(); }
};

/// The table of the program, for any model: numbers are right-aligned in tabular figures, elided text is shown in full
/// as soon as the pointer is over it, Ctrl+C copies tab-separated text, and the context menu copies and exports the
/// table in every `TableFormat` together with its facts.
class TableView : public QTableView {
    Q_OBJECT
public:
    explicit TableView(QWidget* parent = nullptr);

    void setModel(QAbstractItemModel* model) override;
    /// These columns hold numbers.
    void setNumericColumns(std::vector<int> columns);
    bool isNumericColumn(int column) const;
    /// The column that takes the remaining width; -1 = none.
    void setStretchColumn(int column);
    /// Gives every other column the width its header and first rows need.
    void fitColumns();
    /// Shown in the middle while the model has no rows.
    void setEmptyText(const QString& sentence);
    /// The name offered when exporting.
    void setExportName(const QString& name) { m_exportName = name; }

    /// The facts in every copy and export: these, after the facts of the page around the table (`TableFactsSource`).
    void setFacts(TableFacts facts) { m_facts = std::move(facts); }
    TableFacts facts() const;

    /// Header and rows; the selected cells' rows only, if `Part::Selection` and something is selected.
    enum class Part { All, Selection };
    QString toText(TableFormat format, Part part) const;
    QString toCsv() const { return toText(TableFormat::Csv, Part::All); }

    /// Adds the entries of the context menu to another menu, e.g. of a button.
    void addTextActions(QMenu& menu);

public slots:
    void copySelection() { copyAs(TableFormat::Tsv, Part::Selection); }
    /// To the clipboard.
    virtual void copyAs(TableFormat format, Part part);
    /// Asks the person for a file and writes all rows in the format of its suffix.
    void exportTable();

signals:
    /// The result of a copy that is not visible at once, for a status line.
    void notified(const QString& sentence);

protected:
    /// Writes all rows; a notice shows the path.
    virtual void exportTo(const QString& path, TableFormat format);
    virtual bool hasRows() const;

    void contextMenuEvent(QContextMenuEvent* event) override;
    void keyPressEvent(QKeyEvent* event) override;
    void paintEvent(QPaintEvent* event) override;

private:
    void applyTheme();
    void showWholeText(const QModelIndex& index);

    std::vector<int> m_numeric;
    int m_stretch = -1;
    QString m_emptyText;
    QString m_exportName;
    TableFacts m_facts;
};

}  // namespace recscope::ui
