// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QWidget>
#include <map>
#include <memory>
#include <string>
#include <vector>

#include "core/config/config_schema.h"

namespace recscope::ui {

class FormGroup;

/// A form with every config key of a model in collapsible groups, built from the model's schema. Values that differ
/// from the preset are marked and can be reset. An invalid value shows the reason under its field.
class ConfigForm : public QWidget {
    Q_OBJECT
public:
    explicit ConfigForm(QWidget* parent = nullptr);
    ~ConfigForm() override;

    /// Shows the fields of `preset.model` with the values of `config`; values that differ from `preset` are marked.
    void setConfig(const RunConfig& config, const RunConfig& preset);
    /// Places `widget` below the row of this config key, for models that have the key. The form takes ownership;
    /// whether the widget is visible is up to its owner. To be called before the first `setConfig`.
    void placeBelow(const std::string& key, QWidget* widget);
    const RunConfig& config() const { return m_config; }
    const RunConfig& preset() const { return m_preset; }

    bool isValid() const { return m_problem.isEmpty(); }
    QString problem() const { return m_problem; }  ///< why the values are invalid; empty if they are valid
    int changedCount() const;

public slots:
    void resetAll();
    /// Sets the value of a config key that has a text field, as if it had been typed.
    void enter(const QString& key, const QString& value);

signals:
    void changed();
    /// Emitted when the pointer or the focus moves to a field. `html` contains the field's help, its range and its
    /// values in the papers; it is empty when the pointer has left a field and no field has the focus.
    void explained(const QString& html);

protected:
    bool eventFilter(QObject* watched, QEvent* event) override;

private:
    struct Row;
    FormGroup& groupNamed(const QString& title);
    void showRows(const ConfigSchema& schema);
    Row& makeRow(const ConfigKey& key);
    void showValue(Row& row);
    void edit(Row& row, const QString& text);
    void check();
    /// The row at which to show the error if the values are valid separately, but their combination is not: the last
    /// edited row; if there is none, a row that differs from the preset, preferably one whose reset would make the
    /// combination valid.
    Row* rowToBlame() const;
    static void styleRow(Row& row);  ///< applies the theme's fonts, colours and widths
    void applyTheme();
    Row* rowOf(const QObject* widget) const;

    RunConfig m_config, m_preset;
    std::vector<std::unique_ptr<Row>> m_rows;  ///< one per config key of all models shown so far
    std::vector<Row*> m_shown;                 ///< the current model's rows, in its order
    std::map<std::string, QWidget*> m_below;   ///< by config key: the widget below its row
    std::vector<FormGroup*> m_groups;          ///< the groups of all models shown so far
    Row* m_lastEdited = nullptr;
    QString m_problem;
};

}  // namespace recscope::ui
