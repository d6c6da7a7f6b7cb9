// SPDX-License-Identifier: GPL-3.0-or-later
#include <fmt/format.h>

#include <CLI/CLI.hpp>
#include <cstdio>
#include <memory>

#include "app/cli/cli_context.h"
#include "app/cli/commands.h"
#include "app/cli/text_output.h"
#include "core/metrics/over_representation.h"
#include "core/store/cohort_choice.h"
#include "core/store/cohort_store.h"
#include "core/store/dataset_store.h"
#include "core/store/user_traits_reader.h"
#include "core/util/error.h"
#include "core/util/shell_word.h"
#include "core/util/text.h"
#include "core/util/translated.h"

namespace recscope::cli {

namespace {

struct CohortArguments {
    std::string dataset, name, split = "test", newName;
    std::vector<std::string> users, filters;
    bool all = false;

    Split heldOut() const { return split == "valid" ? Split::Valid : Split::Test; }
};

Json toJson(const CohortInfo& info) {
    return {{"name", info.name}, {"users", info.users}, {"chosen", info.howChosen}, {"made_at", info.madeAt}};
}

void printCohorts(CliContext& context, const CohortArguments& arguments) {
    context.openToRead();
    Json list = Json::array();
    std::vector<Row> rows;
    const DatasetId dataset = DatasetStore(context.workspace()).byName(arguments.dataset).id;
    for (const CohortInfo& info : CohortStore(context.workspace()).list(dataset)) {
        list.push_back(toJson(info));
        rows.push_back({info.name, grouped(info.users), info.madeAt, info.howChosen});
    }
    if (context.json) {
        context.print({{"dataset", arguments.dataset}, {"cohorts", list}});
    } else if (rows.empty()) {
        fmt::print(
            stdout, "{}\n",
            translated("No cohort yet. Make one: recscope-cli cohort --dataset {} --name NAME --filter missed-by=RUN",
                       shellArgument(arguments.dataset)));
    } else {
        printTable(
            {translated("cohort"), translated("users"), translated("created at"), translated("how it was chosen")},
            rows);
    }
}

void makeCohort(CliContext& context, const CohortArguments& arguments) {
    const DatasetId dataset = DatasetStore(context.workspace()).byName(arguments.dataset).id;
    if (arguments.users.empty() == arguments.filters.empty()) {
        throw Error(ErrorKind::Usage, translated("Choose the users with either --users or --filter."),
                    translated("For example --users 1,5,9 or --filter missed-by=RUN --filter length=20-."));
    }
    const CohortChoice choice = arguments.filters.empty() ? chooseByIds(context.workspace(), dataset, arguments.users)
                                                          : chooseByFilters(context.workspace(), dataset,
                                                                            arguments.heldOut(), arguments.filters);
    if (choice.users.empty())
        throw Error(ErrorKind::Input, translated("No user passes these filters."),
                    translated("Leave one of them out."));
    CohortStore store(context.workspace());
    const CohortInfo info =
        store.open(store.save(dataset, arguments.name, choice.howChosen, choice.users, choice.basis)).info;
    if (context.json) {
        context.print({{"dataset", arguments.dataset}, {"cohort", toJson(info)}});
    } else {
        fmt::print(stdout, "{}\n",
                   translated("Cohort \"{}\": {}. {}", info.name, usersText(info.users), info.howChosen));
    }
}

const char* testName(ShareTest test) {
    switch (test) {
        case ShareTest::PooledNormal:
            return "two-proportion z";
        case ShareTest::FisherExact:
            return "fisher exact";
        case ShareTest::MantelHaenszel:
            return "mantel-haenszel";
        case ShareTest::StratifiedExact:
            return "stratified exact";
    }
    return "";
}

Json toJson(const TraitComparison& trait) {
    return {{"feature", trait.feature},
            {"value", trait.value},
            {"cohort", {{"users", trait.cohort.hits}, {"of", trait.cohort.cases}, {"share", trait.cohort.share()}}},
            {"others", {{"users", trait.others.hits}, {"of", trait.others.cases}, {"share", trait.othersShare}}},
            {"difference", trait.difference},
            {"interval", {trait.interval.low, trait.interval.high}},
            {"ratio", trait.ratio ? Json(*trait.ratio) : Json(nullptr)},
            {"p", trait.p},
            {"p_adjusted", trait.adjusted},
            {"test", testName(trait.test)},
            {"finding", OverRepresentation::isFinding(trait)}};
}

std::string probability(double p) {
    return p < 0.0001 ? "< 0.0001" : decimals(p, 4);
}

void printTraits(const std::string& title, const std::vector<const TraitComparison*>& traits) {
    if (traits.empty()) return;
    std::vector<Row> rows;
    for (const TraitComparison* trait : traits) {
        rows.push_back({trait->feature, trait->value, percent(trait->cohort.share()), percent(trait->othersShare),
                        signedText(100 * trait->difference, 1),
                        signedText(100 * trait->interval.low, 1) + " to " + signedText(100 * trait->interval.high, 1),
                        trait->ratio ? decimals(*trait->ratio, 2) : "–", probability(trait->adjusted)});
    }
    fmt::print(stdout, "\n{}:\n", title);
    printTable({translated("property"), translated("value"), translated("cohort"), translated("others"),
                translated("difference, points"), "95 %", translated("ratio"), translated("corrected p")},
               rows);
}

void showCohort(CliContext& context, const CohortArguments& arguments) {
    context.openToRead();
    const DatasetId dataset = DatasetStore(context.workspace()).byName(arguments.dataset).id;
    const CohortStore store(context.workspace());
    const Cohort cohort = store.open(store.byName(dataset, arguments.name).id);
    const UserTraits traits =
        readUserTraits(context.workspace(), dataset, {}, arguments.heldOut(), cohort.basis.items(), context.stop());
    const OverRepresentation result = overRepresentation(traits, cohort.users, cohort.basis);
    std::vector<const TraitComparison*> overRepresented, underRepresented;
    Json list = Json::array();
    for (const TraitComparison& trait : result.traits) {
        if (!arguments.all && !OverRepresentation::isFinding(trait)) continue;
        list.push_back(toJson(trait));
        (trait.isOver() ? overRepresented : underRepresented).push_back(&trait);
    }
    if (context.json) {
        context.print({{"dataset", arguments.dataset},
                       {"cohort", toJson(cohort.info)},
                       {"others", result.otherUsers},
                       {"compared_with", result.reference()},
                       {"could_not_be_chosen", result.excludedUsers},
                       {"length_matched", result.isLengthMatched},
                       {"unmatched", result.unmatchedUsers},
                       {"not_compared", result.decided},
                       {"split", splitName(arguments.heldOut())},
                       {"looks", result.comparisons},
                       {"too_rare", result.tooRare},
                       {"correction", "Benjamini-Hochberg"},
                       {"false_discovery_rate", OverRepresentation::kFalseShare},
                       {"findings", result.findings()},
                       {"traits", list}});
        return;
    }
    fmt::print(stdout, "{}\n",
               translated("Cohort \"{}\": {}. {}\n{}", cohort.info.name, usersText(cohort.info.users),
                          cohort.info.howChosen, result.sentence()));
    printTraits(translated("More frequent in the cohort"), overRepresented);
    printTraits(translated("Less frequent in the cohort"), underRepresented);
    if (list.empty()) fmt::print(stdout, "\n{}\n", translated("No clear differences. All comparisons: --all"));
}

enum class Change { None, Delete, Rename };

void cohorts(CliContext& context, const CohortArguments& arguments, Change change) {
    if (change == Change::None) context.openToRead();
    const DatasetId dataset = DatasetStore(context.workspace()).byName(arguments.dataset).id;
    CohortStore store(context.workspace());
    if (change != Change::None) {
        const CohortId id = store.byName(dataset, arguments.name).id;
        if (change == Change::Delete) {
            store.remove(id);
        } else {
            store.rename(id, arguments.newName);
        }
    }
    printCohorts(context, arguments);
}

void addSplit(CLI::App* command, CohortArguments& arguments, const std::string& help) {
    command->add_option("--split", arguments.split, help)
        ->capture_default_str()
        ->check(CLI::IsMember({"valid", "test"}));
}

void addCohort(CLI::App& app, CliContext& context) {
    CLI::App* command = app.add_subcommand(
        "cohort", translated("Save users as a named cohort; `cohort show` prints what they have in common"));
    const auto made = std::make_shared<CohortArguments>();
    command->add_option("--dataset", made->dataset, translated("Name of the dataset"));
    command->add_option("--name", made->name, translated("Name of the cohort"));
    command->add_option("--users", made->users, translated("The users' ids in the dataset, ID,ID,..."))->delimiter(',');
    command->add_option("--filter", made->filters,
                        translated("missed-by=RUN, hit-by=RUN, length=FROM-TO, item=ID, or an attribute: "
                                   "occupation=student; users must pass all given filters"));
    addSplit(command, *made, translated("Held-out items of missed-by and hit-by: valid or test"));
    const auto shown = std::make_shared<CohortArguments>();
    CLI::App* show =
        command->add_subcommand("show", translated("List the properties that are over-represented in a cohort, "
                                                   "compared with the other users who could be in it"));
    show->add_option("--dataset", shown->dataset, translated("Name of the dataset"))->required();
    show->add_option("--name", shown->name, translated("Name of the cohort"))->required();
    show->add_flag("--all", shown->all, translated("Every comparison, not only the clear differences"));
    addSplit(show, *shown, translated("Held-out items to compare: valid or test"));
    show->callback([&context, shown] { showCohort(context, *shown); });
    command->callback([&context, made, command] {
        if (!command->get_subcommands().empty()) return;
        if (made->dataset.empty() || made->name.empty())
            throw CLI::ValidationError("cohort", translated("--dataset and --name are required"));
        makeCohort(context, *made);
    });
}

}  // namespace

void addCohortCommands(CLI::App& app, CliContext& context) {
    addCohort(app, context);
    CLI::App* command = app.add_subcommand("cohorts", translated("List, rename or delete the cohorts of a dataset"));
    const auto arguments = std::make_shared<CohortArguments>();
    command->add_option("--dataset", arguments->dataset, translated("Name of the dataset"))->required();
    CLI::Option* remove = command->add_option("--delete", arguments->name, translated("Name of the cohort to delete"));
    CLI::Option* rename = command->add_option("--rename", arguments->name, translated("Name of the cohort to rename"));
    CLI::Option* to = command->add_option("--to", arguments->newName, translated("The new name"));
    rename->needs(to)->excludes(remove);
    to->needs(rename);
    command->callback([&context, arguments, remove, rename] {
        cohorts(context, *arguments,
                remove->count() > 0   ? Change::Delete
                : rename->count() > 0 ? Change::Rename
                                      : Change::None);
    });
}

}  // namespace recscope::cli
