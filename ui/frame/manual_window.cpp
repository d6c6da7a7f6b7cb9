// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/frame/manual_window.h"

#include <QFile>
#include <QImage>
#include <QLineEdit>
#include <QListWidget>
#include <QPushButton>
#include <QRegularExpression>
#include <QResizeEvent>
#include <QScrollBar>
#include <QTextBrowser>
#include <QTextFrame>
#include <QTextTable>
#include <QTimer>
#include <algorithm>

#include "core/util/language.h"
#include "ui/theme/theme.h"
#include "ui/widgets/arrange.h"
#include "ui/widgets/dialog_size.h"

namespace recscope::ui {

namespace {

constexpr int kWidth = 1040, kHeight = 780, kListWidth = 210;  ///< design pixels
/// Milliseconds between the last change of the width and the rescaling of pictures.
constexpr int kRescaleDelay = 150;
const QString kFolder = QStringLiteral("qrc:/docs/manual/");

QString textOf(const QString& key) {
    QFile file(QStringLiteral(":/docs/manual/%1.md").arg(key));
    return file.open(QIODevice::ReadOnly) ? QString::fromUtf8(file.readAll()) : QString();
}

/// The keys of the chapters in the order of the table of contents, which is itself the first chapter.
QStringList chapterKeys() {
    QStringList keys{QLatin1String(ManualWindow::kContents)};
    static const QRegularExpression link(QStringLiteral("\\]\\(([a-z-]+)\\.md\\)"));
    for (auto at = link.globalMatch(textOf(keys.front())); at.hasNext();) {
        const QString key = at.next().captured(1);
        if (!keys.contains(key)) keys << key;
    }
    return keys;
}

QString headingOf(const QString& key) {
    return textOf(key).section(QLatin1Char('\n'), 0, 0).remove(QLatin1Char('#')).trimmed();
}

QString keyOf(const QUrl& source) {
    return source.fileName().section(QLatin1Char('.'), 0, 0);
}

}  // namespace

/// Scales pictures down to the text width; web links open in the system's browser.
class ManualText : public QTextBrowser {
public:
    ManualText() {
        setOpenExternalLinks(true);
        m_rescale.setSingleShot(true);
        m_rescale.setInterval(kRescaleDelay);
        m_rescale.callOnTimeout(this, [this] { reloadInPlace(); });
    }

    /// Loads the text again, in the current theme and at the current width, at the same scroll position.
    void reloadInPlace() {
        if (source().isEmpty()) return;
        const int top = verticalScrollBar()->value();
        reload();
        verticalScrollBar()->setValue(top);
    }

protected:
    void resizeEvent(QResizeEvent* event) override {
        QTextBrowser::resizeEvent(event);
        if (event->size().width() != event->oldSize().width()) m_rescale.start();
    }

    QVariant loadResource(int type, const QUrl& name) override {
        QVariant loaded = QTextBrowser::loadResource(type, name);
        if (type != QTextDocument::ImageResource) return loaded;
        QImage image;
        if (!image.loadFromData(loaded.toByteArray())) return loaded;
        const qreal pixels = devicePixelRatioF();
        const int available = viewport()->width() - 4 * Theme::instance().px(space::kSpacing);
        image = image.scaledToWidth(std::min(image.width(), int(std::max(available, 1) * pixels)),
                                    Qt::SmoothTransformation);
        image.setDevicePixelRatio(pixels);
        return image;
    }

    void doSetSource(const QUrl& name, QTextDocument::ResourceType type) override {
        QTextBrowser::doSetSource(name, type);
        formatTables();
    }

private:
    /// Sets the margins of the text and the borders of its tables, which Qt's Markdown import does not set.
    void formatTables() {
        const Colours& colours = Theme::instance().colours();
        const int padding = Theme::instance().px(space::kPadding);
        document()->setDocumentMargin(Theme::instance().px(space::kSpacing));
        for (QTextFrame* frame : document()->rootFrame()->childFrames()) {
            auto* table = qobject_cast<QTextTable*>(frame);
            if (!table) continue;
            QTextTableFormat format = table->format();
            format.setCellPadding(padding / 2.0);
            format.setCellSpacing(0);
            format.setBorderCollapse(true);
            format.setBorderBrush(colours.line);
            table->setFormat(format);
        }
    }

    QTimer m_rescale;
};

ManualWindow::ManualWindow(QWidget* window)
    : QDialog(window),
      m_chapters(new QListWidget),
      m_text(new ManualText),
      m_back(new QPushButton(tr("Back"))),
      m_forward(new QPushButton(tr("Forward"))) {
    setObjectName(QStringLiteral("manualWindow"));
    setWindowTitle(tr("Manual"));
    m_chapters->setObjectName(QStringLiteral("manualChapters"));
    m_chapters->setAccessibleName(tr("Chapters of the manual"));
    m_chapters->setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
    m_chapters->setTextElideMode(Qt::ElideRight);
    m_text->setObjectName(QStringLiteral("manualText"));
    m_text->setAccessibleName(tr("Text of the chapter"));
    m_text->setFrameShape(QFrame::NoFrame);
    for (const QString& key : chapterKeys()) {
        auto* chapter =
            new QListWidgetItem(key == QLatin1String(kContents) ? tr("Contents") : headingOf(key), m_chapters);
        chapter->setData(Qt::UserRole, key);
        chapter->setToolTip(chapter->text());
    }
    auto* search = new QLineEdit;
    search->setObjectName(QStringLiteral("manualSearch"));
    search->setPlaceholderText(tr("Search the manual"));
    search->setAccessibleName(search->placeholderText());
    search->setClearButtonEnabled(true);
    m_back->setObjectName(QStringLiteral("manualBack"));
    m_forward->setObjectName(QStringLiteral("manualForward"));
    for (QPushButton* button : {m_back, m_forward}) {
        button->setAutoDefault(false);
        button->setEnabled(false);
    }
    auto* language = mutedLabel(tr("The manual is in English."));
    language->setVisible(currentLanguage() != "en");
    QWidget* left = boxed(column({search, grow(m_chapters)}));
    arrange(this,
            column({row({m_back, m_forward, stretch(), language}), grow(row({left, grow(m_text)}, space::kSpacing))}),
            QMargins(space::kSpacing, space::kSpacing, space::kSpacing, space::kSpacing));

    connect(m_chapters, &QListWidget::currentItemChanged, this, [this](const QListWidgetItem* chapter) {
        if (chapter && m_chapter != chapter->data(Qt::UserRole).toString())
            showChapter(chapter->data(Qt::UserRole).toString());
    });
    connect(search, &QLineEdit::textChanged, this, &ManualWindow::find);
    connect(search, &QLineEdit::returnPressed, this, [this, search] {
        if (!m_text->find(search->text())) {  // wrap around to the top
            m_text->moveCursor(QTextCursor::Start);
            m_text->find(search->text());
        }
    });
    connect(m_back, &QPushButton::clicked, m_text, &QTextBrowser::backward);
    connect(m_forward, &QPushButton::clicked, m_text, &QTextBrowser::forward);
    connect(m_text, &QTextBrowser::backwardAvailable, m_back, &QWidget::setEnabled);
    connect(m_text, &QTextBrowser::forwardAvailable, m_forward, &QWidget::setEnabled);
    connect(m_text, &QTextBrowser::sourceChanged, this, &ManualWindow::follow);
    connect(&Theme::instance(), &Theme::changed, this, &ManualWindow::applyTheme);
    applyTheme();
    fitOverWindow(*this, {Theme::instance().px(kWidth), Theme::instance().px(kHeight)});
}

void ManualWindow::showChapter(const QString& key) {
    const bool isKnown = QFile::exists(QStringLiteral(":/docs/manual/%1.md").arg(key));
    const QString shown = isKnown ? key : QLatin1String(kContents);
    m_text->setSource(QUrl(kFolder + shown + QStringLiteral(".md")), QTextDocument::MarkdownResource);
    m_text->setFocus();
}

/// Lists the chapters that contain the text, and selects the first occurrence in the shown chapter.
void ManualWindow::find(const QString& text) {
    for (int row = 0; row < m_chapters->count(); ++row) {
        QListWidgetItem* chapter = m_chapters->item(row);
        const QString key = chapter->data(Qt::UserRole).toString();
        chapter->setHidden(!text.isEmpty() && key != m_chapter && !textOf(key).contains(text, Qt::CaseInsensitive));
    }
    m_text->moveCursor(QTextCursor::Start);
    if (!text.isEmpty()) m_text->find(text);
}

/// Selects the chapter in the list after a link or the history has opened it.
void ManualWindow::follow(const QUrl& source) {
    const bool isReload = m_chapter == keyOf(source);
    m_chapter = keyOf(source);  // `QTextBrowser::source` still returns the previous chapter
    for (int row = 0; row < m_chapters->count(); ++row)
        if (m_chapters->item(row)->data(Qt::UserRole).toString() == m_chapter) m_chapters->setCurrentRow(row);
    // A link to a heading scrolls there; any other link starts at the top.
    if (source.fragment().isEmpty() && !isReload)
        QTimer::singleShot(0, m_text, [this] { m_text->verticalScrollBar()->setValue(0); });
}

void ManualWindow::applyTheme() {
    m_chapters->setFixedWidth(Theme::instance().px(kListWidth));
    m_text->reloadInPlace();
}

}  // namespace recscope::ui
