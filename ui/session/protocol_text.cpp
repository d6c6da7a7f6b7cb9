// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/session/protocol_text.h"

#include <QCoreApplication>
#include <algorithm>

#include "core/util/time.h"

namespace recscope::ui {

namespace {

QString tr(const char* text) {
    return QCoreApplication::translate("protocolText", text);
}

QString candidatesText(const Protocol& protocol) {
    const QString name = QString::fromStdString(protocol.name());
    switch (protocol.candidates) {
        case Candidates::Full:
            return name;
        case Candidates::Popularity:
            return tr("%1 items by popularity (%2)").arg(protocol.drawn).arg(name);
        case Candidates::Uniform:
            return tr("%1 items drawn uniformly (%2)").arg(protocol.drawn).arg(name);
        case Candidates::SasRecOriginal:
            return tr("100 items as in SASRec's code (%1)").arg(name);
    }
    return name;
}

}  // namespace

QString protocolLabel(const Protocol& protocol, const std::vector<Protocol>& all) {
    const auto differs = [&](auto Protocol::*part) {
        return std::any_of(all.begin(), all.end(), [&](const Protocol& other) {
            return other.candidates == protocol.candidates && other.*part != protocol.*part;
        });
    };
    QString text = candidatesText(protocol);
    if (protocol.candidates == Candidates::Full)
        text += protocol.seen == SeenItems::Kept ? tr(", seen items kept") : tr(", seen items removed");
    else if (differs(&Protocol::seed))
        text += tr(", seed %1").arg(protocol.seed);
    if (protocol.split.kind == SplitKind::GlobalTime)
        text += tr(", global time");
    else if (protocol.split.kind == SplitKind::TimeWindow)
        text += protocol.split.targets == Targets::All ? tr(", all items of a time window")
                                                       : tr(", first item of a time window");
    if (protocol.split.kind == SplitKind::TimeWindow && differs(&Protocol::split))
        text += QStringLiteral(", %1 – %2")
                    .arg(QString::fromStdString(dateText(protocol.split.testFrom)),
                         QString::fromStdString(dateText(protocol.split.testUntil)));
    else if (protocol.split.kind == SplitKind::NextOrder)
        text += tr(", next order");
    else if (differs(&Protocol::split))
        text += tr(", leave-one-out");
    if (protocol.trainedOnValidation) text += tr(", trained on validation too");
    return text;
}

QString splitText(Split split) {
    return split == Split::Test ? tr("test") : tr("validation");
}

}  // namespace recscope::ui
