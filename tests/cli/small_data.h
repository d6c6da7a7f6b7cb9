// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <string>

namespace recscope::test {

/// A CSV with the header user,item,time,rating and `users` users: u1, u2, … Each has 12 of the films f0…f39, in a
/// pattern that a model can learn.
std::string smallInteractions(int users);
/// A CSV with the titles of these films, such as "Film 7, a title", and their genres, Comedy and Drama.
std::string smallItems();

}  // namespace recscope::test
