// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QDialog>
#include <QUrl>

class QListWidget;
class QPushButton;

namespace recscope::ui {

class ManualText;

/// The manual (docs/manual, in the program's resources): the list of chapters at the left, the text of one chapter at
/// the right. Not modal, so that people can read it beside the page that it describes.
class ManualWindow : public QDialog {
    Q_OBJECT
public:
    explicit ManualWindow(QWidget* window);

    /// Shows the chapter with this file name (without ".md", e.g. "glossary"), or the first chapter if there is no such
    /// file.
    void showChapter(const QString& key);

    static constexpr const char* kContents = "README";
    static constexpr const char* kGlossary = "glossary";

private:
    void find(const QString& text);
    void follow(const QUrl& source);
    void applyTheme();

    QListWidget* m_chapters;
    ManualText* m_text;
    QPushButton *m_back, *m_forward;
    QString m_chapter;  ///< key of the shown chapter
};

}  // namespace recscope::ui
