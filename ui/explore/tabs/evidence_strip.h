// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QStringList>
#include <vector>

#include "ui/attention/attention_texture.h"
#include "ui/widgets/item_strip.h"

namespace recscope::ui {

/// One item the model reads: what it gets and what its removal does.
struct EvidenceItem {
    QString title;
    float attention = 0;   ///< of the looking row, 0…1; or what the model says of the item, which may be below 0
    float effect = 0;      ///< nats; above 0: it spoke for the target
    bool isCause = false;  ///< planted in the sample data
};

/// The items a model reads from left to right, oldest first: above the line the attention each gets, below it the
/// effect of its removal. Agreement shows as bars of like height at one position. Without attention the effects have it
/// all: what speaks for the target stands above the line, what speaks against it below.
class EvidenceStrip : public ItemStrip {
    Q_OBJECT
public:
    explicit EvidenceStrip(QWidget* parent = nullptr);

    /// `attentionName` and `effectName` stand at the two halves; without the first there is no attention. `word` is
    /// what one number above the line is called.
    void setItems(std::vector<EvidenceItem> items, const QString& attentionName, const QString& effectName,
                  const QString& word = tr("attention"), MapScale scale = MapScale::Sequential);
    /// Nothing but this sentence.
    void setMessage(const QString& sentence);
    int count() const override { return int(m_items.size()); }
    QString currentText() const override;
    QRectF itemRect(int item) const;
    const std::vector<EvidenceItem>& items() const { return m_items; }

    QSize sizeHint() const override;
    QSize minimumSizeHint() const override;

protected:
    int itemAt(QPointF point) const override;
    void paintEvent(QPaintEvent* event) override;

private:
    QRectF plotRect() const;
    double zeroLine() const;
    bool hasAttention() const { return !m_attentionName.isEmpty(); }
    void paintBars(QPainter& painter) const;
    void paintWords(QPainter& painter) const;

    std::vector<EvidenceItem> m_items;
    QString m_attentionName, m_effectName, m_word, m_message;
    MapScale m_scale = MapScale::Sequential;            ///< of what stands above the line
    float m_largestAttention = 0, m_largestEffect = 0;  ///< absolute values
    float m_mostFor = 0, m_mostAgainst = 0;             ///< effects above and below 0, both as positive numbers
};

}  // namespace recscope::ui
