// SPDX-License-Identifier: GPL-3.0-or-later
#include "small_data.h"

namespace recscope::test {

namespace {
constexpr int kItems = 40, kLength = 12;
}

std::string smallInteractions(int users) {
    std::string text = "user,item,time,rating\n";
    for (int user = 1; user <= users; ++user) {
        for (int i = 0; i < kLength; ++i) {
            const int item = (user * 7 + i * 3) % kItems;
            text += "u" + std::to_string(user) + ",f" + std::to_string(item) + "," +
                    std::to_string(1'000'000'000 + user * 1000 + i) + "," + std::to_string(1 + (user + i) % 5) + "\n";
        }
    }
    return text;
}

std::string smallItems() {
    std::string text = "item,title,genres\n";
    for (int item = 0; item < kItems; ++item) {
        text += "f" + std::to_string(item) + ",\"Film " + std::to_string(item) + ", a title\",Comedy|Drama\n";
    }
    return text;
}

}  // namespace recscope::test
