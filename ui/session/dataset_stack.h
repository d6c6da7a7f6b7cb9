// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/widgets/shown_stack.h"

namespace recscope::ui {

class Session;

/// A page that needs a dataset. It shows its content while a dataset is chosen; otherwise it states the purpose of the
/// page and has a button that opens the Data page.
class DatasetStack : public ShownStack {
    Q_OBJECT
public:
    DatasetStack(Session& session, const QString& title, const QString& purpose, QWidget* parent);

    /// Takes ownership of the content; called once.
    void setContent(QWidget* content);

private:
    void showContentOrHint();

    Session& m_session;
};

}  // namespace recscope::ui
