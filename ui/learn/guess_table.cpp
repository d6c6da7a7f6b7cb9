// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/learn/guess_table.h"

#include <QGridLayout>
#include <QLabel>
#include <QScrollBar>
#include <QVBoxLayout>
#include <algorithm>
#include <map>

#include "ui/theme/theme.h"
#include "ui/widgets/elided_label.h"
#include "ui/widgets/run_swatch.h"

namespace recscope::ui {

namespace {

/// Stretch factor of each list. The empty space at the right has factor 1, so it grows only once all lists have their
/// maximum width.
constexpr int kListShare = 100;

QLabel* caption(const QString& text) {
    auto* label = new QLabel(text);
    label->setProperty("role", "caption");
    return label;
}

bool hasTruth(const PositionGuess& guess) {
    return std::any_of(guess.top.begin(), guess.top.end(), [](const GuessLine& line) { return line.isTruth; });
}

/// The columns in which every model that can guess has a guess. Only these columns count, so that the models are
/// compared on the same positions.
std::vector<std::size_t> countedColumns(const std::vector<GuessModel>& models, std::size_t columns) {
    std::vector<std::size_t> counted;
    for (std::size_t column = 0; column < columns; ++column)
        if (std::all_of(models.begin(), models.end(), [column](const GuessModel& model) {
                return !model.whyMissing.isEmpty() ||
                       (column < model.guesses.size() && !model.guesses[column].top.empty());
            }))
            counted.push_back(column);
    return counted;
}

/// Names the positions that do not count: "without position 1", "without positions 1, 2"; empty if all count.
QString leftOutText(const std::vector<int>& positions, const std::vector<std::size_t>& counted) {
    QStringList left;
    for (std::size_t column = 0; column < positions.size(); ++column)
        if (std::find(counted.begin(), counted.end(), column) == counted.end())
            left << QString::number(positions[column] + 1);
    if (left.isEmpty()) return {};
    return left.size() == 1 ? GuessTable::tr("without position %1").arg(left.front())
                            : GuessTable::tr("without positions %1").arg(left.join(QStringLiteral(", ")));
}

}  // namespace

GuessTable::GuessTable(QWidget* parent) : QScrollArea(parent) {
    setWidgetResizable(true);
    setFrameShape(QFrame::NoFrame);
    setAccessibleName(tr("What the models guess at the covered positions"));
}

QWidget* GuessTable::makeRowHeader(const GuessModel& model, const std::vector<int>& positions,
                                   const std::vector<std::size_t>& counted) const {
    const Theme& theme = Theme::instance();
    auto* header = new QWidget;
    auto* layout = new QVBoxLayout(header);
    layout->setContentsMargins(0, 0, 0, 0);
    layout->setSpacing(theme.px(2));
    auto* title = new ElidedLabel(model.title);
    title->setElideMode(Qt::ElideMiddle);
    QFont bold = theme.body();
    bold.setWeight(QFont::DemiBold);
    title->setFont(bold);
    auto* swatch = new QLabel;
    swatch->setPixmap(runSwatch(model.style, devicePixelRatioF()));
    layout->addWidget(swatch);
    layout->addWidget(title);
    layout->addWidget(caption(model.attentionMask));
    if (model.whyMissing.isEmpty() && !counted.empty()) {
        const auto hits = std::count_if(counted.begin(), counted.end(),
                                        [&](std::size_t column) { return hasTruth(model.guesses[column]); });
        auto* score = caption(tr("top 5: %1 of %2").arg(hits).arg(counted.size()));
        score->setObjectName(QStringLiteral("score-") + model.model);
        score->setToolTip(counted.size() == model.guesses.size()
                              ? tr("For how many of the covered cards the true item is among the five best guesses")
                              : tr("For how many of the covered cards the true item is among the five best guesses. "
                                   "Cards for which one of the models has nothing to read are excluded for both."));
        layout->addWidget(score);
        if (const QString left = leftOutText(positions, counted); !left.isEmpty()) {
            auto* without = caption(left);
            without->setObjectName(QStringLiteral("scoreWithout-") + model.model);
            without->setWordWrap(true);
            without->setToolTip(score->toolTip());
            layout->addWidget(without);
        }
    }
    layout->addStretch();
    return header;
}

void GuessTable::showGuesses(const std::vector<int>& positions, const QStringList& truths,
                             const std::vector<GuessModel>& models, const QString& hint) {
    const Theme& theme = Theme::instance();
    const int scrolled = horizontalScrollBar()->value();
    std::map<QString, PositionGuess> before;  // the guesses shown before, by object name of the list
    for (const GuessList* list : findChildren<GuessList*>()) before[list->objectName()] = list->guess();
    auto* content = new QWidget;
    auto* grid = new QGridLayout(content);
    grid->setContentsMargins(0, 0, 0, 0);
    grid->setHorizontalSpacing(theme.px(space::kSpacing));
    grid->setVerticalSpacing(theme.px(space::kPadding));

    const auto columns = int(positions.size());
    for (int column = 0; column < columns; ++column) {
        auto* columnTitle =
            new ElidedLabel(tr("Position %1: %2").arg(positions[size_t(column)] + 1).arg(truths.value(column)));
        columnTitle->setProperty("role", "caption");
        columnTitle->setToolTip(
            tr("The true item at position %1: %2").arg(positions[size_t(column)] + 1).arg(truths.value(column)));
        grid->addWidget(columnTitle, 0, column + 1);
        grid->setColumnStretch(column + 1, kListShare);
    }
    if (positions.empty()) {
        auto* label = new QLabel(hint);
        label->setProperty("muted", true);
        label->setAlignment(Qt::AlignLeft | Qt::AlignTop);
        label->setWordWrap(true);
        label->setObjectName(QStringLiteral("guessHint"));
        grid->addWidget(label, 0, 1);
        grid->setColumnStretch(1, 1);
    }
    const std::vector<std::size_t> counted = countedColumns(models, positions.size());
    for (int row = 0; row < int(models.size()); ++row) {
        const GuessModel& model = models[size_t(row)];
        grid->addWidget(makeRowHeader(model, positions, counted), row + 1, 0, Qt::AlignTop);
        if (!model.whyMissing.isEmpty()) {
            auto* reason = caption(model.whyMissing);
            reason->setWordWrap(true);
            grid->addWidget(reason, row + 1, 1, 1, std::max(1, std::min(columns, 2)), Qt::AlignTop);
            continue;
        }
        for (int column = 0; column < columns && column < int(model.guesses.size()); ++column) {
            // Both models have the same scale at a position, so that they are comparable.
            double fullBar = 0;
            for (const GuessModel& other : models)
                if (size_t(column) < other.guesses.size())
                    for (const GuessLine& line : other.guesses[size_t(column)].top)
                        fullBar = std::max(fullBar, line.probability);
            auto* list = new GuessList;
            list->setObjectName(QStringLiteral("guess-%1-%2").arg(row).arg(positions[size_t(column)]));
            list->showGuess(model.guesses[size_t(column)], model.style.colour, fullBar);
            grid->addWidget(list, row + 1, column + 1);
        }
    }
    grid->setColumnMinimumWidth(0, theme.px(112));
    if (columns > 0) grid->setColumnStretch(columns + 1, 1);
    grid->setRowStretch(int(models.size()) + 1, 1);
    setWidget(content);
    for (GuessList* list : content->findChildren<GuessList*>())
        if (const auto old = before.find(list->objectName()); old != before.end()) list->animateFrom(old->second);
    horizontalScrollBar()->setValue(scrolled);
}

}  // namespace recscope::ui
