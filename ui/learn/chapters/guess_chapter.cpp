// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/learn/chapters/guess_chapter.h"

#include <QHBoxLayout>
#include <QLabel>
#include <QPushButton>
#include <QVBoxLayout>
#include <algorithm>

#include "core/explain/scores/statistics.h"
#include "core/metrics/paired_hits.h"
#include "core/recommender/registry.h"
#include "ui/learn/cause_words.h"
#include "ui/learn/course.h"
#include "ui/session/session.h"
#include "ui/widgets/arrange.h"
#include "ui/widgets/bar_rows.h"
#include "ui/widgets/cell_table.h"

namespace recscope::ui {

namespace {

constexpr std::uint64_t kFirstSeed = 1;
constexpr int kOptionHeight = 44, kMinWidthForGenres = 520;  ///< design pixels
/// Design pixels; in a higher widget, an option may have two lines.
constexpr int kMinHeightForTwoLines = 350;
constexpr int kGenres = 2;  ///< column of the genres in the history table

QString titleOf(Player player) {
    switch (player) {
        case Player::Popularity:
            return GuessChapter::tr("Popularity");
        case Player::LastItem:
            return GuessChapter::tr("Last item");
        case Player::Causal:
            return QString::fromStdString(modelInfo(Course::causalModel()).title);
        case Player::Bidirectional:
            break;
    }
    return QString::fromStdString(modelInfo(Course::bidirectionalModel()).title);
}

/// Breaks the text between words into two lines where one is too short; elides the second line if necessary.
QString inTwoLines(const QString& text, const QFontMetrics& metrics, int available) {
    if (metrics.horizontalAdvance(text) <= available) return text;
    qsizetype end = text.lastIndexOf(QLatin1Char(' '));
    while (end > 0 && metrics.horizontalAdvance(text.left(end)) > available)
        end = text.lastIndexOf(QLatin1Char(' '), end - 1);
    if (end <= 0) return metrics.elidedText(text, Qt::ElideMiddle, available);
    return text.left(end) + QLatin1Char('\n') + metrics.elidedText(text.mid(end + 1), Qt::ElideMiddle, available);
}

}  // namespace

GuessChapter::GuessChapter(Course& course)
    : ChapterWidget(course),
      m_drawing(course.session().jobs(), {.title = tr("Drawing ten rounds"), .queue = WorkerQueue::Model},
                [cache = course.cache()](JobContext& context, const GameRequest& request) {
                    return drawRounds(context.workspace, *cache, request.dataset, request.runs, request.seed,
                                      context.stop);
                }),
      m_seed(kFirstSeed),
      m_title(sectionLabel()),
      m_roundResult(new QLabel),
      m_history(new CellTable(QStringLiteral("guessHistory"), tr("What this user chose, oldest first"),
                              {{tr("Position"), {}, true}, {tr("Item")}, {tr("Genres")}}, 1)),
      m_next(new QPushButton(tr("Next round"))),
      m_board(new BarRows(tr("Right answers so far"))) {
    m_title->setObjectName(QStringLiteral("roundTitle"));
    m_roundResult->setObjectName(QStringLiteral("roundResult"));
    m_roundResult->setWordWrap(true);
    m_next->setObjectName(QStringLiteral("nextRound"));
    m_board->setObjectName(QStringLiteral("scoreBoard"));
    auto* options = new QVBoxLayout;
    options->setSpacing(Theme::instance().px(space::kPadding));
    for (int option = 0; option < kGuessOptions; ++option) {
        auto* button = new QPushButton;
        button->setObjectName(QStringLiteral("guess%1").arg(option));
        button->setFocusPolicy(Qt::TabFocus);
        connect(button, &QPushButton::clicked, this, [this, option] { choose(option); });
        options->addWidget(button);
        m_options.push_back(button);
    }
    m_next->setFocusPolicy(Qt::TabFocus);
    connect(m_next, &QPushButton::clicked, this, &GuessChapter::next);
    auto* play =
        column({sectionLabel(tr("What came next?")), options, m_roundResult, row({m_next, stretch()}), stretch()});
    arrange(this,
            row({grow(column({m_title, grow(m_history)}), 4), grow(play, 4), grow(m_board, 3)}, space::kPageMargin));

    connect(&m_drawing, &AnyAsyncQuery::changed, this, [this] {
        if (m_drawing.state() == AsyncQueryState::Failed) m_roundResult->setText(m_drawing.failureWithHint());
        if (const auto rounds = m_drawing.answer()) m_rounds = rounds;
        showRound();
        emit measured();
    });
    connect(&course, &Course::datasetChanged, this, &GuessChapter::restart);
    // The rounds depend only on the seed, so a model that is trained in the meantime plays the same rounds.
    connect(&course, &Course::runsChanged, this, &GuessChapter::requestRounds);
    connect(&course.session(), &Session::catalogueLoaded, this, &GuessChapter::showRound);
    connect(&Theme::instance(), &Theme::changed, this, &GuessChapter::showRound);
    begin();
}

void GuessChapter::begin() {
    m_round = m_played = m_hits = 0;
    m_chosen.reset();
    m_rounds.reset();
    m_title->setText(tr("Drawing ten rounds…"));
    requestRounds();
    showBoard();
}

void GuessChapter::requestRounds() {
    if (const auto dataset = course().session().dataset()) m_drawing.run({dataset->id, course().runs(), m_seed});
}

void GuessChapter::resizeEvent(QResizeEvent* event) {
    ChapterWidget::resizeEvent(event);
    showRound();
}

void GuessChapter::fitLayout() {
    showRound();
}

void GuessChapter::restart() {
    ++m_seed;
    m_revealed = false;
    begin();
    emit measured();
}

void GuessChapter::reveal() {
    m_revealed = true;
    showBoard();
}

int GuessChapter::hitsOf(Player player) const {
    int hits = 0;
    for (int round = 0; round < m_played; ++round) {
        const GuessRound& guessRound = (*rounds())[std::size_t(round)];
        hits += guessRound.chosen[std::size_t(player)] == guessRound.truth;
    }
    return hits;
}

/// Compares the models over many rounds, because the winner of ten rounds is a matter of chance.
std::vector<int> GuessChapter::rightOptions() const {
    const std::vector<Player> all = playing();
    if (int(all.size()) < kPlayers) return {};
    const auto leaders = leadersOf(countedHits(*rounds(), all));
    return {leaders.begin(), leaders.end()};
}

QStringList GuessChapter::printedChoices() const {
    QStringList titles;
    if (rounds())
        for (const Token option : (*rounds())[std::size_t(m_round)].options)
            titles << course().session().titleOf(option);
    return titles;
}

std::vector<Player> GuessChapter::playing() const {
    std::vector<Player> players;
    for (int player = 0; player < kPlayers; ++player)
        if (rounds() && rounds()->front().chosen[std::size_t(player)] >= 0) players.push_back(Player(player));
    return players;
}

QString GuessChapter::finding() const {
    const std::vector<Player> all = playing();
    if (all.empty() || int(rounds()->size()) <= kGuessRounds) return {};
    QStringList ten{tr("you %1").arg(m_hits)}, many;
    const auto hits = countedHits(*rounds(), all);
    for (std::size_t i = 0; i < all.size(); ++i) {
        const ShareInterval share = shareOf(hitsIn(hits[i]), std::int64_t(hits[i].size()));
        ten << QStringLiteral("%1 %2").arg(titleOf(all[i])).arg(hitsOf(all[i]));
        many << QStringLiteral("%1 %2").arg(titleOf(all[i]), shareText(share));
    }
    const QString counted = tr("Right in %1 other rounds, with 95 % intervals: %2.")
                                .arg(hits.front().size())
                                .arg(many.join(QStringLiteral(", ")));
    return isPlayed()
               ? tr("Right in these ten rounds: %1.").arg(ten.join(QStringLiteral(", "))) + QLatin1Char(' ') + counted
               : counted;
}

void GuessChapter::choose(int option) {
    if (m_chosen || !rounds()) return;
    m_chosen = option;
    m_hits += option == (*rounds())[std::size_t(m_round)].truth;
    ++m_played;
    showRound();
    if (!isPlayed()) return;
    emit taskDone();
    emit measured();
}

void GuessChapter::next() {
    if (isPlayed()) {
        ++m_seed;
        return begin();
    }
    if (!m_chosen) return;
    ++m_round;
    m_chosen.reset();
    showRound();
}

void GuessChapter::showRound() {
    if (!rounds()) return;
    const GuessRound& round = (*rounds())[std::size_t(m_round)];
    const Session& session = course().session();
    m_title->setText(tr("Round %1 of %2").arg(m_round + 1).arg(kGuessRounds));
    m_history->clearRows();
    const auto catalogue = session.catalogue();
    const auto first = int(round.length) - int(round.history.size());
    for (std::size_t i = 0; i < round.history.size(); ++i) {
        const Token token = round.history[i];
        QString genres = catalogue ? QString::fromStdString((*catalogue)[std::size_t(token - 1)].genres) : QString();
        m_history->addRow({QString::number(first + int(i) + 1), session.titleOf(token),
                           genres.replace(QLatin1Char('|'), QStringLiteral(", "))});
    }
    m_history->setColumnHidden(kGenres, m_history->width() < Theme::instance().px(kMinWidthForGenres));
    m_history->fitColumns();
    m_history->scrollToBottom();  // the newest items are the most informative
    const bool hasTwoLines = height() > Theme::instance().px(kMinHeightForTwoLines);
    for (int option = 0; option < kGuessOptions; ++option) {
        QPushButton* button = m_options[std::size_t(option)];
        const QString title = session.titleOf(round.options[std::size_t(option)]);
        button->setToolTip(title);
        const QString mark = !m_chosen               ? QString()
                             : option == round.truth ? QStringLiteral("✓ ")
                             : option == *m_chosen   ? QStringLiteral("✗ ")
                                                     : QString();
        const int available = button->width() - Theme::instance().px(2 * space::kSpacing);
        button->setText(hasTwoLines ? inTwoLines(mark + title, button->fontMetrics(), available)
                                    : button->fontMetrics().elidedText(mark + title, Qt::ElideMiddle, available));
        button->setAccessibleName(mark + title);
        button->setMinimumHeight(isCompact() ? 0 : Theme::instance().px(kOptionHeight));
        button->setEnabled(!m_chosen);
    }
    m_next->setEnabled(m_chosen.has_value());
    m_next->setText(isPlayed() ? tr("Play again") : tr("Next round"));
    if (!m_chosen) {
        m_roundResult->clear();
    } else {
        QStringList right;
        for (int player = 0; player < kPlayers; ++player)
            if (round.chosen[std::size_t(player)] == round.truth) right << titleOf(Player(player));
        m_roundResult->setText(
            (*m_chosen == round.truth ? tr("Right.") : tr("No, it was another one.")) + QLatin1Char(' ') +
            (!m_revealed       ? QString()
             : right.isEmpty() ? tr("None of the models was right.")
                               : tr("Models that were right: %1.").arg(right.join(QStringLiteral(", ")))));
    }
    showBoard();
}

/// The models' results stay hidden until the user of the program has answered the question.
void GuessChapter::showBoard() {
    std::vector<BarRow> rows{{.title = tr("You"),
                              .value = double(m_hits),
                              .text = QString::number(m_hits),
                              .colour = Theme::instance().colours().good,
                              .bold = true}};
    for (int player = 0; player < kPlayers; ++player) {
        const bool plays = rounds() && rounds()->front().chosen[std::size_t(player)] >= 0;
        const int hits = plays ? hitsOf(Player(player)) : 0;
        rows.push_back({.title = titleOf(Player(player)),
                        .value = m_revealed ? double(hits) : 0.0,
                        .text = !plays       ? QStringLiteral("–")
                                : m_revealed ? QString::number(hits)
                                             : QStringLiteral("?"),
                        .tip = !plays       ? tr("This model is not trained yet")
                               : m_revealed ? QString()
                                            : tr("Shown after you have answered the question of this lesson")});
    }
    m_board->setRows(std::move(rows), 0, kGuessRounds);
}

}  // namespace recscope::ui
