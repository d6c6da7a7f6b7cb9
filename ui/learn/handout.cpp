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
#include <memory>

namespace recscope::ui {

namespace {

constexpr int kDotsPerInch = 150;
constexpr double kMargin = 15;         ///< millimetres
constexpr double kPictureShare = 0.4;  ///< largest share of the page's height for a picture
constexpr int kAnswerLines = 6;
constexpr int kPointSize = 10, kFooterSize = 8;

QString tr(const char* text) {
    return QCoreApplication::translate("recscope::ui::Handout", text);
}

QString introduction(const Handout& handout) {
    return QStringLiteral("## %1 · %2\n\n%3").arg(handout.number).arg(handout.chapter.title, handout.chapter.idea);
}

QString stepText(const Handout& handout, std::size_t step) {
    const ChapterStep& chapterStep = handout.chapter.steps[step];
    return QStringLiteral("**%1 · %2** %3").arg(step + 1).arg(chapterStep.title, chapterStep.text);
}

/// The choices, as boxes to tick.
QString choicesText(const Handout& handout) {
    QStringList boxes;
    for (const QString& choice : handout.choices) boxes << QStringLiteral("☐ ") + choice;
    return boxes.join(QStringLiteral("  \n"));
}

QString questionText(const Handout& handout) {
    const Chapter& chapter = handout.chapter;
    QStringList parts{QStringLiteral("**%1** %2").arg(tr("Question."), chapter.question.text)};
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
    return parts.join(QStringLiteral("\n\n"));
}

QString taskText(const Handout& handout) {
    QStringList parts{QStringLiteral("**%1** %2").arg(tr("Task."), handout.chapter.task)};
    if (handout.withAnswers) parts << handout.chapter.taskDone;
    parts << QStringLiteral("*%1*").arg(handout.chapter.paper);
    return parts.join(QStringLiteral("\n\n"));
}

/// Lays out texts and pictures one below the other, on as many pages as needed.
class Pages {
public:
    Pages(QPdfWriter& pdf, QPainter& painter, const QColor& rules)
        : m_pdf(pdf), m_painter(painter), m_rules(rules), m_width(pdf.width()), m_height(pdf.height() - 2 * gap()) {
        writeFooter();
    }

    void beginChapter() {
        if (m_y > 0) turn();
    }
    /// Adds a paragraph of Markdown, with a picture on the same page.
    void add(const QString& markdown, const QImage& picture = {}) {
        QTextDocument text;
        text.documentLayout()->setPaintDevice(&m_pdf);
        text.setDefaultFont(QFont(QStringLiteral("sans-serif"), kPointSize));
        text.setMarkdown(markdown);
        text.setTextWidth(m_width);
        const QSizeF drawn =
            picture.isNull() ? QSizeF()
                             : QSizeF(picture.size()).scaled(m_width, kPictureShare * m_height, Qt::KeepAspectRatio);
        keepTogether(text.size().height() + (drawn.isEmpty() ? 0 : gap() + drawn.height()));
        m_painter.save();
        m_painter.translate(0, m_y);
        text.drawContents(&m_painter);
        m_painter.restore();
        m_y += text.size().height() + gap();
        if (drawn.isEmpty()) return;
        m_painter.drawImage(QRectF({(m_width - drawn.width()) / 2, m_y}, drawn), picture);
        m_y += drawn.height() + gap();
    }
    /// Adds lines to write on.
    void addRules(int count) {
        const double spacing = 2.5 * gap();
        keepTogether(count * spacing);
        m_painter.setPen(QPen(m_rules, 1));
        for (int line = 0; line < count; ++line, m_y += spacing)
            m_painter.drawLine(QPointF(0, m_y + spacing - gap()), QPointF(m_width, m_y + spacing - gap()));
        m_y += gap();
    }

private:
    static double gap() { return kDotsPerInch / 8.0; }
    void keepTogether(double height) {
        if (m_y > 0 && m_y + height > m_height) turn();
    }
    void turn() {
        m_pdf.newPage();
        m_y = 0;
        ++m_page;
        writeFooter();
    }
    void writeFooter() {
        m_painter.save();
        m_painter.setFont(QFont(QStringLiteral("sans-serif"), kFooterSize));
        m_painter.drawText(QRectF(0, m_height, m_width, 2 * gap()), Qt::AlignRight | Qt::AlignBottom,
                           QString::number(m_page));
        m_painter.restore();
    }

    QPdfWriter& m_pdf;
    QPainter& m_painter;
    QColor m_rules;
    double m_width, m_height, m_y = 0;
    int m_page = 1;
};

void write(Pages& pages, const Handout& handout) {
    const auto picture = [&handout](std::size_t step) {
        return step < handout.pictures.size() ? handout.pictures[step] : QImage();
    };
    pages.beginChapter();
    pages.add(introduction(handout), handout.chapter.steps.empty() ? picture(0) : QImage());
    for (std::size_t step = 0; step < handout.chapter.steps.size(); ++step)
        pages.add(stepText(handout, step), picture(step));
    if (!handout.choices.isEmpty()) pages.add(choicesText(handout));
    pages.add(questionText(handout));
    if (!handout.withAnswers) pages.addRules(kAnswerLines);
    pages.add(taskText(handout));
}

}  // namespace

QString handoutText(const Handout& handout) {
    QStringList parts{introduction(handout)};
    for (std::size_t step = 0; step < handout.chapter.steps.size(); ++step) parts << stepText(handout, step);
    if (!handout.choices.isEmpty()) parts << choicesText(handout);
    parts << questionText(handout) << taskText(handout);
    return parts.join(QStringLiteral("\n\n"));
}

bool writeHandouts(const QString& path, const QString& title, const std::vector<Handout>& handouts,
                   const QColor& rules) {
    QFile file(path);
    if (!file.open(QIODevice::WriteOnly)) return false;
    QPdfWriter pdf(&file);
    pdf.setResolution(kDotsPerInch);
    pdf.setPageSize(QPageSize(QPageSize::A4));
    pdf.setPageMargins(QMarginsF(kMargin, kMargin, kMargin, kMargin), QPageLayout::Millimeter);
    pdf.setTitle(title);
    QPainter painter(&pdf);
    if (!painter.isActive()) return false;
    Pages pages(pdf, painter, rules);
    for (const Handout& handout : handouts) write(pages, handout);
    return painter.end() && file.error() == QFileDevice::NoError;
}

}  // namespace recscope::ui
