// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QWidget>
#include <memory>
#include <string>
#include <vector>

#include "ui/attention/attention_map.h"
#include "ui/compare/compared_line.h"
#include "ui/jobs/async_query.h"
#include "ui/runs/explore_query.h"

class QLabel;
class QLineEdit;

namespace recscope::ui {

class ElidedLabel;
class ModelPanel;
class PairBar;
class Session;

/// Shows one user in both models of a pair: recommendation lists with the held-out item and, if both models have
/// attention, all attention maps.
class OneUserTab : public QWidget {
    Q_OBJECT
public:
    explicit OneUserTab(Session& session, QWidget* parent = nullptr);

    void setLines(const std::vector<ComparedLine>& lines, Split split);
    /// `user` is an index in the dataset. A line of several seeds is represented by the seed that is best on
    /// validation.
    void showUser(qint32 user, LineId a, LineId b);
    qint32 user() const { return m_user; }
    ModelPanel* panel(int side) const { return m_panels[side]; }

private:
    struct PairRequest {
        ExploreRequest request;  ///< the request to both runs; its `run` is replaced by `a` and by `b`
        LoadedRun a, b;
        bool operator==(const PairRequest&) const = default;
    };
    struct UserId {
        DatasetId dataset = 0;
        std::string id;
        bool operator==(const UserId&) const = default;
    };
    struct Answers {
        ExploreAnswer a, b;
    };
    void requestAnswers();
    void findUser(const QString& id);
    void step(int by);
    void showAnswers(const Answers& answers);
    void shareScales();
    void clear(const QString& reason);

    Session& m_session;
    AsyncQuery<PairRequest, Answers> m_query;
    AsyncQuery<UserId, std::int32_t> m_finding;
    PairBar* m_pair;
    MapRange m_range = MapRange::Shared;  ///< colour range of the maps on both sides
    float m_largest = 0;                  ///< largest weight of the maps on both sides
    QLineEdit* m_id;
    ElidedLabel* m_history;
    QLabel* m_noMapsNote;  ///< says why no maps are shown
    ModelPanel* m_panels[2];
    Split m_split = Split::Test;
    qint32 m_user = 0;
};

}  // namespace recscope::ui
