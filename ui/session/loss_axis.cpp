// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/session/loss_axis.h"

#include <QCoreApplication>

namespace recscope::ui {

namespace {

QString tr(const char* text) {
    return QCoreApplication::translate("lossAxis", text);
}

}  // namespace

QString lossAxis(std::optional<LossUnit> unit) {
    switch (unit.value_or(LossUnit::None)) {
        case LossUnit::Nats:
            return tr("Loss (nats)");
        case LossUnit::SquaredError:
            return tr("Loss (squared error)");
        case LossUnit::None:
            break;
    }
    return tr("Loss");
}

}  // namespace recscope::ui
