// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QMenu>
#include <optional>
#include <vector>

#include "core/sequence/dataset.h"

namespace recscope::ui {

/// The one menu of the program: workspace, import, theme, language, size, help. Its actions carry the window's
/// shortcuts.
class WindowMenu : public QMenu {
    Q_OBJECT
public:
    /// The shortcuts work in `window`.
    explicit WindowMenu(QWidget* window);

    /// What "Save a copy" offers: each of these datasets beside the whole workspace; nothing without a workspace.
    void setCopied(bool hasWorkspace, const std::vector<DatasetInfo>& datasets);

    /// Puts a workspace at the top of "Open recent"; kept in the settings.
    static void rememberRecent(const QString& path);

signals:
    void newRequested();
    void openRequested();
    void recentRequested(const QString& path);
    /// Of one dataset (its name is for the title and the file), or of the whole workspace.
    void copyRequested(const std::optional<recscope::DatasetId>& dataset, const QString& name);
    void importRequested();
    void adoptRequested();
    void searchRequested();
    void languageRequested(const QString& code);  ///< empty = the system's
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
