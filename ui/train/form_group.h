// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QWidget>

class QToolButton;
class QVBoxLayout;

namespace recscope::ui {

/// A heading that folds and unfolds its content and shows how many values were changed. Whether it is open is stored in
/// the settings.
class FormGroup : public QWidget {
    Q_OBJECT
public:
    /// `open`: whether the group is open if the settings do not say.
    FormGroup(const QString& title, bool open, QWidget* parent = nullptr);

    QString title() const { return m_title; }
    QToolButton* heading() const { return m_heading; }
    /// The layout to which the rows of the group are added.
    QVBoxLayout* content() const { return m_content; }
    bool isOpen() const;
    void setOpen(bool open);
    void setChangedCount(int count);

private:
    void applyTheme();
    void describe();

    QString m_title;
    int m_changed = 0;
    QToolButton* m_heading;
    QWidget* m_body;
    QVBoxLayout* m_content;
};

}  // namespace recscope::ui
