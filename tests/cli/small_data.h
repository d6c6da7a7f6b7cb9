// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <string>

namespace recscope::test {

/// A CSV with the header user,item,time,rating. Each of the users u1, u2, … has 12 of the films f0…f39, in a pattern
/// that a model can learn. `users` is the number of users.
std::string smallInteractions(int users);
/// The titles of these films, such as "Film 7, a title".
std::string smallItems();

}  // namespace recscope::test
