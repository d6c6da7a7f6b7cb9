// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/train/config_form.h"

#include <QBoxLayout>
#include <QComboBox>
#include <QEvent>
#include <QLabel>
#include <QLineEdit>
#include <QSpinBox>
#include <QToolButton>
#include <algorithm>

#include "core/recommender/registry.h"
#include "core/util/error.h"
#include "core/util/translated.h"
#include "ui/session/config_words.h"
#include "ui/theme/icons.h"
#include "ui/theme/theme.h"
#include "ui/train/form_group.h"
#include "ui/widgets/arrange.h"
#include "ui/widgets/named_input.h"
#include "ui/widgets/number_text.h"
#include "ui/widgets/text_label.h"

namespace recscope::ui {

struct ConfigForm::Row {
    ConfigKey key;
    FormGroup* group = nullptr;
    QWidget* widget = nullptr;
    QLabel *label = nullptr, *problem = nullptr;
    QLineEdit* number = nullptr;  // null if the row has a `choice`
    QComboBox* choice = nullptr;
    QToolButton* reset = nullptr;
    QString problemText;  // why the entered text is invalid; empty = it is valid

    const ConfigField& field() const { return key.field; }
    QWidget* editor() const { return number ? static_cast<QWidget*>(number) : choice; }
    /// True if the value has an effect with the other values of this config. For example, the number of negatives has
    /// no effect with a loss over all items.
    bool isRelevant(const RunConfig& config) const { return !key.isRelevant || key.isRelevant(config); }
};

namespace {

constexpr double kMaxShownLimit = 1e12;  // a larger maximum is only the limit of the data type, so it is not shown

// Writes numbers in English notation in every language, as in the command-line option `--set` and in the papers.
QString numberText(double value) {
    return value == std::floor(value) && std::abs(value) < 1e15 ? asEnglishNumber(wholeNumber(std::int64_t(value)))
                                                                : QString::number(value, 'g', 6);
}

QString rangeText(const ConfigField& field) {
    if (field.type == FieldType::Choice || field.type == FieldType::Text) return {};
    const QString range = field.maximum < kMaxShownLimit
                              ? QStringLiteral("%1 – %2").arg(numberText(field.minimum), numberText(field.maximum))
                              : ConfigForm::tr("%1 or more").arg(numberText(field.minimum));
    const QString unit = QString::fromStdString(translated(field.unit));
    return unit.isEmpty() ? range : range + QLatin1Char(' ') + unit;
}

// The value, shortened for display: for example, 1/11 is not shown with sixteen digits.
QString shownValue(const RunConfig& config, const ConfigField& field) {
    const QString whole = configValueText(field.key, configValue(config, field.key));
    return field.type == FieldType::Real && whole.size() > 8 ? QString::number(whole.toDouble(), 'g', 4) : whole;
}

QString explanation(const ConfigField& field) {
    QString html = QStringLiteral("<b>%1</b> · %2")
                       .arg(QString::fromStdString(translated(field.label)).toHtmlEscaped(),
                            configWords(helpText(field)).toHtmlEscaped());
    QStringList facts;
    if (const QString range = rangeText(field); !range.isEmpty()) facts << ConfigForm::tr("Range: %1.").arg(range);
    if (!field.paper.empty()) facts << ConfigForm::tr("Papers: %1.").arg(configWords(field.paper));
    if (!facts.isEmpty()) html += QStringLiteral("<br>") + facts.join(QLatin1Char(' ')).toHtmlEscaped();
    return html;
}

}  // namespace

ConfigForm::ConfigForm(QWidget* parent) : QWidget(parent) {
    arrange(this, column({}, 0));
    connect(&Theme::instance(), &Theme::changed, this, &ConfigForm::applyTheme);
    applyTheme();
}

ConfigForm::~ConfigForm() {
    for (const auto& row : m_rows) row->editor()->removeEventFilter(this);
}

FormGroup& ConfigForm::groupNamed(const QString& title) {
    const auto found =
        std::find_if(m_groups.begin(), m_groups.end(), [&](FormGroup* g) { return g->title() == title; });
    if (found != m_groups.end()) return **found;
    m_groups.push_back(new FormGroup(title, m_groups.empty(), this));
    return *m_groups.back();
}

/// Shows the rows for the keys of another model. Rows of models shown before are reused, because creating and styling
/// rows is slow; a row is replaced only if its field has another meaning for this model.
void ConfigForm::showRows(const ConfigSchema& schema) {
    m_shown.clear();
    std::vector<FormGroup*> groups;
    for (const ConfigKey& key : schema.keys()) {
        const auto known = std::find_if(m_rows.begin(), m_rows.end(),
                                        [&](const auto& row) { return row->field().key == key.field.key; });
        if (known != m_rows.end() && (*known)->field() == key.field) {
            (*known)->key = key;  // the key's functions may differ between models
            m_shown.push_back(known->get());
        } else {
            if (known != m_rows.end()) {
                (*known)->editor()->removeEventFilter(this);
                delete (*known)->widget;
                m_rows.erase(known);
            }
            m_shown.push_back(&makeRow(key));
        }
        Row& row = *m_shown.back();
        if (std::find(groups.begin(), groups.end(), row.group) == groups.end()) {
            groups.push_back(row.group);
            layout()->addWidget(row.group);  // moves the group to the end: groups are in this model's order
        }
        row.group->content()->addWidget(row.widget);
        if (const auto below = m_below.find(key.field.key); below != m_below.end())
            row.group->content()->addWidget(below->second);
    }
    // Hides only rows that this model does not have, because a hidden row would lose the focus.
    for (const auto& row : m_rows)
        if (std::find(m_shown.begin(), m_shown.end(), row.get()) == m_shown.end()) row->widget->hide();
    QWidget* before = previousInFocusChain();
    while (before != this && (before->focusPolicy() == Qt::NoFocus || isAncestorOf(before)))
        before = before->previousInFocusChain();
    const auto follow = [&before](QWidget* next) {
        QWidget::setTabOrder(before, next);
        before = next;
    };
    for (FormGroup* group : groups) {
        follow(group->heading());
        for (Row* row : m_shown) {
            if (row->group != group) continue;
            follow(row->reset);
            follow(row->editor());
            const auto below = m_below.find(row->field().key);
            if (below == m_below.end()) continue;
            for (QWidget* part : below->second->findChildren<QWidget*>())
                if (part->focusPolicy() & Qt::TabFocus) follow(part);
        }
    }
}

ConfigForm::Row& ConfigForm::makeRow(const ConfigKey& configKey) {
    m_rows.push_back(std::make_unique<Row>());
    Row& row = *m_rows.back();
    row.key = configKey;
    row.group = &groupNamed(QString::fromStdString(translated(configKey.field.group)));
    const ConfigField& field = row.field();
    const QString key = QString::fromStdString(field.key), label = QString::fromStdString(translated(field.label));
    // The widget gets its final parent immediately, because reparenting would restyle the row.
    row.widget = new QWidget(row.group->content()->parentWidget());
    row.label = new TextLabel(row.widget);  // wraps a long name, so that it does not squeeze the field
    row.label->setTextFormat(Qt::RichText);
    row.reset = new QToolButton(row.widget);
    row.reset->setObjectName(QStringLiteral("reset_") + key);
    row.reset->setIcon(lineIcon(QStringLiteral("reset")));
    row.reset->setAccessibleName(tr("Set %1 back to the preset's value").arg(label));
    if (field.type == FieldType::Choice) {
        row.choice = new QComboBox(row.widget);
        for (const std::string& choice : field.choices) {
            row.choice->addItem(configWords(choice), QString::fromStdString(choice));
            row.choice->setItemData(row.choice->count() - 1, configWords(helpText(field)), Qt::ToolTipRole);
        }
        connect(row.choice, &QComboBox::activated, this,
                [this, &row](int index) { edit(row, row.choice->itemData(index).toString()); });
        row.choice->setFocusPolicy(Qt::StrongFocus);
    } else {
        row.number = shortLine(row.widget);
        row.number->setAlignment(Qt::AlignRight);
        if (field.type != FieldType::Text) row.number->setInputMethodHints(Qt::ImhFormattedNumbersOnly);
        connect(row.number, &QLineEdit::textEdited, this, [this, &row](const QString& text) { edit(row, text); });
    }
    QWidget* editor = row.editor();
    editor->setObjectName(key);
    QString name = label;
    if (!field.unit.empty()) name += QStringLiteral(", ") + QString::fromStdString(translated(field.unit));
    editor->setAccessibleName(name);
    editor->setAccessibleDescription(configWords(helpText(field)));
    row.label->setBuddy(editor);
    row.problem = new QLabel(row.widget);
    row.problem->setObjectName(QStringLiteral("problem_") + key);
    row.problem->setProperty("problem", true);
    row.problem->setWordWrap(true);
    row.problem->hide();
    arrange(row.widget, column({ui::row({grow(row.label), row.reset, editor}, space::kUnit), row.problem}, 2));

    for (QWidget* part : {row.widget, editor}) {
        part->setToolTip(explanation(field));
        part->installEventFilter(this);
    }
    connect(row.reset, &QToolButton::clicked, this, [this, &row] {
        const std::string& key = row.field().key;
        setConfigValue(m_config, key, configValue(m_preset, key));
        row.problemText.clear();
        m_lastEdited = &row;
        showValue(row);
        check();
    });
    styleRow(row);
    return row;
}

void ConfigForm::setConfig(const RunConfig& config, const RunConfig& preset) {
    m_lastEdited = nullptr;
    const bool isOtherModel = m_config.schema != config.schema;
    m_config = config;
    m_preset = preset;
    if (isOtherModel) showRows(*config.schema);
    for (Row* row : m_shown) {
        row->problemText.clear();
        showValue(*row);
    }
    for (FormGroup* group : m_groups)
        group->setVisible(std::any_of(m_shown.begin(), m_shown.end(),
                                      [&](const Row* row) { return row->group == group && row->isRelevant(config); }));
    check();
}

void ConfigForm::placeBelow(const std::string& key, QWidget* widget) {
    widget->setParent(this);
    m_below[key] = widget;
}

int ConfigForm::changedCount() const {
    return int(std::count_if(m_shown.begin(), m_shown.end(), [this](const Row* row) {
        return row->isRelevant(m_config) &&
               (!row->problemText.isEmpty() ||
                configValue(m_config, row->field().key) != configValue(m_preset, row->field().key));
    }));
}

void ConfigForm::resetAll() {
    setConfig(m_preset, m_preset);
}

void ConfigForm::enter(const QString& key, const QString& value) {
    const auto found = std::find_if(m_shown.begin(), m_shown.end(), [key = key.toStdString()](const Row* row) {
        return row->number && row->field().key == key;
    });
    if (found == m_shown.end()) return;
    (*found)->number->setText(value);
    edit(**found, value);
}

void ConfigForm::showValue(Row& row) {
    const QString text = shownValue(m_config, row.field());
    if (row.number)
        row.number->setText(text);
    else if (row.choice)
        row.choice->setCurrentText(text);
}

void ConfigForm::edit(Row& row, const QString& text) {
    m_lastEdited = &row;
    row.problemText.clear();
    QString typed = text.trimmed();
    typed.remove(QLatin1Char(','));  // digit group separators, as in "1,000"
    try {
        setConfigValue(m_config, row.field().key, configValueOf(row.field().key, typed));
    } catch (const Error& error) {
        const FieldType type = row.field().type;
        row.problemText = type == FieldType::Text      ? QString::fromStdString(error.hint())
                          : type == FieldType::Integer ? tr("Takes a whole number, %1.").arg(rangeText(row.field()))
                                                       : tr("Takes a number, %1.").arg(rangeText(row.field()));
    }
    check();
}

void ConfigForm::check() {
    m_problem.clear();
    Row* culprit = nullptr;
    for (Row* row : m_shown)
        if (!row->problemText.isEmpty() && row->isRelevant(m_config)) {
            culprit = row;
            m_problem = tr("%1: %2").arg(QString::fromStdString(translated(row->field().label)), row->problemText);
        }
    QString combination;
    if (!culprit) {
        try {
            checkConfig(m_config);
        } catch (const Error& error) {
            combination = QString::fromStdString(error.what());
            if (!error.hint().empty()) combination += QLatin1Char(' ') + QString::fromStdString(error.hint());
            m_problem = combination;
            culprit = rowToBlame();
        }
    }
    for (Row* row : m_shown) {
        row->widget->setVisible(row->isRelevant(m_config));
        const bool isCulprit = culprit && row == culprit;
        const QString text = isCulprit && !combination.isEmpty() ? combination : row->problemText;
        row->problem->setText(text);
        row->problem->setVisible(!text.isEmpty());
        row->editor()->setStyleSheet(
            text.isEmpty() ? QString()
                           : QStringLiteral("border-color: %1;").arg(Theme::instance().colours().bad.name()));
        const bool changed = !row->problemText.isEmpty() ||
                             configValue(m_config, row->field().key) != configValue(m_preset, row->field().key);
        row->reset->setToolTip(tr("Back to %1, the preset's value").arg(shownValue(m_preset, row->field())));
        QSizePolicy keep = row->reset->sizePolicy();
        keep.setRetainSizeWhenHidden(true);
        row->reset->setSizePolicy(keep);
        row->reset->setVisible(changed);
        const Colours& colours = Theme::instance().colours();
        QString html = QString::fromStdString(translated(row->field().label)).toHtmlEscaped();
        if (changed) html = QStringLiteral("<b>%1</b>").arg(html);
        if (!row->field().unit.empty() && row->field().unit != "epochs")
            html +=
                QStringLiteral(" <span style='color:%1'>%2</span>")
                    .arg(colours.muted.name(), QString::fromStdString(translated(row->field().unit)).toHtmlEscaped());
        row->label->setText(html);
    }
    for (FormGroup* group : m_groups) {
        int count = 0;
        for (Row* row : m_shown)
            count += row->group == group && row->isRelevant(m_config) && row->reset->isVisibleTo(row->widget);
        group->setChangedCount(count);
    }
    if (culprit) culprit->group->setOpen(true);
    emit changed();
}

ConfigForm::Row* ConfigForm::rowToBlame() const {
    if (m_lastEdited) return m_lastEdited;
    Row* changed = nullptr;
    for (Row* row : m_shown) {
        const std::string& key = row->field().key;
        if (configValue(m_config, key) == configValue(m_preset, key)) continue;
        changed = row;
        RunConfig without = m_config;
        setConfigValue(without, key, configValue(m_preset, key));
        try {
            checkConfig(without);
            return row;
        } catch (const Error&) {  // resetting this value alone does not make the config valid
        }
    }
    return changed ? changed : m_shown.front();
}

void ConfigForm::styleRow(Row& row) {
    const Theme& theme = Theme::instance();
    row.editor()->setFixedWidth(theme.px(124));
    if (row.number) row.number->setFont(theme.numbers());
    row.problem->setFont(theme.caption());
}

void ConfigForm::applyTheme() {
    for (const auto& row : m_rows) styleRow(*row);
    if (!m_shown.empty()) check();
}

ConfigForm::Row* ConfigForm::rowOf(const QObject* widget) const {
    for (Row* row : m_shown)
        if (row->widget == widget || row->editor() == widget) return row;
    return nullptr;
}

bool ConfigForm::eventFilter(QObject* watched, QEvent* event) {
    if (event->type() == QEvent::FocusIn || event->type() == QEvent::Enter) {
        if (const Row* row = rowOf(watched)) emit explained(explanation(row->field()));
    } else if (event->type() == QEvent::Leave || event->type() == QEvent::FocusOut) {
        const auto focused =
            std::find_if(m_shown.begin(), m_shown.end(), [](const Row* row) { return row->editor()->hasFocus(); });
        emit explained(focused == m_shown.end() ? QString() : explanation((*focused)->field()));
    } else if (event->type() == QEvent::Wheel &&
               (qobject_cast<QComboBox*>(watched) || qobject_cast<QSpinBox*>(watched))) {
        event->ignore();  // scrolling the form must not change a value under the pointer
        return true;
    }
    return QWidget::eventFilter(watched, event);
}

}  // namespace recscope::ui
