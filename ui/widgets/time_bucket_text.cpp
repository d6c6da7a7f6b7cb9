// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/widgets/time_bucket_text.h"

#include <QDateTime>

#include "ui/widgets/number_text.h"

namespace recscope::ui {

QString bucketText(std::int64_t start, TimeUnit unit) {
    const QDateTime time = QDateTime::fromSecsSinceEpoch(start, Qt::UTC);
    switch (unit) {
        case TimeUnit::Month:
            return time.toString(QStringLiteral("yyyy-MM"));
        case TimeUnit::Year:
            return time.toString(QStringLiteral("yyyy"));
        case TimeUnit::Day:
        case TimeUnit::Week:
            break;
    }
    return dayText(start);
}

}  // namespace recscope::ui
