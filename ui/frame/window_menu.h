// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QMenu>
#include <optional>
#include <vector>

#include "core/sequence/dataset.h"

namespace recscope::ui {

/// The program's only menu: workspace, import, theme, language, size, help. Its actions define the window's shortcuts.
class WindowMenu : public QMenu {
    Q_OBJECT
public:
    /// The menu's shortcuts work everywhere in `window`.
    explicit WindowMenu(QWidget* window);

    /// Sets the choices of "Save a copy": the whole workspace and each of these datasets, or nothing if no workspace is
    /// open.
    void setCopyChoices(bool hasWorkspace, const std::vector<DatasetInfo>& datasets);

    /// Puts a workspace at the top of the list "Open recent", which is stored in the settings.
    static void rememberRecent(const QString& path);

signals:
    void newRequested();
    void openRequested();
    void recentRequested(const QString& path);
    /// Requests a copy of one dataset, or of the whole workspace if `dataset` is empty. `name` appears in the job's
    /// title and in the offered file name.
    void copyRequested(const std::optional<recscope::DatasetId>& dataset, const QString& name);
    void importRequested();
    void adoptRequested();  ///< requests the dialog that makes a run from weights trained elsewhere
    void searchRequested();
    void languageRequested(const QString& code);  ///< empty = the system's language
    void manualRequested();
    void glossaryRequested();
    void shortcutsRequested();
    void aboutRequested();
    void quitRequested();

private:
    QAction* addShortcut(QMenu& menu, const QString& text, const QList<QKeySequence>& keys);
    void addThemeMenu();
    void addLanguageMenu();
    void addSizeMenu();
    void fillRecent();

    QMenu *m_recent, *m_copy;
};

}  // namespace recscope::ui
