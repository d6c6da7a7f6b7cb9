// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/plan/report_text.h"

#include "core/plan/report.h"
#include "core/util/text.h"
#include "core/util/translated.h"

namespace recscope {

std::string escapedBy(const std::string& text, const std::map<char, std::string>& entities) {
    std::string escaped;
    for (const char letter : text) {
        const auto found = entities.find(letter);
        escaped += found == entities.end() ? std::string(1, letter) : found->second;
    }
    return escaped;
}

std::string replaced(std::string text, const std::string& what, const std::string& with) {
    for (std::size_t at = text.find(what); at != std::string::npos; at = text.find(what, at + with.size()))
        text.replace(at, what.size(), with);
    return text;
}

std::string escapedHtml(const std::string& text) {
    return escapedBy(text, {{'&', "&amp;"}, {'<', "&lt;"}, {'>', "&gt;"}, {'"', "&quot;"}, {'\'', "&#39;"}});
}

std::string datasetSentence(const DatasetInfo& dataset) {
    return translated("{}: {} users, {} items, {} interactions, {:.1f} interactions per history on average.",
                      dataset.name, grouped(dataset.users), grouped(dataset.items), grouped(dataset.interactions),
                      dataset.averageLength());
}

std::vector<DatasetInfo> datasetsOf(const Study& study) {
    std::vector<DatasetInfo> datasets;
    for (const StudyTable& table : study.tables)
        if (datasets.empty() || datasets.back().id != table.dataset.id) datasets.push_back(table.dataset);
    return datasets;
}

std::string progressSentence(const Study& study) {
    std::string sentence = translated("{} of {} runs are finished", study.runsFinished, study.runsPlanned);
    if (!study.failed.empty()) sentence += translated(", {} failed", study.failed.size());
    return sentence + ".";
}

}  // namespace recscope
