// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/widgets/dialog_size.h"

#include <QDialog>
#include <QLayout>
#include <QScreen>
#include <QScrollArea>

#include "ui/theme/theme.h"

namespace recscope::ui {

namespace {

/// Design pixels by which width and height of the dialog must be smaller than those of the window.
constexpr int kMargin = 32;

}  // namespace

void fitOverWindow(QDialog& dialog, QSize size) {
    const QWidget* parent = dialog.parentWidget();
    const QSize around = parent ? parent->window()->size() : dialog.screen()->availableSize();
    const int margin = Theme::instance().px(kMargin);
    dialog.resize(size.boundedTo(around - QSize(margin, margin)));
}

void fitToContent(QDialog& dialog, int width, const QScrollArea& scrolled) {
    const QWidget& content = *scrolled.widget();
    const int high = content.hasHeightForWidth() ? content.heightForWidth(width) : content.sizeHint().height();
    const int around = dialog.sizeHint().height() - scrolled.sizeHint().height();
    fitOverWindow(dialog, {width, around + high});
}

}  // namespace recscope::ui
