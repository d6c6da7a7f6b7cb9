// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/timeline/timeline_controls.h"

#include <QLabel>
#include <QMouseEvent>
#include <QPainter>
#include <QStyle>
#include <QStyleOptionSlider>
#include <QToolButton>
#include <algorithm>

#include "ui/theme/icons.h"
#include "ui/theme/theme.h"
#include "ui/widgets/arrange.h"
#include "ui/widgets/number_text.h"

namespace recscope::ui {

namespace {
// Playing a whole timeline takes about `kWholeTimeline`, whatever its number of frames. Each frame is shown for at
// least `kShortest`, so that it can be seen, and for at most `kLongest`.
constexpr int kWholeTimeline = 15'000, kShortest = 80, kLongest = 600;  ///< ms
/// Design pixels: size of the mark above the kept epoch.
constexpr int kMark = 9;
}  // namespace

EpochSlider::EpochSlider(QWidget* parent) : QSlider(Qt::Horizontal, parent) {}

void EpochSlider::setMark(int value) {
    if (m_mark == value) return;
    m_mark = value;
    update();
}

EpochSlider::Track EpochSlider::track() const {
    QStyleOptionSlider option;
    initStyleOption(&option);
    const QRect groove = style()->subControlRect(QStyle::CC_Slider, &option, QStyle::SC_SliderGroove, this);
    const int handle = style()->subControlRect(QStyle::CC_Slider, &option, QStyle::SC_SliderHandle, this).width();
    return {groove.left() + handle / 2, groove.width() - handle};
}

int EpochSlider::markX() const {
    if (m_mark < minimum() || m_mark > maximum()) return -1;
    const auto [first, length] = track();
    return first + QStyle::sliderPositionFromValue(minimum(), maximum(), m_mark, length);
}

int EpochSlider::valueAt(const QPoint& point) const {
    const int size = Theme::instance().px(kMark);
    // With hundreds of epochs, the mark is above several of them; a click on the mark chooses the marked epoch.
    if (const int x = markX(); x >= 0 && point.y() < size && 2 * std::abs(point.x() - x) <= size) return m_mark;
    const auto [first, length] = track();
    return QStyle::sliderValueFromPosition(minimum(), maximum(), point.x() - first, length);
}

void EpochSlider::mousePressEvent(QMouseEvent* event) {
    QStyleOptionSlider option;
    initStyleOption(&option);
    const auto part = style()->hitTestComplexControl(QStyle::CC_Slider, &option, event->pos(), this);
    const bool onMark = valueAt(event->pos()) == m_mark && event->pos().y() < Theme::instance().px(kMark);
    if (event->button() != Qt::LeftButton || (part == QStyle::SC_SliderHandle && !onMark))
        return QSlider::mousePressEvent(event);
    m_dragging = true;
    setSliderDown(true);
    setSliderPosition(valueAt(event->pos()));
}

void EpochSlider::mouseMoveEvent(QMouseEvent* event) {
    if (!m_dragging) return QSlider::mouseMoveEvent(event);
    const auto [first, length] = track();
    setSliderPosition(QStyle::sliderValueFromPosition(minimum(), maximum(), event->pos().x() - first, length));
}

void EpochSlider::mouseReleaseEvent(QMouseEvent* event) {
    if (!m_dragging) return QSlider::mouseReleaseEvent(event);
    m_dragging = false;
    setSliderDown(false);
}

void EpochSlider::paintEvent(QPaintEvent* event) {
    QSlider::paintEvent(event);
    const int x = markX();
    if (x < 0) return;
    const Theme& theme = Theme::instance();
    const double size = theme.px(kMark);
    QPainter painter(this);
    painter.setRenderHint(QPainter::Antialiasing);
    painter.setPen(Qt::NoPen);
    painter.setBrush(theme.colours().accent);
    painter.drawPolygon(QPolygonF({QPointF(x - size / 2, 0), QPointF(x + size / 2, 0), QPointF(x, size * 0.75)}));
}

QSize EpochSlider::sizeHint() const {
    // Room for the mark above the handle; otherwise the mark would cover the handle.
    return QSlider::sizeHint() + QSize(0, Theme::instance().px(kMark));
}

TimelineControls::TimelineControls(QWidget* parent)
    : QWidget(parent), m_play(new QToolButton), m_slider(new EpochSlider), m_label(new QLabel) {
    m_play->setObjectName(QStringLiteral("timelinePlay"));
    m_slider->setObjectName(QStringLiteral("timelineSlider"));
    m_slider->setAccessibleName(tr("Epoch of the timeline"));
    m_slider->setToolTip(
        tr("Click an epoch or drag along the axis; the arrow keys move by one, Home and End go to the first and "
           "last.\nThe mark is at the epoch that is kept, the best on validation: the lists on other pages come from "
           "it."));
    m_slider->setSingleStep(1);
    m_label->setObjectName(QStringLiteral("timelineEpoch"));
    arrange(this, row({m_play, grow(m_slider), m_label}));
    connect(m_play, &QToolButton::clicked, this, [this] { setPlaying(!isPlaying()); });
    connect(m_slider, &QSlider::sliderPressed, this, [this] { setPlaying(false); });
    connect(m_slider, &QSlider::valueChanged, this, [this] {
        m_waiting = true;
        describe();
        emit epochRequested(epoch());
    });
    connect(&m_tick, &QTimer::timeout, this, &TimelineControls::advance);
    describe();
}

std::int64_t TimelineControls::epoch() const {
    const int index = m_slider->value();
    return index < int(m_epochs.size()) ? m_epochs[std::size_t(index)] : 0;
}

std::int64_t TimelineControls::keptOrLast() const {
    if (std::find(m_epochs.begin(), m_epochs.end(), m_best) != m_epochs.end()) return m_best;
    return m_epochs.empty() ? 0 : m_epochs.back();
}

void TimelineControls::goTo(std::int64_t epoch) {
    const auto found = std::find(m_epochs.begin(), m_epochs.end(), epoch);
    if (found != m_epochs.end()) m_slider->setValue(int(found - m_epochs.begin()));
}

void TimelineControls::setEpochs(std::vector<std::int64_t> epochs, std::int64_t bestEpoch) {
    const std::int64_t before = epoch();
    const bool follows = m_epochs.empty() || before == m_epochs.back();
    m_best = bestEpoch;
    const bool isChanged = epochs != m_epochs;
    m_epochs = std::move(epochs);
    if (isChanged) {
        const int last = std::max(0, int(m_epochs.size()) - 1);
        const auto kept = std::find(m_epochs.begin(), m_epochs.end(), before);
        const QSignalBlocker quiet(m_slider);
        m_slider->setRange(0, last);
        m_slider->setPageStep(std::max(1, last / 10));
        m_slider->setValue(follows || kept == m_epochs.end() ? last : int(kept - m_epochs.begin()));
        m_tick.setInterval(std::clamp(kWholeTimeline / (last + 1), kShortest, kLongest));
    }
    if (m_epochs.size() < 2) setPlaying(false);
    describe();
    if (epoch() != before) {
        m_waiting = true;
        emit epochRequested(epoch());
    }
}

void TimelineControls::setPlaying(bool playing) {
    if (playing == isPlaying() || (playing && m_epochs.size() < 2)) return;
    if (playing) {
        // At the end, playing restarts from the beginning.
        if (m_slider->value() == m_slider->maximum()) m_slider->setValue(0);
        m_tick.start();
    } else {
        m_tick.stop();
    }
    describe();
}

void TimelineControls::frameIsShown() {
    m_waiting = false;
}

void TimelineControls::advance() {
    if (m_waiting) return;  // no frame may be skipped
    if (m_slider->value() < m_slider->maximum()) m_slider->setValue(m_slider->value() + 1);
    if (m_slider->value() == m_slider->maximum()) setPlaying(false);
}

void TimelineControls::describe() {
    const QString action = isPlaying() ? tr("Pause the timeline") : tr("Play the timeline");
    m_play->setIcon(lineIcon(isPlaying() ? QStringLiteral("pause") : QStringLiteral("play")));
    m_play->setAccessibleName(action);
    m_play->setEnabled(m_epochs.size() > 1);
    m_play->setToolTip(m_epochs.size() > 1
                           ? action
                           : tr("One epoch is not a timeline yet: it can be played from the second epoch on"));
    m_slider->setEnabled(m_epochs.size() > 1);
    const auto kept = std::find(m_epochs.begin(), m_epochs.end(), m_best);
    m_slider->setMark(m_best > 0 && kept != m_epochs.end() ? int(kept - m_epochs.begin()) : -1);
    QString text;
    if (!m_epochs.empty()) {
        text = tr("epoch %1 of %2").arg(wholeNumber(epoch()), wholeNumber(m_epochs.back()));
        if (m_best > 0) text += epoch() == m_best ? tr(" · kept") : tr(" · kept: %1").arg(wholeNumber(m_best));
    }
    m_label->setText(text);
    m_slider->setAccessibleDescription(text);
    // The label is as wide as its longest text, so that the slider keeps its length while its value changes.
    const QString longest = m_epochs.empty()
                                ? QString()
                                : tr("epoch %1 of %2").arg(wholeNumber(m_epochs.back()), wholeNumber(m_epochs.back())) +
                                      tr(" · kept: %1").arg(wholeNumber(m_epochs.back()));
    m_label->setMinimumWidth(QFontMetrics(m_label->font()).horizontalAdvance(longest));
}

}  // namespace recscope::ui
