// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QWidget>
#include <memory>
#include <vector>

#include "core/config/config_schema.h"

namespace recscope::ui {

class FormGroup;

/// Every config key of a model as a form in collapsible groups, built from its schema. Values that differ from the
/// preset are marked and can be reset; a value that cannot be trained shows the reason under its field.
class ConfigForm : public QWidget {
    Q_OBJECT
public:
    explicit ConfigForm(QWidget* parent = nullptr);
    ~ConfigForm() override;

    /// Shows the fields of `preset.model`; `config` holds the values, `preset` those they are compared with.
    void setConfig(const RunConfig& config, const RunConfig& preset);
    const RunConfig& config() const { return m_config; }
    const RunConfig& preset() const { return m_preset; }

    bool isValid() const { return m_problem.isEmpty(); }
    QString problem() const { return m_problem; }  ///< why these values cannot be trained
    int changedCount() const;

public slots:
    void resetAll();

signals:
    void changed();
    /// The field under the pointer or with the focus: its help, range and the papers' values as rich text; empty =
    /// none.
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
    /// The row to blame when the values are invalid as a whole: the last one edited, else one that differs from the
    /// preset, preferably one whose reset would make all values valid.
    Row* culpritOfAll() const;
    static void dress(Row& row);  ///< fonts, colours and widths of the theme
    void applyTheme();
    Row* rowOf(const QObject* widget) const;

    RunConfig m_config, m_preset;
    std::vector<std::unique_ptr<Row>> m_rows;  ///< of all models shown so far, one per key
    std::vector<Row*> m_shown;                 ///< those of this model, in its order
    std::vector<FormGroup*> m_groups;          ///< of all models shown so far
    Row* m_lastEdited = nullptr;
    QString m_problem;
};

}  // namespace recscope::ui
