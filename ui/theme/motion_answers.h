// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QtGlobal>
#include <optional>

namespace recscope::ui {

/// The desktop's replies about motion, in any order: the portal's own key, once received, takes precedence over
/// GNOME's.
struct MotionAnswers {
    std::optional<uint> reduced;     ///< org.freedesktop.appearance, reduced-motion: 1 = less motion, 0 = no preference
    std::optional<uint> animations;  ///< org.gnome.desktop.interface, enable-animations: 0 = less motion
    bool wantLess() const { return reduced ? *reduced == 1 : animations && *animations == 0; }
};

}  // namespace recscope::ui
