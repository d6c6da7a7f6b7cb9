// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/data/data_page.h"

#include <QPushButton>
#include <QShortcut>
#include <QSplitter>
#include <QStyle>

#include "ui/data/catalogue_view.h"
#include "ui/data/dataset_cards.h"
#include "ui/data/dataset_detail.h"
#include "ui/data/import_panel.h"
#include "ui/data/sample_job.h"
#include "ui/session/session.h"
#include "ui/theme/icons.h"
#include "ui/theme/theme.h"
#include "ui/widgets/arrange.h"
#include "ui/widgets/empty_state.h"
#include "ui/widgets/shown_stack.h"
#include "ui/widgets/subject.h"

namespace recscope::ui {

namespace {

constexpr int kCardsWidth = 260;  ///< design pixels

}  // namespace

DataPage::DataPage(Session& session, QWidget* parent)
    : QWidget(parent),
      m_session(session),
      m_import(new QPushButton(tr("Import data…"))),
      m_cards(new DatasetCards(session)),
      m_right(new ShownStack),
      m_detail(new DatasetDetail(session)),
      m_panel(new ImportPanel(session)),
      m_catalogue(new CatalogueView(session)),
      m_public(new QPushButton(tr("Public datasets"))),
      m_empty(new EmptyState) {
    setObjectName(QStringLiteral("dataPage"));
    describeSubject(this, [](Subject& subject) { subject.runs.clear(); });
    m_import->setObjectName(QStringLiteral("importData"));
    m_import->setToolTip(tr("Import interactions from a file (Ctrl+I), or drop one onto the window"));
    m_empty->setTexts(
        tr("No data yet"),
        tr("Here you import interactions (who did what, and when) and see what the data is like. Drop a file onto the "
           "window, or start with the built-in sample cinema, whose visitors follow known patterns."),
        tr("Add the sample dataset"));
    m_right->addWidget(m_empty);
    m_right->addWidget(m_detail);
    m_right->addWidget(m_panel);
    m_right->addWidget(m_catalogue);
    m_public->setObjectName(QStringLiteral("showCatalogue"));
    m_public->setIcon(lineIcon(QStringLiteral("info")));
    m_public->setToolTip(tr("Public datasets used in research: what they are, where to get them, which file to drop"));

    const auto updateCardsWidth = [this] { m_cards->setMinimumWidth(Theme::instance().px(kCardsWidth - 40)); };
    connect(&Theme::instance(), &Theme::changed, this, updateCardsWidth);
    updateCardsWidth();
    QSplitter* split = splitBeside(QStringLiteral("dataColumns"), m_cards, m_right);
    split->setStretchFactor(0, 0);
    split->setSizes({Theme::instance().px(kCardsWidth), Theme::instance().px(1000)});
    arrange(this, column({row({titleLabel(tr("Data")), stretch(), m_public, m_import}), grow(split)}, space::kSpacing),
            {space::kPageMargin, space::kSpacing, space::kPageMargin, space::kSpacing});

    connect(m_import, &QPushButton::clicked, this, [this] { showImport({}); });
    connect(m_empty, &EmptyState::actionRequested, this, [this] { addSampleDataset(m_session); });
    connect(m_public, &QPushButton::clicked, this, &DataPage::showCatalogue);
    connect(m_catalogue, &CatalogueView::closed, this, &DataPage::showData);
    connect(m_panel, &ImportPanel::closed, this, &DataPage::showData);
    // Escape closes the import and the catalogue. The import keeps its inputs and shows them again when it is reopened.
    for (QWidget* view : {static_cast<QWidget*>(m_panel), static_cast<QWidget*>(m_catalogue)}) {
        // A shortcut, because a table would use the key press for its keyboard search.
        auto* escape = new QShortcut(Qt::Key_Escape, view);
        escape->setContext(Qt::WidgetWithChildrenShortcut);
        connect(escape, &QShortcut::activated, this, [this, view] {
            showData();
            (view == m_panel ? m_import : m_public)->setFocus();
        });
    }
    connect(m_panel, &ImportPanel::imported, m_detail, &DatasetDetail::showReport);
    connect(&session, &Session::importRequested, this, &DataPage::showImport);
    connect(&session, &Session::importAgainRequested, this, [this](const QString& settings, const QString& name) {
        showImport({});
        m_panel->offerAgain(ImportOptions::fromJson(settings.toStdString()), name);
    });
    const auto follow = [this] {
        if (m_right->currentWidget() != m_panel && m_right->currentWidget() != m_catalogue) showData();
    };
    connect(&session, &Session::datasetChanged, this, follow);
    connect(&session, &Session::datasetsChanged, this, follow);
    showData();
}

void DataPage::showImport(const QString& path) {
    m_right->setCurrentWidget(m_panel);
    m_panel->setFocus();  // before hiding the button that has the focus, or the focus would go elsewhere
    m_import->setVisible(false);
    m_public->setVisible(false);
    m_cards->setVisible(false);
    if (!path.isEmpty()) m_panel->offer(path);
}

void DataPage::showCatalogue() {
    showData();
    m_right->setCurrentWidget(m_catalogue);
    m_catalogue->setFocus();
    m_cards->setVisible(false);
    m_public->setVisible(false);
}

void DataPage::showData() {
    const bool any = m_session.dataset().has_value();
    m_import->setVisible(true);
    m_public->setVisible(true);
    // Import is the page's primary action, unless the empty state offers the sample dataset.
    m_import->setProperty("primary", any);
    m_import->setIcon(lineIcon(QStringLiteral("import"), any ? IconGround::Accent : IconGround::Surface));
    m_import->style()->unpolish(m_import);
    m_import->style()->polish(m_import);
    m_cards->setVisible(any || !m_session.removedDatasets().empty());
    m_right->setCurrentWidget(any ? static_cast<QWidget*>(m_detail) : m_empty);
}

}  // namespace recscope::ui
