// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QString>
#include <QTimer>

class QCustomPlot;
class QFrame;
class QLabel;
class QToolButton;
class QWidget;

namespace recscope::ui {

class PlotLayout;

/// The widgets on top of a plot, which exported pictures do not contain: the hover tag with its guide line, messages,
/// the sentence shown without data, the export button and a control of the plot's owner.
class PlotOverlay {
public:
    explicit PlotOverlay(QCustomPlot& plot);

    QToolButton& exportButton() const { return *m_exportButton; }
    /// Replaces the owner's control, which is to the left of the export button; null = none.
    void setCornerWidget(QWidget* widget);
    /// Places the controls in the upper right corner. Returns the width that they leave, in pixels.
    int placeControls();

    void setEmptyText(const QString& sentence);
    void setEmpty(bool isEmpty);  ///< shows the sentence, if there is one, and disables the export button
    void placeEmptyText(const PlotLayout& layout);

    /// Shows the tag (rich text) for something at the pixel column `x`; `guided`: with a vertical line at `x`.
    void showTag(const QString& html, double x, int pointerY, const PlotLayout& layout, bool guided);
    void hideTag();
    QString tagText() const;  ///< without the formatting; empty while the tag is hidden

    void showMessage(const QString& sentence);  ///< for a few seconds
    void hideMessage();

    void applyTheme();

private:
    QCustomPlot& m_plot;
    QLabel *m_tag, *m_empty, *m_message;
    QFrame* m_guide;
    QToolButton* m_exportButton;
    QWidget* m_corner = nullptr;
    QTimer m_messageTimer;
};

}  // namespace recscope::ui
