// SPDX-License-Identifier: GPL-3.0-or-later
// Compiled instead of the files arrow_*.cpp in builds without Apache Arrow.
#include <stdexcept>

#include "core/parquet/parquet.h"
#include "core/parquet/parquet_reader.h"
#include "core/parquet/parquet_writer.h"

namespace recscope {

bool hasParquet() {
    return false;
}

std::unique_ptr<ParquetReader> openParquet(const std::filesystem::path& path) {
    refuseToReadParquet(path);
}

std::unique_ptr<ParquetReader> openArrow(const std::filesystem::path& path) {
    refuseToReadTable(path, tableFormatOf(path));
}

std::unique_ptr<ParquetWriter> parquetWriter(std::ostream&, const std::vector<ParquetField>&) {
    throw std::logic_error("parquetWriter is called although hasParquet() is false");
}

}  // namespace recscope
