// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/cli/named_machine.h"

#include "core/remote/machine_list.h"

namespace recscope::cli {

Machine namedMachine(const std::string& destination, const std::string& there) {
    Machine named{.destination = destination};
    for (const Machine& machine : readMachines(machineListPath()))
        if (machine.destination == destination) named = machine;
    if (!there.empty()) named.program = there;
    return named;
}

}  // namespace recscope::cli
