// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/data/import_question.h"

#include <QButtonGroup>
#include <QLabel>
#include <QRadioButton>
#include <QVBoxLayout>
#include <algorithm>

#include "ui/theme/theme.h"
#include "ui/widgets/arrange.h"

namespace recscope::ui {

namespace {

bool areSame(const std::vector<ColumnReading>& a, const std::vector<ColumnReading>& b) {
    return std::equal(a.begin(), a.end(), b.begin(), b.end(),
                      [](const ColumnReading& reading, const ColumnReading& other) {
                          return reading.columns == other.columns && reading.timeFormat == other.timeFormat &&
                                 reading.itemSeparator == other.itemSeparator;
                      });
}

}  // namespace

ImportQuestion::ImportQuestion(QWidget* parent)
    : QWidget(parent),
      m_question(new QLabel),
      m_answers(new QButtonGroup(this)),
      m_column(column({m_question}, space::kUnit)),
      m_hint(captionLabel(QStringLiteral("importQuestionHint"))) {
    setObjectName(QStringLiteral("importQuestion"));
    m_question->setObjectName(QStringLiteral("importQuestionText"));
    m_question->setWordWrap(true);
    m_hint->setText(
        tr("If a column holds the persons, or the sessions whose items belong together, choose it as the "
           "user below."));
    m_column->addWidget(m_hint);
    arrange(this, m_column);
    connect(m_answers, &QButtonGroup::idClicked, this, [this](int id) {
        const ColumnReading reading = m_readings[std::size_t(id)];
        emit answered(reading);
    });
    hide();
}

void ImportQuestion::ask(const ImportPreview& preview) {
    const std::vector<ColumnReading>& readings = preview.alternatives;
    if (readings.empty() || areSame(readings, m_readings)) return;
    clear();
    m_readings = readings;
    m_question->setText(
        preview.lacksUser ? tr("No column says whose interactions these are. Whose are they?")
                          : tr("This file can be read in %n ways. Which one is right?", nullptr, int(readings.size())));
    m_hint->setVisible(preview.lacksUser);
    for (std::size_t i = 0; i < readings.size(); ++i) {
        auto* answer = new QRadioButton(QString::fromStdString(readings[i].sentence));
        answer->setObjectName(QStringLiteral("importReading%1").arg(i));
        m_answers->addButton(answer, int(i));
        m_column->insertWidget(m_column->count() - 1, answer, 0,
                               Qt::AlignLeft);  // so that a click to the right of the text selects nothing
    }
    show();
}

void ImportQuestion::clear() {
    for (QAbstractButton* answer : m_answers->buttons()) {
        m_answers->removeButton(answer);
        delete answer;
    }
    m_readings.clear();
    hide();
}

bool ImportQuestion::isAboutTimes() const {
    return !m_readings.empty() && m_readings.front().timeFormat != TimeFormat::Auto;
}

bool ImportQuestion::isOpen() const {
    return !m_readings.empty() && m_answers->checkedId() < 0;
}

}  // namespace recscope::ui
