// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QWidget>
#include <memory>
#include <optional>

#include "core/data/importer.h"
#include "ui/jobs/async_query.h"

class QLabel;
class QPushButton;
class QScrollArea;
class QTimer;

namespace recscope::ui {

class ImportColumns;
class ImportCount;
class ImportForm;
class ImportPreviewTable;
class ImportQuestion;
class Session;

/// The preview of a file; or, if the chosen part of the file cannot be read, the reason and the parts to choose from.
struct ImportReading {
    std::shared_ptr<const ImportPreview> preview;  ///< null if it cannot be read; then the other members are set
    FileParts parts;
    QString problem, hint;
};

/// Shows the first rows of a file as the importer reads them and the expected result, lets the user of the program
/// correct the settings, and imports the file. Several imports may be queued.
class ImportPanel : public QWidget {
    Q_OBJECT
public:
    explicit ImportPanel(Session& session, QWidget* parent = nullptr);

    /// Shows this file; an empty path shows the empty form.
    void offer(const QString& path);
    /// Shows the file of an earlier import with its settings, and this name unless it is empty.
    void offerAgain(const ImportOptions& options, const QString& name);

signals:
    void closed();    ///< the user of the program cancelled, or the import continues in the job strip
    void imported();  ///< an import that was started here has succeeded

private:
    void fileChanged();
    void clearPreview();
    void loadPreview();
    void showPreview();
    void rolesChanged();
    void countAgain();
    void showProblem(const QString& sentence, const QString& hint);
    void hideProblem();
    void showState();
    QString caption() const;
    void startImport();

    Session& m_session;
    AsyncQuery<ImportOptions, ImportReading> m_reading;
    /// The choice for an existing dataset with which the last count was started.
    std::optional<ExistingDataset> m_countedAs;
    /// Why the count failed, and the import would fail, too; empty if the count did not fail.
    QString m_countProblem;
    bool m_isReadable = false;                       ///< true if the rows can be counted; the name may still be taken
    std::shared_ptr<const ImportPreview> m_preview;  ///< the shown preview; null = none

    ImportForm* m_form;
    ImportQuestion* m_question;
    ImportColumns* m_columns;
    ImportPreviewTable* m_table;
    ImportCount* m_count;
    QLabel *m_caption, *m_problem;
    QPushButton* m_again;  ///< reads the file again after a problem
    QLabel* m_whyNot;      ///< why the import cannot start yet
    QScrollArea* m_formArea;
    QPushButton* m_import;
    QTimer* m_typing;
};

}  // namespace recscope::ui
