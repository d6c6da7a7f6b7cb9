// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QMenu>

namespace recscope::ui {

/// The one menu of the program: workspace, import, theme, language, size, help. Its actions carry the window's
/// shortcuts.
class WindowMenu : public QMenu {
    Q_OBJECT
public:
    /// The shortcuts work in `window`.
    explicit WindowMenu(QWidget* window);

    /// Puts a workspace at the top of "Open recent"; kept in the settings.
    static void rememberRecent(const QString& path);

signals:
    void newWanted();
    void openWanted();
    void recentWanted(const QString& path);
    void importWanted();
    void adoptWanted();
    void searchWanted();
    void languageWanted(const QString& code);  ///< empty = the system's
    void shortcutsWanted();
    void aboutWanted();
    void quitWanted();

private:
    QAction* addShortcut(QMenu& menu, const QString& text, const QList<QKeySequence>& keys);
    void addThemeMenu();
    void addLanguageMenu();
    void addSizeMenu();
    void fillRecent();

    QMenu* m_recent;
};

}  // namespace recscope::ui
