// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <functional>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "core/data/importer.h"

namespace recscope {

/// The beginning of a file, for recognising what it is.
struct FileSample {
    std::string fileName;                 ///< without the folder
    std::vector<std::string_view> lines;  ///< the first few hundred, all of them whole; never empty
    std::string delimiter;                ///< the person's choice, or the detected one; empty if there is none
};

/// Where a line of delimited text holds what. Columns count from 0.
struct TableLayout {
    std::string delimiter;
    bool hasHeader = false;
    std::size_t user = 0, item = 1;
    std::optional<std::size_t> time, rating;

    std::size_t columnsNeeded() const;  ///< a line with fewer is damaged
    ColumnMapping asMapping() const;    ///< as 1-based numbers
};

/// How a format was recognised and what its lines mean.
struct Recognition {
    TableLayout layout;
    std::string why;  ///< for the report: "two whole numbers a line, separated by a space"
};

/// One kind of file. A new format is one file that derives from this and one line in dataset_formats.cpp.
class DatasetFormat {
public:
    virtual ~DatasetFormat() = default;
    virtual FormatInfo info() const = 0;

    /// Nothing if this is another kind of file. Throws Error(Usage) if the person's columns do not exist in it.
    virtual std::optional<Recognition> recognise(const FileSample& sample, const ColumnMapping& columns) const = 0;

    /// Names an interactions file of this format usually has, to find it in a folder.
    virtual std::vector<std::string> fileNames() const { return {}; }
    /// Names of the file with the titles, looked for beside the interactions.
    virtual std::vector<std::string> itemsFileNames() const = 0;
};

std::unique_ptr<DatasetFormat> makeMovieLens100kFormat();
std::unique_ptr<DatasetFormat> makeMovieLensDatFormat();
std::unique_ptr<DatasetFormat> makeSasrecTextFormat();
std::unique_ptr<DatasetFormat> makeDelimitedFormat();

/// All formats, in the order they are tried.
const std::vector<std::unique_ptr<DatasetFormat>>& allFormats();
/// Throws Error(Usage) with the names there are.
const DatasetFormat& formatNamed(const std::string& name);

/// True if `test(fields)` holds for at least half of the lines of the sample that are not empty: damaged lines must not
/// hide what a file is, so that the import can name them.
bool mostLinesPass(const FileSample& sample, const std::string& delimiter,
                   const std::function<bool(std::span<const std::string_view>)>& test);

}  // namespace recscope
