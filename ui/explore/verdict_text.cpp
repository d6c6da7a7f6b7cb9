// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/explore/verdict_text.h"

#include <QCoreApplication>

namespace recscope::ui {

QString verdictText(AttentionVerdict verdict) {
    const auto tr = [](const char* text) { return QCoreApplication::translate("Verdict", text); };
    switch (verdict) {
        case AttentionVerdict::Evidence:
            return tr("evidence");
        case AttentionVerdict::Decoration:
            return tr("decoration");
        case AttentionVerdict::Misleading:
            return tr("misleading");
        case AttentionVerdict::TooFewItems:
            return tr("too few items");
    }
    return {};
}

}  // namespace recscope::ui
