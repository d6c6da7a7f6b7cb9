// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/util/message.h"

#include <algorithm>
#include <array>
#include <iterator>
#include <nlohmann/json.hpp>

#include "core/util/translated.h"

namespace recscope {

namespace {

using Json = nlohmann::ordered_json;

/// The name under which a message is stored, and its English words; each {} stands for an argument.
struct Pattern {
    MessageId id;
    const char* name;
    const char* english;
};

constexpr Pattern kPatterns[] = {
    {MessageId::EndedEarly, "ended-early", translatable("Ended early: no better NDCG@10 since epoch {}.")},
    {MessageId::NoBetterMetric, "no-better-metric", translatable("Ended early: no better {} since epoch {}.")},
    {MessageId::StillImproving, "still-improving",
     translatable("Still improving when it ended: the last validation was the best. More epochs may score higher.")},
    {MessageId::TrainedAgainOneEpoch, "trained-again-one-epoch",
     translatable("Trained again for 1 epoch with the validation items.")},
    {MessageId::TrainedAgain, "trained-again", translatable("Trained again for {} epochs with the validation items.")},
    {MessageId::WithoutTimes, "without-times",
     translatable("The data has no times: the model was trained without them.")},
    {MessageId::Stopped, "stopped", translatable("Stopped; it can be resumed.")},
    {MessageId::StoppedBeforeFirstStep, "stopped-before-first-step",
     translatable("Stopped before its first step; it can be resumed.")},
    {MessageId::StoppedBeforeTest, "stopped-before-test",
     translatable("Stopped before the test score; it can be resumed.")},
    {MessageId::StoppedInEpoch, "stopped-in-epoch", translatable("Stopped in epoch {}; it can be resumed.")},
    {MessageId::CanBeResumed, "can-be-resumed", translatable("It can be resumed.")},
    {MessageId::Interrupted, "interrupted", translatable("Interrupted: the program ended while it trained.")},
    {MessageId::StoppedInCopy, "stopped-in-copy",
     translatable("Stopped in this copy of the workspace, which was made while the run was training.")},
    {MessageId::NothingToLearnFrom, "nothing-to-learn-from",
     translatable("No user of this dataset has enough interactions to learn from.")},
    {MessageId::NothingThisModelLearns, "nothing-this-model-learns",
     translatable("This dataset has no interactions from which this model can learn.")},
    {MessageId::LossNotFinite, "loss-not-finite", translatable("The loss became infinite or NaN at step {}.")},
    {MessageId::ScoresNotFinite, "scores-not-finite", translatable("The scores became infinite or NaN at step {}.")},
    {MessageId::OutOfMemory, "out-of-memory", translatable("There is not enough memory for this operation.")},
    {MessageId::Unexpected, "unexpected", translatable("An unexpected error occurred: {}")},
    {MessageId::DiskFull, "disk-full", translatable("The disk is full: {} could not be written.")},

    {MessageId::GpuTooSmallForTraining, "gpu-too-small-for-training",
     translatable("The GPU has too little memory left for this training")},
    {MessageId::GpuTooSmallForEvaluation, "gpu-too-small-for-evaluation",
     translatable("The GPU has too little memory left for this evaluation")},
    {MessageId::GpuTooSmallForOneHistory, "gpu-too-small-for-one-history",
     translatable("Not even one history fits into the GPU's memory")},
    {MessageId::GpuMemory, "gpu-memory", "{}: {}."},
    {MessageId::GpuMemoryUnknown, "gpu-memory-unknown", "{}."},
    {MessageId::MemoryNeeded, "memory-needed", translatable("another {} were needed{}")},
    {MessageId::AndMemoryFree, "and-memory-free", translatable(", {} are free")},
    {MessageId::MemoryFree, "memory-free", translatable("{} are free")},
    {MessageId::GpuNotSupported, "gpu-not-supported",
     translatable("This build's LibTorch has no code for this GPU: {}.")},
    {MessageId::GpuLost, "gpu-lost", translatable("The GPU stopped working: {}.")},

    {MessageId::OnMachine, "on-machine", translatable("On {}: {}")},
    {MessageId::StoppedBeforeStartThere, "stopped-before-start-there", translatable("Stopped before it began on {}.")},
    {MessageId::StoppedBeforeContact, "stopped-before-contact",
     translatable("Stopped before {} was contacted. The training there may still be running: Resume checks again.")},
    {MessageId::MayStillRunThere, "may-still-run-there",
     translatable("{} The training there may still be running: Resume checks again.")},
    {MessageId::KilledThere, "killed-there", translatable("The training on {} was killed (exit code {}).")},
    {MessageId::KilledOrRestartedThere, "killed-or-restarted-there",
     translatable("The training on {} was killed, or the machine was restarted.")},
    {MessageId::DiskFullThere, "disk-full-there", translatable("The disk of {} is full.")},
    {MessageId::CannotBeReached, "cannot-be-reached", translatable("{} cannot be reached{}.")},
    {MessageId::ArrivedCorruptedHere, "arrived-corrupted-here",
     translatable("The data that {} sent arrived corrupted.")},
    {MessageId::ArrivedCorruptedThere, "arrived-corrupted-there", translatable("The dataset arrived corrupted on {}.")},
    {MessageId::FolderGoneThere, "folder-gone-there", translatable("The folder of this run is no longer on {}.")},
    {MessageId::NotWrittenHere, "not-written-here",
     translatable("{} could not be written: the disk of this machine may be full.")},

    {MessageId::AdoptedFrom, "adopted-from", translatable("Adopted from {} ({}).")},
    {MessageId::MetricsLeftOut, "metrics-left-out",
     translatable("Its metrics were computed on other interactions and were left out.")},
    {MessageId::ListsFrom, "lists-from", translatable("Lists from {}: {}.")},
    {MessageId::TorchScriptStored, "torchscript-stored",
     translatable("TorchScript model {}, stored in the workspace (SHA-256 {}).")},
    {MessageId::TorchScriptFile, "torchscript-file",
     translatable("TorchScript model {} (SHA-256 {}); the run needs this file.")},

    {MessageId::HalfLifeInItems, "half-life-in-items", translatable("half-life in items: {}")},
    {MessageId::HalfLifeInDays, "half-life-in-days", translatable("half-life in days: {}")},
    {MessageId::NoHalfLife, "no-half-life", translatable("half-life: none")},

    {MessageId::BFloat16Products, "bfloat16-products", translatable("bfloat16 products")},
    {MessageId::Tf32Products, "tf32-products", translatable("TF32 products")},
    {MessageId::Nccl, "nccl", "NCCL"},
    {MessageId::SplitBatches, "split-batches", translatable("batches in {} parts for want of memory")},
    {MessageId::CudaGraph, "cuda-graph", "CUDA graph"},
    {MessageId::NoCudaGraph, "no-cuda-graph", translatable("no CUDA graph ({})")},
    {MessageId::FasterThanCpu, "faster-than-cpu", translatable("faster here: {} ms a step, the CPU {} ms")},
    {MessageId::FasterThanGpu, "faster-than-gpu", translatable("faster here: {} ms a step, the GPU {} ms")},
    {MessageId::GpuMemoryLow, "gpu-memory-low", translatable("the GPU has too little memory left")},
    {MessageId::CpuMemoryLow, "cpu-memory-low", translatable("the CPU has too little memory left")},
    {MessageId::GpuUnusable, "gpu-unusable", translatable("the GPU cannot be used: {}")},
    {MessageId::CpuUnusable, "cpu-unusable", translatable("the CPU cannot be used: {}")},
    {MessageId::WhereRunBegan, "where-run-began", translatable("where this run began")},
    {MessageId::GpuOfRunIsGone, "gpu-of-run-is-gone",
     translatable("because the GPU that this run began on is not in this machine")},
};

constexpr int kMaxDepth = 8;  // of messages in messages; a file that nests them deeper is damaged

const Pattern* patternOf(MessageId id) {
    const auto* const found =
        std::find_if(std::begin(kPatterns), std::end(kPatterns), [id](const Pattern& each) { return each.id == id; });
    return found == std::end(kPatterns) ? nullptr : found;
}

const Pattern* patternNamed(std::string_view name) {
    const auto* const found = std::find_if(std::begin(kPatterns), std::end(kPatterns),
                                           [name](const Pattern& each) { return each.name == name; });
    return found == std::end(kPatterns) ? nullptr : found;
}

/// The pattern with each {} or {0}, {1}, … replaced by an argument, or by nothing if the argument is missing.
std::string filled(const std::string& pattern, const std::vector<std::string>& arguments) {
    std::string words;
    std::size_t next = 0;
    for (std::size_t at = 0; at < pattern.size(); ++at) {
        const std::size_t end = pattern[at] == '{' ? pattern.find('}', at) : std::string::npos;
        if (end == std::string::npos) {
            words += pattern[at];
            continue;
        }
        const bool isNumbered = end == at + 2 && pattern[at + 1] >= '0' && pattern[at + 1] <= '9';
        const std::size_t index = isNumbered ? static_cast<std::size_t>(pattern[at + 1] - '0') : next++;
        if (index < arguments.size()) words += arguments[index];
        at = end;
    }
    return words;
}

Json jsonOf(const Message& message) {
    const Pattern* const pattern = patternOf(message.id);
    if (!pattern) return message.text;
    Json json = {{"id", pattern->name}};
    for (const Message& argument : message.arguments) json["arguments"].push_back(jsonOf(argument));
    return json;
}

std::string dumped(const Json& json) {
    return json.dump(-1, ' ', /*ensure_ascii=*/false, Json::error_handler_t::replace);
}

Message messageOf(const Json& json, int depth = 0) {
    if (json.is_string()) return json.get<std::string>();
    const Pattern* const pattern =
        json.is_object() && json.contains("id") && json["id"].is_string() && depth < kMaxDepth
            ? patternNamed(json["id"].get_ref<const std::string&>())
            : nullptr;
    if (!pattern) return dumped(json);
    Message message(pattern->id);
    if (const auto arguments = json.find("arguments"); arguments != json.end() && arguments->is_array())
        for (const Json& argument : *arguments) message.arguments.push_back(messageOf(argument, depth + 1));
    return message;
}

}  // namespace

std::string wordsOf(const Message& message, Wording wording) {
    const Pattern* const pattern = patternOf(message.id);
    if (!pattern) return message.text;
    std::vector<std::string> arguments;
    for (const Message& argument : message.arguments) arguments.push_back(wordsOf(argument, wording));
    return filled(wording == Wording::English ? std::string(pattern->english) : translated(pattern->english),
                  arguments);
}

std::string wordsOf(const Messages& messages, Wording wording) {
    std::string words;
    for (const Message& message : messages) words += (words.empty() ? "" : " ") + wordsOf(message, wording);
    return words;
}

bool concerns(const Message& message, MessageId id) {
    return message.id == id || std::any_of(message.arguments.begin(), message.arguments.end(),
                                           [id](const Message& argument) { return concerns(argument, id); });
}

std::string messageToJson(const Message& message) {
    return dumped(jsonOf(message));
}

std::string messagesToJson(const Messages& messages) {
    Json json = Json::array();
    for (const Message& message : messages) json.push_back(jsonOf(message));
    return dumped(json);
}

Message messageFromJson(std::string_view json) {
    const Json parsed = Json::parse(json, nullptr, /*allow_exceptions=*/false);
    return parsed.is_discarded() ? Message(std::string(json)) : messageOf(parsed);
}

Messages messagesFromJson(std::string_view json) {
    if (json.empty()) return {};
    const Json parsed = Json::parse(json, nullptr, /*allow_exceptions=*/false);
    if (!parsed.is_array()) return {messageFromJson(json)};
    Messages messages;
    for (const Json& each : parsed) messages.push_back(messageOf(each));
    return messages;
}

MessageError::MessageError(ErrorKind kind, Message message, std::string hint)
    : Error(kind, wordsOf(message), std::move(hint)), m_message(std::move(message)) {}

}  // namespace recscope
