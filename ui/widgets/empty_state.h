// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QWidget>

class QLabel;
class QPushButton;

namespace recscope::ui {

/// Shown by a page or a part of it while it has no content: what belongs here, why it is empty, and the one button that
/// fills it.
class EmptyState : public QWidget {
    Q_OBJECT
public:
    explicit EmptyState(QWidget* parent = nullptr);

    /// No button while `action` is empty.
    void setTexts(const QString& title, const QString& sentence, const QString& action = {});
    QString title() const;
    QString sentence() const;
    QPushButton* button() const { return m_button; }

signals:
    void actionRequested();

private:
    QLabel* m_title;
    QLabel* m_sentence;
    QPushButton* m_button;
};

}  // namespace recscope::ui
