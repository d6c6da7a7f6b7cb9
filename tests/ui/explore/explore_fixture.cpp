// SPDX-License-Identifier: GPL-3.0-or-later
#include "explore_fixture.h"

#include <QApplication>
#include <QHeaderView>
#include <QTabBar>
#include <QTabWidget>

#include "ui/theme/theme.h"
#include "ui/widgets/table_view.h"

namespace recscope::ui::test {

void ExploreFixture::initTestCase() {
    m_environment = std::make_unique<TestEnvironment>();
    m_causal = trainTiny(*m_environment, "sasrec");
    m_bidirectional = trainTiny(*m_environment, "bert4rec");
}

void ExploreFixture::init() {
    session().chooseRun(m_bidirectional);
    m_page = std::make_unique<ExplorePage>(session());
    test::show(*m_page, {1280, 860});
    QVERIFY(waitUntil([this] { return m_page->answer() && m_page->answer()->explanation; }));
}

void ExploreFixture::cleanup() {
    m_page.reset();
    QVERIFY(waitUntil([this] { return m_environment->jobs().isIdle(); }));
}

void ExploreFixture::cleanupTestCase() {
    m_environment.reset();
}

bool ExploreFixture::settled() {
    QApplication::processEvents();
    const bool idle = waitUntil([this] { return m_environment->jobs().isIdle(); });
    QApplication::processEvents();
    return idle;
}

bool ExploreFixture::showUser(int user) {
    session().chooseUser(user);
    return waitUntil([this, user] { return m_page->answer()->user.user == user; });
}

int ExploreFixture::showUserWithCause() {
    for (int user = 0; user < 40; ++user) {
        if (!showUser(user)) break;
        const PlantedCause* cause = answer().heldOutCause();
        if (cause && !cause->causes.empty() && answer().mapPosition(cause->causes.front()) >= 0) return user;
    }
    qFatal("No user of the sample has a caused test item.");
}

void ExploreFixture::openTab(int index) {
    auto* tabs = find<QTabWidget>(*m_page, "exploreTabs");
    tabs->tabBar()->setFocus();
    while (tabs->currentIndex() < index) QTest::keyClick(tabs->tabBar(), Qt::Key_Right);
    QVERIFY(settled());
}

void ExploreFixture::clickColumnHeader(TableView* table, int column) {
    const QHeaderView& header = *table->horizontalHeader();
    const int middle = header.sectionViewportPosition(column) + header.sectionSize(column) / 2;
    QTest::mouseClick(header.viewport(), Qt::LeftButton, {}, QPoint(middle, header.height() / 2));
}

void ExploreFixture::savePictures(const QString& name) {
    for (ThemeChoice choice : {ThemeChoice::Light, ThemeChoice::Dark}) {
        Theme::instance().setChoice(choice);
        for (QSize size : {QSize(952, 600), QSize(1368, 800)}) {
            m_page->resize(size);
            QTest::qWait(50);
            savePicture(*m_page, QStringLiteral("%1-%2-%3")
                                     .arg(name, choice == ThemeChoice::Light ? "light" : "dark")
                                     .arg(size.width()));
        }
    }
    Theme::instance().setChoice(ThemeChoice::Light);
}

}  // namespace recscope::ui::test
