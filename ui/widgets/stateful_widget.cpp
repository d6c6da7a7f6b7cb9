// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/widgets/stateful_widget.h"

namespace recscope::ui {

namespace {

constexpr char kScopeProperty[] = "stateScope";

}  // namespace

void keepValue(QObject* input, StateScope scope) {
    input->setProperty(kScopeProperty, int(scope));
}

std::optional<StateScope> keptValueScope(const QObject* object) {
    const QVariant scope = object->property(kScopeProperty);
    return scope.isValid() ? std::optional(StateScope(scope.toInt())) : std::nullopt;
}

}  // namespace recscope::ui
