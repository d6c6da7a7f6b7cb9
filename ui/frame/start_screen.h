// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QWidget>

class QLabel;
class QPushButton;

namespace recscope::ui {

/// Shown while the window has no workspace. Reports that a workspace is being opened, or why opening failed and what to
/// do about it.
class StartScreen : public QWidget {
    Q_OBJECT
public:
    explicit StartScreen(QWidget* parent = nullptr);

    void showOpening(const QString& path);
    void showFailure(const QString& path, const QString& sentence, const QString& hint);

signals:
    void retryClicked();
    void openClicked();
    void newClicked();

private:
    QLabel* m_title;
    QLabel* m_sentence;
    QLabel* m_hint;
    QLabel* m_path;
    QWidget* m_buttons;
};

}  // namespace recscope::ui
