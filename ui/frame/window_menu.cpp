// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/frame/window_menu.h"

#include <QActionGroup>
#include <QDir>

#include "core/util/language.h"
#include "ui/frame/window_language.h"
#include "ui/theme/language_fonts.h"
#include "ui/theme/theme.h"
#include "ui/widgets/settings.h"

namespace recscope::ui {

namespace {

constexpr int kRecentKept = 8;
constexpr double kScaleStep = 1.1;
const char* const kRecentKey = "recentWorkspaces";

}  // namespace

WindowMenu::WindowMenu(QWidget* window) : QMenu(window), m_recent(nullptr), m_copy(nullptr) {
    setObjectName(QStringLiteral("windowMenu"));
    connect(addShortcut(*this, tr("&New workspace…"), {QKeySequence::New}), &QAction::triggered, this,
            &WindowMenu::newRequested);
    connect(addShortcut(*this, tr("&Open workspace…"), {QKeySequence::Open}), &QAction::triggered, this,
            &WindowMenu::openRequested);
    m_recent = addMenu(tr("Open &recent"));
    connect(m_recent, &QMenu::aboutToShow, this, &WindowMenu::fillRecent);
    connect(this, &QMenu::aboutToShow, this, &WindowMenu::fillRecent);
    m_copy = addMenu(tr("Save a &copy"));
    m_copy->setObjectName(QStringLiteral("copyMenu"));
    setCopyChoices(/*hasWorkspace=*/false, {});
    addSeparator();
    connect(addShortcut(*this, tr("&Import data…"), {QKeySequence(Qt::CTRL | Qt::Key_I)}), &QAction::triggered, this,
            &WindowMenu::importRequested);
    QAction* adopt = addAction(tr("A&dopt a model or lists…"));
    adopt->setObjectName(QStringLiteral("adoptWeights"));
    connect(adopt, &QAction::triggered, this, &WindowMenu::adoptRequested);
    connect(addShortcut(*this, tr("&Search on this page"), {QKeySequence::Find}), &QAction::triggered, this,
            &WindowMenu::searchRequested);
    addSeparator();
    addThemeMenu();
    addLanguageMenu();
    addSizeMenu();
    addSeparator();
    connect(addShortcut(*this, tr("&Manual"), {QKeySequence(Qt::SHIFT | Qt::Key_F1)}), &QAction::triggered, this,
            &WindowMenu::manualRequested);
    connect(addAction(tr("&Glossary")), &QAction::triggered, this, &WindowMenu::glossaryRequested);
    connect(addShortcut(*this, tr("&Keyboard shortcuts"), {QKeySequence(Qt::Key_F1)}), &QAction::triggered, this,
            &WindowMenu::shortcutsRequested);
    connect(addAction(tr("&About RecScope")), &QAction::triggered, this, &WindowMenu::aboutRequested);
    connect(addShortcut(*this, tr("&Quit"), {QKeySequence(Qt::CTRL | Qt::Key_Q)}), &QAction::triggered, this,
            &WindowMenu::quitRequested);
}

void WindowMenu::setCopyChoices(bool hasWorkspace, const std::vector<DatasetInfo>& datasets) {
    m_copy->clear();
    m_copy->menuAction()->setEnabled(hasWorkspace);
    QAction* all = m_copy->addAction(tr("Of the &whole workspace…"));
    all->setObjectName(QStringLiteral("copyAll"));
    connect(all, &QAction::triggered, this, [this] { emit copyRequested(std::nullopt, {}); });
    if (!datasets.empty()) m_copy->addSeparator();
    for (const DatasetInfo& dataset : datasets) {
        const QString name = QString::fromStdString(dataset.name);
        // Each & in a name is escaped, because Qt would read it as the mark of a mnemonic.
        QAction* action = m_copy->addAction(
            tr("Of “%1” with its runs…").arg(QString(name).replace(QLatin1Char('&'), QStringLiteral("&&"))));
        connect(action, &QAction::triggered, this, [this, id = dataset.id, name] { emit copyRequested(id, name); });
    }
}

QAction* WindowMenu::addShortcut(QMenu& menu, const QString& text, const QList<QKeySequence>& keys) {
    QAction* action = menu.addAction(text);
    action->setShortcuts(keys);
    parentWidget()->addAction(action);
    return action;
}

void WindowMenu::addThemeMenu() {
    QMenu* menu = addMenu(tr("&Theme"));
    auto* group = new QActionGroup(menu);
    const std::pair<ThemeChoice, QString> choices[] = {{ThemeChoice::System, tr("Follow the &system")},
                                                       {ThemeChoice::Light, tr("&Light")},
                                                       {ThemeChoice::Dark, tr("&Dark")}};
    for (const auto& [choice, text] : choices) {
        QAction* action = menu->addAction(text);
        action->setCheckable(true);
        group->addAction(action);
        connect(action, &QAction::triggered, this, [choice = choice] { Theme::instance().setChoice(choice); });
        connect(menu, &QMenu::aboutToShow, action,
                [action, choice = choice] { action->setChecked(Theme::instance().choice() == choice); });
    }
    menu->addSeparator();
    QAction* contrast = menu->addAction(tr("&High contrast"));
    contrast->setObjectName(QStringLiteral("highContrast"));
    contrast->setCheckable(true);
    connect(contrast, &QAction::triggered, this, [](bool high) { Theme::instance().setHighContrast(high); });
    connect(menu, &QMenu::aboutToShow, contrast,
            [contrast] { contrast->setChecked(Theme::instance().hasHighContrast()); });
}

// Languages are listed by their own names, for people who cannot read the current one.
void WindowMenu::addLanguageMenu() {
    QMenu* menu = addMenu(tr("Lan&guage"));
    menu->setObjectName(QStringLiteral("languageMenu"));
    auto* group = new QActionGroup(menu);
    const auto add = [&](const QString& code, const QString& text) {
        QAction* action = menu->addAction(text);
        action->setObjectName(QStringLiteral("language-") + code);
        action->setCheckable(true);
        group->addAction(action);
        connect(action, &QAction::triggered, this, [this, code] { emit languageRequested(code); });
        connect(menu, &QMenu::aboutToShow, action, [action, code] { action->setChecked(languageChoice() == code); });
    };
    add({}, tr("Follow the &system"));
    menu->addSeparator();
    menu->setToolTipsVisible(true);
    for (const Language& language : languages()) {
        const QString code = QString::fromStdString(language.code);
        if (hasFontFor(code)) {
            add(code, QString::fromStdString(language.name));
            continue;
        }
        // Without a font, the language's own name would be shown as empty boxes.
        QAction* missing = menu->addAction(tr("%1 (no font for it is installed)").arg(languageTitle(code)));
        missing->setObjectName(QStringLiteral("language-") + code);
        missing->setEnabled(false);
        const auto [sentence, hint] = missingFontText(code);
        missing->setToolTip(sentence + QLatin1Char('\n') + hint);
    }
}

void WindowMenu::addSizeMenu() {
    QMenu* menu = addMenu(tr("Si&ze"));
    const auto scaleBy = [](double factor) { Theme::instance().setScale(Theme::instance().scale() * factor); };
    // On most keyboards, + needs Shift, so Ctrl+= is accepted as well as Ctrl++.
    QAction* larger = addShortcut(*menu, tr("&Larger"),
                                  {QKeySequence(Qt::CTRL | Qt::Key_Plus), QKeySequence(Qt::CTRL | Qt::Key_Equal)});
    connect(larger, &QAction::triggered, this, [scaleBy] { scaleBy(kScaleStep); });
    QAction* smaller = addShortcut(*menu, tr("&Smaller"), {QKeySequence(Qt::CTRL | Qt::Key_Minus)});
    connect(smaller, &QAction::triggered, this, [scaleBy] { scaleBy(1 / kScaleStep); });
    QAction* normal = addShortcut(*menu, tr("&Normal"), {QKeySequence(Qt::CTRL | Qt::Key_0)});
    connect(normal, &QAction::triggered, this, [] { Theme::instance().setScale(1); });
}

void WindowMenu::fillRecent() {
    m_recent->clear();
    for (const QString& path : Settings::instance().value(kRecentKey).toStringList())
        connect(m_recent->addAction(QDir::toNativeSeparators(path)), &QAction::triggered, this,
                [this, path] { emit recentRequested(path); });
    m_recent->setEnabled(!m_recent->isEmpty());
}

void WindowMenu::rememberRecent(const QString& path) {
    Settings& settings = Settings::instance();
    QStringList recent = settings.value(kRecentKey).toStringList();
    recent.removeAll(path);
    recent.prepend(path);
    settings.setValue(kRecentKey, recent.mid(0, kRecentKept));
}

}  // namespace recscope::ui
