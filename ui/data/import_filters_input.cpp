// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/data/import_filters_input.h"

#include <QCheckBox>
#include <QDoubleSpinBox>
#include <QFormLayout>
#include <QLabel>
#include <QSignalBlocker>
#include <array>

#include "core/util/translated.h"
#include "ui/data/kinds_choice.h"
#include "ui/widgets/arrange.h"
#include "ui/widgets/elided_combo_box.h"
#include "ui/widgets/named_input.h"

namespace recscope::ui {

ImportFiltersInput::ImportFiltersInput(QFormLayout& form) : QObject(form.parentWidget()), m_form(form) {
    addRows();
    addNumbers();
    const auto chosen = [this] {
        m_preset->setCurrentIndex(0);
        emit changed();
    };
    const auto typedNumber = [this] {
        m_preset->setCurrentIndex(0);
        emit typed();
    };
    connect(m_preset, &QComboBox::activated, this, &ImportFiltersInput::choosePreset);
    connect(m_kinds, &KindsChoice::chosen, this, [this] {
        m_datasetKinds.clear();  // from now on, the kinds are chosen by hand
        forgetDataset();
        emit changed();
    });
    connect(m_orders, &QComboBox::activated, this, &ImportFiltersInput::changed);
    for (QComboBox* box : {m_duplicates, m_kCore}) connect(box, &QComboBox::activated, this, chosen);
    for (QSpinBox* spin : {m_minUser, m_minItem, m_minLength})
        connect(spin, &QSpinBox::valueChanged, this, typedNumber);
    connect(m_minRating, &QDoubleSpinBox::valueChanged, this, &ImportFiltersInput::typed);
    connect(m_useRating, &QCheckBox::toggled, this, [this] {
        showRatingState();
        emit changed();
    });
}

void ImportFiltersInput::addRows() {
    m_preset = named(new ElidedComboBox, "importPreset", tr("As in a paper"),
                     tr("Fills in the fields below so that the data is filtered as in a paper"));
    m_preset->addItem(tr("My own choice"));
    for (const ImportPreset& preset : importPresets()) {
        m_preset->addItem(QString::fromStdString(translated(preset.title)), QString::fromStdString(preset.name));
        m_preset->setItemData(m_preset->count() - 1, QString::fromStdString(translated(preset.description)),
                              Qt::ToolTipRole);
    }
    m_form.addRow(tr("&Preset"), m_preset);
    m_useRating = named(new QCheckBox(tr("Ratings from")), "importUseRating", tr("Only ratings of at least"),
                        tr("Drop rows with a lower rating"));
    m_minRating = named(new QDoubleSpinBox, "importMinRating", tr("Lowest rating kept"),
                        tr("Rows with a lower rating are dropped"));
    m_minRating->setDecimals(1);
    m_minRating->setRange(-1000, 1000);
    m_minRating->setValue(4);
    m_minRating->setSingleStep(0.5);
    m_form.addRow(m_useRating, m_minRating);
    m_kinds = named(new KindsChoice, "importKinds", tr("Kinds of events kept"),
                    tr("Rows with another kind of event are dropped"));
    m_form.addRow(tr("Kinds of events"), m_kinds);
    m_whyKinds = captionLabel(QStringLiteral("importWhyKinds"));
    m_form.addRow(QString(), m_whyKinds);
    m_form.setRowVisible(m_whyKinds, false);
    m_orders =
        named(new ElidedComboBox, "importOrders", tr("How orders are determined"),
              tr("Items of one order were bought together: they count as one step, and a test can be made on the "
                 "next order"));
    m_orders->addItem(QString(), int(Orders::Column));
    m_orders->addItem(tr("Same user and same time"), int(Orders::SameTime));
    m_form.addRow(tr("One order"), m_orders);
    m_duplicates = named(new QComboBox, "importDuplicates", tr("Duplicates"),
                         tr("What happens when a user has the same item several times"));
    m_duplicates->addItem(tr("Keep all"), int(Duplicates::All));
    m_duplicates->addItem(tr("Keep the first"), int(Duplicates::First));
    m_duplicates->addItem(tr("Keep the last"), int(Duplicates::Last));
    m_form.addRow(tr("&Duplicates"), m_duplicates);
}

void ImportFiltersInput::addNumbers() {
    m_minUser = named(new QSpinBox, "importMinUser", tr("Minimum interactions per user"),
                      tr("Users with fewer are dropped; the papers use 5"));
    m_minItem = named(new QSpinBox, "importMinItem", tr("Minimum interactions per item"),
                      tr("Items with fewer are dropped; the papers use 5"));
    m_minLength = named(new QSpinBox, "importMinLength", tr("Shortest history"),
                        tr("Users with shorter histories are dropped once, after all other filters"));
    for (QSpinBox* spin : {m_minUser, m_minItem, m_minLength}) {
        spin->setRange(0, 1'000'000);
        spin->setSpecialValueText(tr("all are kept"));
        spin->setSuffix(tr(" interactions"));
    }
    m_form.addRow(tr("Users with at least"), m_minUser);
    m_form.addRow(tr("Items with at least"), m_minItem);
    m_kCore = named(new QComboBox, "importKCore", tr("k-core"),
                    tr("Whether the two minimums above are applied once or repeatedly: dropping items shortens "
                       "histories, and dropping users makes items rarer"));
    m_kCore->addItem(tr("Apply once (items, then users)"), int(KCore::SinglePass));
    m_kCore->addItem(tr("Repeat until all have enough"), int(KCore::Iterative));
    m_kCore->addItem(tr("Do not apply"), int(KCore::None));
    m_form.addRow(tr("&k-core"), m_kCore);
    m_form.addRow(tr("Histories of at least"), m_minLength);
}

void ImportFiltersInput::clear() {
    forgetDataset();
    m_kinds->clear();
}

void ImportFiltersInput::setOptions(const ImportOptions& options) {
    const std::array<QSignalBlocker, 2> silent{QSignalBlocker(m_useRating), QSignalBlocker(m_minRating)};
    m_preset->setCurrentIndex(0);  // the settings may differ from those of the preset chosen before
    m_useRating->setChecked(options.minRating.has_value());
    if (options.minRating) m_minRating->setValue(*options.minRating);
    m_kinds->keepOnly(options.kinds);
    chooseData(m_orders, int(options.orders));
    showPresetFields(options);
}

void ImportFiltersInput::showPresetFields(const ImportOptions& options) {
    const std::array<QSignalBlocker, 3> silent{QSignalBlocker(m_minUser), QSignalBlocker(m_minItem),
                                               QSignalBlocker(m_minLength)};
    chooseData(m_duplicates, int(options.duplicates));
    chooseData(m_kCore, int(options.kCore));
    m_minUser->setValue(int(options.minUserInteractions));
    m_minItem->setValue(int(options.minItemInteractions));
    m_minLength->setValue(int(options.minHistoryLength));
}

void ImportFiltersInput::writeTo(ImportOptions& options) const {
    options.minRating.reset();
    if (m_useRating->isEnabled() && m_useRating->isChecked()) options.minRating = m_minRating->value();
    options.kinds = m_kinds->kept();
    options.orders = Orders(m_orders->currentData().toInt());
    options.duplicates = Duplicates(m_duplicates->currentData().toInt());
    options.kCore = KCore(m_kCore->currentData().toInt());
    options.minUserInteractions = m_minUser->value();
    options.minItemInteractions = m_minItem->value();
    options.minHistoryLength = m_minLength->value();
}

void ImportFiltersInput::choosePreset(int index) {
    if (index == 0) return;
    ImportOptions filtered;
    importPreset(m_preset->itemData(index).toString().toStdString()).applyTo(filtered);
    showPresetFields(filtered);
    emit changed();
}

void ImportFiltersInput::setKinds(const std::vector<std::string>& kinds) {
    m_kinds->setKinds(kinds);
    m_form.setRowVisible(m_kinds, m_kinds->hasChoice());
    m_form.setRowVisible(m_whyKinds, m_kinds->hasChoice() && !m_whyKinds->text().isEmpty());
}

bool ImportFiltersInput::hasKinds() const {
    return m_kinds->hasChoice();
}

void ImportFiltersInput::checkKindsOf(const DatasetInfo& dataset) {
    forgetDataset();
    if (dataset.settings.empty() || !m_kinds->kept().empty()) return;
    const std::vector<std::string> kinds = ImportOptions::fromJson(dataset.settings).kinds;
    m_kinds->keepOnly(kinds);
    m_datasetKinds = m_kinds->kept();
    if (m_datasetKinds.empty()) return;
    m_whyKinds->setText(
        tr("The kinds with which “%1” was imported; you may change them.").arg(QString::fromStdString(dataset.name)));
    m_form.setRowVisible(m_whyKinds, true);
}

void ImportFiltersInput::forgetDataset() {
    if (!m_datasetKinds.empty()) m_kinds->keepAll();
    m_datasetKinds.clear();
    m_whyKinds->clear();
    m_form.setRowVisible(m_whyKinds, false);
}

void ImportFiltersInput::showCount(const ImportReport& report) {
    if (report.earlierRows == 0) m_kinds->setCounts(report.kinds);
}

void ImportFiltersInput::showRoles(const ChosenColumns& roles) {
    m_hasRatings = roles.of(ColumnRole::Rating) >= 0;
    showRatingState();
    const bool hasColumn = roles.of(ColumnRole::Order) >= 0, hasTimes = roles.of(ColumnRole::Time) >= 0;
    m_orders->setItemText(0, hasColumn ? tr("Same order number") : tr("No orders"));
    if (!hasTimes) m_orders->setCurrentIndex(0);
    m_form.setRowVisible(m_orders, hasColumn || hasTimes);
}

void ImportFiltersInput::showRatingState() {
    m_useRating->setEnabled(m_hasRatings);
    m_minRating->setEnabled(m_hasRatings && m_useRating->isChecked());
    m_minRating->setToolTip(m_hasRatings ? tr("Rows with a lower rating are dropped")
                                         : tr("There is no rating column"));
}

}  // namespace recscope::ui
