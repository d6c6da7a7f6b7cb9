// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <memory>
#include <string_view>

#include "core/util/byte_source.h"

namespace recscope {

/// True if a text begins like an array of objects: "[{", with white space anywhere between and before.
bool beginsWithArray(std::string_view beginning);

/// A JSON array of objects (or a Python list of dicts) as one object a line, however it is laid out: what stands
/// between the objects goes, and line ends inside one become spaces. It streams, whatever the size of the array. A text
/// that is damaged stays damaged: what is no object is a line of its own.
std::unique_ptr<ByteSource> objectsOfArray(std::unique_ptr<ByteSource> array);

}  // namespace recscope
