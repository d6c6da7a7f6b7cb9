// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/frame/pages.h"

#include <QCoreApplication>

#include "ui/compare/compare_page.h"
#include "ui/data/data_page.h"
#include "ui/explore/explore_page.h"
#include "ui/learn/learn_page.h"
#include "ui/train/train_page.h"

namespace recscope::ui {

namespace {

struct Pages {
    Q_DECLARE_TR_FUNCTIONS(Pages)
};

template <class Page>
QWidget* make(Session& session, QWidget* parent) {
    return new Page(session, parent);
}

}  // namespace

std::vector<PageEntry> pageEntries() {
    return {
        {PageId::Data, QStringLiteral("data"), Pages::tr("Data"), Pages::tr("Import data and look at it"),
         make<DataPage>},
        {PageId::Train, QStringLiteral("train"), Pages::tr("Train"), Pages::tr("Train a model and watch it learn"),
         make<TrainPage>},
        {PageId::Explore, QStringLiteral("explore"), Pages::tr("Explore"),
         Pages::tr("See what a model recommends to a user, and why"), make<ExplorePage>},
        {PageId::Learn, QStringLiteral("learn"), Pages::tr("Learn"), Pages::tr("Try masks and attention by hand"),
         make<LearnPage>},
        {PageId::Compare, QStringLiteral("compare"), Pages::tr("Compare"), Pages::tr("Compare runs side by side"),
         make<ComparePage>},
    };
}

QString pageKey(PageId id) {
    for (const PageEntry& entry : pageEntries())
        if (entry.id == id) return entry.key;
    return {};
}

std::optional<PageId> pageWithKey(const QString& key) {
    for (const PageEntry& entry : pageEntries())
        if (entry.key == key) return entry.id;
    return std::nullopt;
}

}  // namespace recscope::ui
