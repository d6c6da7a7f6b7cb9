// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/data/object_lines.h"
#include "core/util/translated.h"

namespace recscope {

std::unique_ptr<DatasetFormat> makePythonLinesFormat() {
    return makeObjectFormat({
        .info = {"python-lines", translatable("Python literals, one per line"),
                 translatable("one Python dictionary per line; user, item and, if present, time and rating by the "
                              "names of the keys; the text is read, never executed")},
        .makeReader = makePythonReader,
        .keys = {},
        // Lower than for JSON, so that lines that are valid JSON and valid Python are read as JSON.
        .confidence = 0.65,
        .fileNames = {},
        .itemsFileNames = [](const std::string&) -> std::vector<std::string> {
            return {"items.json", "items.csv"};
        },
    });
}

}  // namespace recscope
