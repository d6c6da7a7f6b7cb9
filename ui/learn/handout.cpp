// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/learn/handout.h"

#include <QAbstractTextDocumentLayout>
#include <QCoreApplication>
#include <QFile>
#include <QPageLayout>
#include <QPainter>
#include <QPdfWriter>
#include <QTextDocument>
#include <algorithm>

namespace recscope::ui {

namespace {

constexpr int kDotsPerInch = 150;
constexpr double kMargin = 15;          ///< millimetres
constexpr double kPictureShare = 0.45;  ///< of the page's height at most
constexpr int kAnswerLines = 6;

QString tr(const char* text) {
    return QCoreApplication::translate("recscope::ui::Handout", text);
}

}  // namespace

QString handoutText(const Handout& handout) {
    const Chapter& chapter = handout.chapter;
    QStringList parts{QStringLiteral("## %1 · %2").arg(handout.number).arg(chapter.title), chapter.idea};
    parts << QStringLiteral("**%1** %2").arg(tr("Question."), chapter.question.text);
    const std::vector<int> right = chapter.question.right ? std::vector{*chapter.question.right} : handout.right;
    QStringList options;
    for (int option = 0; option < int(chapter.question.options.size()); ++option) {
        const QString& text = chapter.question.options[std::size_t(option)];
        options << (handout.withAnswers && std::find(right.begin(), right.end(), option) != right.end()
                        ? QStringLiteral("- **%1** ✓").arg(text)
                        : QStringLiteral("- %1").arg(text));
    }
    parts << options.join(QLatin1Char('\n'));
    if (handout.withAnswers) {
        parts << QStringLiteral("**%1** %2").arg(tr("Answer."), chapter.question.answer);
        if (!handout.finding.isEmpty()) parts << handout.finding;
    } else {
        parts << QStringLiteral("**%1**").arg(tr("Because:"));
    }
    parts << QStringLiteral("**%1** %2").arg(tr("Task."), chapter.task);
    if (handout.withAnswers) parts << chapter.taskDone;
    parts << QStringLiteral("*%1*").arg(chapter.paper);
    return parts.join(QStringLiteral("\n\n"));
}

bool writeHandout(const QString& path, const Handout& handout) {
    QFile file(path);
    if (!file.open(QIODevice::WriteOnly)) return false;
    QPdfWriter pdf(&file);
    pdf.setResolution(kDotsPerInch);
    pdf.setPageSize(QPageSize(QPageSize::A4));
    pdf.setPageMargins(QMarginsF(kMargin, kMargin, kMargin, kMargin), QPageLayout::Millimeter);
    pdf.setTitle(handout.chapter.title);
    QPainter painter(&pdf);
    if (!painter.isActive()) return false;
    const QSizeF page(pdf.width(), pdf.height());

    const QSizeF drawn =
        QSizeF(handout.picture.size()).scaled(page.width(), kPictureShare * page.height(), Qt::KeepAspectRatio);
    painter.drawImage(QRectF({(page.width() - drawn.width()) / 2, 0}, drawn), handout.picture);
    QTextDocument text;
    text.documentLayout()->setPaintDevice(&pdf);
    text.setDefaultFont(QFont(QStringLiteral("sans-serif"), 10));
    text.setMarkdown(handoutText(handout));
    text.setPageSize({page.width(), -1});
    text.setTextWidth(page.width());
    const double gap = kDotsPerInch / 8.0;
    painter.translate(0, drawn.height() + gap);
    text.drawContents(&painter);
    if (!handout.withAnswers) {
        painter.setPen(QPen(handout.lines, 1));
        double y = text.size().height() + 2 * gap;
        for (int line = 0; line < kAnswerLines; ++line, y += 2.5 * gap)
            painter.drawLine(QPointF(0, y), QPointF(page.width(), y));
    }
    return painter.end() && file.error() == QFileDevice::NoError;
}

}  // namespace recscope::ui
