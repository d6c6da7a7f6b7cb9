// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/runs/head_study.h"

#include <QCoreApplication>

#include "core/recommender/run_histories.h"
#include "core/store/dataset_store.h"
#include "ui/widgets/number_text.h"

namespace recscope::ui {

namespace {
QString tr(const char* text) {
    return QCoreApplication::translate("HeadStudy", text);
}
}  // namespace

HeadStudy headStudy(Workspace& workspace, const InferenceSession& inference, MeasuredRows rows,
                    const ProgressSink& progress, const std::stop_token& stop) {
    const RunRecord& run = inference.run();
    const Histories histories = historiesOf(workspace, run);
    const std::vector<ItemInfo> items = DatasetStore(workspace).items(run.dataset);
    CharacterOptions options;
    options.study.users = kHeadStudyUsers;
    options.rows = rows;
    HeadStudy study;
    study.request = {{run.id, run.bestEpoch}, rows};
    study.characters = studyHeads(inference, histories, items, options, progress, stop);
    if (inference.capabilities().supportsHeadSteps)
        study.gates = studyGates(inference, histories, singleHeads(inference), options.study, progress, stop);
    return study;
}

QString requestedRowsText(MeasuredRows rows) {
    return rows == MeasuredRows::Predicting ? tr("the position that recommends") : tr("every position that is read");
}

QString headStudyBasis(const HeadCharacters& characters) {
    return tr("%1 of the run's dataset, drawn at random · query positions: %2")
        .arg(usersText(characters.users), requestedRowsText(characters.rows));
}

}  // namespace recscope::ui
