// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/frame/workspace_view.h"

#include <QEvent>
#include <QFileInfo>
#include <QScrollArea>
#include <QScrollBar>
#include <QSplitter>
#include <QTimer>
#include <QVBoxLayout>

#include "core/store/dataset_editor.h"
#include "core/store/dataset_store.h"
#include "ui/data/sample_job.h"
#include "ui/frame/job_strip.h"
#include "ui/frame/pages.h"
#include "ui/frame/rail.h"
#include "ui/frame/reading_bar.h"
#include "ui/frame/top_bar.h"
#include "ui/frame/ui_state_store.h"
#include "ui/jobs/job_runner.h"
#include "ui/jobs/kept_work.h"
#include "ui/runs/training_controller.h"
#include "ui/session/run_weights.h"
#include "ui/session/session.h"
#include "ui/session/ui_state.h"
#include "ui/theme/theme.h"
#include "ui/train/resume_bar.h"
#include "ui/widgets/arrange.h"
#include "ui/widgets/settings.h"
#include "ui/widgets/shown_stack.h"
#include "ui/widgets/stateful_splitter.h"
#include "ui/widgets/subject.h"

namespace recscope::ui {

namespace {

/// The minimum size of a page, in design pixels. If large text in a small window leaves less, the page scrolls.
constexpr int kPageWidth = 920, kPageHeight = 540;

const QString kPageKey = QStringLiteral("page"), kDatasetKey = QStringLiteral("dataset"),
              kRunKey = QStringLiteral("run");

QString workspacePath(const Session& session) {
    return QString::fromStdString(session.jobs().workspacePath().string());
}

/// True if the view must store the sizes of this splitter. A StatefulSplitter stores its own sizes, and only those that
/// the user of the program chose.
bool isStoredHere(const QSplitter* splitter) {
    return !splitter->objectName().isEmpty() && !qobject_cast<const StatefulSplitter*>(splitter);
}

}  // namespace

WorkspaceView::WorkspaceView(Session& session, QMenu* menu, Opening opening, QWidget* parent)
    : QWidget(parent),
      m_session(session),
      m_rail(new Rail),
      m_topBar(new TopBar(session, menu)),
      m_pages(new ShownStack),
      m_scroll(new QScrollArea),
      m_uiStates(new UiStateStore(session, this)),
      m_strip(new JobStrip(session.jobs(), QFileInfo(workspacePath(session)).completeBaseName())) {
    m_scroll->setObjectName(QStringLiteral("pages"));
    m_scroll->setFocusPolicy(Qt::NoFocus);
    m_scroll->setFrameShape(QFrame::NoFrame);
    m_scroll->setWidgetResizable(true);
    m_scroll->setWidget(m_pages);
    // The box is hidden in presentation mode; the bar in it hides itself when it has nothing to offer.
    QWidget* bar = boxed(column({barAbovePages()}, 0));
    QVBoxLayout* right = column({m_topBar, bar, grow(m_scroll), m_strip}, 0);
    arrange(this, row({m_rail, grow(right)}, 0));

    for (const PageEntry& entry : pageEntries())
        m_toMake.insert(entry.id, [this, make = entry.make] { return make(m_session, m_pages); });

    const auto updatePageSize = [this] {
        const Theme& theme = Theme::instance();
        // In presentation mode the text size depends on the screen: the page has the size of the viewport, or more if
        // the user of the program has chosen a larger scale.
        m_pages->setMinimumPageSize(!theme.isPresenting() ? QSize(theme.px(kPageWidth), theme.px(kPageHeight))
                                    : theme.scale() > 1   ? m_scroll->viewport()->size() * theme.scale()
                                                          : QSize());
    };
    connect(&Theme::instance(), &Theme::changed, this, updatePageSize);
    updatePageSize();
    m_strip->installEventFilter(this);
    connect(m_rail, &Rail::pageClicked, this, &WorkspaceView::showPage);
    connect(&session, &Session::pageRequested, this, &WorkspaceView::showPage);
    connect(&session, &Session::presentationRequested, this, [this, bar](bool presenting) {
        for (QWidget* frame : std::initializer_list<QWidget*>{m_rail, m_topBar, bar, m_strip})
            frame->setVisible(!presenting);
        window()->setWindowState(window()->windowState().setFlag(Qt::WindowFullScreen, presenting));
    });
    describeSubject(this, [&session](Subject& subject) {
        if (const auto dataset = session.dataset()) subject.dataset = QString::fromStdString(dataset->name);
        if (const auto run = session.run()) subject.runs = {QString::fromStdString(run->name)};
    });
    connect(&session, &Session::datasetChanged, this, &WorkspaceView::datasetChanged);
    connect(&session, &Session::runChanged, this, &WorkspaceView::rememberRun);
    restoreState();
    if (opening == Opening::First)
        fillWorkspace();
    else
        session.refreshDatasets();
    makeRemainingPages();
}

QWidget* WorkspaceView::barAbovePages() {
    if (!m_session.jobs().isReadOnly()) return new ResumeBar(m_session, trainingOf(m_session));
    auto* reading = new ReadingBar(m_session);
    connect(reading, &ReadingBar::reopenRequested, this, &WorkspaceView::reopenRequested);
    return reading;
}

TableFacts WorkspaceView::tableFacts() const {
    TableFacts facts;
    const auto dataset = m_session.dataset();
    if (dataset) facts.emplace_back(tr("Dataset"), QString::fromStdString(dataset->name));
    const auto run = m_session.run();
    if (run && m_page == PageId::Explore) {
        facts.emplace_back(tr("Run"), QString::fromStdString(run->name));
        facts.emplace_back(tr("Weights"), keptWeightsText(*run));
    }
    return facts;
}

/// The page, created now if necessary.
QWidget* WorkspaceView::page(PageId id) {
    const auto waiting = m_toMake.constFind(id);
    if (waiting == m_toMake.constEnd()) return m_byId.value(id);
    const std::function<QWidget*()> make = *waiting;
    m_toMake.erase(waiting);
    // Style changes are held back while the page is created. Otherwise each nested layout would notify all its
    // children, which takes about half of the time for creating the page.
    m_styleChanges.begin();
    QWidget* made = make();
    restoreSplitters(made);
    m_pages->addWidget(made);
    m_styleChanges.end();
    m_byId.insert(id, made);
    m_uiStates->add(pageKey(id), made);
    return made;
}

/// Creating a page takes about a tenth of a second, so pages are created one at a time, with events handled in between.
void WorkspaceView::makeRemainingPages() {
    if (m_toMake.isEmpty()) return;
    QTimer::singleShot(0, this, [this] {
        if (m_toMake.isEmpty()) return;
        page(m_toMake.firstKey());
        makeRemainingPages();
    });
}

void WorkspaceView::showPage(PageId id) {
    QWidget* widget = page(id);
    if (m_page) m_uiStates->save();
    const bool isAnother = m_page != id;
    QScrollBar &across = *m_scroll->horizontalScrollBar(), &down = *m_scroll->verticalScrollBar();
    if (m_page) m_scrollPositions[*m_page] = {across.value(), down.value()};
    m_page = id;
    m_pages->setCurrentWidget(widget);
    if (isAnother) {
        // The change of focus may have moved the scroll bars, so they are set to the positions that they had when the
        // page was left.
        const QPoint position = m_scrollPositions.value(id);
        across.setValue(position.x());
        down.setValue(position.y());
        emit pageShown();
    }
    m_rail->setCurrent(id);
    UiState(workspacePath(m_session)).set(kPageKey, pageKey(id));
}

int WorkspaceView::stripHeight() const {
    return m_strip->height();
}

bool WorkspaceView::eventFilter(QObject* watched, QEvent* event) {
    if (watched == m_strip && event->type() == QEvent::Resize) emit stripResized();
    return QWidget::eventFilter(watched, event);
}

void WorkspaceView::fillWorkspace() {
    if (m_session.jobs().isReadOnly()) return m_session.refreshDatasets();
    m_session.jobs().start(
        this, {.title = tr("Reading the workspace")},
        [](JobContext& context) {
            return std::pair(DatasetStore(context.workspace).list().empty(),
                             DatasetEditor(context.workspace).hasLeftovers());
        },
        [this](const std::pair<bool, bool>& contents) {
            const auto [empty, leftovers] = contents;
            if (empty && !leftovers)
                addSampleDataset(m_session);
            else
                m_session.refreshDatasets();
            if (leftovers) resumeDeletion();
        });
}

void WorkspaceView::resumeDeletion() {
    const JobId job = m_session.jobs().start(
        this, {.title = tr("Deleting removed datasets"), .queue = WorkerQueue::Import, .isShownInStrip = true},
        [](JobContext& context) { DatasetEditor(context.workspace).resumeDeletion(context.progress, context.stop); },
        [] {});
    markAsKeepingWork(m_session.jobs(), job);
}

void WorkspaceView::saveState() const {
    Settings& settings = Settings::instance();
    settings.setValue(QStringLiteral("last/page"), pageKey(currentPage()));
    m_uiStates->save();
    for (const QSplitter* splitter : findChildren<QSplitter*>())
        if (isStoredHere(splitter))
            settings.setValue(QStringLiteral("splitters/") + splitter->objectName(), splitter->saveState());
}

void WorkspaceView::restoreSplitters(const QWidget* page) {
    const Settings& settings = Settings::instance();
    for (QSplitter* splitter : page->findChildren<QSplitter*>())
        if (isStoredHere(splitter))
            splitter->restoreState(settings.value(QStringLiteral("splitters/") + splitter->objectName()).toByteArray());
}

void WorkspaceView::restoreState() {
    const UiState last(workspacePath(m_session));
    // A workspace that is opened for the first time starts on the page that was last shown in any workspace.
    const auto here = pageWithKey(last.value(kPageKey).toString()),
               anywhere = pageWithKey(Settings::instance().value(QStringLiteral("last/page")).toString());
    showPage(here.value_or(anywhere.value_or(PageId::Data)));
    if (const qlonglong dataset = last.value(kDatasetKey).toLongLong(); dataset > 0) m_session.chooseDataset(dataset);
}

void WorkspaceView::datasetChanged() {
    const auto dataset = m_session.dataset();
    if (!dataset) return;
    UiState(workspacePath(m_session)).set(kDatasetKey, qlonglong(dataset->id));
    const qlonglong run = UiState(workspacePath(m_session), *dataset).value(kRunKey).toLongLong();
    if (run > 0) m_session.chooseRun(run);
}

void WorkspaceView::rememberRun() {
    const auto dataset = m_session.dataset();
    const auto run = m_session.run();
    if (dataset && run) UiState(workspacePath(m_session), *dataset).set(kRunKey, qlonglong(run->id));
}

}  // namespace recscope::ui
