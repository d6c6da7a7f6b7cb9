// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QWidget>

class QLabel;
class QPushButton;

namespace recscope::ui {

/// Shown by a page, or a part of a page, that has no content yet: states what belongs there and why it is empty, and
/// offers one button that provides the content.
class EmptyState : public QWidget {
    Q_OBJECT
public:
    explicit EmptyState(QWidget* parent = nullptr);

    /// Sets the texts; if `action` is empty, there is no button.
    void setTexts(const QString& title, const QString& sentence, const QString& action = {});
    QString title() const;
    QString sentence() const;
    QPushButton* button() const { return m_button; }

signals:
    void actionRequested();

private:
    QString m_titleText, m_sentenceText;
    QLabel* m_title;
    QLabel* m_sentence;
    QPushButton* m_button;
};

}  // namespace recscope::ui
