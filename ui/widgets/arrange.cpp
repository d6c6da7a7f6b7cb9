// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/widgets/arrange.h"
#include "ui/widgets/text_label.h"
#include "ui/widgets/wrapped_label.h"

#include <QHBoxLayout>
#include <QLabel>
#include <QScrollArea>
#include <QSplitter>
#include <QTabWidget>
#include <QVBoxLayout>

namespace recscope::ui {

namespace {

/// Calls `set` immediately, and after every theme change during the lifetime of `layout`.
template <class Set>
void followTheme(QLayout* layout, const Set& set) {
    set();
    QObject::connect(&Theme::instance(), &Theme::changed, layout, set);
}

void setGap(QLayout* layout, int gap) {
    followTheme(layout, [layout, gap] { layout->setSpacing(Theme::instance().px(gap)); });
}

template <class Box>
Box* boxOf(std::initializer_list<Part> parts, int gap) {
    auto* box = new Box;
    box->setContentsMargins({});
    setGap(box, gap);
    for (const Part& part : parts) {
        if (part.widget) {
            box->addWidget(part.widget, part.stretch, part.alignment);
        } else if (part.layout) {
            box->addLayout(part.layout, part.stretch);
        } else if (part.gap > 0) {
            box->addSpacing(Theme::instance().px(part.gap));
        } else {
            box->addStretch(part.stretch);
        }
    }
    return box;
}

QLabel* labelAs(const char* property, const QVariant& value, const QString& text) {
    auto* label = new QLabel(text);
    label->setProperty(property, value);
    return label;
}

}  // namespace

Part grow(Part part, int stretch) {
    part.stretch = stretch;
    return part;
}

Part aligned(Part part, Qt::Alignment alignment) {
    part.alignment = alignment;
    return part;
}

Part stretch() {
    return grow(static_cast<QWidget*>(nullptr));
}

Part gap(int pixels) {
    Part part(static_cast<QWidget*>(nullptr));
    part.gap = pixels;
    return part;
}

QHBoxLayout* row(std::initializer_list<Part> parts, int gap) {
    return boxOf<QHBoxLayout>(parts, gap);
}

QVBoxLayout* column(std::initializer_list<Part> parts, int gap) {
    return boxOf<QVBoxLayout>(parts, gap);
}

void arrange(QWidget* box, QLayout* layout, const QMargins& around) {
    followTheme(layout, [layout, around] {
        const Theme& theme = Theme::instance();
        layout->setContentsMargins(theme.px(around.left()), theme.px(around.top()), theme.px(around.right()),
                                   theme.px(around.bottom()));
    });
    box->setLayout(layout);
}

QWidget* boxed(QLayout* layout, const QMargins& around) {
    auto* box = new QWidget;
    arrange(box, layout, around);
    return box;
}

QLabel* titleLabel(const QString& text) {
    return labelAs("role", QStringLiteral("title"), text);
}

QLabel* sectionLabel(const QString& text) {
    return labelAs("role", QStringLiteral("section"), text);
}

QLabel* captionLabel(const QString& objectName) {
    auto* label = new WrappedLabel;
    label->setProperty("role", QStringLiteral("caption"));
    label->setObjectName(objectName);
    return label;
}

QLabel* mutedLabel(const QString& text) {
    return labelAs("muted", true, text);
}

QScrollArea* scrolled(QWidget* content) {
    auto* area = new QScrollArea;
    makeScrolled(*area, content);
    return area;
}

void makeScrolled(QScrollArea& area, QWidget* content) {
    area.setWidgetResizable(true);
    area.setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
    area.setFrameShape(QFrame::NoFrame);
    area.setWidget(content);
}

QSplitter* splitBeside(const QString& name, QWidget* left, QWidget* right) {
    auto* splitter = new QSplitter(Qt::Horizontal);
    splitter->setObjectName(name);
    splitter->setHandleWidth(space::kSpacing);
    splitter->setChildrenCollapsible(false);
    splitter->addWidget(left);
    splitter->addWidget(right);
    splitter->setStretchFactor(0, 1);
    splitter->setStretchFactor(1, 1);
    return splitter;
}

QLabel* sentenceLabel(const QString& objectName) {
    auto* label = new TextLabel;
    label->setObjectName(objectName);
    label->setTextInteractionFlags(Qt::TextSelectableByMouse | Qt::TextSelectableByKeyboard);
    return label;
}

void addTabs(QTabWidget& tabs, const std::vector<Tab>& added) {
    for (const Tab& tab : added)
        tabs.setTabToolTip(tabs.addTab(boxed(column({tab.page}), {0, space::kPadding, 0, 0}), tab.title), tab.about);
}

}  // namespace recscope::ui
