// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/lists/list_writer.h"

#include "core/util/error.h"
#include "core/util/new_file.h"
#include "core/util/text.h"
#include "core/util/translated.h"

namespace recscope {

const std::vector<ListFormat>& listFormats() {
    static const std::vector<ListFormat> formats = {
        {".csv", translatable("CSV, one row for each item of a list"), csvListWriter},
        {".jsonl", translatable("JSON, one line for each user"), jsonLinesListWriter}};
    return formats;
}

const ListFormat& listFormatOf(const std::filesystem::path& path) {
    std::vector<std::string> suffixes;
    for (const ListFormat& format : listFormats()) {
        if (path.extension() == format.suffix) return format;
        suffixes.emplace_back(format.suffix);
    }
    throw Error(ErrorKind::Usage, translated("Lists cannot be written as {}.", path.filename().string()),
                translated("The file's name must end in one of: {}.", listed(suffixes)));
}

ListTotals writeLists(Workspace& workspace, const ListRequest& request, const std::filesystem::path& path,
                      WhenStopped whenStopped, const ProgressSink& progress, const std::stop_token& stop) {
    const ListFormat& format = listFormatOf(path);
    const ListSubject subject = listSubject(workspace, request);
    NewFile file(path);
    const std::unique_ptr<ListWriter> writer = format.writer(subject, file.stream());
    std::int64_t written = 0;
    ListTotals totals;
    try {
        const auto take = [&](const UserList& list) {
            writer->add(list);
            file.requireWritten();
            ++written;
        };
        totals = recommendLists(workspace, subject, take, progress, stop);
    } catch (const Error& error) {
        if (error.kind() != ErrorKind::Cancelled || whenStopped == WhenStopped::Discard || written == 0) throw;
        file.keepPart();
        throw Error(ErrorKind::Cancelled,
                    translated("Stopped after {} of {} users; {} was not written.", grouped(written),
                               grouped(static_cast<long long>(subject.users.size())), path.string()),
                    translated("The lists that were complete are in {}.", file.partPath().string()));
    }
    file.commit();
    return totals;
}

}  // namespace recscope
