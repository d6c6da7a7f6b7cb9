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

/// The properties of one file format that has an object per line.
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

/// Makes a format with one object per line, such as JSON lines or Python literals. Some keys of each object hold the
/// user, item, time and rating of an interaction.
std::unique_ptr<DatasetFormat> makeObjectFormat(ObjectFormat format);

/// Possible names of Amazon's metadata file, such as "meta_Beauty.json" for "reviews_Beauty_5.json".
std::vector<std::string> amazonMetadataNames(const std::string& fileName);

}  // namespace recscope
