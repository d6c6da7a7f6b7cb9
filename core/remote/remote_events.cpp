// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/remote/remote_events.h"

#include <nlohmann/json.hpp>

#include "core/util/error.h"
#include "core/util/translated.h"

namespace recscope {

namespace {

using nlohmann::json;

StepInfo stepFrom(const json& event) {
    StepInfo step;
    event.at("epoch").get_to(step.epoch);
    event.at("epochs").get_to(step.epochs);
    event.at("step").get_to(step.stepInEpoch);
    event.at("steps").get_to(step.stepsPerEpoch);
    event.at("loss").get_to(step.loss);
    event.at("learning_rate").get_to(step.learningRate);
    event.at("sequences_per_second").get_to(step.sequencesPerSecond);
    event.at("seconds_left").get_to(step.secondsLeft);
    step.step = (step.epoch - 1) * step.stepsPerEpoch + step.stepInEpoch;
    return step;
}

EpochRecord epochFrom(const json& event) {
    EpochRecord epoch;
    event.at("epoch").get_to(epoch.epoch);
    event.at("loss").get_to(epoch.loss);
    event.at("seconds").get_to(epoch.seconds);
    event.at("sequences_per_second").get_to(epoch.sequencesPerSecond);
    if (!event.at("valid").is_null()) epoch.valid = Metrics::fromJson(event.at("valid").dump());
    return epoch;
}

/// The device in an event. An older version of RecScope sends only a description of it as text.
DeviceFacts deviceFrom(const json& event, const std::string& machine) {
    DeviceFacts device;
    if (const auto facts = event.find("device_facts"); facts != event.end())
        device = deviceFromJson(facts->dump());
    else
        device.text = event.at("device").get<std::string>();
    device.machine = machine;
    return device;
}

}  // namespace

RemoteEvents::RemoteEvents(RunRecord& run, std::string machine, std::int64_t bytesRead, TrainObserver& observer,
                           Store store)
    : m_run(run),
      m_machine(std::move(machine)),
      m_bytesRead(bytesRead),
      m_observer(observer),
      m_store(std::move(store)) {}

void RemoteEvents::read(std::string_view bytes) {
    for (std::size_t end; (end = bytes.find('\n')) != std::string_view::npos; bytes.remove_prefix(end + 1)) {
        m_line += bytes.substr(0, end);
        const std::string line = std::exchange(m_line, {});
        m_bytesRead += static_cast<std::int64_t>(line.size()) + 1;
        readLine(line);
    }
    m_line += bytes;
}

void RemoteEvents::readLine(const std::string& line) {
    if (line.empty()) return;
    try {
        const json event = json::parse(line, nullptr, /*allow_exceptions=*/false);
        if (event.is_discarded()) return;  // truncated by a full disk or a power loss
        const std::string kind = event.at("event").get<std::string>();
        if (kind == "started") {
            m_hasBegun = true;
            m_end = End::None;
            m_run.device = deviceFrom(event, m_machine);
            m_store(m_run, {.epochs = {}, .steps = {}, .bytesRead = m_bytesRead});
        } else if (kind == "progress") {
            m_hasBegun = true;
            const StepInfo step = stepFrom(event);
            m_steps.push_back({.step = step.step, .loss = static_cast<float>(step.loss)});
            m_observer.stepDone(step);
        } else if (kind == "evaluating") {
            const Split split = event.at("split") == splitName(Split::Test) ? Split::Test : Split::Valid;
            m_observer.evaluating(split, event.at("done").get<std::int64_t>(), event.at("total").get<std::int64_t>());
        } else if (kind == "epoch") {
            const EpochInfo epoch{.record = epochFrom(event),
                                  .isBest = event.at("best").get<bool>(),
                                  .evaluationsSinceBest = event.value("evaluations_since_best", std::int64_t{0})};
            m_run.epochsDone = epoch.record.epoch;
            m_run.seconds += epoch.record.seconds;
            if (epoch.isBest) {
                m_run.bestEpoch = epoch.record.epoch;
                m_run.bestValid = epoch.record.valid;
                m_run.test.reset();
            }
            m_store(m_run, {.epochs = {epoch.record}, .steps = std::exchange(m_steps, {}), .bytesRead = m_bytesRead});
            m_observer.epochDone(m_run, epoch);
        } else if (kind == "finished" || kind == "stopped") {
            event.at("epochs_done").get_to(m_run.epochsDone);
            event.at("best_epoch").get_to(m_run.bestEpoch);
            event.at("sequences_seen").get_to(m_run.sequencesSeen);
            event.at("seconds").get_to(m_run.seconds);
            m_end = kind == "finished" ? End::Finished : End::Stopped;
            // The end of a finished training is not stored here, so that a later connection requests its last events
            // again.
            if (m_end == End::Stopped)
                m_store(m_run, {.epochs = {}, .steps = std::exchange(m_steps, {}), .bytesRead = m_bytesRead});
        }
    } catch (const json::exception& error) {
        throw Error(ErrorKind::Input,
                    translated("The events of the training on {} cannot be read: {}.", m_machine, error.what()),
                    translated("Is its disk full, or is RecScope there another build of the same version?"));
    }
}

}  // namespace recscope
