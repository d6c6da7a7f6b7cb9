// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QByteArray>
#include <QWidget>
#include <memory>

class QSvgRenderer;

namespace recscope::ui {

/// Shows an SVG document in its own proportions, as large as its room allows up to a third above its own points.
class SvgView : public QWidget {
    Q_OBJECT
public:
    explicit SvgView(QWidget* parent = nullptr);
    ~SvgView() override;

    /// Nothing for an empty document.
    void setDocument(const QByteArray& svg);

    QSize sizeHint() const override;
    QSize minimumSizeHint() const override;

protected:
    void paintEvent(QPaintEvent* event) override;

private:
    QSizeF largest() const;

    std::unique_ptr<QSvgRenderer> m_renderer;
};

}  // namespace recscope::ui
