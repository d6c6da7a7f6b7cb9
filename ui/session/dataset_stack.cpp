// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/session/dataset_stack.h"

#include "ui/session/session.h"
#include "ui/widgets/arrange.h"
#include "ui/widgets/empty_state.h"

namespace recscope::ui {

DatasetStack::DatasetStack(Session& session, const QString& title, const QString& purpose, QWidget* parent)
    : ShownStack(parent), m_session(session) {
    arrange(parent, column({this}));
    auto* empty = new EmptyState;
    empty->setObjectName(QStringLiteral("noData"));
    empty->setTexts(title, purpose, tr("Go to Data"));
    addWidget(empty);
    connect(empty, &EmptyState::actionRequested, &session, [&session] { emit session.pageRequested(PageId::Data); });
    connect(&session, &Session::datasetChanged, this, &DatasetStack::showContentOrHint);
}

void DatasetStack::setContent(QWidget* content) {
    addWidget(content);
    showContentOrHint();
}

void DatasetStack::showContentOrHint() {
    setCurrentIndex(m_session.dataset() ? 1 : 0);
}

}  // namespace recscope::ui
