// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/cli/command_tree.h"

#include <CLI/CLI.hpp>
#include <algorithm>
#include <cstdio>
#include <memory>

#include "app/cli/commands.h"
#include "core/util/translated.h"

namespace recscope::cli {

namespace {

std::string oneLine(std::string text) {
    std::replace(text.begin(), text.end(), '\n', ' ');
    return text;
}

/// The choices that CLI11 lists when it describes the type of a value, e.g. "{valid,test}".
std::vector<std::string> choicesIn(const std::string& typeName) {
    const auto open = typeName.find('{'), close = typeName.find('}');
    if (open == std::string::npos || close == std::string::npos) return {};
    return CLI::detail::split(typeName.substr(open + 1, close - open - 1), ',');
}

ValueKind kindOf(const OptionFacts& facts) {
    if (facts.value.empty()) return ValueKind::None;
    if (!facts.choices.empty()) return ValueKind::Choice;
    if (facts.value.starts_with("FILE")) return ValueKind::File;
    return facts.value == "FOLDER" ? ValueKind::Folder : ValueKind::Text;
}

OptionFacts factsOf(const CLI::Option& option) {
    OptionFacts facts;
    for (const std::string& name : option.get_lnames()) facts.names.push_back("--" + name);
    for (const std::string& name : option.get_snames()) facts.names.push_back("-" + name);
    facts.isArgument = facts.names.empty();
    if (facts.isArgument) facts.names.push_back(option.get_name(/*positional=*/true));
    facts.about = oneLine(option.get_description());
    facts.isRequired = option.get_required();
    facts.mayRepeat = option.get_items_expected_max() > 1;
    if (option.get_items_expected_max() == 0) return facts;
    const std::string typeName = option.get_type_name();
    facts.choices = choicesIn(typeName);
    facts.value = typeName.substr(0, typeName.find(':'));
    facts.defaultText = option.get_default_str();
    facts.kind = kindOf(facts);
    return facts;
}

/// Adds the options of `app` and of its option groups, which CLI11 stores as subcommands without a name.
void addOptions(const CLI::App& app, CommandFacts& facts) {
    for (const CLI::Option* option : app.get_options()) {
        if (!option->get_group().empty()) facts.options.push_back(factsOf(*option));
    }
    for (const CLI::App* group : app.get_subcommands([](const CLI::App* sub) { return sub->get_name().empty(); })) {
        addOptions(*group, facts);
    }
}

void addCommands(const CLI::App& app, const std::string& path, std::vector<CommandFacts>& tree) {
    CommandFacts facts{.path = path,
                       .about = oneLine(app.get_description()),
                       .footer = app.get_footer(),
                       .options = {},
                       .children = {}};
    addOptions(app, facts);
    const auto children = app.get_subcommands([](const CLI::App* sub) { return !sub->get_name().empty(); });
    for (const CLI::App* child : children) facts.children.push_back(child->get_name());
    tree.push_back(std::move(facts));
    for (const CLI::App* child : children) {
        addCommands(*child, path.empty() ? child->get_name() : path + " " + child->get_name(), tree);
    }
}

}  // namespace

std::vector<CommandFacts> commandTree(const CLI::App& app) {
    std::vector<CommandFacts> tree;
    addCommands(app, "", tree);
    return tree;
}

void addSelfDescriptionCommands(CLI::App& app) {
    CLI::App* completion =
        app.add_subcommand("completion", translated("Print the script that completes commands in a shell"));
    const auto shell = std::make_shared<std::string>();
    completion->add_option("shell", *shell, translated("The shell to print it for"))
        ->required()
        ->check(CLI::IsMember({"bash", "zsh", "fish"}));
    completion->callback([&app, shell] { std::fputs(completionScript(commandTree(app), *shell).c_str(), stdout); });
    app.add_subcommand("manual", translated("Print the manual page: recscope-cli manual | man -l -"))->callback([&app] {
        std::fputs(manualPage(commandTree(app), RECSCOPE_VERSION).c_str(), stdout);
    });
}

}  // namespace recscope::cli
