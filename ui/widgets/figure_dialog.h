// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QDialog>

#include "ui/widgets/figure_settings.h"

class QComboBox;
class QDoubleSpinBox;

namespace recscope::ui {

/// Asks how figures are saved from now on: width, height of the letters, colours of maps, format.
class FigureDialog : public QDialog {
    Q_OBJECT
public:
    explicit FigureDialog(QWidget* parent = nullptr);

    FigureSettings chosen() const;
    void accept() override;  ///< remembers

private:
    void describe();

    QComboBox *m_width, *m_colours, *m_format;
    QDoubleSpinBox *m_points, *m_letters;
};

}  // namespace recscope::ui
