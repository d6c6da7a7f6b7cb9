// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/data/source_files.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <cstring>
#include <fstream>
#include <iterator>
#include <set>
#include <system_error>

#include "core/data/delimited.h"
#include "core/util/error.h"
#include "core/util/text.h"

namespace recscope {

namespace {

namespace fs = std::filesystem;

constexpr std::size_t kSampleBytes = 256 * 1024, kSampleLines = 500;

[[noreturn]] void fail(const std::string& sentence, const std::string& hint) {
    throw Error(ErrorKind::Input, sentence, hint);
}

/// Reads at most `limit` bytes from the beginning.
std::string readBeginning(const fs::path& path, std::size_t limit) {
    std::ifstream file(path, std::ios::binary);
    if (!file) {
        fail(fmt::format("The file cannot be opened: {} ({}).", path.string(), std::strerror(errno)),
             "Check the path and the permissions.");
    }
    std::string bytes(limit, '\0');
    file.read(bytes.data(), static_cast<std::streamsize>(limit));
    if (file.bad()) {
        fail(fmt::format("The file cannot be read: {}.", path.string()), "Check the disk, and that it is still there.");
    }
    bytes.resize(static_cast<std::size_t>(file.gcount()));
    return bytes;
}

void failIfBinary(const fs::path& path, std::string_view bytes) {
    using namespace std::string_view_literals;
    struct Kind {
        std::string_view magic;
        const char* what;
        const char* hint;
    };
    static constexpr std::array kKinds = {
        Kind{"PK\x03\x04"sv, "a zip archive", "Unpack it and import the file inside."},
        Kind{"\x1F\x8B"sv, "compressed with gzip", "Unpack it with gunzip first."},
        Kind{"7z\xBC\xAF\x27\x1C"sv, "a 7z archive", "Unpack it and import the file inside."},
        Kind{"SQLite format 3\0"sv, "a SQLite database", "To open a workspace, choose it as the workspace."},
        Kind{"\xFF\xFE"sv, "UTF-16 text", "Save it as UTF-8 and import it again."},
        Kind{"\xFE\xFF"sv, "UTF-16 text", "Save it as UTF-8 and import it again."},
    };
    for (const Kind& kind : kKinds) {
        if (bytes.starts_with(kind.magic)) {
            fail(fmt::format("The file is {}, not plain text: {}.", kind.what, path.string()), kind.hint);
        }
    }
    if (bytes.find('\0') != std::string_view::npos) {
        fail(fmt::format("The file is not text: {}.", path.string()),
             "RecScope reads plain text with one interaction a line.");
    }
}

std::string checkedBeginning(const fs::path& path) {
    std::error_code failure;
    const fs::file_status status = fs::status(path, failure);
    if (path.empty()) fail("No file was named.", "Choose the file with the interactions.");
    if (!fs::exists(status)) {
        fail(fmt::format("There is no file {}.", path.string()), "Check the path.");
    }
    if (fs::is_directory(status)) {
        fail(fmt::format("{} is a folder, not a file.", path.string()), "Name the file inside it.");
    }
    if (!fs::is_regular_file(status)) {
        fail(fmt::format("{} is not a file that can be read.", path.string()), "Choose a text file.");
    }
    std::string bytes = readBeginning(path, kSampleBytes);
    if (trimmed(bytes).empty() || bytes == kByteOrderMark) {
        fail(fmt::format("The file is empty: {}.", path.string()), "Each line should hold a user and an item.");
    }
    failIfBinary(path, bytes);
    const std::string_view text = trimmed(bytes);
    if (text.starts_with('{') || text.starts_with('[')) {
        fail(fmt::format("The file holds JSON or Python objects, not a table: {}.", path.string()),
             "Convert it to text with one interaction a line: user, item, time.");
    }
    return bytes;
}

/// Whole lines only, so that a cut line or character does not confuse recognition.
void cutToWholeLines(std::string& bytes) {
    if (bytes.size() < kSampleBytes) return;
    const std::size_t end = bytes.rfind('\n');
    if (end != std::string::npos) bytes.resize(end + 1);
}

std::vector<const DatasetFormat*> formatsToTry(const ImportOptions& options) {
    if (!options.format.empty()) return {&formatNamed(options.format)};
    std::vector<const DatasetFormat*> formats;
    for (const auto& format : allFormats()) formats.push_back(format.get());
    return formats;
}

struct Recognised {
    const DatasetFormat* format = nullptr;
    Recognition recognition;
};

std::optional<Recognised> recognise(const ImportOptions& options, const FileSample& sample) {
    for (const DatasetFormat* format : formatsToTry(options)) {
        if (auto recognition = format->recognise(sample, options.columns)) return Recognised{format, *recognition};
    }
    return std::nullopt;
}

FileSample sampleOf(const ImportOptions& options, const fs::path& path, std::string_view bytes) {
    if (bytes.starts_with(kByteOrderMark)) bytes.remove_prefix(kByteOrderMark.size());
    FileSample sample{path.filename().string(), linesOf(bytes, kSampleLines), options.delimiter};
    if (sample.delimiter.empty()) sample.delimiter = detectDelimiter(sample.lines);
    return sample;
}

/// Names of files that hold titles, never interactions.
std::set<std::string> titleFileNames() {
    std::set<std::string> names = {"u.user", "u.genre", "users.dat", "users.csv", "README", "README.txt"};
    for (const auto& format : allFormats()) {
        for (const std::string& name : format->itemsFileNames()) names.insert(name);
    }
    return names;
}

bool canBeRead(const ImportOptions& options, const fs::path& path) {
    try {
        std::string bytes = checkedBeginning(path);
        cutToWholeLines(bytes);
        return recognise(options, sampleOf(options, path, bytes)).has_value();
    } catch (const Error&) {
        return false;
    }
}

/// The interactions file of a folder: by a known name, by the folder's own name, or the only one that can be read.
fs::path findInFolder(const ImportOptions& options, const fs::path& folder) {
    std::vector<std::string> known;
    for (const DatasetFormat* format : formatsToTry(options)) {
        for (const std::string& name : format->fileNames()) {
            if (fs::is_regular_file(folder / name)) return folder / name;
            known.push_back(name);
        }
    }
    std::vector<fs::path> readable;
    const std::set<std::string> titles = titleFileNames();
    std::error_code failure;
    for (const fs::directory_entry& entry : fs::directory_iterator(folder, failure)) {
        const fs::path& path = entry.path();
        if (!entry.is_regular_file(failure) || titles.contains(path.filename().string())) continue;
        if (canBeRead(options, path)) readable.push_back(path);
    }
    if (failure) {
        fail(fmt::format("The folder {} cannot be read: {}.", folder.string(), failure.message()),
             "Check the permissions.");
    }
    std::sort(readable.begin(), readable.end());
    if (readable.size() == 1) return readable[0];
    const auto namesake = std::find_if(readable.begin(), readable.end(), [&](const fs::path& path) {
        return path.stem() == fs::canonical(folder).filename();
    });
    if (namesake != readable.end()) return *namesake;
    if (readable.empty()) {
        fail(fmt::format("The folder {} holds no file with interactions.", folder.string()),
             fmt::format("RecScope looks for {}, or for one text file with a user and an item in each line.",
                         listed(known)));
    }
    std::vector<std::string> names;
    for (const fs::path& path : readable) names.push_back(path.filename().string());
    fail(fmt::format("The folder {} holds more than one file with interactions.", folder.string()),
         fmt::format("Choose one: {}.", listed(names)));
}

/// "ratings.dat" says nothing: the folder's name does.
std::string suggestName(const fs::path& path) {
    static const std::set<std::string> kEmptyNames = {"u", "ratings", "interactions", "reviews", "data", "train"};
    const std::string stem = path.stem().string();
    const std::string folder = fs::absolute(path).lexically_normal().parent_path().filename().string();
    return kEmptyNames.contains(folded(stem)) && !folder.empty() ? folder : stem;
}

fs::path findItemsFile(const DatasetFormat& format, const fs::path& interactions) {
    for (const std::string& name : format.itemsFileNames()) {
        const fs::path candidate = interactions.parent_path() / name;
        if (candidate != interactions && fs::is_regular_file(candidate)) return candidate;
    }
    return {};
}

[[noreturn]] void failUnknown(const ImportOptions& options, const fs::path& path) {
    if (!options.format.empty()) {
        fail(fmt::format("The file is not in the format \"{}\": {}.", formatNamed(options.format).info().title,
                         path.string()),
             "Leave the format open to have it recognised.");
    }
    fail(fmt::format("Nothing in {} looks like interactions.", path.string()),
         "Each line needs a user and an item. For a table with other headers, say which columns hold them "
         "(user=..., item=...).");
}

std::string chosenEncoding(const ImportOptions& options, std::string_view bytes) {
    if (options.encoding.empty()) return isUtf8(bytes) ? "UTF-8" : "ISO-8859-1";
    if (options.encoding == "UTF-8" || options.encoding == "ISO-8859-1") return options.encoding;
    throw Error(ErrorKind::Usage, fmt::format("The encoding \"{}\" is not known.", options.encoding),
                "Encodings: UTF-8, ISO-8859-1.");
}

}  // namespace

ImportSource findSource(const ImportOptions& options) {
    ImportSource source;
    source.path = options.path;
    if (fs::is_directory(source.path)) source.path = findInFolder(options, source.path);
    std::string bytes = checkedBeginning(source.path);
    cutToWholeLines(bytes);
    const FileSample sample = sampleOf(options, source.path, bytes);
    auto recognised = recognise(options, sample);
    if (!recognised) failUnknown(options, source.path);

    source.format = recognised->format->info().name;
    source.recognition = std::move(recognised->recognition);
    source.encoding = chosenEncoding(options, bytes);
    source.suggestedName = suggestName(source.path);
    source.itemsPath = options.itemsPath.empty() ? findItemsFile(*recognised->format, source.path) : options.itemsPath;
    for (const std::string_view line : sample.lines) {
        const bool asLatin1 = source.encoding == "ISO-8859-1" || !isUtf8(line);
        source.firstLines.push_back(asLatin1 ? latin1ToUtf8(line) : std::string(line));
    }
    return source;
}

void checkTextFile(const fs::path& path) {
    checkedBeginning(path);
}

std::string readWholeFile(const fs::path& path) {
    std::error_code failure;
    const auto size = fs::file_size(path, failure);
    return readBeginning(path, failure ? 0 : static_cast<std::size_t>(size));
}

}  // namespace recscope
