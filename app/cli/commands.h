// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

namespace CLI {
class App;
}

namespace recscope::cli {

class CliContext;

// Each function adds to `app` the subcommands that are listed at the end of its line. A subcommand runs after
// the command line has been parsed. `context` must outlive `app`.
void addImportCommands(CLI::App& app, CliContext& context);     ///< import, formats
void addDatasetCommands(CLI::App& app, CliContext& context);    ///< datasets
void addStatsCommand(CLI::App& app, CliContext& context);       ///< stats
void addTrainCommands(CLI::App& app, CliContext& context);      ///< train, runs, models
void addTryCommand(CLI::App& app, CliContext& context);         ///< try
void addPlanCommands(CLI::App& app, CliContext& context);       ///< plan list, show, run, resume, stop, report, format
void addEvaluateCommand(CLI::App& app, CliContext& context);    ///< evaluate
void addCompareCommand(CLI::App& app, CliContext& context);     ///< compare
void addExplainCommands(CLI::App& app, CliContext& context);    ///< attention
void addRemovalCommand(CLI::App& app, CliContext& context);     ///< explain
void addHeadsCommand(CLI::App& app, CliContext& context);       ///< heads
void addStepsCommand(CLI::App& app, CliContext& context);       ///< head-steps
void addPatternsCommand(CLI::App& app, CliContext& context);    ///< patterns
void addWhatIfCommand(CLI::App& app, CliContext& context);      ///< what-if
void addTimelineCommand(CLI::App& app, CliContext& context);    ///< timeline
void addScenarioCommand(CLI::App& app, CliContext& context);    ///< scenarios
void addCohortCommands(CLI::App& app, CliContext& context);     ///< cohort, cohorts
void addRecommendCommand(CLI::App& app, CliContext& context);   ///< recommend
void addCoverageCommand(CLI::App& app, CliContext& context);    ///< coverage
void addCopyCommand(CLI::App& app, CliContext& context);        ///< copy
void addExportCommand(CLI::App& app, CliContext& context);      ///< export
void addAdoptCommand(CLI::App& app, CliContext& context);       ///< adopt
void addModelFileCommands(CLI::App& app, CliContext& context);  ///< trust, serve-model
void addDemoCommand(CLI::App& app, CliContext& context);        ///< demo
void addSelfDescriptionCommands(CLI::App& app);                 ///< completion, manual

}  // namespace recscope::cli
