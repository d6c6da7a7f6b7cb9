// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QFrame>

#include "core/data/sequentiality.h"

class QGridLayout;
class QLabel;
class QPushButton;

namespace recscope::ui {

/// "Is this data sequential?": the verdict in two sentences, and the numbers behind it.
class SequentialityCard : public QFrame {
    Q_OBJECT
public:
    explicit SequentialityCard(QWidget* parent = nullptr);

    /// `caution`: why the order itself is doubtful; empty if it is not.
    void show(const Sequentiality& report, const QString& caution = {});
    void showWorking();
    void showOffer();  ///< nothing is measured yet: offers to measure, because that takes a while
    void showProblem(const QString& sentence);

signals:
    void measureRequested();

private:
    void showTexts(const QString& verdict, const QString& first, const QString& second);
    void clearNumbers();

    QLabel* m_verdict;
    QLabel* m_first;
    QLabel* m_second;
    QLabel* m_caution;
    QLabel* m_protocol;
    QWidget* m_numbers;
    QGridLayout* m_grid;
    QPushButton* m_measure;
};

}  // namespace recscope::ui
