// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QWidget>
#include <memory>
#include <optional>
#include <vector>

#include "core/explain/embedding_map.h"
#include "ui/explore/explore_query.h"
#include "ui/session/session.h"

class QCPCurve;
class QComboBox;
class QLabel;
class QStandardItemModel;

namespace recscope::ui {

class ItemSearch;
class PlotView;
class TableView;

/// The item vectors of the chosen run on the plane in which they differ most, coloured by genre or popularity, with the
/// user's history as a path and the nearest neighbours of an item.
class ItemMapPanel : public QWidget {
    Q_OBJECT
public:
    ItemMapPanel(Session& session, std::shared_ptr<ExplainerCache> cache, QWidget* parent = nullptr);

    void setRun(const std::optional<LoadedRun>& run);
    /// Whose history is the path; null = no path.
    void setAnswer(std::shared_ptr<const ExploreAnswer> answer);
    std::optional<Token> item() const { return m_item; }
    PlotView* plot() const { return m_plot; }

public slots:
    void chooseItem(qint32 token);

signals:
    void mapShown();
    void neighboursShown();

protected:
    void showEvent(QShowEvent* event) override;

private:
    struct Group {
        QString name;
        QColor colour;
        int marker = 0;
        std::vector<Token> items;
    };
    void ask();
    void draw();
    void drawPath();
    void drawItem();
    std::vector<Group> groups() const;
    std::vector<Group> genreGroups() const;
    std::vector<Group> popularityGroups() const;
    void setPoints(int line, const std::vector<Token>& items);

    Session& m_session;
    std::shared_ptr<ExplainerCache> m_cache;
    std::optional<LoadedRun> m_run, m_shownRun;
    std::shared_ptr<const ExploreAnswer> m_answer;
    std::shared_ptr<const EmbeddingMap> m_map;
    std::vector<std::vector<Token>> m_points;  ///< by line of the plot
    int m_path = -1, m_near = -1;              ///< lines of the plot
    std::optional<Token> m_item;
    std::vector<Neighbour> m_neighbours;

    PlotView* m_plot;
    QCPCurve* m_walk;  ///< joins the path's points in the order of the history
    QComboBox* m_colours;
    ItemSearch* m_search;
    QLabel* m_about;
    TableView* m_list;
    QStandardItemModel* m_model;
};

}  // namespace recscope::ui
