// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/data/catalogue_view.h"

#include <QClipboard>
#include <QFrame>
#include <QGridLayout>
#include <QGuiApplication>
#include <QLabel>
#include <QPushButton>
#include <QScrollArea>
#include <QVBoxLayout>

#include "core/util/translated.h"
#include "ui/session/session.h"
#include "ui/theme/theme.h"
#include "ui/widgets/arrange.h"
#include "ui/widgets/number_text.h"

namespace recscope::ui {

namespace {

QLabel* text(const QString& words, const char* property = nullptr, const QVariant& value = {}) {
    auto* label = new QLabel(words);
    label->setWordWrap(true);
    label->setTextFormat(Qt::PlainText);
    if (property) label->setProperty(property, value);
    return label;
}

QString sizeOf(const CatalogueEntry& entry) {
    if (entry.users == 0 || entry.items == 0) return interactionsText(entry.interactions);
    return sizesText(entry.users, entry.items, entry.interactions);
}

}  // namespace

CatalogueView::CatalogueView(Session& session, QWidget* parent) : QWidget(parent), m_session(session) {
    setObjectName(QStringLiteral("catalogue"));
    auto* title = text(tr("Public datasets"), "role", QStringLiteral("section"));
    auto* back = new QPushButton(tr("Back to my data"));
    back->setObjectName(QStringLiteral("closeCatalogue"));
    connect(back, &QPushButton::clicked, this, &CatalogueView::closed);
    setFocusProxy(back);
    QVBoxLayout* cards = column({});
    for (const CatalogueEntry& entry : publicDatasets()) cards->addWidget(makeCard(entry));
    cards->addStretch();
    QLabel* about = text(tr("None of these is part of RecScope, and nothing is downloaded: get the file from its "
                            "publisher, whose terms apply, and drop it unchanged onto the window."),
                         "muted", true);
    arrange(this, column({row({grow(title), back}), about, grow(scrolled(boxed(cards, {0, 0, space::kPadding, 0})))}));
}

QWidget* CatalogueView::makeCard(const CatalogueEntry& entry) {
    auto* card = new QFrame;
    card->setObjectName(QStringLiteral("catalogueCard"));
    card->setProperty("card", true);
    auto* grid = new QGridLayout(card);
    grid->setContentsMargins(space::kSpacing, 12, space::kSpacing, 12);
    grid->setHorizontalSpacing(space::kSpacing);
    grid->setVerticalSpacing(space::kUnit);
    const QString name = QString::fromStdString(entry.name), url = QString::fromStdString(entry.url);
    auto* copy = new QPushButton(tr("Copy address"));
    copy->setObjectName(QStringLiteral("copyAddress"));
    copy->setProperty("quiet", true);
    copy->setAccessibleName(tr("Copy the address of %1").arg(name));
    copy->setToolTip(tr("Paste it into your browser"));
    connect(copy, &QPushButton::clicked, this, [this, url, name] {
        QGuiApplication::clipboard()->setText(url);
        m_session.notify(tr("Copied the address of %1.").arg(name));
    });
    grid->addWidget(text(name, "role", QStringLiteral("section")), 0, 0, 1, 2);
    grid->addWidget(copy, 0, 2, Qt::AlignRight | Qt::AlignTop);
    grid->addWidget(text(QString::fromStdString(translated(entry.about))), 1, 0, 1, 3);
    int row = 2;
    const std::pair<QString, QString> facts[] = {
        {tr("Size"), sizeOf(entry)},
        {tr("File to drop"), QString::fromStdString(translated(entry.drop))},
        {tr("Publisher"), QStringLiteral("%1, %2").arg(QString::fromStdString(entry.publisher), url)},
        {tr("Terms"), QString::fromStdString(translated(entry.terms))}};
    for (const auto& [caption, value] : facts) {
        grid->addWidget(mutedLabel(caption), row, 0, Qt::AlignTop);
        grid->addWidget(text(value), row++, 1, 1, 2);
    }
    grid->setColumnStretch(1, 1);
    return card;
}

}  // namespace recscope::ui
