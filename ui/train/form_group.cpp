// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/train/form_group.h"

#include <QToolButton>
#include <QVBoxLayout>

#include "ui/widgets/arrange.h"
#include "ui/widgets/settings.h"

namespace recscope::ui {

FormGroup::FormGroup(const QString& title, bool open, QWidget* parent)
    : QWidget(parent), m_title(title), m_heading(new QToolButton), m_content(column({}, space::kUnit)) {
    setObjectName(QStringLiteral("group_") + title.toLower());
    m_heading->setObjectName(QStringLiteral("heading"));
    m_heading->setCheckable(true);
    m_heading->setToolButtonStyle(Qt::ToolButtonTextBesideIcon);
    m_heading->setSizePolicy(QSizePolicy::Expanding, QSizePolicy::Fixed);
    m_body = boxed(m_content, {0, 0, 0, space::kPadding});
    arrange(this, column({m_heading, m_body}, 0));

    const QString key = QStringLiteral("train/group/") + title;
    setOpen(Settings::instance().value(key, open).toBool());
    connect(m_heading, &QToolButton::toggled, this, [this, key](bool now) {
        setOpen(now);
        Settings::instance().setValue(key, now);
    });
    connect(&Theme::instance(), &Theme::changed, this, &FormGroup::applyTheme);
    applyTheme();
}

bool FormGroup::isOpen() const {
    return m_heading->isChecked();
}

void FormGroup::setOpen(bool open) {
    m_heading->setChecked(open);
    m_heading->setArrowType(open ? Qt::DownArrow : Qt::RightArrow);
    m_body->setVisible(open);
    describe();
}

void FormGroup::setChangedCount(int count) {
    m_changed = count;
    describe();
}

void FormGroup::describe() {
    m_heading->setText(m_changed > 0 ? tr("%1  ·  %2 changed").arg(m_title).arg(m_changed) : m_title);
    m_heading->setToolTip(isOpen() ? tr("Fold %1").arg(m_title) : tr("Show the values of %1").arg(m_title));
    m_heading->setAccessibleName(tr("%1, group of values").arg(m_heading->text()));
}

void FormGroup::applyTheme() {
    const Theme& theme = Theme::instance();
    QFont font = theme.body();
    font.setWeight(QFont::DemiBold);
    m_heading->setFont(font);
    m_heading->setStyleSheet(QStringLiteral("QToolButton { text-align: left; padding-left: 0; }"
                                            "QToolButton:checked { background: transparent; }"
                                            "QToolButton:checked:focus { border-color: %1; }")
                                 .arg(theme.colours().accent.name()));
}

}  // namespace recscope::ui
