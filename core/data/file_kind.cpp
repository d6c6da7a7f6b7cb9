// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/data/file_kind.h"

#include <algorithm>
#include <array>

#include "core/data/sparse_matrix.h"
#include "core/util/text.h"
#include "core/util/translated.h"

namespace recscope {

namespace {

using namespace std::string_view_literals;

constexpr const char* kFromPython = translatable("Write it as CSV, for example with pandas' to_csv, and import that.");
constexpr const char* kFromWorkbook =
    translatable("Open it in a spreadsheet program, save the sheet as CSV and import that.");
constexpr const char* kFromR = translatable("Write it as CSV with R's write.csv and import that.");
constexpr const char* kAsTable = translatable("Write it as CSV with one interaction per line and import that.");
constexpr const char* kNoData = translatable("Choose the file with the interactions.");
constexpr const char* kInnerArchive = translatable("Unpack the outer archive and import the inner file.");

struct Magic {
    std::string_view bytes;
    const char* what;
    const char* hint;
};

constexpr std::array kMagics = {
    Magic{"SQLite format 3\0"sv, translatable("a SQLite database inside an archive"),
          translatable("Unpack the archive and import the database.")},
    Magic{"PAR1"sv, translatable("a Parquet file inside an archive"), kInnerArchive},
    Magic{"ARROW1"sv, translatable("an Arrow (Feather) file inside an archive"), kInnerArchive},
    Magic{"FEA1"sv, translatable("a Feather file"), kFromPython},
    Magic{"Obj\x01"sv, translatable("an Avro file"), kFromPython},
    Magic{"\x89HDF"sv, translatable("an HDF5 file"), kFromPython},
    Magic{"\x93NUMPY"sv, translatable("a NumPy array"), kFromPython},
    Magic{"MATLAB 5.0"sv, translatable("a MATLAB file"),
          translatable("Write it as CSV with MATLAB's writematrix and import that.")},
    Magic{"RDX2\n"sv, translatable("an R data file"), kFromR},
    Magic{"RDX3\n"sv, translatable("an R data file"), kFromR},
    Magic{"X\n\0\0\0"sv, translatable("an R data file (RDS)"), kFromR},
    Magic{"\xD0\xCF\x11\xE0\xA1\xB1"sv, translatable("an old Excel or Word document"), kFromWorkbook},
    Magic{"$FL2"sv, translatable("an SPSS file"), translatable("Write it as CSV with SPSS or R and import that.")},
    Magic{"$FL3"sv, translatable("an SPSS file"), translatable("Write it as CSV with SPSS or R and import that.")},
    Magic{"\0\0\0\0\0\0\0\0\0\0\0\0\xC2\xEA\x81\x60"sv, translatable("a SAS file"), kFromPython},
    Magic{"HEADER RECORD*******"sv, translatable("a SAS transport file"), kFromPython},
    Magic{"<stata_dta>"sv, translatable("a Stata file"), kFromPython},
    Magic{"%%MatrixMarket"sv, translatable("a Matrix Market file"), kAsTable},
    Magic{"<?xml"sv, translatable("an XML document"), kAsTable},
    Magic{"%PDF-"sv, translatable("a PDF document"), kNoData},
    Magic{"\x89PNG"sv, translatable("a picture"), kNoData},
    Magic{"\xFF\xD8\xFF"sv, translatable("a picture"), kNoData},
    Magic{"GIF8"sv, translatable("a picture"), kNoData},
    Magic{"Rar!\x1A\x07"sv, translatable("a RAR archive"), translatable("Unpack it and import the file inside.")},
    Magic{"PK\x03\x04"sv, translatable("a zip archive inside an archive"), kInnerArchive},
    Magic{"\x1F\x8B"sv, translatable("a gzip file inside an archive"), kInnerArchive},
    Magic{"\xFD"
          "7zXZ\0"sv,
          translatable("an xz file inside an archive"), kInnerArchive},
    Magic{"\x28\xB5\x2F\xFD"sv, translatable("a zstd file inside an archive"), kInnerArchive},
    Magic{"\xFF\xFE\0\0"sv, translatable("UTF-32 text"), translatable("Save it as UTF-8 and import it again.")},
    Magic{"\0\0\xFE\xFF"sv, translatable("UTF-32 text"), translatable("Save it as UTF-8 and import it again.")},
};

bool isOrc(std::string_view bytes) {
    return bytes.starts_with("ORC") && bytes.size() > 3 && static_cast<unsigned char>(bytes[3]) < ' ' &&
           bytes[3] != '\t';
}

bool isBzip2(std::string_view bytes) {
    return bytes.starts_with("BZh") && bytes.substr(std::min<std::size_t>(bytes.size(), 4)).starts_with("1AY&SY");
}

/// True for pickle protocols 2 to 5, which state their number in the second byte. Protocol 0 is text.
bool isPickle(std::string_view bytes) {
    return bytes.size() > 2 && bytes[0] == '\x80' && bytes[1] >= 2 && bytes[1] <= 5 &&
           "}]()cX\x8C\x95K}"sv.find(bytes[2]) != std::string_view::npos;
}

enum class Verdict { Undecided, Yes, No };
/// Calls `test` with each line in turn until it returns a value other than Undecided. Returns whether that is Yes.
template <class Test>
bool decidedBy(std::string_view text, Test test) {
    while (!text.empty()) {
        const std::size_t end = std::min(text.find('\n'), text.size());
        const Verdict verdict = test(trimmed(text.substr(0, end)));
        if (verdict != Verdict::Undecided) return verdict == Verdict::Yes;
        text.remove_prefix(std::min(end + 1, text.size()));
    }
    return false;
}

/// True for the attribute-relation file format of Weka: "@relation" after comments that begin with "%".
bool isArff(std::string_view text) {
    return decidedBy(text, [](std::string_view line) {
        if (line.empty() || line.starts_with('%')) return Verdict::Undecided;
        return folded(line.substr(0, 10)).starts_with("@relation ") ? Verdict::Yes : Verdict::No;
    });
}

bool isSqlDump(std::string_view text) {
    return decidedBy(text, [](std::string_view line) {
        if (line.empty() || line.starts_with("--") || line.starts_with("/*")) return Verdict::Undecided;
        const std::string words = folded(line.substr(0, 24));
        for (const char* beginning : {"create table ", "insert into ", "drop table ", "pragma foreign_keys",
                                      "begin transaction", "create database ", "set names ", "lock tables "}) {
            if (words.starts_with(beginning)) return Verdict::Yes;
        }
        return Verdict::No;
    });
}

/// True for libfm and libsvm: a number, then pairs such as "123:1".
bool isSparseFeatures(std::string_view text) {
    return decidedBy(text, [](std::string_view line) {
        if (line.empty()) return Verdict::Undecided;
        std::size_t pairs = 0, tokens = 0;
        for (; !line.empty(); ++tokens) {
            const std::string_view token = line.substr(0, line.find(' '));
            const std::size_t colon = token.find(':');
            const bool isPair = colon != std::string_view::npos && parseNumber(token.substr(0, colon)) &&
                                parseNumber(token.substr(colon + 1));
            if (tokens == 0 ? !parseNumber(token).has_value() : !isPair) return Verdict::No;
            pairs += isPair;
            line = trimmed(line.substr(token.size()));
        }
        return pairs >= 2 ? Verdict::Yes : Verdict::No;
    });
}

bool isWebPage(std::string_view bytes) {
    const std::string beginning = folded(trimmed(bytes).substr(0, 20));
    return beginning.starts_with("<!doctype html") || beginning.starts_with("<html");
}

}  // namespace

FileKind binaryKindOf(std::string_view firstBytes) {
    for (const Magic& magic : kMagics) {
        if (firstBytes.starts_with(magic.bytes)) return {magic.what, magic.hint};
    }
    if (isOrc(firstBytes)) return {translatable("an ORC file"), kFromPython};
    if (isBzip2(firstBytes)) return {translatable("a bzip2 file inside an archive"), kInnerArchive};
    if (isPickle(firstBytes)) return {translatable("a Python pickle"), kFromPython};
    if (isWebPage(firstBytes)) {
        return {translatable("a web page"),
                translatable("Perhaps the download needs a login or another link: look at it in a browser.")};
    }
    if (isArff(firstBytes)) return {translatable("an ARFF file (Weka)"), kAsTable};
    if (isSparseFeatures(firstBytes)) return {translatable("a file of sparse features (libfm, libsvm)"), kAsTable};
    if (isSqlDump(firstBytes)) {
        return {translatable("an SQL dump"),
                translatable("Load it into an SQLite database, and import that or a table of it.")};
    }
    if (firstBytes.starts_with("version https://git-lfs.github.com/")) {
        return {translatable("a Git LFS pointer, which only says where the data is"),
                translatable("The large file itself was not downloaded: get it with \"git lfs pull\".")};
    }
    return {};
}

FileKind documentKindOf(const std::vector<ArchiveMember>& members) {
    const auto has = [&](std::string_view name) {
        return std::any_of(members.begin(), members.end(), [&](const auto& member) { return member.name == name; });
    };
    if (has("xl/workbook.bin")) return {translatable("a binary Excel workbook"), kFromWorkbook};
    if (has("word/document.xml")) return {translatable("a Word document"), kNoData};
    if (has("mimetype") && has("content.xml")) return {translatable("an OpenDocument file"), kFromWorkbook};
    if (isSparseMatrix(members)) return {};
    const bool areArrays =
        std::all_of(members.begin(), members.end(), [](const auto& member) { return member.name.ends_with(".npy"); });
    if (areArrays && !members.empty()) return {translatable("a file of NumPy arrays"), kFromPython};
    return {};
}

}  // namespace recscope
