// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <functional>
#include <memory>
#include <optional>
#include <vector>

#include "core/explain/scores/embedding_map.h"
#include "ui/explore/tabs/explore_tab.h"
#include "ui/jobs/async_query.h"
#include "ui/session/session.h"

class QCPCurve;
class QComboBox;
class QLabel;
class QStackedWidget;
class QToolButton;

namespace recscope::ui {

class CellTable;
class ItemSearch;
class ItemSelection;
class Lasso;
class PlotView;

/// The item embeddings of the chosen run, projected onto their first two principal components and coloured by genre or
/// popularity. Also shows the user's history as a path, and the nearest neighbours of an item. Items can be selected
/// with a lasso or the keyboard.
class ItemMapPanel : public ExploreTab {
    Q_OBJECT
public:
    ItemMapPanel(Session& session, std::shared_ptr<InferenceCache> cache, QWidget* parent = nullptr);

    QString title() const override;
    QString about() const override;
    std::optional<QString> whyUnavailable(const Capabilities& capabilities) const override;
    void setRun(const std::optional<LoadedRun>& run) override;
    /// Sets the answer whose history is drawn as the path; null = no path.
    void setAnswer(std::shared_ptr<const ExploreAnswer> answer) override;
    std::optional<Token> item() const { return m_item; }
    PlotView* plot() const { return m_plot; }
    const std::vector<Token>& selected() const { return m_selected; }  ///< in token order

public slots:
    void chooseItem(qint32 token);
    void selectShown();       ///< selects the items in the visible part of the plot
    void selectNeighbours();  ///< selects the chosen item and its nearest neighbours
    void clearSelection();

signals:
    void mapShown();
    void neighboursShown();
    void selectionChanged();

protected:
    void keyPressEvent(QKeyEvent* event) override;

private:
    struct NearestRequest {
        LoadedRun run;
        Token item = kPadToken;
        bool operator==(const NearestRequest&) const = default;
    };
    /// Items that are drawn in one style.
    struct Group {
        QString name;
        QColor colour;
        int marker = 0;
        std::vector<Token> items;
    };
    void requestMap();
    void showMap();
    void showNeighbours();
    void draw();
    void drawPath();
    void drawItem();
    QWidget* makeTop();
    void select(const std::function<bool(Token, double x, double y)>& requested);
    void showSelection();
    std::vector<Group> groups() const;
    std::vector<Group> genreGroups() const;
    std::vector<Group> popularityGroups() const;
    void setPoints(int line, const std::vector<Token>& items);

    Session& m_session;
    AsyncQuery<LoadedRun, EmbeddingMap> m_layout;  ///< computes m_map
    AsyncQuery<NearestRequest, std::vector<Neighbour>> m_nearest;
    std::optional<LoadedRun> m_run;
    std::shared_ptr<const ExploreAnswer> m_answer;
    std::shared_ptr<const EmbeddingMap> m_map;
    std::vector<std::vector<Token>> m_points;  ///< m_points[line][point]: the item drawn at that point of the plot
    /// Indices of data series ("lines") of the plot, -1 before the first drawing: the user's history, the chosen item
    /// and its nearest neighbours, and the selected items.
    int m_historyLine = -1, m_nearestLine = -1, m_selectionLine = -1;
    bool m_hasSelection = false;  ///< true from when a selection is made until it is cleared, even if it has no items
    std::vector<Token> m_selected;
    std::optional<Token> m_item;  ///< the item whose neighbours are listed
    std::vector<Neighbour> m_neighbours;

    PlotView* m_plot;
    QCPCurve* m_pathLine;  ///< connects the history's items in chronological order
    Lasso* m_lasso;
    QComboBox* m_colours;
    QToolButton *m_lassoButton, *m_selectButton;
    QStackedWidget* m_side;  ///< pages: nearest neighbours | selection
    ItemSelection* m_selection;
    ItemSearch* m_search;
    QLabel* m_about;
    CellTable* m_list;
};

}  // namespace recscope::ui
