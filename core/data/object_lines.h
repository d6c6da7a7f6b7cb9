// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "core/data/dataset_format.h"
#include "core/data/object_reader.h"

namespace recscope {

/// What tells one kind of object lines from another.
struct ObjectFormat {
    FormatInfo info;
    std::unique_ptr<ObjectReader> (*makeReader)() = nullptr;
    /// Keys of user, item, time and rating; empty = by the names public data sets use.
    ColumnMapping keys;
    TimeFormat timeFormat = TimeFormat::Auto;
    double confidence = 0;
    std::vector<std::string> fileNames;
    std::vector<std::string> (*itemsFileNames)(const std::string& fileName) = nullptr;
};

/// One object a line with the interaction under some of its keys: JSON lines, Python literals.
std::unique_ptr<DatasetFormat> makeObjectFormat(ObjectFormat format);

/// "meta_Beauty.json" and the like for "reviews_Beauty_5.json".
std::vector<std::string> amazonMetadataNames(const std::string& fileName);

}  // namespace recscope
