// SPDX-License-Identifier: GPL-3.0-or-later
#include <string>

#include "core/data/importer.h"
#include "core/plan/plan.h"
#include "core/recommender/registry.h"
#include "core/store/dataset_store.h"
#include "core/store/workspace.h"
#include "core/torchscript/message.h"
#include "core/torchscript/model_file.h"
#include "core/train/run_archive.h"
#include "core/util/error.h"
#include "tests/core/support/temporary_folder.h"
#include "tests/fuzz/fuzz_support.h"
#include "tests/fuzz/targets.h"

namespace recscope::fuzz {

namespace {

/// A workspace with the dataset on which the run archives of the corpus were made, and a run that an archive is applied
/// to.
struct RunArchiveFixture {
    RunArchiveFixture() {
        ImportOptions options;
        options.path = folder.write("ring.csv",
                                    "user,item,time\nu1,a,1\nu1,b,2\nu1,c,3\nu1,d,4\nu2,b,1\nu2,c,2\nu2,d,3\n"
                                    "u2,a,4\nu3,c,1\nu3,d,2\nu3,a,3\nu3,b,4\n");
        (void)importDataset(workspace, options, {}, {});
        run.name = "from elsewhere";
        run.dataset = DatasetStore(workspace).list().front().id;
        run.model = "popularity";
        run.config = defaultConfig("popularity").toJson();
        run = RunStore(workspace).add(run);
    }

    TemporaryFolder folder;
    Workspace workspace = Workspace::open(folder / "a.recscope");
    RunRecord run;
};

}  // namespace

void config(std::string_view bytes) {
    try {
        const RunConfig read = configFromJson(std::string(bytes));
        require(configFromJson(read.toJson()).toJson() == read.toJson(), "writing what was read gives the same text");
        checkConfig(read);
    } catch (const Error& error) {
        require(*error.what() != 0, "an error has a message");
    }
}

void plan(std::string_view bytes) {
    try {
        const Plan read = planFromJson(std::string(bytes));
        require(planToJson(planFromJson(planToJson(read))) == planToJson(read),
                "writing what was read gives the same text");
    } catch (const Error& error) {
        require(*error.what() != 0, "an error has a message");
    }
}

void model_description(std::string_view bytes) {
    try {
        const ModelDescription read = parseModelDescription(std::string(bytes));
        require(!read.items.empty() && read.maxLength > 0, "a model reads items");
        require(read.maskId.has_value() == (read.predictsAt == PredictsAt::Mask), "a mask has an id");
    } catch (const Error& error) {
        require(*error.what() != 0, "an error has a message");
    }
}

void model_message(std::string_view bytes) {
    if (const auto output = decodeOutput(bytes))
        require(encode(*output) == bytes, "writing what was read gives the same text");
    if (const auto input = decodeInput(bytes))
        require(encode(*input) == bytes, "writing what was read gives the same text");
}

void run_archive(std::string_view bytes) {
    static RunArchiveFixture fixture;
    RunRecord run = fixture.run;
    try {
        (void)applyRunArchive(fixture.workspace, std::string(bytes), run,
                              {.epoch = 1, .weights = "w", .state = {}, .progress = {}});
    } catch (const Error& error) {
        require(!error.hint().empty(), "an error has a hint");
    }
}

const std::vector<NamedTarget>& learnTargets() {
    static const std::vector<NamedTarget> all = {{"config", config},
                                                 {"model_description", model_description},
                                                 {"model_message", model_message},
                                                 {"plan", plan},
                                                 {"run_archive", run_archive}};
    return all;
}

}  // namespace recscope::fuzz
