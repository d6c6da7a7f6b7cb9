// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QWidget>
#include <vector>

#include "core/explain/attention/attention_figures.h"
#include "core/plan/report.h"
#include "ui/jobs/async_query.h"

class QComboBox;
class QLabel;
class QPushButton;
class QToolButton;

namespace recscope::ui {

class Session;
class SvgView;

/// The theme's colours and font, for the pictures of a study.
SvgStyle svgStyleOfTheme();

/// Draws the attention figures of the SASRec and BERT4Rec papers for one finished run of a plan.
class StudyAttention : public QWidget {
    Q_OBJECT
public:
    explicit StudyAttention(Session& session, QWidget* parent = nullptr);

    /// Sets the finished runs whose models have attention maps with a row for every position. Keeps the chosen run if
    /// it is one of them.
    void setRuns(const std::vector<RunRecord>& runs);
    const AnyAsyncQuery& drawing() const { return m_drawing; }

private:
    struct Requested {
        RunId run = 0;
        AttentionFigureKind kind = AttentionFigureKind::ByPosition;
        bool operator==(const Requested&) const = default;
    };
    void requestFigure();
    void showFigure();

    AsyncQuery<Requested, AttentionFigure> m_drawing;
    QComboBox *m_kind, *m_run;
    QPushButton* m_stop;  ///< stops the drawing, or restarts it after a stop
    QToolButton* m_save;
    QLabel *m_words, *m_caption;
    SvgView* m_picture;
};

}  // namespace recscope::ui
