// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/remote/machine_list.h"

#include <algorithm>
#include <cstdlib>
#include <fstream>
#include <nlohmann/json.hpp>
#include <sstream>

#include "core/util/error.h"
#include "core/util/translated.h"

namespace recscope {

namespace {

namespace fs = std::filesystem;
using Json = nlohmann::ordered_json;

[[noreturn]] void failUnreadable(const fs::path& path) {
    throw Error(ErrorKind::Input, translated("The list of machines {} cannot be read.", path.string()),
                translated("The file was left unchanged. Correct it, or move it away to begin a new one."));
}

// Writes a temporary file and renames it: a full disk leaves the old list intact.
void write(const fs::path& path, const std::vector<Machine>& machines) {
    Json list = Json::array();
    for (const Machine& machine : machines)
        list.push_back({{"destination", machine.destination}, {"program", machine.program}});
    std::error_code failure;
    fs::create_directories(path.parent_path(), failure);
    const fs::path draft = path.string() + ".new";
    {
        std::ofstream file(draft, std::ios::binary | std::ios::trunc);
        file << Json{{"machines", list}}.dump(2) << '\n';
        file.flush();
        if (!file) failure = std::make_error_code(std::errc::io_error);
    }
    if (!failure) fs::rename(draft, path, failure);
    if (failure)
        throw Error(ErrorKind::Input, translated("The list of machines {} cannot be written.", path.string()),
                    translated("Check the permissions of its folder, and that the disk is not full."));
}

}  // namespace

fs::path machineListPath() {
    const char* const config = std::getenv("XDG_CONFIG_HOME");
    const char* const home = std::getenv("HOME");
    const fs::path folder = config && *config ? fs::path(config) : fs::path(home ? home : ".") / ".config";
    return folder / "recscope" / "machines.json";
}

std::vector<Machine> readMachines(const fs::path& path) {
    std::error_code failure;
    if (fs::status(path, failure).type() == fs::file_type::not_found) return {};
    std::ifstream file(path, std::ios::binary);
    std::ostringstream text;
    if (!file || !(text << file.rdbuf())) failUnreadable(path);
    try {
        std::vector<Machine> machines;
        const Json json = Json::parse(text.str());
        for (const auto& entry : json.at("machines")) {
            machines.push_back({.destination = entry.at("destination").get<std::string>(),
                                .program = entry.at("program").get<std::string>()});
            checkMachine(machines.back());
        }
        return machines;
    } catch (const std::exception&) {
        failUnreadable(path);
    }
}

std::vector<Machine> addMachine(const fs::path& path, const Machine& machine) {
    checkMachine(machine);
    std::vector<Machine> machines = readMachines(path);
    const auto same = std::find_if(machines.begin(), machines.end(),
                                   [&](const Machine& other) { return other.destination == machine.destination; });
    if (same == machines.end())
        machines.push_back(machine);
    else
        *same = machine;
    write(path, machines);
    return machines;
}

std::vector<Machine> removeMachine(const fs::path& path, const std::string& destination) {
    std::vector<Machine> machines = readMachines(path);
    std::erase_if(machines, [&](const Machine& machine) { return machine.destination == destination; });
    write(path, machines);
    return machines;
}

Machine listedMachine(const fs::path& path, const std::string& destination) {
    for (const Machine& machine : readMachines(path))
        if (machine.destination == destination) return machine;
    throw Error(
        ErrorKind::Input, translated("The machine \"{}\" is not in your list.", destination),
        translated("Add it under Machines if it is yours: RecScope connects only to machines in your own list."));
}

}  // namespace recscope
