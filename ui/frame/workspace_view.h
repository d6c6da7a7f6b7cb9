// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QMap>
#include <QWidget>
#include <functional>

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

/// The window's inside for one open workspace: rail, top bar, the five pages, job strip.
class WorkspaceView : public QWidget, public TableFactsSource {
    Q_OBJECT
public:
    /// First looks into the workspace, e.g. makes the sample in an empty one; Again shows what the session holds.
    enum class Opening { First, Again };

    WorkspaceView(Session& session, QMenu* menu, Opening opening, QWidget* parent = nullptr);

    QString currentPage() const { return m_page; }
    /// What every table on the page shown is about: the dataset, on Explore also the run.
    TableFacts tableFacts() const override;
    /// Opened lately: pages nobody asked for yet are still made, one after the other.
    bool hasPagesToMake() const { return !m_toMake.isEmpty(); }
    /// Height of the strip at the bottom, for what floats above it.
    int stripHeight() const;

    /// Which dataset, run and page were in use, what every page showed, and where the splitters stood.
    void saveState() const;

public slots:
    void showPage(const QString& id);

signals:
    void pageShown();  ///< another one than before
    void stripResized();

protected:
    bool eventFilter(QObject* watched, QEvent* event) override;

private:
    QWidget* page(const QString& id);
    void makeRestLater();
    static void restoreSplitters(const QWidget* page);
    void restoreState();
    void datasetChanged();
    void rememberRun();
    void fillWorkspace();
    void deleteLeftovers();

    Session& m_session;
    Rail* m_rail;
    QWidget* m_topBar;
    ShownStack* m_pages;
    QScrollArea* m_scroll;
    UiStateStore* m_memory;
    HeldStyleChanges m_styleChanges;
    JobStrip* m_strip;
    QMap<QString, std::function<QWidget*()>> m_toMake;  ///< pages nobody has seen yet
    QMap<QString, QWidget*> m_byId;
    QMap<QString, QPoint> m_places;  ///< how far each page was scrolled when it was left
    QString m_page;
};

}  // namespace recscope::ui
