// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/frame/reading_bar.h"

#include <QBoxLayout>
#include <QLabel>
#include <QPushButton>

#include "ui/session/workspace_follower.h"
#include "ui/widgets/arrange.h"

namespace recscope::ui {

ReadingBar::ReadingBar(Session& session, QWidget* parent)
    : QFrame(parent),
      m_follower(new WorkspaceFollower(session, this)),
      m_text(new QLabel),
      m_reopen(new QPushButton(tr("Open for writing"))) {
    setObjectName(QStringLiteral("readingBar"));
    setAccessibleName(tr("Open for reading only"));
    m_text->setObjectName(QStringLiteral("readingText"));
    m_text->setTextFormat(Qt::PlainText);
    m_text->setWordWrap(true);
    m_reopen->setObjectName(QStringLiteral("openForWriting"));
    m_reopen->setToolTip(tr("Opens this workspace again, now that no other process writes to it"));
    arrange(this, row({grow(m_text), m_reopen}),
            {space::kPageMargin, space::kPadding, space::kSpacing, space::kPadding});
    connect(m_reopen, &QPushButton::clicked, this, &ReadingBar::reopenRequested);
    connect(m_follower, &WorkspaceFollower::writerChanged, this, &ReadingBar::refresh);
    refresh();
}

void ReadingBar::refresh() {
    const std::optional<int> writer = m_follower->writer();
    m_reopen->setEnabled(m_follower->hasChecked() && !writer);
    if (!m_follower->hasChecked())
        m_text->setText(tr("Open for reading only, because another process writes to this workspace."));
    else if (writer)
        m_text->setText(
            tr("Open for reading only: another process (%1) writes to this workspace. New datasets and runs "
               "appear here within a second.")
                .arg(*writer));
    else
        m_text->setText(tr("Open for reading only. No other process writes to this workspace any more."));
}

}  // namespace recscope::ui
