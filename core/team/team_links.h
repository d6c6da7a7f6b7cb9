// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <torch/torch.h>

#include <memory>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "core/team/team.h"
#include "core/team/team_meeting.h"

namespace recscope {

/// What joins one process to the others of its team.
struct Team::Links {
    TeamSeat seat;
    Meeting meeting;
    TeamWatch::Store store;
    std::unique_ptr<TeamWatch> watch;
    std::vector<TeamMember> members;
    std::vector<int> threads;
    TeamGroup group;
    bool isBroken = false;
    torch::Tensor floats, doubles;  ///< what is summed, so that a sum nobody waits for any more has it to itself

    /// Returns when the work is done; throws TeamLost.
    void finish(const c10::intrusive_ptr<c10d::Work>& work);
    template <class T>
    void sum(std::span<T> numbers, torch::Tensor& buffer);
    /// `words`: what a library said, for the case that the watch knows no reason.
    [[noreturn]] void lose(const std::optional<TeamWatch::Verdict>& why, const std::string& words);
};

}  // namespace recscope
