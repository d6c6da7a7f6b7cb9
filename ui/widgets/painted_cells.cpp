// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/widgets/painted_cells.h"

#include <QAccessibleWidget>
#include <QPointer>
#include <QWidget>
#include <map>

namespace recscope::ui {

namespace {

constexpr const char* kRole = "accessibleRole";

/// The accessibility interface of one cell; valid as long as the table has the cell's row and column.
class CellAccessible : public QAccessibleInterface, public QAccessibleTableCellInterface {
public:
    CellAccessible(QWidget* widget, PaintedCell cell) : m_widget(widget), m_cell(cell) {}

    PaintedCell cell() const { return m_cell; }

    bool isValid() const override {
        return m_widget && m_cell.row < cells().cellRows() && m_cell.column < cells().cellColumns();
    }
    QObject* object() const override { return nullptr; }
    QWindow* window() const override { return m_widget ? m_widget->window()->windowHandle() : nullptr; }
    QAccessibleInterface* parent() const override { return QAccessible::queryAccessibleInterface(m_widget); }
    QAccessibleInterface* child(int) const override { return nullptr; }
    QAccessibleInterface* childAt(int, int) const override { return nullptr; }
    int childCount() const override { return 0; }
    int indexOfChild(const QAccessibleInterface*) const override { return -1; }
    QString text(QAccessible::Text text) const override {
        return text == QAccessible::Name && isValid() ? cells().cellText(m_cell) : QString();
    }
    void setText(QAccessible::Text, const QString&) override {}
    QRect rect() const override {
        if (!isValid()) return {};
        const QRect area = cells().cellArea(m_cell);
        return {m_widget->mapToGlobal(area.topLeft()), area.size()};
    }
    QAccessible::Role role() const override { return QAccessible::Cell; }
    QAccessible::State state() const override {
        QAccessible::State state;
        state.invalid = !isValid();
        if (state.invalid) return state;
        state.focusable = state.selectable = true;
        state.selected = isSelected();
        state.focused = state.selected && m_widget->hasFocus();
        state.offscreen = !m_widget->rect().intersects(cells().cellArea(m_cell));
        return state;
    }
    void* interface_cast(QAccessible::InterfaceType type) override {
        return type == QAccessible::TableCellInterface ? static_cast<QAccessibleTableCellInterface*>(this) : nullptr;
    }

    bool isSelected() const override { return isValid() && cells().currentCell() == m_cell; }
    // Not needed: the text of the cell names its column.
    QList<QAccessibleInterface*> columnHeaderCells() const override { return {}; }
    QList<QAccessibleInterface*> rowHeaderCells() const override { return {}; }
    int columnIndex() const override { return m_cell.column; }
    int rowIndex() const override { return m_cell.row; }
    int columnExtent() const override { return 1; }
    int rowExtent() const override { return 1; }
    QAccessibleInterface* table() const override { return parent(); }

private:
    const PaintedCells& cells() const { return dynamic_cast<const PaintedCells&>(*m_widget); }

    QPointer<QWidget> m_widget;
    PaintedCell m_cell;
};

/// The accessibility interface of a widget that implements PaintedCells. The interfaces of cells are created on
/// request, because an attention map may have 40,000 cells.
class TableAccessible : public QAccessibleWidget, public QAccessibleTableInterface {
public:
    explicit TableAccessible(QWidget* widget) : QAccessibleWidget(widget, QAccessible::Table) {}
    ~TableAccessible() override {
        for (const auto& [index, id] : m_cellIds) QAccessible::deleteAccessibleInterface(id);
    }

    void* interface_cast(QAccessible::InterfaceType type) override {
        if (type == QAccessible::TableInterface) return static_cast<QAccessibleTableInterface*>(this);
        return QAccessibleWidget::interface_cast(type);
    }
    int childCount() const override { return rowCount() * columnCount(); }
    QAccessibleInterface* child(int index) const override {
        if (index < 0 || index >= childCount()) return nullptr;
        return cellAt(index / columnCount(), index % columnCount());
    }
    int indexOfChild(const QAccessibleInterface* child) const override {
        const auto* const cell = dynamic_cast<const CellAccessible*>(child);
        return cell ? cell->cell().row * columnCount() + cell->cell().column : -1;
    }
    QAccessibleInterface* childAt(int x, int y) const override {
        const QPoint point = widget()->mapFromGlobal(QPoint(x, y));
        for (int row = 0; row < rowCount(); ++row)
            for (int column = 0; column < columnCount(); ++column)
                if (cells().cellArea({row, column}).contains(point)) return cellAt(row, column);
        return nullptr;
    }
    QAccessibleInterface* focusChild() const override {
        const auto current = cells().currentCell();
        return current && widget()->hasFocus() ? cellAt(current->row, current->column) : nullptr;
    }

    QAccessibleInterface* cellAt(int row, int column) const override {
        if (row < 0 || column < 0 || row >= rowCount() || column >= columnCount()) return nullptr;
        const std::pair index(row, column);
        auto entry = m_cellIds.find(index);
        if (entry == m_cellIds.end()) {
            auto* const cell = new CellAccessible(widget(), {row, column});
            entry =
                m_cellIds.emplace(index, QAccessible::registerAccessibleInterface(cell)).first;  // Qt takes ownership
        }
        return QAccessible::accessibleInterface(entry->second);
    }
    int rowCount() const override { return cells().cellRows(); }
    int columnCount() const override { return cells().cellColumns(); }
    QAccessibleInterface* caption() const override { return nullptr; }
    QAccessibleInterface* summary() const override { return nullptr; }
    QString columnDescription(int) const override { return {}; }
    QString rowDescription(int) const override { return {}; }
    int selectedCellCount() const override { return cells().currentCell() ? 1 : 0; }
    int selectedColumnCount() const override { return 0; }
    int selectedRowCount() const override { return 0; }
    QList<QAccessibleInterface*> selectedCells() const override {
        const auto current = cells().currentCell();
        if (!current) return {};
        return {cellAt(current->row, current->column)};
    }
    QList<int> selectedColumns() const override { return {}; }
    QList<int> selectedRows() const override { return {}; }
    bool isColumnSelected(int) const override { return false; }
    bool isRowSelected(int) const override { return false; }
    bool selectRow(int) override { return false; }
    bool selectColumn(int) override { return false; }
    bool unselectRow(int) override { return false; }
    bool unselectColumn(int) override { return false; }
    void modelChange(QAccessibleTableModelChangeEvent*) override {}

private:
    const PaintedCells& cells() const { return dynamic_cast<const PaintedCells&>(*widget()); }

    mutable std::map<std::pair<int, int>, QAccessible::Id> m_cellIds;
};

QAccessibleInterface* accessibleOf(const QString&, QObject* object) {
    auto* const widget = qobject_cast<QWidget*>(object);
    if (!widget) return nullptr;
    const QVariant role = widget->property(kRole);
    if (!role.isValid()) return nullptr;
    if (role.toInt() == QAccessible::Table) return new TableAccessible(widget);
    return new QAccessibleWidget(widget, static_cast<QAccessible::Role>(role.toInt()));
}

}  // namespace

void setAccessibleRole(QWidget* widget, QAccessible::Role role) {
    static const bool isInstalled = [] {
        QAccessible::installFactory(accessibleOf);
        return true;
    }();
    Q_UNUSED(isInstalled);
    widget->setProperty(kRole, static_cast<int>(role));
}

void reportCurrentCell(QWidget* widget) {
    if (!widget->hasFocus()) return;
    const auto& cells = dynamic_cast<const PaintedCells&>(*widget);
    const auto current = cells.currentCell();
    if (!current) return;
    QAccessibleEvent event(widget, QAccessible::Focus);
    event.setChild(current->row * cells.cellColumns() + current->column);
    QAccessible::updateAccessibility(&event);
}

}  // namespace recscope::ui
