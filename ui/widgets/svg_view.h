// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QByteArray>
#include <QString>
#include <QWidget>
#include <memory>

class QSvgRenderer;

namespace recscope::ui {

struct Picture;

/// Shows an SVG document in its own proportions, as large as the room allows between 0.8 and 1.3 times its own size in
/// points (a scroll area handles what is higher than the room); the context menu saves it as PNG, SVG or PDF, or copies
/// it.
class SvgView : public QWidget {
    Q_OBJECT
public:
    explicit SvgView(QWidget* parent = nullptr);
    ~SvgView() override;

    /// Shows nothing for an empty document. `title` is used for the name of a saved file.
    void setDocument(const QByteArray& svg, const QString& title = {});
    bool isEmpty() const;
    /// The suffix decides the format; the outcome is announced (SavingEvent). Does nothing for an empty view.
    void exportTo(const QString& path);

    bool hasHeightForWidth() const override { return true; }
    int heightForWidth(int width) const override;
    QSize sizeHint() const override;
    QSize minimumSizeHint() const override;

public slots:
    /// Asks the person for the file.
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
