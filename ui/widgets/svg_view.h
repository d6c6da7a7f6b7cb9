// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QByteArray>
#include <QString>
#include <QWidget>
#include <memory>

class QSvgRenderer;

namespace recscope::ui {

struct Picture;

/// Shows an SVG document in its own proportions, as large as the space allows, up to 1.3 times its own size (one
/// unit of its view box is one design pixel). The view requests the height that the document has at 0.8 times its own
/// size, or less if the width allows only a smaller scale. If there is less height, the surrounding scroll area
/// scrolls. The context menu saves the document as PNG, SVG or PDF, or copies it.
class SvgView : public QWidget {
    Q_OBJECT
public:
    explicit SvgView(QWidget* parent = nullptr);
    ~SvgView() override;

    /// Sets the document; an empty one shows nothing. `title` becomes part of a saved file's name.
    void setDocument(const QByteArray& svg, const QString& title = {});
    bool isEmpty() const;
    /// Saves the document in the format of the path's suffix and announces the outcome (SavingEvent). Does nothing if
    /// the view is empty.
    void exportTo(const QString& path);

    bool hasHeightForWidth() const override { return true; }
    int heightForWidth(int width) const override;
    QSize sizeHint() const override;
    QSize minimumSizeHint() const override;

public slots:
    /// Asks for a file in a dialog and saves the document.
    void save();

protected:
    void paintEvent(QPaintEvent* event) override;
    void contextMenuEvent(QContextMenuEvent* event) override;

private:
    QSizeF maxSize() const;
    Picture picture() const;

    std::unique_ptr<QSvgRenderer> m_renderer;
    QString m_title;
};

}  // namespace recscope::ui
