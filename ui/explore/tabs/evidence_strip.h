// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QStringList>
#include <vector>

#include "ui/attention/attention_image.h"
#include "ui/widgets/item_strip.h"

namespace recscope::ui {

/// One item that the model reads: its attention and the effect of its removal.
struct EvidenceItem {
    QString title;
    /// Attention weight of the item, 0…1; without attention, its value in `ItemParts`, which may be negative.
    float attention = 0;
    float effect = 0;      ///< nats; positive = the item speaks for the target
    bool isCause = false;  ///< true for a cause planted in the sample data
};

/// Shows the items that a model reads, from left to right, oldest first. The bar above the line is the attention to an
/// item, the bar below it is the effect of removing the item; where the two agree, they have similar heights. If there
/// is no attention, the effects take the full height: positive ones above the line, negative ones below it.
class EvidenceStrip : public ItemStrip {
    Q_OBJECT
public:
    explicit EvidenceStrip(QWidget* parent = nullptr);

    /// `attentionName` and `effectName` label the two halves; an empty `attentionName` means that there is no
    /// attention. `word` is the noun for a value above the line.
    void setItems(std::vector<EvidenceItem> items, const QString& attentionName, const QString& effectName,
                  const QString& word = tr("attention"), MapScale scale = MapScale::Sequential);
    /// Shows only this sentence, no items.
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
    void paintTexts(QPainter& painter) const;

    std::vector<EvidenceItem> m_items;
    QString m_attentionName, m_effectName, m_word, m_message;
    MapScale m_scale = MapScale::Sequential;            ///< colour scale of the values above the line
    float m_largestAttention = 0, m_largestEffect = 0;  ///< largest absolute values
    float m_mostFor = 0, m_mostAgainst = 0;  ///< largest effects for and against the target, as positive numbers
};

}  // namespace recscope::ui
