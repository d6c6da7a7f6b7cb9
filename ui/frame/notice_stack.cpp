// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/frame/notice_stack.h"

#include <QAbstractScrollArea>
#include <QAccessible>
#include <QApplication>
#include <QDir>
#include <QEvent>
#include <QFileInfo>
#include <QHBoxLayout>
#include <QLabel>
#include <QPushButton>
#include <QToolButton>
#include <QVBoxLayout>
#include <algorithm>
#include <limits>

#include "ui/theme/icons.h"
#include "ui/theme/theme.h"
#include "ui/widgets/arrange.h"
#include "ui/widgets/notice_avoidance.h"
#include "ui/widgets/saving.h"

namespace recscope::ui {

namespace {

/// Display times of notices of severity Info. A notice with a button stays longer, because the user of the program
/// needs time to read it and reach the button.
constexpr int kInfoMilliseconds = 6000, kOfferMilliseconds = 15000;
constexpr int kScrollPause = 100;           ///< ms without scrolling after which the cards are placed anew
constexpr int kWidths[] = {720, 480, 340};  // widths of the cards to try, in design pixels
/// The cost of covering one pixel of a question that awaits an answer, and of a button or an input; that of text is 1.
constexpr double kQuestionCost = 100, kControlCost = 10;

/// The cost of covering one pixel of a widget. It is 0 for tables, plots and maps, which are too large to keep free.
double costOf(const QWidget& widget) {
    for (const char* kind : {"QAbstractButton", "QLineEdit", "QComboBox", "QAbstractSpinBox", "QAbstractSlider",
                             "QTabBar", "QHeaderView", "QProgressBar", "QTextEdit"})
        if (widget.inherits(kind)) return kControlCost;
    const auto* label = qobject_cast<const QLabel*>(&widget);
    return label && !label->text().isEmpty() ? 1 : 0;
}

/// True for the content of a scroll area, which moves with each step of scrolling.
bool isScrolled(const QWidget& widget) {
    const QWidget* viewport = widget.parentWidget();
    const auto* area = viewport ? qobject_cast<const QAbstractScrollArea*>(viewport->parentWidget()) : nullptr;
    return area && area->viewport() == viewport;
}

/// The visible part of the widget, in the host's coordinates: clipped by all its parents.
QRect seenIn(const QWidget& host, const QWidget& widget) {
    QRect seen = widget.rect();
    for (const QWidget* at = &widget; at != &host && !seen.isEmpty(); at = at->parentWidget())
        seen = seen.translated(at->pos()).intersected(at->parentWidget()->rect());
    return seen;
}

QIcon iconOf(Severity severity) {
    const Colours& colours = Theme::instance().colours();
    switch (severity) {
        case Severity::Error:
            return lineIcon(QStringLiteral("error"), colours.bad);
        case Severity::Warning:
            return lineIcon(QStringLiteral("warning"), colours.warning);
        case Severity::Info:
            break;
    }
    return lineIcon(QStringLiteral("info"), colours.accent);
}

/// Removes the card after this time, without fading it out: a graphics effect would make Qt lay out all hidden widgets
/// of the window, which takes tens of milliseconds.
void removeAfter(QFrame* card, int milliseconds) {
    QTimer::singleShot(milliseconds, card, [card, milliseconds] {
        if (card->underMouse())
            removeAfter(card, milliseconds);
        else
            card->deleteLater();
    });
}

}  // namespace

NoticeStack::NoticeStack(QWidget* host) : QWidget(host), m_cards(column({})) {
    setObjectName(QStringLiteral("notices"));
    arrange(this, m_cards);
    qApp->installEventFilter(this);  // any page may show a form below the cards
    m_settle.setSingleShot(true);
    connect(&m_settle, &QTimer::timeout, this, &NoticeStack::placeCards);
    hide();
}

void NoticeStack::setBottomMargin(int pixels) {
    m_bottomMargin = pixels;
    placeCards();
}

QList<QFrame*> NoticeStack::cards() const {
    return findChildren<QFrame*>(QStringLiteral("notice"), Qt::FindDirectChildrenOnly);
}

int NoticeStack::count() const {
    return int(cards().size());
}

void NoticeStack::notify(const QString& sentence, const QString& hint, Severity severity) {
    offer(sentence, hint, severity, {});
}

void NoticeStack::reportSaved(const QString& path) {
    const QFileInfo file(path);
    offer(tr("Saved %1").arg(file.fileName()), tr("in %1").arg(QDir::toNativeSeparators(file.absolutePath())),
          Severity::Info, {tr("Show in folder"), [path] { showInFolder(path); }});
}

void NoticeStack::reportNotSaved(const QString& path, const QString& reason) {
    notify(tr("%1 was not saved: %2.").arg(QDir::toNativeSeparators(path), reason),
           tr("Choose a folder you can write to."), Severity::Error);
}

void NoticeStack::offer(const QString& sentence, const QString& hint, Severity severity, const NoticeOffer& offer) {
    const QList<QFrame*> before = cards();
    for (QFrame* card : before)
        if (card->property("sentence") == sentence) delete card;  // a repeated sentence is shown once, as the newest
    while (count() >= kShown) delete cards().front();

    const Theme& theme = Theme::instance();
    auto* card = new QFrame(this);
    card->setObjectName(QStringLiteral("notice"));
    card->setProperty("card", true);
    card->setProperty("sentence", sentence);
    card->setProperty("isWarning", severity == Severity::Warning);
    card->setAccessibleName(sentence + QLatin1Char(' ') + hint);
    auto* icon = new QLabel;
    icon->setPixmap(iconOf(severity).pixmap(QSize(theme.px(20), theme.px(20)), devicePixelRatioF()));
    auto* text = new QLabel(hint.isEmpty() ? sentence : sentence + QLatin1Char('\n') + hint);
    text->setTextFormat(Qt::PlainText);
    text->setWordWrap(true);
    text->setTextInteractionFlags(Qt::TextSelectableByMouse);
    QHBoxLayout* line = row({aligned(icon, Qt::AlignTop), grow(text)}, 10);
    if (offer.act) {
        auto* button = new QPushButton(offer.text);
        button->setObjectName(QStringLiteral("noticeOffer"));
        connect(button, &QPushButton::clicked, card, [card, act = offer.act] {
            act();
            card->deleteLater();
        });
        line->addWidget(button, 0, Qt::AlignVCenter);
    }
    auto* close = new QToolButton;
    close->setObjectName(QStringLiteral("dismissNotice"));
    close->setIcon(lineIcon(QStringLiteral("close")));
    close->setIconSize(QSize(theme.px(14), theme.px(14)));
    close->setToolTip(tr("Dismiss (Esc)"));
    close->setAccessibleName(tr("Dismiss"));
    connect(close, &QToolButton::clicked, card, &QObject::deleteLater);
    line->addWidget(close, 0, Qt::AlignTop);
    arrange(card, line, {12, space::kPadding, space::kPadding, space::kPadding});
    connect(card, &QObject::destroyed, &m_settle, [this] { m_settle.start(0); });
    if (severity == Severity::Info) removeAfter(card, offer.act ? kOfferMilliseconds : kInfoMilliseconds);
    m_cards->addWidget(card);
    card->show();
    placeCards();
    QAccessibleEvent alert(card, QAccessible::Alert);
    QAccessible::updateAccessibility(&alert);
}

void NoticeStack::dismissAll() {
    for (QFrame* card : cards()) delete card;
    placeCards();
}

void NoticeStack::dismissWarnings() {
    for (QFrame* card : cards())
        if (card->property("isWarning").toBool()) delete card;
    placeCards();
}

bool NoticeStack::eventFilter(QObject* watched, QEvent* event) {
    if (event->type() == QEvent::Resize && watched == parent()) placeCards();
    // A widget to keep free has moved, changed size, appeared or disappeared; its place is known only after the layout.
    const bool mayMove = event->type() == QEvent::Resize || event->type() == QEvent::Move ||
                         event->type() == QEvent::Show || event->type() == QEvent::Hide;
    if (!mayMove || count() == 0 || watched == parent() || !watched->isWidgetType()) return false;
    const auto* widget = static_cast<QWidget*>(watched);
    if (widget == this || !parentWidget()->isAncestorOf(widget) || isAncestorOf(widget)) return false;
    const bool isDue = m_settle.isActive() && m_settle.interval() == 0;
    if (event->type() != QEvent::Move || !isScrolled(*widget))
        m_settle.start(0);
    else if (!isDue)
        m_settle.start(kScrollPause);
    return false;
}

int NoticeStack::heightFor(int width) const {
    return m_cards->hasHeightForWidth() ? m_cards->totalHeightForWidth(width) : sizeHint().height();
}

/// The areas to keep free, in the host's coordinates.
QList<NoticeStack::KeptArea> NoticeStack::areasToKeepFree() {
    QWidget* host = parentWidget();
    QList<KeptArea> kept;
    for (QWidget* widget : widgetsNotToCover()) {
        if (!host->isAncestorOf(widget)) continue;
        if (widget->isVisible()) kept.push_back({QRect(widget->mapTo(host, QPoint()), widget->size()), kQuestionCost});
    }
    for (const QWidget* widget : host->findChildren<QWidget*>()) {
        const double cost = costOf(*widget);
        if (cost == 0 || !widget->isVisible() || isAncestorOf(widget)) continue;
        if (const QRect seen = seenIn(*host, *widget); !seen.isEmpty()) kept.push_back({seen, cost});
    }
    return kept;
}

QRect NoticeStack::bounds() const {
    const Theme& theme = Theme::instance();
    return parentWidget()->rect().adjusted(theme.px(space::kPageMargin), theme.px(space::kPadding),
                                           -theme.px(space::kPageMargin), -m_bottomMargin - theme.px(space::kPadding));
}

/// The lowest place where the cards cover nothing that the user of the program reads or clicks; tries narrower cards if
/// wide cards do not fit. If there is no such place, returns the place where the cards cover least. Keeps the current
/// place while the cards cover nothing there.
QRect NoticeStack::bestPlace() {
    const Theme& theme = Theme::instance();
    const QRect bounds = this->bounds();
    const QList<KeptArea> kept = areasToKeepFree();
    const auto covered = [&kept](const QRect& place) {
        double sum = 0;
        for (const auto& [rect, weight] : kept) {
            const QRect both = place.intersected(rect);
            if (!both.isEmpty()) sum += weight * double(both.width()) * both.height();
        }
        return sum;
    };
    const bool isPlaced = isVisible() && height() == heightFor(width()) && bounds.contains(geometry());
    if (isPlaced && covered(geometry()) == 0) return geometry();
    const int minHeight = heightFor(bounds.width());
    QRect best(bounds.left(), bounds.bottom() - minHeight + 1, bounds.width(), minHeight);
    double least = std::numeric_limits<double>::max();
    for (const int requested : kWidths) {
        const int width = std::min(theme.px(requested), bounds.width()), height = heightFor(width);
        const int middle = bounds.center().x() - width / 2, right = bounds.right() - width + 1;
        for (int top = bounds.bottom() - height + 1; top >= bounds.top(); top -= theme.px(space::kPadding))
            for (const int left : {middle, right, bounds.left()}) {
                const QRect place(left, top, width, height);
                const double sum = covered(place);
                if (sum == 0) return place;
                if (sum < least) {
                    least = sum;
                    best = place;
                }
            }
    }
    return best;
}

void NoticeStack::placeCards() {
    if (count() == 0) {
        hide();
        return;
    }
    m_cards->activate();
    const QRect place = bestPlace();
    const bool isOnTop = parentWidget()->children().last() == this;
    if (isVisible() && isOnTop && place == geometry()) return;
    setFixedWidth(place.width());
    setGeometry(place);
    show();
    raise();
}

}  // namespace recscope::ui
