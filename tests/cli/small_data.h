// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <string>

namespace recscope::test {

/// A CSV with header user,item,time,rating: `users` users u1…, each with 12 of the films f0…f39 in a pattern that
/// a model can learn.
std::string smallInteractions(int users);
/// Titles for its items: "Film 7, a title".
std::string smallItems();

}  // namespace recscope::test
