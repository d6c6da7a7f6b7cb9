// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QDialog>

#include "ui/widgets/figure_settings.h"

class QComboBox;
class QDoubleSpinBox;

namespace recscope::ui {

/// Lets the user of the program choose how figures will be saved: width, letter height, colours of maps, format.
class FigureDialog : public QDialog {
    Q_OBJECT
public:
    explicit FigureDialog(QWidget* parent = nullptr);

    FigureSettings chosen() const;
    void accept() override;  ///< stores the choices

private:
    void describe();

    QComboBox *m_width, *m_colours, *m_format;
    QDoubleSpinBox *m_points, *m_letters;
};

}  // namespace recscope::ui
