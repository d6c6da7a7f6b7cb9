// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <memory>
#include <string>
#include <string_view>
#include <vector>

namespace recscope {

/// Reads one object a line, {"key": value, …}, whatever its grammar. Scalars are numbers, texts and booleans.
class ObjectReader {
public:
    virtual ~ObjectReader() = default;

    /// Null, or why the line is damaged.
    virtual const char* read(std::string_view line) = 0;

    // About the line read last:
    /// The scalar of a key as text; empty if it is absent, null or no scalar. MongoDB's {"$date": …} and {"$oid": …}
    /// are scalars, and "user.id" is the "id" in the object under "user". Valid until the next `read`.
    virtual std::string_view scalar(std::string_view key) = 0;
    /// All scalars under a key, also of lists in lists, in their order.
    virtual std::vector<std::string> scalarsUnder(std::string_view key) = 0;
    /// The keys that hold scalars or null, also those of objects in the object.
    virtual std::vector<std::string> keys() = 0;
};

std::unique_ptr<ObjectReader> makeJsonReader();
std::unique_ptr<ObjectReader> makePythonReader();

}  // namespace recscope
