// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/frame/rail.h"

#include <QToolButton>
#include <QVBoxLayout>
#include <algorithm>

#include "ui/frame/pages.h"
#include "ui/theme/icons.h"
#include "ui/theme/theme.h"
#include "ui/widgets/arrange.h"

namespace recscope::ui {

namespace {

constexpr int kWidth = 84;  // design pixels

}  // namespace

Rail::Rail(QWidget* parent) : QFrame(parent), m_theme(new QToolButton) {
    setObjectName(QStringLiteral("rail"));
    setAccessibleName(tr("Pages"));
    QVBoxLayout* buttons = column({}, space::kUnit);
    int number = 1;
    for (const PageEntry& entry : pageEntries()) {
        auto* button = new QToolButton;
        button->setObjectName(QStringLiteral("page-") + entry.key);
        button->setProperty("rail", true);
        button->setIcon(lineIcon(entry.key));
        button->setText(entry.title);
        button->setToolButtonStyle(Qt::ToolButtonTextUnderIcon);
        button->setCheckable(true);
        button->setAutoExclusive(true);
        button->setSizePolicy(QSizePolicy::Expanding, QSizePolicy::Fixed);
        button->setToolTip(tr("%1 (Ctrl+%2)").arg(entry.help).arg(number++));
        button->setAccessibleName(entry.title);
        button->setAccessibleDescription(entry.help);
        connect(button, &QToolButton::clicked, this, [this, id = entry.id] { emit pageClicked(id); });
        buttons->addWidget(button);
        m_pages.insert(entry.id, button);
    }
    m_theme->setObjectName(QStringLiteral("themeSwitch"));
    m_theme->setIcon(lineIcon(QStringLiteral("theme")));
    connect(m_theme, &QToolButton::clicked, this, [] {
        Theme& theme = Theme::instance();
        theme.setChoice(theme.colours().dark ? ThemeChoice::Light : ThemeChoice::Dark);
    });
    arrange(this, column({buttons, stretch(), aligned(m_theme, Qt::AlignHCenter)}, space::kUnit),
            {space::kPadding, space::kSpacing, space::kPadding, space::kPadding});
    connect(&Theme::instance(), &Theme::changed, this, &Rail::applyTheme);
    applyTheme();
}

void Rail::setCurrent(PageId page) {
    if (QToolButton* button = m_pages.value(page)) button->setChecked(true);
}

void Rail::applyTheme() {
    const Theme& theme = Theme::instance();
    const QSize icon(theme.px(20), theme.px(20));
    int widest = 0;  // width of the longest label in the current language
    for (QToolButton* button : std::as_const(m_pages)) {
        button->setIconSize(icon);
        button->ensurePolished();
        widest = std::max(widest, button->sizeHint().width());
    }
    const int requested = theme.px(kWidth);
    const int beside = widest + 2 * space::kPadding > requested ? space::kUnit : space::kPadding;
    layout()->setContentsMargins(beside, space::kSpacing, beside, space::kPadding);
    setFixedWidth(std::max(requested, widest + 2 * beside));
    m_theme->setIconSize(icon);
    const QString toolTip = theme.colours().dark ? tr("Switch to the light theme") : tr("Switch to the dark theme");
    m_theme->setToolTip(toolTip);
    m_theme->setAccessibleName(toolTip);
}

}  // namespace recscope::ui
