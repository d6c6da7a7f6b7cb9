// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/theme/style_sheet.h"

#include <QWidget>

#include "ui/theme/theme.h"

namespace recscope::ui {

namespace {

// `styleSheetFor` replaces each $name by a colour, a font or a size, and a number with the suffix `u` by that many
// scaled design pixels.
const char* const kSheet = R"(
QToolTip { background: $surface; color: $text; border: 1px solid $line; padding: 4u 8u; }
QPushButton { background: $surface; color: $text; border: 1px solid $line; border-radius: 6u; padding: 4u 12u; min-height: 20u; }
QPushButton:hover { border-color: $accent; }
QPushButton:pressed, QPushButton:checked { background: $pressed; border-color: $accent; }
QPushButton:focus { border: 1px solid $accent; }
QPushButton:disabled { color: $disabled; background: $window; }
QPushButton[primary="true"] { background: $accent; color: $accentText; border-color: $accent; font-weight: 600; }
QPushButton[primary="true"]:hover { background: $accentHover; }
QPushButton[primary="true"]:disabled { background: $groove; color: $disabled; border-color: $line; }
QPushButton[compact="true"] { padding: 4u 6u; }
QPushButton[quiet="true"] { background: transparent; border-color: transparent; }
QPushButton[quiet="true"]:hover { background: $hover; }
QPushButton[quiet="true"]:focus { border-color: $accent; }
QToolButton { background: transparent; color: $text; border: 1px solid transparent; border-radius: 6u; padding: 4u; }
QToolButton[compact="true"] { padding: 2u; }
QToolButton:hover { background: $hover; }
QToolButton:pressed, QToolButton:checked { background: $pressed; }
QToolButton:focus { border-color: $accent; }
QToolButton:disabled { color: $disabled; }
QToolButton::menu-indicator { image: none; }
QLineEdit, QSpinBox, QDoubleSpinBox, QDateEdit, QComboBox, QPlainTextEdit, QTextEdit {
  background: $surface; color: $text; border: 1px solid $line; border-radius: 6u; padding: 3u 8u; min-height: 20u;
  selection-background-color: $accent; selection-color: $accentText; }
QLineEdit:hover, QSpinBox:hover, QDoubleSpinBox:hover, QDateEdit:hover, QComboBox:hover { border-color: $muted; }
QLineEdit:focus, QSpinBox:focus, QDoubleSpinBox:focus, QDateEdit:focus, QComboBox:focus, QPlainTextEdit:focus, QTextEdit:focus { border-color: $accent; }
QLineEdit:disabled, QSpinBox:disabled, QDoubleSpinBox:disabled, QDateEdit:disabled, QComboBox:disabled { color: $disabled; background: $window; }
QComboBox::drop-down { border: none; width: 24u; }
QComboBox::down-arrow { image: url(:/icons/chevron-down-$shade.svg); width: 12u; height: 12u; }
QComboBox::down-arrow:disabled { image: none; }
QComboBox QAbstractItemView { background: $surface; color: $text; border: 1px solid $line; border-top: none; border-bottom: none; border-radius: 0; padding: 4u;
  selection-background-color: $pressed; selection-color: $text; outline: none; }
QSpinBox::up-button, QDoubleSpinBox::up-button, QSpinBox::down-button, QDoubleSpinBox::down-button { border: none; width: 18u; background: transparent; }
QSpinBox::up-arrow, QDoubleSpinBox::up-arrow { image: url(:/icons/chevron-up-$shade.svg); width: 10u; height: 10u; }
QSpinBox::down-arrow, QDoubleSpinBox::down-arrow { image: url(:/icons/chevron-down-$shade.svg); width: 10u; height: 10u; }
QTableView, QTreeView, QListView { background: $surface; alternate-background-color: $window; color: $text;
  border: 1px solid $line; border-radius: 6u; gridline-color: $line;
  selection-background-color: $pressed; selection-color: $text; outline: none; }
QTableView#frozenColumn { border: none; border-right: 1px solid $line; border-radius: 0; }
QTableView::item, QListView::item { border: 0; padding: 2u 8u; }
QListView::item { border-radius: 4u; }
QListView::item:selected { background: $pressed; color: $text; }
QHeaderView { background: $surface; border: none; }
QHeaderView::section { background: $surface; color: $muted; border: none; border-bottom: 1px solid $line; padding: 4u 8u; }
QHeaderView::up-arrow { image: url(:/icons/chevron-up-$shade.svg); width: 10u; height: 10u; subcontrol-position: center right; right: 2u; }
QHeaderView::down-arrow { image: url(:/icons/chevron-down-$shade.svg); width: 10u; height: 10u; subcontrol-position: center right; right: 2u; }
QTableCornerButton::section { background: $surface; border: none; }
QCheckBox { spacing: 8u; }
QCheckBox::indicator { width: 14u; height: 14u; border: 1px solid $muted; border-radius: 3u; background: $surface; }
QCheckBox::indicator:hover, QCheckBox:focus::indicator { border-color: $accent; }
QCheckBox::indicator:checked { background: $accent; border-color: $accent; image: url(:/icons/check-$shade.svg); }
QCheckBox::indicator:disabled { border-color: $line; background: $window; }
QCheckBox:disabled { color: $disabled; }
QTabWidget::pane { border: none; border-top: 1px solid $line; }
QTabBar { background: transparent; qproperty-drawBase: 0; }
QTabBar::tab { background: transparent; color: $muted; border: none; border-bottom: 2px solid transparent; padding: 7u 12u; }
QTabBar::tab:hover { color: $text; }
QTabBar::tab:disabled { color: $disabled; }
QTabBar::tab:selected { color: $text; border-bottom-color: $accent; }
QTabBar::tab:focus { color: $accent; }
QProgressBar { background: $groove; border: none; border-radius: 3u; max-height: 6u; min-height: 6u; color: transparent; }
QProgressBar::chunk { background: $accent; border-radius: 3u; }
QScrollBar:vertical { background: transparent; width: 12u; margin: 0; }
QScrollBar:horizontal { background: transparent; height: 12u; margin: 0; }
QScrollBar::handle { background: $handle; border-radius: 3u; margin: 3u; }
QScrollBar::handle:vertical { min-height: 32u; }
QScrollBar::handle:horizontal { min-width: 32u; }
QScrollBar::handle:hover { background: $muted; }
QAbstractScrollArea::corner { background: transparent; border: none; }
QScrollBar::add-line, QScrollBar::sub-line { width: 0; height: 0; }
QScrollBar::add-page, QScrollBar::sub-page { background: transparent; }
QSplitter::handle { background: transparent; }
QSplitter::handle:hover { background: $line; }
QMenu { background: $surface; color: $text; border: 1px solid $line; padding: 4u; }
QMenu::item { padding: 5u 24u 5u 12u; border-radius: 4u; }
QMenu::item:selected { background: $pressed; }
QMenu::item:disabled { color: $disabled; }
QMenu::separator { height: 1px; background: $line; margin: 4u 8u; }
QScrollArea { background: transparent; border: none; }
QScrollArea > QWidget > QWidget { background: transparent; }
QGroupBox { border: none; margin: 0; padding: 0; }
QFrame#rail { background: $surface; border: none; border-right: 1px solid $line; }
QFrame#topBar { background: $surface; border: none; border-bottom: 1px solid $line; }
QFrame#resumeBar, QFrame#readingBar { background: $pressed; border: none; border-bottom: 1px solid $line; }
QFrame#jobStrip { background: $surface; border: none; border-top: 1px solid $line; }
QToolButton[rail="true"] { color: $muted; padding: 8u 2u 6u 2u; }
QToolButton[rail="true"]:checked { color: $accent; font-weight: 600; }
QLabel#dropHint { background: $surface; color: $accent; border: 2px dashed $accent; border-radius: 12u; }
QFrame[card="true"] { background: $surface; border: 1px solid $line; border-radius: 6u; }
QFrame[chosen="true"] { border-color: $accent; }
QLabel[problem="true"] { color: $bad; }
QLabel[muted="true"] { color: $muted; }
QLabel[role="numbers"] { font-family: $numbers; }
QLabel[role="caption"] { font-size: $captionpt; color: $muted; }
QLabel[role="section"] { font-size: $sectionpt; font-weight: 600; }
QLabel[role="title"] { font-size: $titlept; font-weight: 600; }
)";

QColor mixed(const QColor& from, const QColor& to, double share) {
    return QColor::fromRgbF(float(from.redF() + share * (to.redF() - from.redF())),
                            float(from.greenF() + share * (to.greenF() - from.greenF())),
                            float(from.blueF() + share * (to.blueF() - from.blueF())));
}

}  // namespace

QString styleSheetFor(const Theme& theme) {
    const Colours& c = theme.colours();
    // Longer names come first: $accentText must not be read as $accent followed by "Text".
    const std::pair<const char*, QString> values[] = {
        {"$accentText", c.accentText.name()},
        {"$accentHover", mixed(c.accent, c.text, 0.15).name()},
        {"$accent", c.accent.name()},
        {"$surface", c.surface.name()},
        {"$window", c.window.name()},
        {"$line", c.line.name()},
        {"$text", c.text.name()},
        {"$muted", c.muted.name()},
        {"$bad", c.bad.name()},
        {"$groove", theme.hasHighContrast() ? mixed(c.line, c.surface, 0.7).name() : c.line.name()},
        {"$disabled", mixed(c.muted, c.surface, 0.35).name()},
        {"$hover", mixed(c.window, c.text, 0.06).name()},
        {"$pressed", mixed(c.surface, c.accent, c.dark ? 0.28 : 0.14).name()},
        {"$handle", mixed(c.line, c.muted, 0.45).name()},
        {"$shade", c.dark ? QStringLiteral("dark") : QStringLiteral("light")},
        {"$numbers", QStringLiteral("\"%1\"").arg(theme.numbers().families().join(QStringLiteral("\", \"")))},
        {"$captionpt", QString::number(theme.caption().pointSizeF()) + "pt"},
        {"$sectionpt", QString::number(theme.section().pointSizeF()) + "pt"},
        {"$titlept", QString::number(theme.pageTitle().pointSizeF()) + "pt"},
    };
    const QString text = QString::fromLatin1(kSheet);
    QString sheet;
    sheet.reserve(text.size() * 5 / 4);
    for (qsizetype i = 0; i < text.size();) {
        if (text[i] == u'$') {
            for (const auto& [name, value] : values)
                if (QStringView(text).mid(i).startsWith(QLatin1String(name))) {
                    sheet += value;
                    i += qsizetype(qstrlen(name));
                    break;
                }
        } else if (text[i].isDigit() && !text[i - 1].isLetterOrNumber()) {
            qsizetype end = i;
            while (text[end].isDigit()) ++end;
            const QString number = text.mid(i, end - i);
            const bool scaled = text[end] == u'u';
            sheet += scaled ? QString::number(theme.px(number.toInt())) + "px" : number;
            i = end + (scaled ? 1 : 0);
        } else {
            sheet += text[i++];
        }
    }
    return sheet;
}

// A style sheet on a widget keeps the widget's font and palette from reaching its children. Font and palette are
// therefore set in the sheet itself, at its beginning, so that all other rules override them. Widgets that set their
// own font are also listed by name.
void applyPresentationStyle(QWidget& widget, const Theme& theme) {
    const QString base = QStringLiteral(
                             "QLabel, QRadioButton, QCheckBox, QPushButton, QToolButton, QLineEdit, QComboBox, "
                             "QAbstractItemView, QHeaderView { font-size: %1pt; color: %2; } "
                             "QLabel#chapterTitle { font-size: %3pt; }")
                             .arg(theme.body().pointSizeF())
                             .arg(theme.colours().text.name())
                             .arg(theme.section().pointSizeF());
    widget.setStyleSheet({});  // removing the old sheet first is faster, see Theme::apply
    widget.setStyleSheet(base + styleSheetFor(theme));
}

void removePresentationStyle(QWidget& widget) {
    widget.setStyleSheet({});
}

}  // namespace recscope::ui
