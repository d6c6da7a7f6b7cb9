// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/adopt/weights_file.h"

#include <algorithm>
#include <array>
#include <fstream>
#include <sstream>
#include <string_view>

#include "core/util/error.h"
#include "core/util/translated.h"

namespace recscope {

namespace {

using namespace std::string_view_literals;

constexpr const char* kPythonLine =
    "import torch, safetensors.torch as st; s = torch.load('model.pth', map_location='cpu'); "
    "s = s.get('state_dict', s.get('model_state_dict', s)); "
    "st.save_file({k: v.contiguous() for k, v in s.items()}, 'model.safetensors')";

constexpr std::size_t kBytesRead = 4096;  // enough for the first entry of a PyTorch archive, which names data.pkl
constexpr std::size_t kJsonBegins =
    8;  // offset of the JSON header in a .safetensors file, after the 8 bytes of its length
constexpr std::size_t kPickleVersionEnd = 6;  // accepted pickle protocols are 2 to 5; PyTorch before 1.6 wrote 2

struct Kind {
    std::string_view magic;
    const char* description;
};

constexpr std::array kKinds = {
    Kind{"\x89HDF"sv, translatable("an HDF5 file, as Keras writes them")},
    Kind{"\x93NUMPY"sv, translatable("a NumPy array")},
    Kind{"SQLite format 3\0"sv, translatable("a SQLite database")},
    Kind{"GGUF"sv, translatable("a GGUF file")},
    Kind{"PK\x03\x04"sv, translatable("a zip archive")},
    Kind{"\x1F\x8B"sv, translatable("a gzip archive")},
    Kind{"%PDF-"sv, translatable("a PDF document")},
    Kind{"\x89PNG"sv, translatable("a picture")},
    Kind{"\xFF\xD8\xFF"sv, translatable("a picture")},
};

bool isPyTorch(std::string_view bytes) {
    if (bytes.starts_with("PK\x03\x04"sv)) return bytes.find("data.pkl"sv) != std::string_view::npos;
    return bytes.size() > 2 && bytes[0] == '\x80' && bytes[1] >= 2 && bytes[1] < static_cast<char>(kPickleVersionEnd);
}

bool isText(std::string_view bytes) {
    return !bytes.empty() && std::none_of(bytes.begin(), bytes.end(), [](char letter) {
        const auto byte = static_cast<unsigned char>(letter);
        return byte < ' ' && byte != '\t' && byte != '\n' && byte != '\r' && byte != '\f';
    });
}

[[noreturn]] void refuse(const std::filesystem::path& path, const std::string& description, const std::string& hint) {
    throw Error(ErrorKind::Input,
                translated("The weights cannot be read: {} is {}, not a .safetensors file.", path.filename().string(),
                           description),
                hint);
}

}  // namespace

std::string pyTorchConversion() {
    return translated(
        "This line of Python converts PyTorch weights to a .safetensors file (pip install safetensors):\n  {}",
        kPythonLine);
}

void requireSafeTensors(const std::filesystem::path& path) {
    std::ifstream file(path, std::ios::binary);
    std::string bytes(kBytesRead, '\0');
    file.read(bytes.data(), static_cast<std::streamsize>(bytes.size()));
    bytes.resize(static_cast<std::size_t>(file.gcount()));
    if (bytes.size() <= kJsonBegins || bytes[kJsonBegins] == '{') return;
    if (isPyTorch(bytes)) refuse(path, translated("a PyTorch file"), pyTorchConversion());
    for (const Kind& kind : kKinds)
        if (bytes.starts_with(kind.magic)) refuse(path, translated(kind.description), pyTorchConversion());
    if (isText(bytes))
        refuse(path, translated("a text file, perhaps a table or a list"),
               translated(
                   "Import interactions as a dataset; give a list of item ids as the vocabulary file of the weights."));
}

std::string readWholeFile(const std::filesystem::path& path) {
    std::error_code failed;
    if (std::filesystem::is_directory(path, failed)) {
        throw Error(ErrorKind::Input, translated("{} is a folder.", path.string()),
                    translated("Name the .safetensors file inside it."));
    }
    std::ifstream file(path, std::ios::binary);
    std::stringstream bytes;
    if (file) bytes << file.rdbuf();
    if (!file)
        throw Error(ErrorKind::Input, translated("The file {} cannot be read.", path.string()),
                    translated("Check its name."));
    return std::move(bytes).str();
}

}  // namespace recscope
