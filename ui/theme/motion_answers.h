// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QtGlobal>
#include <optional>

namespace recscope::ui {

/// The replies of the desktop to the queries about reduced motion, which may arrive in any order. `reduced`, the
/// desktop portal's own key, takes precedence over `animations`, the key of GNOME.
struct MotionAnswers {
    std::optional<uint> reduced;     ///< org.freedesktop.appearance, reduced-motion: 1 = less motion, 0 = no preference
    std::optional<uint> animations;  ///< org.gnome.desktop.interface, enable-animations: 0 = less motion
    bool prefersReducedMotion() const { return reduced ? *reduced == 1 : animations && *animations == 0; }
};

}  // namespace recscope::ui
