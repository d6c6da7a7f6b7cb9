// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/learn/handout_maker.h"

#include <QCoreApplication>
#include <QPushButton>
#include <QSlider>
#include <QToolButton>
#include <QVBoxLayout>
#include <QWidget>
#include <algorithm>
#include <utility>

#include "ui/learn/chapter_widget.h"
#include "ui/learn/chapters/chapters.h"
#include "ui/learn/course.h"
#include "ui/learn/live_curves.h"
#include "ui/theme/theme.h"

namespace recscope::ui {

namespace {

constexpr int kTickInterval = 30;  ///< milliseconds between two timer ticks
constexpr int kMinTicks = 3;       ///< ticks to wait at least, so that deferred layout and painting are done
/// Ticks to wait at most, i.e. a minute: if the numbers of a step are not known by then, the picture is taken anyway.
constexpr int kMaxTicks = 60'000 / kTickInterval;
constexpr QSize kSize{1000, 560};  ///< design pixels

}  // namespace

QImage pictureWithoutControls(QWidget& widget) {
    std::vector<QWidget*> hidden;
    for (QWidget* control : widget.findChildren<QWidget*>()) {
        const bool isControl = qobject_cast<QPushButton*>(control) || qobject_cast<QToolButton*>(control) ||
                               qobject_cast<QSlider*>(control);
        if (!isControl || control->isHidden()) continue;
        control->hide();
        hidden.push_back(control);
    }
    // A layout request reaches only one level of nested layouts at a time, so requests are delivered once per level.
    constexpr int kLayoutLevels = 4;
    for (int level = 0; level < kLayoutLevels; ++level)
        QCoreApplication::sendPostedEvents(nullptr, QEvent::LayoutRequest);
    QImage image = widget.grab().toImage();
    for (QWidget* control : hidden) control->show();
    return image;
}

HandoutMaker::HandoutMaker(Course& course, const std::vector<Chapter>& chapters, std::vector<int> requested,
                           Reader reader, std::function<ChapterWidget*(int)> pageWidget,
                           std::function<int(int)> pageStep, QObject* parent)
    : QObject(parent),
      m_course(course),
      m_chapters(chapters),
      m_requested(std::move(requested)),
      m_reader(reader),
      m_pageWidget(std::move(pageWidget)),
      m_pageStep(std::move(pageStep)) {
    m_timer.setInterval(kTickInterval);
    connect(&m_timer, &QTimer::timeout, this, &HandoutMaker::takePicture);
}

HandoutMaker::~HandoutMaker() = default;

void HandoutMaker::start() {
    beginChapter();
}

ChapterWidget* HandoutMaker::picturedWidget() const {
    return m_own ? m_own : m_borrowed;
}

int HandoutMaker::stepCount() const {
    return std::max(1, int(m_chapters[std::size_t(m_requested[m_current])].steps.size()));
}

void HandoutMaker::beginChapter() {
    if (m_current == m_requested.size()) {
        emit made(m_made);
        return;
    }
    const int chapter = m_requested[m_current];
    const Chapter& shownChapter = m_chapters[std::size_t(chapter)];
    m_made.push_back({.chapter = shownChapter,
                      .number = chapter + 1,
                      .pictures = {},
                      .choices = {},
                      .right = {},
                      .finding = {},
                      .withAnswers = m_reader == Reader::Teacher});
    m_step = m_ticks = 0;
    if (shownChapter.needsCauses && !m_course.knowsCauses())
        return endChapter();  // this dataset cannot show the chapter
    ChapterWidget* onPage = m_pageWidget(chapter);
    const auto* curves = onPage ? onPage->findChild<LiveCurves*>() : nullptr;
    // Trained models reveal the answer: only the teacher's handout shows them.
    if (m_reader == Reader::Teacher && curves && curves->isDone()) {
        m_borrowed = onPage;
    } else {
        m_offscreen = std::make_unique<QWidget>();
        m_offscreen->setAttribute(Qt::WA_DontShowOnScreen);
        m_own = makeChapterWidget(shownChapter.key, m_course);
        auto* layout = new QVBoxLayout(m_offscreen.get());
        layout->addWidget(m_own);
        m_offscreen->resize(Theme::instance().px(kSize.width()), Theme::instance().px(kSize.height()));
        m_offscreen->show();
        if (m_reader == Reader::Teacher) m_own->reveal();
    }
    picturedWidget()->showStep(0);
    m_timer.start();
}

/// Called at each timer tick; takes the picture once the numbers of the step are known or the wait has timed out.
void HandoutMaker::takePicture() {
    ++m_ticks;
    if (m_ticks < kMinTicks || (picturedWidget()->isWaiting() && m_ticks < kMaxTicks)) return;
    m_made.back().pictures.push_back(pictureWithoutControls(*picturedWidget()));
    m_ticks = 0;
    if (++m_step < stepCount()) return picturedWidget()->showStep(m_step);
    m_timer.stop();
    Handout& handout = m_made.back();
    handout.choices = picturedWidget()->printedChoices();
    handout.right = picturedWidget()->rightOptions();
    handout.finding = picturedWidget()->finding();
    endChapter();
}

void HandoutMaker::endChapter() {
    if (m_borrowed) m_borrowed->showStep(m_pageStep(m_requested[m_current]));
    m_borrowed = m_own = nullptr;
    m_offscreen.reset();
    ++m_current;
    beginChapter();
}

}  // namespace recscope::ui
