// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QTimer>
#include <QVariantMap>
#include <QWidget>
#include <deque>
#include <memory>
#include <optional>

#include "ui/film/film_query.h"
#include "ui/widgets/rememberable.h"

class QComboBox;
class QLabel;
class QStackedWidget;

namespace recscope::ui {

class AttentionMap;
class ElidedLabel;
class EmptyState;
class FilmControls;
class HeadGrid;
class RecommendationList;
class Session;

/// The film of the chosen run: what it made of a pinned user after each epoch. One slider moves the maps and the list
/// together; while the run trains, a new frame appears by itself.
class FilmPanel : public QWidget, public Rememberable {
    Q_OBJECT
public:
    /// `key` tells panels apart: their jobs, and where their sizes are kept.
    FilmPanel(Session& session, const QString& key, QWidget* parent = nullptr);
    ~FilmPanel() override;

    /// The epoch looked at, by run; nothing of a run that was left at its end.
    QVariant rememberedState() const override { return m_epochs.isEmpty() ? QVariant() : QVariant(m_epochs); }
    void restoreState(const QVariant& state) override;

    /// What is on the screen; null while there is nothing.
    std::shared_ptr<const FilmShot> shot() const { return m_shot; }

public slots:
    /// Shows this user if there is a film of them.
    void showUser(qint32 user);
    /// Reads again what there is, e.g. after somebody was pinned.
    void reload();

signals:
    /// `step` 0 = not known; `epoch` 0 = nothing is shown.
    void frameShown(qint64 epoch, qint64 step);
    /// Somebody wants to choose who is pinned.
    void pinWanted();

protected:
    void showEvent(QShowEvent* event) override;
    void resizeEvent(QResizeEvent* event) override;

private:
    QWidget* makeFilm();
    QWidget* makeTop();
    QString jobKey(const char* what) const;
    void take(FilmIndex index);
    void takeUser();
    void askFrame();
    void show(std::shared_ptr<const FilmShot> shot);
    void showShot();
    void showList();
    void fillHeads();
    void showHead(int layer, int head);
    void askRollout(const std::shared_ptr<const AttentionMaps>& maps);
    void showNothing();
    void showFailure(const QString& message, const QString& hint);
    void showState(const QString& title, const QString& sentence, const QString& action = {});
    void keep(std::shared_ptr<const FilmShot> shot);
    std::shared_ptr<const FilmShot> kept(std::int32_t user, std::int64_t epoch) const;

    Session& m_session;
    QString m_key;
    FilmIndex m_index;
    QVariantMap m_epochs;                ///< of runs by their numbers
    RunId m_shown = 0;                   ///< the run whose epochs the controls have
    std::optional<std::int32_t> m_user;  ///< the last one chosen, in whatever run
    std::shared_ptr<const FilmShot> m_shot;
    std::deque<std::shared_ptr<const FilmShot>> m_kept;  ///< of the run, the oldest read first
    std::size_t m_keptBytes = 0;
    QTimer m_slow;  ///< says that it loads when that takes long

    QStackedWidget* m_stack;  ///< the film | why there is none
    EmptyState* m_state;
    FilmControls* m_controls;
    QComboBox *m_users, *m_headBox;
    HeadGrid* m_heads;
    AttentionMap* m_map;
    RecommendationList* m_list;
    QLabel* m_listTitle;
    ElidedLabel* m_note;
};

}  // namespace recscope::ui
