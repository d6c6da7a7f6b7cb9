// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QFrame>

class QLabel;

namespace recscope::ui {

/// Shows a sentence about the chosen recommendation, e.g. which items decide it, on as many lines as needed, until the
/// user of the program closes the note or chooses another recommendation.
class AnswerNote : public QFrame {
    Q_OBJECT
public:
    explicit AnswerNote(QWidget* parent = nullptr);

    void showMessage(const QString& sentence);  ///< an empty sentence hides the note
    QString text() const;

signals:
    void closed();

private:
    QLabel* m_text;
};

}  // namespace recscope::ui
