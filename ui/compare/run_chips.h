// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QWidget>
#include <map>
#include <vector>

#include "core/store/run_store.h"
#include "ui/session/rememberable.h"

class QToolButton;

namespace recscope::ui {

class FlowLayout;
class Session;

/// The dataset's runs as chips with their colour, dash and marker; the pressed ones are compared.
class RunChips : public QWidget, public Rememberable {
    Q_OBJECT
public:
    explicit RunChips(Session& session, QWidget* parent = nullptr);

    /// Newest first, as the session lists them.
    std::vector<RunId> chosen() const;
    void choose(RunId run, bool chosen);
    /// The runs, if the person chose them.
    QVariant rememberedState() const override;
    void restoreState(const QVariant& state) override;

signals:
    void chosenChanged();

private:
    void restoreRuns(const QVariantList& runs);
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
