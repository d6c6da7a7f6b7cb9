// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/explore/explore_header.h"

#include <QComboBox>
#include <QHBoxLayout>
#include <QLabel>
#include <QToolButton>
#include <algorithm>

#include "core/store/dataset_versions.h"
#include "ui/theme/theme.h"
#include "ui/widgets/arrange.h"
#include "ui/widgets/elided_combo_box.h"
#include "ui/widgets/elided_label.h"
#include "ui/widgets/number_text.h"
#include "ui/widgets/settings.h"
#include "ui/widgets/stateful_widget.h"

namespace recscope::ui {

namespace {
constexpr int kSlowAfter = 200;      ///< ms: faster answers need no loading message
constexpr int kVersionsWidth = 210;  ///< design pixels
const QString kWrapKey = QStringLiteral("explore/wrapTitles");
}  // namespace

ExploreHeader::ExploreHeader(QWidget* parent) : QWidget(parent) {
    m_subtitle = new ElidedLabel;
    m_subtitle->setProperty("muted", true);
    m_subtitle->setObjectName(QStringLiteral("exploreSubtitle"));
    m_wrap = new QToolButton;
    m_wrap->setObjectName(QStringLiteral("wrapTitles"));
    m_wrap->setText(tr("Wrap titles"));
    m_wrap->setAccessibleName(tr("Wrap titles"));
    m_wrap->setToolTip(tr("Titles of the history and of the recommendations take as many lines as they need (Alt+W)"));
    m_wrap->setShortcut(QKeySequence(Qt::ALT | Qt::Key_W));
    m_wrap->setCheckable(true);
    connect(m_wrap, &QToolButton::toggled, this, [this](bool wrapped) {
        Settings::instance().setValue(kWrapKey, wrapped);
        emit wrapToggled(wrapped);
    });
    m_wrap->setChecked(Settings::instance().value(kWrapKey, false).toBool());
    m_versions = new ElidedComboBox;
    m_versions->setObjectName(QStringLiteral("historyVersion"));
    m_versions->setAccessibleName(tr("The version of the dataset whose histories are listed"));
    m_versions->setToolTip(
        tr("Data was added after this version of the dataset. Runs on this version can also read the histories of the "
           "later version; items that they do not know are left out."));
    m_versions->setFixedWidth(Theme::instance().px(kVersionsWidth));
    connect(m_versions, &QComboBox::activated, this, &ExploreHeader::versionChosen);
    m_predicted = new QComboBox;
    m_predicted->setObjectName(QStringLiteral("predicted"));
    keepValue(m_predicted, StateScope::Workspace);
    m_predicted->addItem(tr("Predict the test item"), int(Predicted::Test));
    m_predicted->addItem(tr("Predict the validation item"), int(Predicted::Valid));
    m_predicted->addItem(tr("Predict what comes next"), int(Predicted::Next));
    m_predicted->setAccessibleName(tr("What the model predicts"));
    m_predicted->setToolTip(tr("The item that is held out and predicted from all items before it"));
    connect(m_predicted, &QComboBox::currentIndexChanged, this, &ExploreHeader::predictedChanged);
    arrange(this, row({titleLabel(tr("Explore")), grow(m_subtitle), m_versions, m_wrap, m_predicted}, space::kSpacing));

    m_slowTimer.setSingleShot(true);
    m_slowTimer.setInterval(kSlowAfter);
    connect(&m_slowTimer, &QTimer::timeout, this, [this] { m_subtitle->setText(tr("Querying the model…")); });
}

void ExploreHeader::setVersions(const std::optional<DatasetInfo>& dataset, const std::vector<DatasetInfo>& datasets) {
    const QVariant chosen = m_versions->currentData();
    m_versions->clear();
    m_later.clear();
    if (dataset) {
        m_versions->addItem(tr("Histories of this version"), QVariant::fromValue(dataset->id));
        m_later = laterVersions(datasets, dataset->id);
        for (const DatasetInfo& later : m_later)
            m_versions->addItem(tr("Histories of “%1”").arg(QString::fromStdString(later.name)),
                                QVariant::fromValue(later.id));
    }
    m_versions->setCurrentIndex(std::max(0, m_versions->findData(chosen)));
    m_versions->setVisible(m_versions->count() > 1);
}

void ExploreHeader::chooseFirstVersion() {
    m_versions->setCurrentIndex(0);
}

std::optional<DatasetInfo> ExploreHeader::laterVersion() const {
    if (m_versions->currentIndex() <= 0) return {};
    const auto id = m_versions->currentData().value<DatasetId>();
    for (const DatasetInfo& dataset : m_later)
        if (dataset.id == id) return dataset;
    return {};
}

Predicted ExploreHeader::predicted() const {
    return Predicted(m_predicted->currentData().toInt());
}

bool ExploreHeader::isWrapped() const {
    return m_wrap->isChecked();
}

void ExploreHeader::showAnswer(const ExploreAnswer& answer) {
    const UserInfo& user = answer.user;
    QString text = (user.length == 1 ? tr("User %1 · %2 item") : tr("User %1 · %2 items"))
                       .arg(QString::fromStdString(user.id), wholeNumber(user.length));
    const auto day = [](std::int64_t time) { return shortDay(time); };
    if (user.firstTime && user.lastTime) text += tr(" · %1 – %2").arg(day(*user.firstTime), day(*user.lastTime));
    if (answer.skippedInteractions > 0)
        text += tr(" · unknown to the run, left out: %1").arg(wholeNumber(answer.skippedInteractions));
    if (int(answer.request.predicted) != int(predicted())) text += tr(" · no item is held out");
    m_subtitle->setText(text);
}

void ExploreHeader::clear() {
    m_subtitle->setText({});
}

void ExploreHeader::setLoading(bool isLoading) {
    if (isLoading)
        m_slowTimer.start();
    else
        m_slowTimer.stop();
}

void ExploreHeader::setTabOrderAfter(QWidget* widget) {
    setTabOrder(widget, m_versions);
    setTabOrder(m_versions, m_wrap);
    setTabOrder(m_wrap, m_predicted);
}

}  // namespace recscope::ui
