// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/train/adopt_dialog.h"

#include <QAccessible>
#include <QBoxLayout>
#include <QDialogButtonBox>
#include <QDir>
#include <QDragEnterEvent>
#include <QFileDialog>
#include <QFileInfo>
#include <QFormLayout>
#include <QLabel>
#include <QLineEdit>
#include <QMimeData>
#include <QPushButton>
#include <QSpinBox>
#include <QStandardItemModel>
#include <QUrl>
#include <algorithm>

#include "core/config/run_config.h"
#include "core/recommender/registry.h"
#include "core/torchscript/model_file.h"
#include "core/util/sha256.h"
#include "ui/session/config_words.h"
#include "ui/session/session.h"
#include "ui/theme/theme.h"
#include "ui/train/adopt_job.h"
#include "ui/train/model_job.h"
#include "ui/train/trust_dialog.h"
#include "ui/widgets/arrange.h"
#include "ui/widgets/elided_combo_box.h"
#include "ui/widgets/elided_label.h"
#include "ui/widgets/named_input.h"
#include "ui/widgets/number_text.h"

namespace recscope::ui {

namespace {

constexpr int kWidth = 540;  // design pixels
const char* const kAutomatic = "auto";
const char* const kOwnLayout = "recscope";  // name of the layout of RecScope's own weights

QLabel* wrapped(const char* objectName) {
    auto* label = new QLabel;
    label->setObjectName(QString::fromLatin1(objectName));
    label->setTextFormat(Qt::PlainText);
    label->setWordWrap(true);
    return label;
}

QLabel* caption(const char* objectName) {
    QLabel* label = wrapped(objectName);
    label->setProperty("role", "caption");
    return label;
}

/// Adds a row to the form: a label whose buddy is `buddy`, and the field with a caption close below it.
template <class Field>
void addWithCaption(QFormLayout* rows, const QString& label, QWidget* buddy, Field* field, QLabel* caption) {
    auto* fieldAndCaption = column({field, caption}, space::kUnit);
    fieldAndCaption->setContentsMargins(0, 0, 0, Theme::instance().px(space::kPadding));
    auto* title = new QLabel(label);
    title->setBuddy(buddy);
    rows->addRow(title, fieldAndCaption);
}

const WeightLayout& layoutNamed(const std::string& name) {
    const std::vector<WeightLayout>& all = weightLayouts();
    return *std::find_if(all.begin(), all.end(), [&](const WeightLayout& layout) { return layout.name == name; });
}

/// The value assumed for a config key of weights with this layout; empty if the tensors determine the value.
QString assumed(const WeightLayout& layout, const char* key) {
    for (const auto& [assumedKey, value] : layout.assumed)
        if (assumedKey == key) return QString::fromStdString(value);
    return {};
}

ConfigField configField(const char* key) {
    const std::vector<ConfigField> all = allFields();
    return *std::find_if(all.begin(), all.end(), [key](const ConfigField& field) { return field.key == key; });
}

/// The path of the dragged file; empty if there is none or more than one.
QString draggedFile(const QMimeData* data) {
    const QList<QUrl> urls = data->urls();
    return urls.size() == 1 && urls.front().isLocalFile() ? urls.front().toLocalFile() : QString();
}

/// What a file contains: either a TorchScript model or weights.
struct Examined {
    std::optional<ModelFacts> model;
    std::optional<RecognisedWeights> weights;
};

Examined examine(const QString& path, std::int64_t itemCount) {
    const std::string file = path.toStdString();
    if (!isTorchScript(file)) return {.model = {}, .weights = recogniseWeights(file, itemCount)};
    const ModelDescription description = readModelDescription(file);
    return {.model = ModelFacts{.file = path,
                                .kind = QString::fromStdString(description.title),
                                .sha256 = QString::fromStdString(sha256OfFile(file)),
                                .items = qint64(description.items.size())},
            .weights = {}};
}

}  // namespace

void offerWeights(Session& session, const QString& path, QWidget* window) {
    const auto dataset = session.dataset();
    if (!dataset) {
        session.notify(Session::tr("First choose the dataset that these weights were trained on."), {},
                       Severity::Warning);
        return;
    }
    const auto failed = [&session](const QString& sentence, const QString& hint) {
        session.notify(sentence, hint, Severity::Error);
    };
    session.jobs().start(
        window, {.title = Session::tr("Examining %1").arg(QFileInfo(path).fileName())},
        [path, items = dataset->items](JobContext&) { return examine(path, items); },
        [&session, path, window, failed, dataset = *dataset](const Examined& examined) {
            if (examined.model) return offerModel(session, path, *examined.model, dataset.id, window);
            const RecognisedWeights& recognised = *examined.weights;
            if (recognised.layouts.front() != kOwnLayout) {
                (new AdoptDialog(session, path, dataset, recognised, window))->show();
                return;
            }
            AdoptRequest request;
            request.path = path.toStdString();
            request.dataset = dataset.id;
            adoptWeights(session, request,
                         {.receiver = &session, .adopted = [] {}, .failed = failed, .cancelled = [] {}});
        },
        failed);
}

AdoptDialog::AdoptDialog(Session& session, const QString& path, const DatasetInfo& dataset,
                         const RecognisedWeights& recognised, QWidget* parent)
    : QDialog(parent),
      m_session(session),
      m_path(path),
      m_dataset(dataset),
      m_recognised(recognised),
      m_fields(new QWidget),
      m_rows(new QFormLayout(m_fields)) {
    setObjectName(QStringLiteral("adoptDialog"));
    setWindowTitle(tr("Adopt weights"));
    setAttribute(Qt::WA_DeleteOnClose);
    setAcceptDrops(true);
    m_rows->setContentsMargins(0, 0, 0, 0);
    m_rows->setHorizontalSpacing(space::kSpacing);
    m_rows->setVerticalSpacing(space::kPadding);
    m_rows->setLabelAlignment(Qt::AlignLeft | Qt::AlignVCenter);
    m_rows->setFieldGrowthPolicy(QFormLayout::AllNonFixedFieldsGrow);
    addFacts();
    addLayouts();
    addChoices();
    addVocabulary();
    arrange(this, column({m_fields, makeBottom(), stretch()}, space::kSpacing),
            {space::kPageMargin, space::kPageMargin, space::kPageMargin, space::kSpacing});
    connect(&session.jobs(), &JobRunner::stripChanged, this, &AdoptDialog::showWork);
    // Queued, because the labels must have their new fonts before they are measured.
    connect(&Theme::instance(), &Theme::changed, this, &AdoptDialog::fit, Qt::QueuedConnection);
    showLayout();
    showWork();
    m_layout->setFocus();
}

void AdoptDialog::addFacts() {
    auto* file =
        named(new ElidedLabel(QFileInfo(m_path).fileName()), "adoptFile", tr("File"), QDir::toNativeSeparators(m_path));
    m_rows->addRow(tr("File"), file);
    const QStringList facts{QString::fromStdString(m_dataset.name), usersText(m_dataset.users),
                            itemsText(m_dataset.items)};
    auto* dataset = named(new ElidedLabel(facts.join(QStringLiteral("  ·  "))), "adoptDataset", tr("Dataset"),
                          tr("The run is added to the chosen dataset"));
    m_rows->addRow(tr("Dataset"), dataset);
}

void AdoptDialog::addLayouts() {
    m_layout = named(new ElidedComboBox, "adoptLayout", tr("Layout"),
                     tr("The program that gave the file's tensors their names"));
    m_layout->addItem(tr("Automatic: %1").arg(QString::fromStdString(layoutNamed(m_recognised.layouts.front()).title)),
                      QString::fromLatin1(kAutomatic));
    const auto* items = qobject_cast<QStandardItemModel*>(m_layout->model());
    for (const WeightLayout& layout : weightLayouts()) {
        m_layout->addItem(QString::fromStdString(layout.title), QString::fromStdString(layout.name));
        const auto& possible = m_recognised.layouts;
        if (std::find(possible.begin(), possible.end(), layout.name) != possible.end()) continue;
        const int row = m_layout->count() - 1;
        items->item(row)->setEnabled(false);
        m_layout->setItemData(row, tr("The tensors of this file have other names"), Qt::ToolTipRole);
    }
    m_note = caption("adoptNote");
    addWithCaption(m_rows, tr("&Layout"), m_layout, m_layout, m_note);
    connect(m_layout, &QComboBox::currentIndexChanged, this, &AdoptDialog::showLayout);
}

void AdoptDialog::addChoices() {
    m_heads = named(new QSpinBox, "adoptHeads", tr("Heads"),
                    tr("Attention heads per layer of the trained model; its width is a multiple of this number"));
    m_heads->setRange(0, int(configField("heads").maximum));  // 0 is displayed as "automatic"
    m_rows->addRow(tr("&Heads"), m_heads);
    m_norm = named(new ElidedComboBox, "adoptNorm", tr("Norm"),
                   tr("Whether the layers normalise before attention and feed-forward (pre) or after (post)"));
    m_norm->addItem(QString());
    for (const char* norm : {"pre", "post"}) m_norm->addItem(QString::fromLatin1(norm), QString::fromLatin1(norm));
    m_rows->addRow(tr("&Norm"), m_norm);
}

void AdoptDialog::addVocabulary() {
    m_vocabulary =
        named(new QLineEdit, "adoptVocabulary", tr("Vocabulary file"),
              tr("A text file that maps the rows of the item embedding to items; drop it here, or leave this empty"));
    m_vocabulary->setPlaceholderText(m_recognised.hasItemIds ? tr("None: the file contains the item ids")
                                                             : tr("None: item ids are the row numbers"));
    m_vocabulary->setAcceptDrops(false);  // the dialog handles drops, because a line edit would insert the URL
    auto* browse = named(new QPushButton(tr("&Browse…")), "browseVocabulary", tr("Browse for a vocabulary file"),
                         tr("Choose the vocabulary file"));
    browse->setAutoDefault(false);  // Enter always presses the Adopt button; Space presses this one
    auto* line = row({grow(m_vocabulary), browse});
    QLabel* form = caption("adoptVocabularyForm");
    form->setText(tr("One item id per line, starting with row 1 of the weights."));
    addWithCaption(m_rows, tr("&Vocabulary file"), m_vocabulary, line, form);
    m_name = named(shortLine(), "adoptName", tr("Name"), tr("Name of the run in RecScope"));
    m_rows->addRow(tr("N&ame"), m_name);
    connect(browse, &QPushButton::clicked, this, &AdoptDialog::chooseVocabulary);
}

QWidget* AdoptDialog::makeBottom() {
    m_sentence = wrapped("adoptSentence");
    m_sentence->setProperty("problem", true);
    m_hint = wrapped("adoptHint");
    for (QLabel* label : {m_sentence, m_hint}) {
        label->setTextInteractionFlags(Qt::TextSelectableByMouse);
        label->hide();
    }
    m_work = mutedLabel();
    m_work->setObjectName(QStringLiteral("adoptWork"));
    auto* buttons = new QDialogButtonBox(QDialogButtonBox::Cancel);
    m_adopt = buttons->addButton(tr("A&dopt"), QDialogButtonBox::AcceptRole);
    m_adopt->setObjectName(QStringLiteral("adopt"));
    m_adopt->setProperty("primary", true);
    m_adopt->setDefault(true);
    buttons->button(QDialogButtonBox::Cancel)->setObjectName(QStringLiteral("cancelAdopt"));
    connect(buttons, &QDialogButtonBox::accepted, this, &AdoptDialog::adopt);
    connect(buttons, &QDialogButtonBox::rejected, this, &AdoptDialog::reject);
    return boxed(column({m_sentence, m_hint, gap(space::kPadding), row({grow(m_work), buttons})}, space::kUnit));
}

const WeightLayout& AdoptDialog::chosenLayout() const {
    const std::string name = m_layout->currentData().toString().toStdString();
    return layoutNamed(name == kAutomatic ? m_recognised.layouts.front() : name);
}

void AdoptDialog::showLayout() {
    const WeightLayout& shown = chosenLayout();
    const QString heads = assumed(shown, "heads"), norm = assumed(shown, "norm");
    QString note = norm.isEmpty()
                       ? tr("The number of heads cannot be read from its tensors.")
                       : tr("The number of heads and the place of the norms cannot be read from its tensors.");
    if (!shown.notes.empty()) {
        const QString more = configWords(shown.notes);
        note += QLatin1Char(' ') + more.left(1).toUpper() + more.mid(1) + QLatin1Char('.');
    }
    m_note->setText(note);
    m_heads->setSpecialValueText(tr("Automatic (%1)").arg(heads));
    m_norm->setItemText(0, tr("Automatic (%1)").arg(configWords(norm.toStdString())));
    m_rows->setRowVisible(m_norm, !norm.isEmpty());
    m_name->setPlaceholderText(tr("%1 and a number").arg(QString::fromStdString(modelInfo(shown.model).title)));
    fit();
}

void AdoptDialog::chooseVocabulary() {
    const QString path =
        QFileDialog::getOpenFileName(this, tr("Vocabulary: one item id per line"), QFileInfo(m_path).absolutePath());
    if (!path.isEmpty()) m_vocabulary->setText(QDir::toNativeSeparators(path));
}

AdoptRequest AdoptDialog::request() const {
    AdoptRequest request;
    request.path = m_path.toStdString();
    request.dataset = m_dataset.id;
    request.runName = m_name->text().trimmed().toStdString();
    request.layout = m_layout->currentData().toString().toStdString();
    if (m_heads->value() > 0) request.settings.emplace_back("heads", std::to_string(m_heads->value()));
    const QString norm = m_norm->currentData().toString();
    if (!norm.isEmpty() && m_rows->isRowVisible(m_norm)) request.settings.emplace_back("norm", norm.toStdString());
    request.vocabulary = m_vocabulary->text().trimmed().toStdString();
    return request;
}

void AdoptDialog::adopt() {
    if (m_job) return;
    m_sentence->hide();
    m_hint->hide();
    m_focusBefore = focusWidget();
    m_job =
        adoptWeights(m_session, request(),
                     {.receiver = this,
                      .adopted =
                          [this] {
                              m_job.reset();  // the run exists now, so the dialog closes before the score is computed
                              accept();
                          },
                      .failed = [this](const QString& sentence, const QString& hint) { showFailure(sentence, hint); },
                      .cancelled = [this] { showFailure(tr("The adoption was stopped."), {}); }});
    showWork();
}

void AdoptDialog::reject() {
    if (m_job) m_session.jobs().cancel(*m_job);
    QDialog::reject();
}

void AdoptDialog::showWork() {
    m_fields->setEnabled(!m_job);
    m_adopt->setEnabled(!m_job);
    m_adopt->setToolTip(m_job ? tr("It is being adopted") : tr("Create a run from these weights and score it on test"));
    QString text;
    if (m_job) {
        const std::vector<JobInfo> jobs = m_session.jobs().stripJobs();
        const bool running = std::any_of(jobs.begin(), jobs.end(),
                                         [this](const JobInfo& job) { return job.id == *m_job && job.running; });
        text = running ? tr("Adopting…") : tr("Waits for its turn");
    }
    m_work->setText(text);
}

void AdoptDialog::showFailure(const QString& sentence, const QString& hint) {
    m_job.reset();
    showWork();
    if (m_focusBefore) m_focusBefore->setFocus();
    m_sentence->setText(sentence);
    m_sentence->show();
    m_hint->setText(hint);
    m_hint->setVisible(!hint.isEmpty());
    m_sentence->setAccessibleName(sentence + QLatin1Char(' ') + hint);
    fit();
    QAccessibleEvent alert(m_sentence, QAccessible::Alert);
    QAccessible::updateAccessibility(&alert);
}

void AdoptDialog::fit() {
    setMinimumWidth(Theme::instance().px(kWidth));
    QLayout* all = layout();
    if (!all) return;
    all->activate();
    const int wide = std::max(width(), minimumWidth());
    resize(wide, all->totalHeightForWidth(wide));
}

void AdoptDialog::dragEnterEvent(QDragEnterEvent* event) {
    if (!m_job && !draggedFile(event->mimeData()).isEmpty()) event->acceptProposedAction();
}

void AdoptDialog::dropEvent(QDropEvent* event) {
    m_vocabulary->setText(QDir::toNativeSeparators(draggedFile(event->mimeData())));
    event->acceptProposedAction();
}

}  // namespace recscope::ui
