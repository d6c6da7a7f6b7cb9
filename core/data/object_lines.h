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

/// What distinguishes one format of object lines from another.
struct ObjectFormat {
    FormatInfo info;
    std::unique_ptr<ObjectReader> (*makeReader)() = nullptr;
    /// Keys of user, item, time and rating; empty = found by the names that public datasets use.
    ColumnMapping keys;
    TimeFormat timeFormat = TimeFormat::Auto;
    double confidence = 0;
    std::vector<std::string> fileNames;
    std::vector<std::string> (*itemsFileNames)(const std::string& fileName) = nullptr;
};

/// One object per line, which holds the interaction under some of its keys: JSON lines, Python literals.
std::unique_ptr<DatasetFormat> makeObjectFormat(ObjectFormat format);

/// Names of the metadata file, such as "meta_Beauty.json" for "reviews_Beauty_5.json".
std::vector<std::string> amazonMetadataNames(const std::string& fileName);

}  // namespace recscope
