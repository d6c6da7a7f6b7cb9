// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstdint>
#include <filesystem>
#include <stop_token>
#include <string>
#include <vector>

#include "core/store/user_attribute_store.h"
#include "core/util/progress.h"

namespace recscope {

class Workspace;

/// The result of `addAttributes`.
struct AddedAttributes {
    AttributesOf of = AttributesOf::Users;
    std::string path;                  ///< path of the file
    std::vector<std::string> names;    ///< names of the added attributes, in the order of the columns
    std::vector<std::string> leftOut;  ///< columns of free text, or nearly unique to each user or item
    std::int64_t described = 0;        ///< number of users (or items) with a row in the file
    std::int64_t all = 0;              ///< number of users (or items) of the dataset

    std::string sentence() const;  ///< "Added age and segment for 312 of 350 users, from customers.csv."
};

/// Reads a file about the users or items of a stored dataset (see readAttributesFile) and stores its columns as
/// attributes in one transaction. Existing attributes are kept, but one of the same name is replaced. Throws
/// Error(Input) if the file cannot be read, holds none of the dataset's ids or no column that can be an attribute,
/// Error(Cancelled), Error(Workspace).
AddedAttributes addAttributes(Workspace& workspace, DatasetId dataset, AttributesOf of,
                              const std::filesystem::path& path, const ProgressSink& progress = {},
                              const std::stop_token& stop = {});

}  // namespace recscope
