// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QMap>
#include <QWidget>
#include <functional>
#include <optional>

#include "ui/session/page_id.h"
#include "ui/theme/held_style_changes.h"
#include "ui/widgets/table_text.h"

class QMenu;
class QScrollArea;

namespace recscope::ui {

class JobStrip;
class UiStateStore;
class Rail;
class Session;
class ShownStack;

/// The window's contents for an open workspace: rail, top bar, the pages, job strip.
class WorkspaceView : public QWidget, public TableFactsSource {
    Q_OBJECT
public:
    /// First: the workspace was just opened; the view reads it and, for example, adds the sample dataset to an empty
    /// one. Again: the view is created once more for the same session and shows the session's current state.
    enum class Opening { First, Again };

    WorkspaceView(Session& session, QMenu* menu, Opening opening, QWidget* parent = nullptr);

    PageId currentPage() const { return *m_page; }
    /// Facts for every table on the shown page: the dataset, and on Explore also the run.
    TableFacts tableFacts() const override;
    /// True while some pages have not been created yet; the view creates them in the background.
    bool hasPagesToMake() const { return !m_toMake.isEmpty(); }
    /// Height of the job strip in pixels, so that overlays can be placed above it.
    int stripHeight() const;

    /// Stores the current page, the UI state of every page, and the splitter sizes. The chosen dataset and run are
    /// stored whenever they change.
    void saveState() const;

public slots:
    void showPage(PageId id);

signals:
    void reopenRequested();  ///< requests that the workspace be opened again, for writing
    void pageShown();        ///< a different page is shown
    void stripResized();

protected:
    bool eventFilter(QObject* watched, QEvent* event) override;

private:
    QWidget* barAbovePages();
    QWidget* page(PageId id);
    void makeRemainingPages();
    static void restoreSplitters(const QWidget* page);
    void restoreState();
    void datasetChanged();
    void rememberRun();
    void fillWorkspace();
    void resumeDeletion();  ///< continues the deletion of datasets that an earlier process did not finish

    Session& m_session;
    Rail* m_rail;
    QWidget* m_topBar;
    ShownStack* m_pages;
    QScrollArea* m_scroll;
    UiStateStore* m_uiStates;
    HeldStyleChanges m_styleChanges;
    JobStrip* m_strip;
    QMap<PageId, std::function<QWidget*()>> m_toMake;  ///< functions that create the pages not created yet
    QMap<PageId, QWidget*> m_byId;
    QMap<PageId, QPoint> m_scrollPositions;  ///< scroll position of each page when it was left
    std::optional<PageId> m_page;            ///< set by the constructor
};

}  // namespace recscope::ui
