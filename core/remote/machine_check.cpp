// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/remote/machine_check.h"

#include <fmt/format.h>

#include <cstdlib>

#include "core/remote/remote_folder.h"
#include "core/remote/remote_shell.h"
#include "core/remote/shell_words.h"
#include "core/util/translated.h"

namespace recscope {

namespace {

constexpr double kKibPerGb = 1e9 / 1024;
constexpr std::string_view kProgram = "recscope-cli ";

std::string checkScript(const Machine& machine) {
    return fmt::format(
        "{} {}; v=$({} --version 2>&1); says exit $?; says version \"$v\"; says cores $(nproc 2>/dev/null); "
        "says gpu \"$(nvidia-smi --query-gpu=name,memory.total --format=csv,noheader 2>/dev/null | head -n 1)\"; "
        "mkdir -p \"$r\" && {}",
        kAnswerFunction, kRemoteRoot, programWord(machine.program), kReportsFree);
}

}  // namespace

std::string MachineFacts::sentence() const {
    return translated("Ready: RecScope {}, {}, {}, {:.0f} GB free", version,
                      cores == 1 ? translated("1 core") : translated("{} cores", cores),
                      gpu.empty() ? translated("no NVIDIA GPU") : gpu, static_cast<double>(freeKib) / kKibPerGb);
}

MachineFacts queryMachine(const Machine& machine, const std::function<bool()>& shouldContinue) {
    const RemoteShell shell(machine);
    ShellValues answers = shell.query(checkScript(machine), shouldContinue);
    const std::string stated = answers["version"];
    if (answers["exit"] != "0" || !stated.starts_with(kProgram))
        throw Error(ErrorKind::Input,
                    translated("There is no RecScope on {}: \"{}\" does not run.", shell.name(), machine.program),
                    stated.empty() || stated.starts_with(kProgram)
                        ? translated("Install RecScope there, or enter the path of its recscope-cli.")
                        : translated("It printed: {}. Install RecScope there, or enter the path of its recscope-cli.",
                                     stated.substr(0, 200)));
    MachineFacts facts{.version = stated.substr(kProgram.size()),
                       .cores = std::atoi(answers["cores"].c_str()),
                       .gpu = answers["gpu"],
                       .freeKib = std::atoll(answers["free"].c_str())};
    if (facts.version != RECSCOPE_VERSION)
        throw Error(
            ErrorKind::Input,
            translated("{} has RecScope {}, this machine has {}.", shell.name(), facts.version, RECSCOPE_VERSION),
            translated("RecScope must have the same version on both machines: update the older one."));
    return facts;
}

}  // namespace recscope
