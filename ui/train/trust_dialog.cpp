// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/train/trust_dialog.h"

#include <QCheckBox>
#include <QDialogButtonBox>
#include <QDir>
#include <QFileInfo>
#include <QFormLayout>
#include <QLabel>
#include <QLineEdit>
#include <QPushButton>

#include "ui/theme/theme.h"
#include "ui/widgets/arrange.h"
#include "ui/widgets/elided_label.h"
#include "ui/widgets/named_input.h"
#include "ui/widgets/number_text.h"

namespace recscope::ui {

namespace {

constexpr int kWidth = 560;  // design pixels

QLabel* wrapped(const QString& text, const char* objectName) {
    auto* label = new QLabel(text);
    label->setObjectName(QString::fromLatin1(objectName));
    label->setTextFormat(Qt::PlainText);
    label->setWordWrap(true);
    label->setTextInteractionFlags(Qt::TextSelectableByMouse);
    return label;
}

/// The digits in groups of eight, which fit two lines and can be compared by eye.
QString inGroups(const QString& digits) {
    QStringList groups;
    for (qsizetype i = 0; i < digits.size(); i += 8) groups << digits.mid(i, 8);
    return groups.join(QLatin1Char(' '));
}

}  // namespace

TrustDialog::TrustDialog(const ModelFacts& facts, Purpose purpose, QWidget* parent)
    : QDialog(parent), m_rows(new QFormLayout) {
    setObjectName(QStringLiteral("trustDialog"));
    setWindowTitle(purpose == Purpose::Adopt ? tr("Adopt a TorchScript model") : tr("Trust a TorchScript model"));
    setAttribute(Qt::WA_DeleteOnClose);
    m_rows->setContentsMargins(0, 0, 0, 0);
    m_rows->setHorizontalSpacing(space::kSpacing);
    m_rows->setVerticalSpacing(space::kPadding);
    m_rows->setLabelAlignment(Qt::AlignLeft | Qt::AlignTop);
    m_rows->addRow(tr("File"), named(new ElidedLabel(QFileInfo(facts.file).fileName()), "trustFile", tr("File"),
                                     QDir::toNativeSeparators(facts.file)));
    if (!facts.kind.isEmpty()) m_rows->addRow(tr("Model"), wrapped(facts.kind, "trustKind"));
    if (facts.items > 0) m_rows->addRow(tr("Items"), wrapped(wholeNumber(facts.items), "trustItems"));
    QLabel* checksum = wrapped(inGroups(facts.sha256), "trustChecksum");
    checksum->setAccessibleName(tr("SHA-256 %1").arg(facts.sha256));
    m_rows->addRow(tr("SHA-256"), checksum);
    QLabel* warning = wrapped(
        tr("This model is a program that somebody else wrote. RecScope runs it in a process of its own, without "
           "access to files, to the network or to other programs, and with limits of memory and time. Allow it "
           "only if you know where it comes from."),
        "trustWarning");
    if (purpose == Purpose::Adopt) {
        m_name = named(shortLine(), "trustName", tr("Name"), tr("Name of the run in RecScope"));
        m_name->setPlaceholderText(facts.kind.isEmpty() ? tr("TorchScript model and a number")
                                                        : tr("%1 and a number").arg(facts.kind));
        m_rows->addRow(tr("N&ame"), m_name);
        m_storesCopy = named(new QCheckBox(tr("&Store a copy of the model in the workspace")), "trustCarry",
                             tr("Store a copy of the model in the workspace"),
                             tr("With a copy, the run also works without the file. Others who open the workspace are "
                                "asked before the model runs."));
        m_rows->addRow(QString(), m_storesCopy);
    }
    auto* buttons = new QDialogButtonBox(QDialogButtonBox::Cancel);
    QPushButton* allow = buttons->addButton(purpose == Purpose::Adopt ? tr("A&llow and adopt") : tr("A&llow"),
                                            QDialogButtonBox::ActionRole);
    allow->setObjectName(QStringLiteral("allowModel"));
    allow->setProperty("primary", true);
    connect(allow, &QPushButton::clicked, this, &QDialog::accept);
    connect(buttons, &QDialogButtonBox::rejected, this, &QDialog::reject);
    arrange(this, column({boxed(m_rows), warning, gap(space::kPadding), buttons, stretch()}, space::kSpacing),
            {space::kPageMargin, space::kPageMargin, space::kPageMargin, space::kSpacing});
    // Enter in the name must neither allow a program nor discard the name. A button with the accept role would become
    // the default when the dialog is shown.
    for (QPushButton* button : {allow, buttons->button(QDialogButtonBox::Cancel)}) button->setAutoDefault(false);
    setMinimumWidth(Theme::instance().px(kWidth));
    layout()->activate();
    resize(minimumWidth(), layout()->totalHeightForWidth(minimumWidth()));
}

QString TrustDialog::runName() const {
    return m_name ? m_name->text().trimmed() : QString();
}

bool TrustDialog::storesCopy() const {
    return m_storesCopy && m_storesCopy->isChecked();
}

}  // namespace recscope::ui
