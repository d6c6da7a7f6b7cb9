// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/cli/plan_places.h"

#include <algorithm>

#include "app/cli/named_machine.h"
#include "core/util/error.h"
#include "core/util/translated.h"

namespace recscope::cli {

std::vector<PlanPlace> placesOf(const std::vector<std::string>& on, const std::string& there, DeviceChoice device,
                                int atOnce) {
    std::vector<PlanPlace> places;
    const auto addHere = [&] { places.insert(places.end(), static_cast<std::size_t>(atOnce), {.device = device}); };
    for (const std::string& name : on) {
        if (std::count(on.begin(), on.end(), name) > 1)
            throw Error(ErrorKind::Usage, translated("The machine \"{}\" is given twice.", name),
                        translated("Give each machine once: it trains one run at a time."));
        if (name == kHere) {
            addHere();
            continue;
        }
        const Machine machine = namedMachine(name, there);
        checkMachine(machine);
        places.push_back({.machine = machine, .device = device});
    }
    if (on.empty()) addHere();
    return places;
}

std::string placeName(const PlanPlace& place) {
    return place.machine ? shortName(place.machine->destination) : kHere;
}

}  // namespace recscope::cli
