// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/lists/attribute_filter.h"

#include <QBoxLayout>
#include <QComboBox>
#include <QDoubleSpinBox>
#include <QLabel>
#include <QSignalBlocker>
#include <algorithm>
#include <cmath>

#include "ui/theme/theme.h"
#include "ui/widgets/arrange.h"
#include "ui/widgets/number_text.h"

namespace recscope::ui {

namespace {

constexpr int kDecimals = 2;    ///< decimals of the inputs for a range of numbers
constexpr double kSteps = 100;  ///< 10 to the power of kDecimals

}  // namespace

AttributeFilter::AttributeFilter(const QString& key, QWidget* parent)
    : QWidget(parent),
      m_attribute(new QComboBox),
      m_value(new QComboBox),
      m_from(new QDoubleSpinBox),
      m_to(new QDoubleSpinBox),
      m_range(new QWidget) {
    m_attribute->setObjectName(key + QStringLiteral("Attribute"));
    m_attribute->setAccessibleName(tr("Attribute"));
    m_attribute->setToolTip(tr("Only those with a certain value of this attribute"));
    m_value->setObjectName(key + QStringLiteral("AttributeValue"));
    m_value->setAccessibleName(tr("Value of the attribute"));
    const std::pair<QDoubleSpinBox*, QString> numbers[] = {{m_from, QStringLiteral("AttributeFrom")},
                                                           {m_to, QStringLiteral("AttributeTo")}};
    for (const auto& [spin, name] : numbers) {
        spin->setObjectName(key + name);
        spin->setButtonSymbols(QAbstractSpinBox::NoButtons);
        spin->setGroupSeparatorShown(true);
        spin->setKeyboardTracking(false);
        spin->setDecimals(kDecimals);
        connect(spin, &QDoubleSpinBox::valueChanged, this, &AttributeFilter::changed);
    }
    m_from->setAccessibleName(tr("Smallest value"));
    m_to->setAccessibleName(tr("Largest value"));
    for (QComboBox* box : {m_attribute, m_value}) {
        constexpr int kShownLetters = 8;
        box->setMinimumContentsLength(kShownLetters);
        box->setSizeAdjustPolicy(QComboBox::AdjustToMinimumContentsLengthWithIcon);
    }
    arrange(m_range, row({grow(m_from), mutedLabel(QStringLiteral("–")), grow(m_to)}, space::kUnit));
    arrange(this, row({grow(m_attribute), grow(m_value), grow(m_range)}, space::kUnit));
    connect(m_attribute, &QComboBox::currentIndexChanged, this, [this] {
        showValues();
        emit changed();
    });
    connect(m_value, &QComboBox::currentIndexChanged, this, &AttributeFilter::changed);
    setAttributes({});
}

void AttributeFilter::setAttributes(std::vector<AttributeSummary> attributes) {
    const AttributeSummary* before = chosen();
    const bool isSame = before && std::find(attributes.begin(), attributes.end(), *before) != attributes.end();
    const QString name = isSame ? m_attribute->currentText() : QString();
    const QString value = m_value->currentText();
    const double from = m_from->value(), to = m_to->value();
    m_attributes = std::move(attributes);
    const QSignalBlocker silent(m_attribute), quiet(this);
    m_attribute->clear();
    m_attribute->addItem(tr("any"), QString());
    for (const AttributeSummary& attribute : m_attributes) {
        const QString title = QString::fromStdString(attribute.name);
        m_attribute->addItem(title, title);
    }
    setVisible(!m_attributes.empty());
    m_attribute->setCurrentIndex(isSame ? m_attribute->findText(name) : 0);
    showValues();
    if (!isSame) return;
    m_value->setCurrentIndex(std::max(0, m_value->findText(value)));
    m_from->setValue(from);
    m_to->setValue(to);
}

const AttributeSummary* AttributeFilter::chosen() const {
    const int index = m_attribute->currentIndex() - 1;
    return index >= 0 && std::size_t(index) < m_attributes.size() ? &m_attributes[std::size_t(index)] : nullptr;
}

void AttributeFilter::showValues() {
    const AttributeSummary* attribute = chosen();
    const bool isNumber = attribute && attribute->kind == AttributeKind::Number;
    m_value->setVisible(attribute && !isNumber);
    m_range->setVisible(isNumber);
    const QSignalBlocker value(m_value), from(m_from), to(m_to);
    m_value->clear();
    if (!attribute) return;
    if (isNumber) {
        const double least = std::floor(attribute->smallest * kSteps) / kSteps;
        const double most = std::ceil(attribute->largest * kSteps) / kSteps;
        for (QDoubleSpinBox* spin : {m_from, m_to}) {
            spin->setRange(least, most);
            spin->setToolTip(tr("From %1 to %2").arg(shortNumber(least), shortNumber(most)));
        }
        m_from->setValue(least);
        m_to->setValue(most);
        return;
    }
    m_value->addItem(tr("any"), QString());
    for (const std::string& label : attribute->labels) {
        const QString text = QString::fromStdString(label);
        m_value->addItem(text, text);
    }
}

std::vector<AttributeTest> AttributeFilter::tests() const {
    const AttributeSummary* attribute = chosen();
    if (!attribute) return {};
    AttributeTest test{.name = attribute->name};
    if (attribute->kind == AttributeKind::Number) {
        if (m_from->value() > m_from->minimum()) test.minimum = m_from->value();
        if (m_to->value() < m_to->maximum()) test.maximum = m_to->value();
        return test.minimum || test.maximum ? std::vector{test} : std::vector<AttributeTest>();
    }
    if (m_value->currentIndex() <= 0) return {};
    test.values = {m_value->currentData().toString().toStdString()};
    return {test};
}

QString AttributeFilter::words(const AttributeTest& test) {
    const QString name = QString::fromStdString(test.name);
    if (test.minimum && test.maximum)
        return tr("%1 %2 to %3").arg(name, shortNumber(*test.minimum), shortNumber(*test.maximum));
    if (test.minimum) return tr("%1 %2 or more").arg(name, shortNumber(*test.minimum));
    if (test.maximum) return tr("%1 %2 or less").arg(name, shortNumber(*test.maximum));
    QStringList values;
    for (const std::string& value : test.values) values << QString::fromStdString(value);
    return QStringLiteral("%1: %2").arg(name, values.join(QStringLiteral(", ")));
}

void AttributeFilter::reset() {
    const QSignalBlocker quiet(this);
    m_attribute->setCurrentIndex(0);
}

}  // namespace recscope::ui
