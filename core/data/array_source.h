// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <memory>
#include <string_view>

#include "core/util/byte_source.h"

namespace recscope {

/// True if the string begins an array of objects: "[{", with optional white space before and between the brackets.
bool beginsWithArray(std::string_view beginning);

/// Turns a JSON array of objects (or a Python list of dicts), however it is laid out, into one object per line:
/// separators between the objects are dropped, and line ends inside an object become spaces. Streams arrays of any
/// size. Does not repair damage: anything that is not an object becomes a separate line.
std::unique_ptr<ByteSource> objectsOfArray(std::unique_ptr<ByteSource> array);

}  // namespace recscope
