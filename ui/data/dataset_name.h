// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QStackedWidget>

class QLabel;
class QLineEdit;
class QToolButton;

namespace recscope::ui {

class Session;

/// The chosen dataset's name; the pencil turns it into an input. Enter saves the new name, Escape discards it.
class DatasetName : public QStackedWidget {
    Q_OBJECT
public:
    explicit DatasetName(Session& session, QWidget* parent = nullptr);

public slots:
    void edit();

protected:
    bool eventFilter(QObject* watched, QEvent* event) override;

private:
    void showName();
    void saveName();

    Session& m_session;
    QLabel* m_name;
    QToolButton* m_pencil;
    QLineEdit* m_line;
};

}  // namespace recscope::ui
