// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QFrame>

class QLabel;
class QMenu;
class QToolButton;

namespace recscope::ui {

class ElidedComboBox;
class Session;

/// The line above all pages: the program's name, the dataset and run that every page uses, and the menu.
class TopBar : public QFrame {
    Q_OBJECT
public:
    TopBar(Session& session, QMenu* menu, QWidget* parent = nullptr);

private:
    void showDatasets();
    void showRuns();
    void applyTheme();

    Session& m_session;
    QLabel* m_name;
    ElidedComboBox* m_datasets;
    ElidedComboBox* m_runs;
    QToolButton* m_menu;
};

}  // namespace recscope::ui
