// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QFrame>
#include <QTimer>
#include <functional>

#include "ui/session/session.h"

class QVBoxLayout;

namespace recscope::ui {

/// An action that a notice offers, as a button on its card.
struct NoticeOffer {
    QString text;
    std::function<void()> act;
};

/// Notices as small cards over the lower edge of a widget. Errors and warnings stay until they are dismissed; warnings
/// also disappear when another page or dataset is shown. Infos disappear after some seconds (more if they offer an
/// action), but not while the pointer is on them. At most `kShown` notices are visible; older ones are removed. The
/// cards are placed as low as possible where they cover nothing that the user of the program reads or clicks: no
/// control, no label, and no area marked with the functions of notice_avoidance.h. They move when such a widget appears
/// below them.
class NoticeStack : public QWidget {
    Q_OBJECT
public:
    static constexpr int kShown = 3;

    /// Overlays `host` and follows its size. `setBottomMargin` keeps the cards off the job strip.
    explicit NoticeStack(QWidget* host);

    void setBottomMargin(int pixels);
    int count() const;
    /// A notice with a button that performs `offer` and dismisses the card.
    void offer(const QString& sentence, const QString& hint, Severity severity, const NoticeOffer& offer);
    /// Reports where a file was saved, with the button "Show in folder".
    void reportSaved(const QString& path);
    void reportNotSaved(const QString& path, const QString& reason);

public slots:
    void notify(const QString& sentence, const QString& hint, recscope::ui::Severity severity);
    void dismissAll();
    /// To be called when another page or dataset is shown.
    void dismissWarnings();

protected:
    bool eventFilter(QObject* watched, QEvent* event) override;

private:
    void placeCards();
    int heightFor(int width) const;  ///< height of all cards at this width, in pixels
    /// An area to keep free of cards.
    struct KeptArea {
        QRect rect;
        double weight;  ///< cost of covering one pixel
    };
    QList<KeptArea> areasToKeepFree();
    QRect bounds() const;  ///< the area in which cards may be placed
    QRect bestPlace();
    QList<QFrame*> cards() const;

    QVBoxLayout* m_cards;
    int m_bottomMargin = 0;
    /// Delays placing the cards, so that they are placed once after simultaneous changes, and once after scrolling.
    QTimer m_settle;
};

}  // namespace recscope::ui
