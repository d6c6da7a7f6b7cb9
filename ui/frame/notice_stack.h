// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QFrame>
#include <QTimer>
#include <functional>

#include "ui/session/session.h"

class QVBoxLayout;

namespace recscope::ui {

/// What a notice offers to do, as a button on its card.
struct NoticeOffer {
    QString text;
    std::function<void()> act;
};

/// What the program has to say, as small cards over the lower edge of a widget: errors and warnings stay until they are
/// dismissed, a warning also with the page or dataset on which somebody tried what it refuses; infos go by themselves,
/// later if they offer something and not while the pointer is on them. At most
/// `kShown` are seen; older ones make room. They stand at the lowest place where they cover nothing that is read or
/// clicked: what is kept free of them (kept_free.h), controls and labels.
class NoticeStack : public QWidget {
    Q_OBJECT
public:
    static constexpr int kShown = 3;

    /// Lies over `host` and follows its size; `bottomMargin` keeps the job strip free.
    explicit NoticeStack(QWidget* host);

    void setBottomMargin(int pixels);
    int count() const;
    /// With a button that does what is offered and dismisses the card.
    void offer(const QString& sentence, const QString& hint, Severity severity, const NoticeOffer& offer);
    /// Where a file now is, with "Show in folder".
    void reportSaved(const QString& path);
    void reportNotSaved(const QString& path, const QString& reason);

public slots:
    void notify(const QString& sentence, const QString& hint, recscope::ui::Severity severity);
    void dismissAll();
    /// Another page or dataset is shown.
    void dismissWarnings();

protected:
    bool eventFilter(QObject* watched, QEvent* event) override;

private:
    void standAtTheBottom();
    int heightFor(int width) const;
    /// What may not be covered, and how much covering it would cost.
    struct Kept {
        QRect rect;
        double weight;
    };
    QList<Kept> keptFree();
    QRect freePlace();
    QList<QFrame*> cards() const;

    QVBoxLayout* m_cards;
    int m_bottomMargin = 0;
    QTimer m_settle;  ///< once for all that moves at a time
};

}  // namespace recscope::ui
