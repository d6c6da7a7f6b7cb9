// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstddef>
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
    /// {"$oid": …} count as scalars, and "user.id" is the "id" in the object under "user". Keys reach at most four
    /// objects deep in JSON, two in Python. Valid until the next `read`.
    virtual std::string_view scalar(std::string_view key) = 0;
    /// All scalars under a key in their order, including those in nested lists.
    virtual std::vector<std::string> scalarsUnder(std::string_view key) = 0;
    /// The keys that hold scalars or null, including "user.id" in nested objects.
    virtual std::vector<std::string> keys() = 0;

    /// The keys that hold a list whose first element is an object: {"session": 1, "events": [{"aid": 7}, …]}. In JSON
    /// also "order.lines" in nested objects.
    virtual std::vector<std::string> listKeys() = 0;
    /// The keys that hold a list whose first element is a scalar: {"user": 1, "items": [7, 8]}.
    virtual std::vector<std::string> plainListKeys() = 0;
    /// Opens the list under a key for the functions below. Returns the number of its elements; 0 if there is no list.
    virtual std::size_t openList(std::string_view key) = 0;
    /// Like `scalar` and `keys`, for an element of the opened list; empty if the element is not an object.
    virtual std::string_view scalarOf(std::size_t element, std::string_view key) = 0;
    virtual std::vector<std::string> keysOf(std::size_t element) = 0;
};

std::unique_ptr<ObjectReader> makeJsonReader();
std::unique_ptr<ObjectReader> makePythonReader();

}  // namespace recscope
