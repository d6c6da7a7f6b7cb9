// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/frame/start_screen.h"

#include <QLabel>
#include <QPushButton>
#include <QVBoxLayout>

#include "ui/theme/theme.h"
#include "ui/widgets/arrange.h"

namespace recscope::ui {

namespace {

constexpr int kTextWidth = 560;  // design pixels

QLabel* centredLine(const char* name) {
    auto* label = new QLabel;
    label->setObjectName(QString::fromLatin1(name));
    label->setAlignment(Qt::AlignCenter);
    label->setWordWrap(true);
    label->setTextInteractionFlags(Qt::TextSelectableByMouse);
    return label;
}

}  // namespace

StartScreen::StartScreen(QWidget* parent)
    : QWidget(parent),
      m_title(centredLine("startTitle")),
      m_sentence(centredLine("startSentence")),
      m_hint(centredLine("startHint")),
      m_path(centredLine("startPath")),
      m_buttons(new QWidget) {
    setObjectName(QStringLiteral("startScreen"));
    m_title->setProperty("role", "title");
    m_hint->setProperty("muted", true);
    m_path->setProperty("role", "caption");
    auto* retry = new QPushButton(tr("Try again"));
    retry->setObjectName(QStringLiteral("retryWorkspace"));
    auto* open = new QPushButton(tr("Open another…"));
    open->setObjectName(QStringLiteral("openWorkspace"));
    auto* create = new QPushButton(tr("New workspace…"));
    create->setObjectName(QStringLiteral("newWorkspace"));
    create->setProperty("primary", true);
    arrange(m_buttons, row({stretch(), retry, open, create, stretch()}), {0, space::kPadding, 0, space::kPadding});
    QVBoxLayout* lines = column(
        {grow(stretch(), 2), m_title, m_sentence, m_hint, m_buttons, m_path, grow(stretch(), 3)}, space::kSpacing);
    arrange(this, row({stretch(), lines, stretch()}), QMargins() + space::kPadding);
    m_title->setMinimumWidth(Theme::instance().px(kTextWidth));

    connect(retry, &QPushButton::clicked, this, &StartScreen::retryClicked);
    connect(open, &QPushButton::clicked, this, &StartScreen::openClicked);
    connect(create, &QPushButton::clicked, this, &StartScreen::newClicked);
}

void StartScreen::showOpening(const QString& path) {
    m_title->setText(QStringLiteral("RecScope"));
    m_sentence->setText(tr("Opening the workspace…"));
    m_hint->clear();
    m_path->setText(path);
    m_buttons->hide();
}

void StartScreen::showFailure(const QString& path, const QString& sentence, const QString& hint) {
    m_title->setText(tr("This workspace cannot be opened"));
    m_sentence->setText(sentence);
    m_hint->setText(hint);
    m_path->setText(sentence.contains(path) ? QString() : path);
    m_buttons->show();
}

}  // namespace recscope::ui
