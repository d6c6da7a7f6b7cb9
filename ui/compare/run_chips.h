// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QWidget>
#include <map>
#include <vector>

#include "core/store/run_store.h"

class QToolButton;

namespace recscope::ui {

class FlowLayout;
class Session;

/// The dataset's runs as chips with their colour, dash and marker; the pressed ones are compared.
class RunChips : public QWidget {
    Q_OBJECT
public:
    explicit RunChips(Session& session, QWidget* parent = nullptr);

    /// Newest first, as the session lists them.
    std::vector<RunId> chosen() const;
    void choose(RunId run, bool chosen);

signals:
    void chosenChanged();

private:
    void refresh();
    void chooseAtFirst();

    Session& m_session;
    FlowLayout* m_flow;
    std::map<RunId, QToolButton*> m_chips;
    std::map<RunId, bool> m_wanted;  ///< also for runs that are not listed now
    bool m_touched = false;          ///< the person chose; until then the choice follows new runs
    bool m_choosing = false;
    DatasetId m_dataset = 0;
};

}  // namespace recscope::ui
