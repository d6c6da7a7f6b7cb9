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

/// The file chosen for an exported table; its suffix decides the format.
struct TableFile {
    QString path;
    TableFormat format = TableFormat::Csv;
};
/// Asks for the file in a file dialog; `name` is the offered file name without a suffix. nullopt if the dialog is
/// cancelled.
std::optional<TableFile> askForTableFile(QWidget* parent, const QString& title, const QString& name);

/// A delegate that reports whether it elides the text of a cell, so that `TableView` can show the full text when the
/// pointer is over the cell.
class FullTextTipDelegate : public QStyledItemDelegate {
    Q_OBJECT
public:
    using QStyledItemDelegate::QStyledItemDelegate;
    /// True if the text is elided in a cell of this width, in pixels.
    virtual bool isElided(const QModelIndex& index, int width) const = 0;
    /// The text to show in full when it is elided.
    virtual QString fullText(const QModelIndex& index) const { return index.data().toString(); }
};

/// The table widget used throughout the program, for any model. Numbers are right-aligned in tabular figures. Elided
/// text is shown in full when the pointer is over it. Ctrl+C copies tab-separated text. The context menu copies or
/// exports the table in every `TableFormat`, including its facts.
class TableView : public QTableView {
    Q_OBJECT
public:
    explicit TableView(QWidget* parent = nullptr);

    void setModel(QAbstractItemModel* model) override;
    /// Sets which columns contain numbers.
    void setNumericColumns(std::vector<int> columns);
    bool isNumericColumn(int column) const;
    /// Sets the column that takes the remaining width; -1 = none.
    void setStretchColumn(int column);
    /// Keeps the stretch column wide enough to be read: if the other columns leave too little, the table scrolls.
    void keepStretchColumnReadable();
    /// Resizes every column except the stretch column to the width that its header and first rows need, up to a limit.
    void fitColumns();
    /// Sets the text shown in the middle while the model has no rows.
    void setEmptyText(const QString& sentence);
    /// Sets the file name offered for an export.
    void setExportName(const QString& name) { m_exportName = name; }

    /// Sets facts for every copy and export. They are listed after the facts of the surrounding page
    /// (`TableFactsSource`) and replace facts of the page with the same title.
    void setFacts(TableFacts facts) { m_facts = std::move(facts); }
    TableFacts facts() const;

    enum class Part { All, Selection };
    /// The table as text: the header and all rows, or only the rows of selected cells for `Part::Selection` if
    /// something is selected.
    QString toText(TableFormat format, Part part) const;
    QString toCsv() const { return toText(TableFormat::Csv, Part::All); }

    /// Adds the entries of the context menu to another menu, such as that of a button.
    void addTextActions(QMenu& menu);

public slots:
    void copySelection() { copyAs(TableFormat::Tsv, Part::Selection); }
    /// Copies to the clipboard.
    virtual void copyAs(TableFormat format, Part part);
    /// Asks for a file in a dialog and writes all rows in the format of its suffix.
    void exportTable();

signals:
    /// Reports that rows were copied, which has no other visible effect. Emitted only by subclasses; the sentence is
    /// for a status line.
    void notified(const QString& sentence);

protected:
    /// Writes all rows; a notice then shows the path.
    virtual void exportTo(const QString& path, TableFormat format);
    virtual bool hasRows() const;

    void contextMenuEvent(QContextMenuEvent* event) override;
    void keyPressEvent(QKeyEvent* event) override;
    void paintEvent(QPaintEvent* event) override;
    void resizeEvent(QResizeEvent* event) override;

private:
    void applyTheme();
    void resizeStretchColumn();
    void showWholeText(const QModelIndex& index);

    std::vector<int> m_numeric;
    int m_stretch = -1;
    bool m_stretchIsReadable = false;  ///< see keepStretchColumnReadable()
    QString m_emptyText;
    QString m_exportName;
    TableFacts m_facts;
};

}  // namespace recscope::ui
