// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/util/device_facts.h"

#include <algorithm>
#include <nlohmann/json.hpp>

#include "core/util/translated.h"

namespace recscope {

namespace {

using Json = nlohmann::ordered_json;

constexpr const char* kOneThread = translatable("1 thread");
constexpr const char* kThreads = translatable("{} threads");
constexpr const char* kProcesses = translatable("{} processes");
constexpr const char* kHosts = translatable("on {} hosts");

const char* nameOf(DeviceKind kind) {
    switch (kind) {
        case DeviceKind::Cpu:
            return "cpu";
        case DeviceKind::Cuda:
            return "cuda";
        case DeviceKind::Unknown:
            break;
    }
    return "";
}

DeviceKind kindNamed(std::string_view name) {
    for (const DeviceKind kind : {DeviceKind::Cpu, DeviceKind::Cuda})
        if (name == nameOf(kind)) return kind;
    return DeviceKind::Unknown;
}

/// The pattern in the requested language, with its {} replaced by the number.
std::string counted(const char* pattern, int number, Wording wording) {
    std::string words = wording == Wording::English ? std::string(pattern) : translated(pattern);
    if (const std::size_t at = words.find("{}"); at != std::string::npos) words.replace(at, 2, std::to_string(number));
    return words;
}

std::string threadWords(int threads, Wording wording) {
    return counted(threads == 1 ? kOneThread : kThreads, threads, wording);
}

/// "4 threads", "2 processes x 2 threads on 2 hosts", "3 processes, 10 threads"; empty if nothing is known.
std::string computeWords(const DeviceFacts& device, Wording wording) {
    if (device.processes <= 1) return device.threads > 0 ? threadWords(device.threads, wording) : std::string();
    std::string words = counted(kProcesses, device.processes, wording);
    words += device.threadsPerProcess > 0 ? " x " + threadWords(device.threadsPerProcess, wording)
                                          : ", " + threadWords(device.threads, wording);
    if (device.hosts > 1) words += " " + counted(kHosts, device.hosts, wording);
    return words;
}

std::string stringIn(const Json& json, const char* key) {
    const auto found = json.find(key);
    return found != json.end() && found->is_string() ? found->get<std::string>() : std::string();
}

int numberIn(const Json& json, const char* key, int otherwise) {
    const auto found = json.find(key);
    if (found == json.end() || !found->is_number_integer()) return otherwise;
    return static_cast<int>(std::clamp<std::int64_t>(found->get<std::int64_t>(), 0, 1'000'000));
}

}  // namespace

DeviceFacts cpuFacts(int threads) {
    DeviceFacts facts;
    facts.kind = DeviceKind::Cpu;
    facts.threads = threads;
    return facts;
}

std::string wordsOf(const DeviceFacts& device, Wording wording) {
    std::string words = device.text;
    const auto add = [&words](const std::string& part) {
        if (!part.empty()) words += (words.empty() ? "" : ", ") + part;
    };
    if (device.text.empty()) {
        add(nameOf(device.kind));
        add(device.name);
        add(computeWords(device, wording));
        for (const Message& note : device.notes) add(wordsOf(note, wording));
        if (device.reason) add(wordsOf(*device.reason, wording));
    }
    if (device.machine.empty()) return words;
    return device.machine + (words.empty() ? "" : ": ") + words;
}

std::string deviceToJson(const DeviceFacts& device) {
    Json json = Json::object();
    const auto putText = [&json](const char* key, const std::string& value) {
        if (!value.empty()) json[key] = value;
    };
    const auto putNumber = [&json](const char* key, int value, int usual) {
        if (value != usual) json[key] = value;
    };
    putText("kind", nameOf(device.kind));
    putText("name", device.name);
    putText("machine", device.machine);
    putNumber("threads", device.threads, 0);
    putNumber("processes", device.processes, 1);
    putNumber("threads_per_process", device.threadsPerProcess, 0);
    putNumber("hosts", device.hosts, 1);
    if (!device.notes.empty()) json["notes"] = Json::parse(messagesToJson(device.notes));
    if (device.reason) json["reason"] = Json::parse(messageToJson(*device.reason));
    putText("text", device.text);
    return json.dump(-1, ' ', /*ensure_ascii=*/false, Json::error_handler_t::replace);
}

DeviceFacts deviceFromJson(std::string_view text) {
    const Json json = Json::parse(text, nullptr, /*allow_exceptions=*/false);
    DeviceFacts device;
    if (!json.is_object()) {
        device.text = text;
        return device;
    }
    device.kind = kindNamed(stringIn(json, "kind"));
    device.name = stringIn(json, "name");
    device.machine = stringIn(json, "machine");
    device.threads = numberIn(json, "threads", 0);
    device.processes = numberIn(json, "processes", 1);
    device.threadsPerProcess = numberIn(json, "threads_per_process", 0);
    device.hosts = numberIn(json, "hosts", 1);
    if (json.contains("notes")) device.notes = messagesFromJson(json["notes"].dump());
    if (json.contains("reason")) device.reason = messageFromJson(json["reason"].dump());
    device.text = stringIn(json, "text");
    return device;
}

}  // namespace recscope
