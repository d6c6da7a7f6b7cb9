// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QByteArray>
#include <QString>
#include <QWidget>
#include <memory>

class QSvgRenderer;

namespace recscope::ui {

struct Picture;

/// Shows an SVG document in its own proportions, as large as its room allows between a fifth below and a third above
/// its own points (what is higher than that is for a scroll area); the context menu saves it as PNG, SVG or PDF, or
/// copies it.
class SvgView : public QWidget {
    Q_OBJECT
public:
    explicit SvgView(QWidget* parent = nullptr);
    ~SvgView() override;

    /// Nothing for an empty document. `title` names the file it is saved in.
    void setDocument(const QByteArray& svg, const QString& title = {});
    bool isEmpty() const;
    /// By suffix; the end is announced (SavingEvent). Nothing for an empty view.
    void exportTo(const QString& path);

    bool hasHeightForWidth() const override { return true; }
    int heightForWidth(int width) const override;
    QSize sizeHint() const override;
    QSize minimumSizeHint() const override;

public slots:
    /// Asks for the file.
    void save();

protected:
    void paintEvent(QPaintEvent* event) override;
    void contextMenuEvent(QContextMenuEvent* event) override;

private:
    QSizeF largest() const;
    Picture picture() const;

    std::unique_ptr<QSvgRenderer> m_renderer;
    QString m_title;
};

}  // namespace recscope::ui
