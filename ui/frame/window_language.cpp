// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/frame/window_language.h"

#include <QApplication>
#include <QLibraryInfo>
#include <QTranslator>
#include <optional>

#include "core/util/language.h"
#include "core/util/message_catalogue.h"
#include "ui/theme/language_fonts.h"
#include "ui/theme/theme.h"
#include "ui/widgets/number_text.h"
#include "ui/widgets/settings.h"

namespace recscope::ui {

namespace {

const QString kKey = QStringLiteral("window/language");

/// Connects `tr()` to the catalogue of the current language, the same one that core uses. The context (the class) is
/// ignored: texts with two meanings are distinguished by the argument `disambiguation`.
class CatalogueTranslator : public QTranslator {
public:
    using QTranslator::QTranslator;

    bool isEmpty() const override { return false; }

    QString translate(const char* /*context*/, const char* text, const char* disambiguation, int n) const override {
        const MessageCatalogue* messages = currentMessages();
        const std::optional<long long> count = n < 0 ? std::nullopt : std::optional<long long>(n);
        const auto found = messages ? messages->find(disambiguation ? disambiguation : "", text, count) : std::nullopt;
        return found ? QString::fromUtf8(found->data(), qsizetype(found->size())) : QString();
    }
};

/// Replaces both translators, which the application owns: that of Qt and that of the program. Qt searches the
/// translator that was installed last before the other one.
void installTranslators() {
    static const QString kQt = QStringLiteral("qtTranslator"), kOurs = QStringLiteral("catalogueTranslator");
    delete qApp->findChild<QTranslator*>(kQt, Qt::FindDirectChildrenOnly);
    delete qApp->findChild<QTranslator*>(kOurs, Qt::FindDirectChildrenOnly);
    auto* qt = new QTranslator(qApp);
    qt->setObjectName(kQt);
    if (qt->load(QStringLiteral("qtbase_") + QString::fromStdString(currentLanguage()),
                 QLibraryInfo::path(QLibraryInfo::TranslationsPath)))
        QCoreApplication::installTranslator(qt);
    auto* ownTranslator = new CatalogueTranslator(qApp);
    ownTranslator->setObjectName(kOurs);
    QCoreApplication::installTranslator(ownTranslator);
}

}  // namespace

QString languageChoice() {
    return Settings::instance().value(kKey).toString();
}

void storeLanguageChoice(const QString& code) {
    Settings::instance().setValue(kKey, code);
}

void setWindowLanguage(const QString& code) {
    setLanguage(code.isEmpty() ? systemLanguage() : code.toStdString());
    QLocale::setDefault(languageLocale());
    installTranslators();
}

QString languageTitle(const QString& code) {
    const auto tr = [](const char* text) { return QCoreApplication::translate("recscope::ui::WindowLanguage", text); };
    if (code == QLatin1String("zh_CN")) return tr("Simplified Chinese");
    if (code == QLatin1String("ko")) return tr("Korean");
    const QString name = QLocale(code).nativeLanguageName();
    return name.isEmpty() ? code : name;
}

MissingFont missingFontText(const QString& code) {
    const auto tr = [](const char* text) { return QCoreApplication::translate("recscope::ui::WindowLanguage", text); };
    return {
        tr("No installed font has the letters of %1.").arg(languageTitle(code)),
        tr("Install a font for this language, such as the package %1, and start RecScope again.").arg(fontPackage())};
}

QString readableLanguage(const QString& code) {
    const QString requested = code.isEmpty() ? QString::fromStdString(systemLanguage()) : code;
    return hasFontFor(requested) ? code : QStringLiteral("en");
}

}  // namespace recscope::ui
