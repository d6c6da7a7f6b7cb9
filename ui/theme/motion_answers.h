// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QtGlobal>
#include <optional>

namespace recscope::ui {

/// What a desktop answers about motion, in any order: its own key, once it came, counts before GNOME's.
struct MotionAnswers {
    std::optional<uint> reduced;     ///< org.freedesktop.appearance, reduced-motion: 1 asks for less, 0 for nothing
    std::optional<uint> animations;  ///< org.gnome.desktop.interface, enable-animations: 0 asks for less
    bool wantLess() const { return reduced ? *reduced == 1 : animations && *animations == 0; }
};

}  // namespace recscope::ui
