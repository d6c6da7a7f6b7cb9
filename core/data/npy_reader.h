// SPDX-License-Identifier: GPL-3.0-or-later
// Arrays that NumPy's save writes (.npy, NEP 1), one value after the other.
#pragma once

#include <cstdint>
#include <filesystem>
#include <memory>
#include <string>
#include <vector>

#include "core/util/byte_source.h"

namespace recscope {

/// Reads one array: numbers of NumPy's types b1, i1 to i8, u1 to u8, f4 and f8 with the lowest byte first, or texts.
class NpyReader {
public:
    /// Reads the header. `path` and `name`, the name of the array, appear in error messages. Throws Error(Input) for a
    /// damaged header or a type that is not read.
    NpyReader(std::unique_ptr<ByteSource> source, const std::filesystem::path& path, std::string name);

    /// Number of values; NumPy's shape () is one value.
    std::int64_t count() const { return m_count; }
    /// Whether all values have been read.
    bool isEnd() const { return m_given == m_count; }

    // Each of these functions returns the next value. Pre: not isEnd(). Throws Error(Input) if the array is cut off, or
    // if it holds texts instead of numbers or the other way round.
    double nextNumber();
    /// Throws Error(Input) also for a number that is not whole or is negative.
    std::int64_t nextIndex();
    std::string nextText();  ///< without the zeros that pad it

    const ByteSource& source() const { return *m_source; }

private:
    void readHeader();
    void readType(const std::string& descr);
    const char* nextBytes();
    [[noreturn]] void failDamaged(const std::string& what) const;

    std::unique_ptr<ByteSource> m_source;
    std::filesystem::path m_path;
    std::string m_name;
    char m_kind = 0;                        // NumPy's: b, i, u, f, S or U
    std::size_t m_width = 0;                // bytes of a value
    std::int64_t m_count = 0, m_given = 0;  // number of values in all, and of those already returned
    std::vector<char> m_block;
    std::size_t m_at = 0;  // byte offset of the next value in m_block
};

}  // namespace recscope
