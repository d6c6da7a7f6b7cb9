// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/learn/guess_table.h"

#include <QGridLayout>
#include <QLabel>
#include <QPushButton>
#include <QScrollBar>
#include <QVBoxLayout>
#include <algorithm>

#include "ui/theme/theme.h"
#include "ui/widgets/elided_label.h"
#include "ui/widgets/run_swatch.h"

namespace recscope::ui {

namespace {

/// Of the width left over, against 1 for the empty room at the right, which is there once all lists are at their
/// widest.
constexpr int kListShare = 100;

QLabel* captionLabel(const QString& text) {
    auto* label = new QLabel(text);
    label->setProperty("role", "caption");
    return label;
}

/// How often the truth is among the shown guesses.
int foundIn(const std::vector<PlaceGuess>& guesses) {
    return int(std::count_if(guesses.begin(), guesses.end(), [](const PlaceGuess& guess) {
        return std::any_of(guess.top.begin(), guess.top.end(), [](const GuessLine& line) { return line.truth; });
    }));
}

}  // namespace

GuessTable::GuessTable(QWidget* parent) : QScrollArea(parent) {
    setWidgetResizable(true);
    setFrameShape(QFrame::NoFrame);
    setAccessibleName(tr("What the models put at the covered places"));
}

QWidget* GuessTable::makeRowHeader(const GuessModel& model) const {
    const Theme& theme = Theme::instance();
    auto* header = new QWidget;
    auto* layout = new QVBoxLayout(header);
    layout->setContentsMargins(0, 0, 0, 0);
    layout->setSpacing(theme.px(2));
    auto* title = new ElidedLabel(model.title);
    QFont bold = theme.body();
    bold.setWeight(QFont::DemiBold);
    title->setFont(bold);
    auto* swatch = new QLabel;
    swatch->setPixmap(runSwatch(model.style, devicePixelRatioF()));
    layout->addWidget(swatch);
    layout->addWidget(title);
    layout->addWidget(captionLabel(model.sight));
    if (model.missing.isEmpty() && !model.guesses.empty()) {
        auto* found = captionLabel(tr("top 5: %1 of %2").arg(foundIn(model.guesses)).arg(model.guesses.size()));
        found->setToolTip(tr("At how many of the covered places the truth is among the five best guesses"));
        layout->addWidget(found);
    }
    layout->addStretch();
    return header;
}

QWidget* GuessTable::makeMissing(const GuessModel& model) {
    auto* missing = new QWidget;
    auto* layout = new QVBoxLayout(missing);
    layout->setContentsMargins({});
    auto* reason = captionLabel(model.missing);
    reason->setWordWrap(true);
    auto* train = new QPushButton(model.train);
    connect(train, &QPushButton::clicked, this, [this, name = model.model] { emit trainWanted(name); });
    layout->addWidget(reason);
    layout->addWidget(train, 0, Qt::AlignLeft);
    layout->addStretch();
    return missing;
}

void GuessTable::show(const std::vector<int>& places, const QStringList& truths, const std::vector<GuessModel>& models,
                      const QString& hint) {
    const Theme& theme = Theme::instance();
    const int scrolled = horizontalScrollBar()->value();
    auto* content = new QWidget;
    auto* grid = new QGridLayout(content);
    grid->setContentsMargins(0, 0, 0, 0);
    grid->setHorizontalSpacing(theme.px(space::kBetween));
    grid->setVerticalSpacing(theme.px(space::kInside));

    const auto columns = int(places.size());
    for (int column = 0; column < columns; ++column) {
        auto* head = new ElidedLabel(tr("Place %1: %2").arg(places[size_t(column)] + 1).arg(truths.value(column)));
        head->setProperty("role", "caption");
        head->setToolTip(
            tr("What really stands at place %1: %2").arg(places[size_t(column)] + 1).arg(truths.value(column)));
        grid->addWidget(head, 0, column + 1);
        grid->setColumnStretch(column + 1, kListShare);
    }
    if (places.empty()) {
        auto* label = new QLabel(hint);
        label->setProperty("muted", true);
        label->setAlignment(Qt::AlignLeft | Qt::AlignTop);
        label->setWordWrap(true);
        label->setObjectName(QStringLiteral("guessHint"));
        grid->addWidget(label, 0, 1);
        grid->setColumnStretch(1, 1);
    }
    for (int row = 0; row < int(models.size()); ++row) {
        const GuessModel& model = models[size_t(row)];
        grid->addWidget(makeRowHeader(model), row + 1, 0, Qt::AlignTop);
        if (!model.missing.isEmpty()) {
            grid->addWidget(makeMissing(model), row + 1, 1, 1, std::max(1, std::min(columns, 2)), Qt::AlignTop);
            continue;
        }
        for (int column = 0; column < columns && column < int(model.guesses.size()); ++column) {
            // One scale per place, so that the two models compare.
            double fullBar = 0;
            for (const GuessModel& other : models)
                if (size_t(column) < other.guesses.size())
                    for (const GuessLine& line : other.guesses[size_t(column)].top)
                        fullBar = std::max(fullBar, line.probability);
            auto* list = new GuessList;
            list->setObjectName(QStringLiteral("guess-%1-%2").arg(row).arg(places[size_t(column)]));
            list->show(model.guesses[size_t(column)], model.style.colour, fullBar);
            grid->addWidget(list, row + 1, column + 1);
        }
    }
    grid->setColumnMinimumWidth(0, theme.px(112));
    if (columns > 0) grid->setColumnStretch(columns + 1, 1);
    grid->setRowStretch(int(models.size()) + 1, 1);
    setWidget(content);
    horizontalScrollBar()->setValue(scrolled);
}

}  // namespace recscope::ui
