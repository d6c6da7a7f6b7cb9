// SPDX-License-Identifier: GPL-3.0-or-later
// Numbers as bytes of a blob, little-endian.
#pragma once

#include <cstddef>
#include <string>

namespace recscope {

/// Appends an unsigned integer.
template <class Bits>
void appendPacked(std::string& bytes, Bits value) {
    for (std::size_t i = 0; i < sizeof(Bits); ++i) bytes += static_cast<char>(value >> 8 * i & 0xFFU);
}

/// The unsigned integer at this index, counted in numbers and not in bytes.
template <class Bits>
Bits packedAt(const std::string& bytes, std::size_t index) {
    Bits value = 0;
    for (std::size_t i = 0; i < sizeof(Bits); ++i)
        value |= static_cast<Bits>(static_cast<unsigned char>(bytes[index * sizeof(Bits) + i])) << 8 * i;
    return value;
}

}  // namespace recscope
