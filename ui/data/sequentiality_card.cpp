// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/data/sequentiality_card.h"

#include <QGridLayout>
#include <QLabel>
#include <QPushButton>

#include "ui/theme/theme.h"
#include "ui/widgets/arrange.h"
#include "ui/widgets/number_text.h"

namespace recscope::ui {

namespace {

QLabel* label(const QString& name, const char* role = nullptr) {
    auto* made = new QLabel;
    made->setObjectName(name);
    made->setWordWrap(true);
    made->setTextInteractionFlags(Qt::TextSelectableByMouse);
    if (role) made->setProperty("role", role);
    return made;
}

QString gainText(const MeanInterval& gain) {
    return QStringLiteral("%1 ± %2").arg(signedMetric(gain.mean), metricText(gain.halfWidth));
}

QString verdictText(Verdict verdict) {
    switch (verdict) {
        case Verdict::Sequential:
            return SequentialityCard::tr("Yes");
        case Verdict::Weak:
            return SequentialityCard::tr("A little");
        case Verdict::NotSequential:
            return SequentialityCard::tr("No");
        case Verdict::TooLittle:
            break;
    }
    return SequentialityCard::tr("Too little data");
}

}  // namespace

SequentialityCard::SequentialityCard(QWidget* parent)
    : QFrame(parent),
      m_verdict(label(QStringLiteral("sequentialityVerdict"), "section")),
      m_first(label(QStringLiteral("sequentialityFirst"))),
      m_second(label(QStringLiteral("sequentialitySecond"))),
      m_caution(label(QStringLiteral("sequentialityCaution"))),
      m_protocol(label(QStringLiteral("sequentialityProtocol"), "caption")),
      m_numbers(new QWidget),
      m_grid(new QGridLayout(m_numbers)),
      m_measure(new QPushButton(tr("Measure"))) {
    setObjectName(QStringLiteral("sequentialityCard"));
    setAccessibleName(tr("Is this data sequential?"));
    setProperty("card", true);
    m_measure->setObjectName(QStringLiteral("measureSequentiality"));
    m_measure->setToolTip(tr("Compare the histories with shuffled ones; nothing is trained"));
    connect(m_measure, &QPushButton::clicked, this, &SequentialityCard::measureRequested);
    m_grid->setContentsMargins(0, 0, 0, 0);
    m_grid->setHorizontalSpacing(space::kSpacing);
    m_grid->setVerticalSpacing(2);

    arrange(this,
            column({row({mutedLabel(tr("Is this data sequential?")), stretch(), m_measure}), m_verdict, m_first,
                    m_second, m_caution, m_numbers, m_protocol}),
            {space::kSpacing, 12, space::kSpacing, 12});
    showWorking();
}

void SequentialityCard::showTexts(const QString& verdict, const QString& first, const QString& second) {
    m_verdict->setText(verdict);
    m_verdict->setVisible(!verdict.isEmpty());
    m_first->setText(first);
    m_second->setText(second);
    m_second->setVisible(!second.isEmpty());
    m_measure->hide();
    m_caution->hide();
    m_protocol->hide();
    clearNumbers();
}

void SequentialityCard::clearNumbers() {
    while (QLayoutItem* item = m_grid->takeAt(0)) {
        delete item->widget();
        delete item;
    }
    m_numbers->hide();
}

void SequentialityCard::showWorking() {
    showTexts({}, tr("Comparing the histories with shuffled ones…"), {});
}

void SequentialityCard::showOffer() {
    showTexts(
        {},
        tr("The measurement compares all histories with shuffled ones, which takes a moment for data of this size."),
        {});
    m_measure->show();
}

void SequentialityCard::showProblem(const QString& sentence) {
    showTexts({}, sentence, {});
    m_measure->show();
}

void SequentialityCard::show(const Sequentiality& report, const QString& caution) {
    auto [first, second] = report.sentences();
    // The verdict word is shown above in large type, so the sentence does not repeat it.
    QString text = QString::fromStdString(first);
    const QString verdict = verdictText(report.verdict);
    if (text.startsWith(verdict + QStringLiteral(", "))) {
        text = text.mid(verdict.size() + 2);
        text[0] = text[0].toUpper();
    }
    showTexts(verdict, text, QString::fromStdString(second));
    m_caution->setText(caution);
    m_caution->setVisible(!caution.isEmpty());
    if (report.verdict == Verdict::TooLittle) return;

    const auto cell = [this](int row, int column, const QString& value, const char* property,
                             const QVariant& propertyValue) {
        auto* made = new QLabel(value);
        made->setProperty(property, propertyValue);
        made->setAlignment(column == 0 ? Qt::AlignLeft : Qt::AlignRight);
        m_grid->addWidget(made, row, column);
    };
    int row = 0;
    const auto line = [&](const QStringList& texts, bool titles) {
        for (int column = 0; column < texts.size(); ++column)
            cell(row, column, texts[column], titles || column == 0 ? "muted" : "role",
                 titles || column == 0 ? QVariant(true) : QVariant(QStringLiteral("numbers")));
        ++row;
    };
    line({QString(), tr("original order"), tr("shuffled")}, true);
    line({tr("Entropy of the next item (bits)"), fixedNumber(report.bits, 2),
          QStringLiteral("%1 ± %2").arg(fixedNumber(report.shuffledBits.mean, 2),
                                        fixedNumber(report.shuffledBits.halfWidth, 2))},
         false);
    line({tr("The same item twice in a row"), percentText(report.repeatShare, 2),
          percentText(report.shuffledRepeatShare.mean, 2)},
         false);
    m_grid->setRowMinimumHeight(row++, space::kPadding);
    line({QString(), tr("last item (bigram)"), tr("popularity"), tr("difference")}, true);
    line({QStringLiteral("HR@10"), metricText(report.bigram.hr10), metricText(report.popularity.hr10),
          gainText(report.hr10Gain)},
         false);
    line({QStringLiteral("NDCG@10"), metricText(report.bigram.ndcg10), metricText(report.popularity.ndcg10),
          gainText(report.ndcg10Gain)},
         false);
    m_grid->setColumnStretch(4, 1);
    m_numbers->show();
    m_protocol->setText(tr("Validation items of %1 users; %2. ± is a 95 % interval.")
                            .arg(wholeNumber(report.users), QString::fromStdString(report.protocol.sentence())));
    m_protocol->show();
}

}  // namespace recscope::ui
