// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/session/protocol_text.h"

#include <QCoreApplication>
#include <algorithm>

namespace recscope::ui {

namespace {

QString tr(const char* text) {
    return QCoreApplication::translate("protocolText", text);
}

}  // namespace

QString protocolLabel(const Protocol& protocol, const std::vector<Protocol>& all) {
    const auto differs = [&](auto Protocol::*part) {
        return std::any_of(all.begin(), all.end(), [&](const Protocol& other) {
            return other.candidates == protocol.candidates && other.*part != protocol.*part;
        });
    };
    QString text = QString::fromStdString(protocol.name());
    if (protocol.candidates == Candidates::Full)
        text += protocol.seen == SeenItems::Kept ? tr(", seen kept") : tr(", seen removed");
    else if (differs(&Protocol::seed))
        text += tr(", seed %1").arg(protocol.seed);
    if (protocol.split.kind == SplitKind::GlobalTime)
        text += tr(", global time");
    else if (differs(&Protocol::split))
        text += tr(", leave-one-out");
    if (protocol.trainedOnValidation) text += tr(", trained on validation too");
    return text;
}

QString splitText(Split split) {
    return split == Split::Test ? tr("test") : tr("validation");
}

}  // namespace recscope::ui
