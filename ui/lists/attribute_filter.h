// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QWidget>
#include <vector>

#include "core/store/dataset_store.h"
#include "core/store/user_attribute_store.h"

class QComboBox;
class QDoubleSpinBox;

namespace recscope::ui {

/// Inputs for a filter by one attribute of users or items: the attribute, and one of its values or a range of numbers.
/// Hidden while no attributes are known.
class AttributeFilter : public QWidget {
    Q_OBJECT
public:
    /// The object names of the inputs start with `key`, e.g. "users": "usersAttribute", "usersAttributeValue",
    /// "usersAttributeFrom", "usersAttributeTo".
    explicit AttributeFilter(const QString& key, QWidget* parent = nullptr);

    /// The attributes to choose from. If the chosen attribute is not among them, the choice is reset without a signal.
    void setAttributes(std::vector<AttributeSummary> attributes);
    const std::vector<AttributeSummary>& attributes() const { return m_attributes; }
    /// The chosen test as the only element; empty if no attribute or no value is chosen.
    std::vector<AttributeTest> tests() const;
    /// The test in words, e.g. "segment: Gold", "age 20 to 30".
    static QString words(const AttributeTest& test);

public slots:
    void reset();  ///< chooses no attribute; emits no signal

signals:
    void changed();

private:
    void showValues();
    const AttributeSummary* chosen() const;

    std::vector<AttributeSummary> m_attributes;
    QComboBox *m_attribute, *m_value;
    QDoubleSpinBox *m_from, *m_to;
    QWidget* m_range;
};

}  // namespace recscope::ui
