// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <string>
#include <vector>

#include "core/util/byte_source.h"

namespace recscope {

/// The text of a table as a CSV file in UTF-8 (RFC 4180, lines end with LF), made from its rows while it is read. Line
/// breaks within a cell become spaces, so that each row is one line.
class TableText : public ByteSource {
public:
    std::size_t read(char* buffer, std::size_t size) final;

protected:
    /// Replaces `cells` by the next row; returns false at the end. Throws Error(Input) if the file is damaged.
    virtual bool nextRow(std::vector<std::string>& cells) = 0;

private:
    std::string m_lines;
    std::size_t m_given = 0;  // number of bytes of m_lines already returned
    std::vector<std::string> m_cells;
};

/// A number as a cell of a table: whole numbers without a decimal point ("17850"), others with as few digits as
/// identify the value ("0.1").
std::string cellText(double number);

}  // namespace recscope
