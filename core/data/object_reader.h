// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <memory>
#include <string>
#include <string_view>
#include <vector>

namespace recscope {

/// Reads one object per line, {"key": value, …}, in JSON or as a Python literal. Scalars are numbers, strings and
/// booleans.
class ObjectReader {
public:
    virtual ~ObjectReader() = default;

    /// Returns null, or why the line is damaged.
    virtual const char* read(std::string_view line) = 0;

    // The following functions refer to the last line read:
    /// The scalar of a key as a string; empty if the value is absent, null or not a scalar. MongoDB's {"$date": …} and
    /// {"$oid": …} count as scalars, and "user.id" is the "id" in the object under "user". Valid until the next `read`.
    virtual std::string_view scalar(std::string_view key) = 0;
    /// All scalars under a key in their order, including those in nested lists.
    virtual std::vector<std::string> scalarsUnder(std::string_view key) = 0;
    /// The keys that hold scalars or null, including those of nested objects.
    virtual std::vector<std::string> keys() = 0;
};

std::unique_ptr<ObjectReader> makeJsonReader();
std::unique_ptr<ObjectReader> makePythonReader();

}  // namespace recscope
