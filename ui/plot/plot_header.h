// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <qcustomplot.h>

#include <vector>

namespace recscope::ui {

/// Title and legend above the axes, so that neither covers data. The legend is to the right of the title if it fits
/// there, otherwise in lines below the title.
class PlotHeader : public QCPLayoutElement {
public:
    struct Entry {
        QString name;
        QPen pen;             ///< style NoPen: marker only
        int marker = -1;      ///< RunStyle::marker
        bool filled = false;  ///< bars: a filled square
    };

    explicit PlotHeader(QCustomPlot* plot);

    void setTitle(const QString& title);
    void setEntries(std::vector<Entry> entries);
    /// Lays out title and legend for this width in pixels. The resulting height is at least `minHeight`, the height
    /// of the widgets beside the header, and takes effect at the next replot.
    void layOut(int width, int minHeight);

    QSize minimumOuterSizeHint() const override;
    QSize maximumOuterSizeHint() const override;

protected:
    void draw(QCPPainter* painter) override;
    void applyDefaultAntialiasingHint(QCPPainter* painter) const override;

private:
    /// The places of an entry's swatch and text relative to the header, and the text, elided if necessary.
    struct EntryLayout {
        QRect swatch, text;
        QString shown;
    };
    QString m_title;
    std::vector<Entry> m_entries;
    std::vector<EntryLayout> m_entryLayouts;
    QRect m_titleRect;
    int m_height = 0;
};

}  // namespace recscope::ui
