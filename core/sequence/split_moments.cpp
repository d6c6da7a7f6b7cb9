// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/sequence/split_moments.h"

#include "core/util/error.h"
#include "core/util/text.h"
#include "core/util/time.h"
#include "core/util/translated.h"

namespace recscope {

SplitMoment splitMomentFrom(const std::string& text) {
    if (const auto time = timeOfDate(text)) return {.time = time};
    if (text.ends_with('%')) {
        const std::optional<double> percent = parseNumber(text.substr(0, text.size() - 1));
        if (percent && *percent >= 0 && *percent <= 100) return {.time = {}, .share = *percent / 100};
    }
    throw Error(ErrorKind::Usage, translated("\"{}\" is neither a date nor a share of the interactions.", text),
                translated("Write a date such as 2018-01-01, or a share such as 80%."));
}

}  // namespace recscope
