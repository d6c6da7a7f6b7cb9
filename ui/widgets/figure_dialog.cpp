// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/widgets/figure_dialog.h"

#include <QComboBox>
#include <QDialogButtonBox>
#include <QDoubleSpinBox>
#include <QFormLayout>

#include "ui/theme/theme.h"

namespace recscope::ui {

namespace {

QDoubleSpinBox* pointsBox(const QString& name, double smallest, double largest, double step) {
    auto* box = new QDoubleSpinBox;
    box->setObjectName(name);
    box->setRange(smallest, largest);
    box->setDecimals(1);
    box->setSingleStep(step);
    return box;
}

QComboBox* choiceBox(const QString& name) {
    auto* box = new QComboBox;
    box->setObjectName(name);
    return box;
}

}  // namespace

FigureDialog::FigureDialog(QWidget* parent)
    : QDialog(parent),
      m_width(choiceBox(QStringLiteral("figureWidth"))),
      m_colours(choiceBox(QStringLiteral("figureColours"))),
      m_format(choiceBox(QStringLiteral("figureFormat"))),
      m_points(pointsBox(QStringLiteral("figurePoints"), FigureSettings::kMinSize, FigureSettings::kMaxSize, 1)),
      m_letters(
          pointsBox(QStringLiteral("figureLetters"), FigureSettings::kMinLetters, FigureSettings::kMaxLetters, 0.5)) {
    setWindowTitle(tr("Saved figures"));
    setObjectName(QStringLiteral("figureDialog"));
    m_width->addItem(tr("As on the screen"), int(FigureWidth::Screen));
    m_width->addItem(tr("One column of a page (%1 pt)").arg(FigureSettings::kColumn), int(FigureWidth::Column));
    m_width->addItem(tr("Two columns, the whole page (%1 pt)").arg(FigureSettings::kPage), int(FigureWidth::Page));
    m_width->addItem(tr("In points"), int(FigureWidth::Points));
    m_colours->addItem(tr("As shown"), int(FigureColours::AsShown));
    m_colours->addItem(tr("Up to the map's largest weight"), int(FigureColours::Map));
    m_colours->addItem(tr("Up to the largest weight of all heads"), int(FigureColours::AllHeads));
    m_colours->addItem(tr("Up to each row's largest weight"), int(FigureColours::Row));
    for (const QString& format : {QStringLiteral("png"), QStringLiteral("svg"), QStringLiteral("pdf")})
        m_format->addItem(format.toUpper(), format);
    const QString points = tr(" pt");
    m_points->setSuffix(points);
    m_letters->setSuffix(points);

    const FigureSettings before = figureSettings();
    m_width->setCurrentIndex(m_width->findData(int(before.width)));
    m_colours->setCurrentIndex(m_colours->findData(int(before.colours)));
    m_format->setCurrentIndex(std::max(0, m_format->findData(before.format)));
    m_points->setValue(before.points);
    m_letters->setValue(before.letters);

    auto* form = new QFormLayout(this);
    form->setSpacing(Theme::instance().px(space::kPadding));
    form->addRow(tr("Width"), m_width);
    form->addRow(tr("Width in points"), m_points);
    form->addRow(tr("Text size"), m_letters);
    form->addRow(tr("Colours of attention maps"), m_colours);
    form->addRow(tr("Default format"), m_format);
    auto* buttons = new QDialogButtonBox(QDialogButtonBox::Ok | QDialogButtonBox::Cancel);
    form->addRow(buttons);
    connect(buttons, &QDialogButtonBox::accepted, this, &FigureDialog::accept);
    connect(buttons, &QDialogButtonBox::rejected, this, &FigureDialog::reject);
    connect(m_width, &QComboBox::currentIndexChanged, this, &FigureDialog::describe);
    describe();
}

FigureSettings FigureDialog::chosen() const {
    FigureSettings settings;
    settings.width = FigureWidth(m_width->currentData().toInt());
    settings.points = m_points->value();
    settings.letters = m_letters->value();
    settings.format = m_format->currentData().toString();
    settings.colours = FigureColours(m_colours->currentData().toInt());
    return settings;
}

void FigureDialog::accept() {
    rememberFigureSettings(chosen());
    QDialog::accept();
}

void FigureDialog::describe() {
    const FigureWidth width = chosen().width;
    m_points->setEnabled(width == FigureWidth::Points);
    m_points->setToolTip(width == FigureWidth::Points ? tr("In points; 72 points are one inch")
                                                      : tr("Used only if a width in points is chosen above"));
    m_letters->setEnabled(width != FigureWidth::Screen);
    m_letters->setToolTip(
        width == FigureWidth::Screen
            ? tr("The size is as on the screen; choose another width to set it")
            : tr("Applies to captions and tick labels. A picture that cannot be laid out again is scaled as a whole."));
}

}  // namespace recscope::ui
