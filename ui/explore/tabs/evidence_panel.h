// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <memory>
#include <vector>

#include "core/explain/attention/agreement.h"
#include "ui/explore/tabs/explore_tab.h"
#include "ui/jobs/async_query.h"

class QButtonGroup;
class QComboBox;
class QLabel;
class QStackedWidget;

namespace recscope::ui {

class AgreementPanel;
class CauseCardView;
class CellTable;
class EvidenceStrip;
class PlotView;
class ScorePanel;
class Session;

/// A request for a deletion curve.
struct CurveRequest {
    std::shared_ptr<const ExploreAnswer> answer;
    std::shared_ptr<const RemovalTest> test;
    HeadId head;
    bool operator==(const CurveRequest&) const = default;
};

/// Shows whether attention is evidence: compares the removal test of the chosen recommendation (how its log-probability
/// changes without each item) with each head's attention, in bars, numbers and one plain sentence. A curve shows how
/// fast the log-probability drops when items are deleted in the order of attention. Further pages show the true causes
/// if they are known, the comparison over many users, and how the score is computed. Without attention the panel shows
/// only the removal test; for a model that does not read the history, it says so.
class EvidencePanel : public ExploreTab {
    Q_OBJECT
public:
    EvidencePanel(Session& session, std::shared_ptr<InferenceCache> cache, QWidget* parent = nullptr);

    /// The kind of removal that all views of the page use.
    RemovalOptions removal() const;
    /// Chooses how the occurrences of a repeated item are removed.
    void setEqualItems(RepeatedItems equal);
    HeadId head() const { return m_head; }
    QString title() const override;
    QString about() const override;
    std::optional<QString> whyUnavailable(const Capabilities& capabilities) const override;
    /// Shows another answer; its removal test follows with `setTest`.
    void setAnswer(std::shared_ptr<const ExploreAnswer> answer) override;
    /// Sets the removal test of the shown answer and the title of the tested recommendation. `test` is null while the
    /// test runs or if there is none.
    void setTest(std::shared_ptr<const RemovalTest> test, const QString& title);
    /// Shows `sentence` instead of a test, e.g. why the test failed.
    void setFailure(const QString& sentence);
    /// Sets the chosen recommendation.
    void setTarget(Token target);
    void setHead(HeadId head);
    void setRun(const std::optional<LoadedRun>& run) override;
    void stop() override;

signals:
    /// Requests that the history list show the item at this index, because a result is about it.
    void itemFound(int index);
    void headChosen(int layer, int head);
    void removalChanged();
    void itemHovered(int historyIndex);  ///< index in the history; -1 = none
    void itemChosen(int historyIndex);
    void curveShown();

protected:
    void resizeEvent(QResizeEvent* event) override;

private:
    void clear();
    void showAvailableParts();
    void showAvailableChoices();
    bool hasEqualItems() const;
    bool readsHistory() const;
    QString numbersText(const Agreement& agreement) const;
    QWidget* makeRecommendationPage();
    QWidget* makePartButtons();
    void choosePart(int part);
    void showTest();
    void showHeads();
    void requestCurve();
    void showCurve();

    Session& m_session;
    std::shared_ptr<InferenceCache> m_cache;
    std::shared_ptr<const ExploreAnswer> m_answer;
    std::shared_ptr<const RemovalTest> m_test;
    QString m_title;
    HeadId m_head;
    AsyncQuery<CurveRequest, DeletionCurve> m_deletion;
    bool m_choosing = false;  ///< true while the program, not its user, selects a row

    QButtonGroup* m_parts;
    QStackedWidget* m_pages;
    CauseCardView* m_cause;
    AgreementPanel* m_agreement;
    ScorePanel* m_score;
    QComboBox *m_kind, *m_equal;  ///< `RemovalKind` | `RepeatedItems`
    QLabel *m_sentence, *m_numbers;
    QString m_agreementText;  ///< first part of the text of m_sentence, shown alone until the curve is ready
    CellTable* m_heads;
    EvidenceStrip* m_strip;
    bool m_isCompact = false;  ///< true while the panel is low
    PlotView* m_curve;
};

}  // namespace recscope::ui
