// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QLineEdit>
#include <QTimer>
#include <optional>
#include <string>
#include <vector>

#include "core/sequence/dataset.h"
#include "ui/jobs/async_query.h"

class QCompleter;
class QStandardItemModel;

namespace recscope::ui {

/// Input that finds an item of a dataset by a part of its title; a popup lists the most popular matches.
class ItemSearch : public QLineEdit {
    Q_OBJECT
public:
    explicit ItemSearch(JobRunner& jobs, QWidget* parent = nullptr);

    void setDataset(std::optional<DatasetId> dataset);
    std::optional<Token> item() const { return m_item; }
    void clearItem();
    void chooseItem(Token token, const QString& title);

signals:
    void itemChosen(qint32 token, const QString& title);
    void itemCleared();

protected:
    void keyPressEvent(QKeyEvent* event) override;

private:
    struct Requested {
        DatasetId dataset = 0;
        std::string text;
        bool operator==(const Requested&) const = default;
    };
    void search();
    void showMatches(const std::vector<ItemInfo>& found);
    void choose(int row);

    AsyncQuery<Requested, std::vector<ItemInfo>> m_search;
    QCompleter* m_completer;
    QStandardItemModel* m_found;
    QTimer m_typing;  ///< waits until typing pauses
    std::optional<DatasetId> m_dataset;
    std::optional<Token> m_item;
    bool m_choosingFirst = false;  ///< true if the first match is to be chosen when the matches arrive
};

}  // namespace recscope::ui
