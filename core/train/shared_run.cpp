// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/train/shared_run.h"

#include <cstring>
#include <nlohmann/json.hpp>
#include <type_traits>
#include <vector>

#include "core/distributed/process_group.h"
#include "core/util/error.h"
#include "core/util/translated.h"

namespace recscope {

namespace {

using Json = nlohmann::json;

template <class T>
void put(std::string& to, const std::vector<T>& values) {
    static_assert(std::is_trivially_copyable_v<T>);
    const std::uint64_t count = values.size();
    to.append(reinterpret_cast<const char*>(&count), sizeof count);
    to.append(reinterpret_cast<const char*>(values.data()), values.size() * sizeof(T));
}

/// Reads vectors that `put` wrote, in the order in which they were written.
class Reader {
public:
    explicit Reader(const std::string& bytes) : m_bytes(bytes) {}

    template <class T>
    std::vector<T> take() {
        std::uint64_t count = 0;
        copy(&count, sizeof count);
        if (count > m_bytes.size()) fail();
        std::vector<T> values(count);
        copy(values.data(), count * sizeof(T));
        return values;
    }

private:
    [[noreturn]] static void fail() {
        throw Error(ErrorKind::Input, translated("The data from rank 0 cannot be read."),
                    translated("Start all processes of a run with the same version of RecScope."));
    }
    void copy(void* to, std::size_t count) {
        if (count > m_bytes.size() - m_at) fail();
        if (count > 0) std::memcpy(to, m_bytes.data() + m_at, count);
        m_at += count;
    }

    const std::string& m_bytes;
    std::size_t m_at = 0;
};

}  // namespace

std::string toBytes(const SharedRun& shared) {
    const RunRecord& run = shared.run;
    const std::string facts = Json{{"name", run.name},
                                   {"model", run.model},
                                   {"config", run.config},
                                   {"protocol", run.protocol.toJson()},
                                   {"epochs_done", run.epochsDone},
                                   {"best_epoch", run.bestEpoch},
                                   {"cuda", shared.device == Device::Cuda},
                                   {"items", shared.histories.itemCount}}
                                  .dump();
    std::string bytes;
    put(bytes, std::vector<char>(facts.begin(), facts.end()));
    put(bytes, shared.histories.offsets);
    put(bytes, shared.histories.items);
    put(bytes, shared.histories.times);
    put(bytes, shared.histories.cuts);
    return bytes;
}

SharedRun sharedRunFromBytes(const std::string& bytes) {
    Reader reader(bytes);
    const std::vector<char> text = reader.take<char>();
    const Json facts = Json::parse(text.begin(), text.end());
    SharedRun shared;
    shared.run.name = facts.at("name");
    shared.run.model = facts.at("model");
    shared.run.config = facts.at("config");
    shared.run.protocol = Protocol::fromJson(facts.at("protocol"));
    shared.run.epochsDone = facts.at("epochs_done");
    shared.run.bestEpoch = facts.at("best_epoch");
    shared.device = facts.at("cuda") ? Device::Cuda : Device::Cpu;
    shared.histories.itemCount = facts.at("items");
    shared.histories.offsets = reader.take<std::int64_t>();
    shared.histories.items = reader.take<Token>();
    shared.histories.times = reader.take<std::int64_t>();
    shared.histories.cuts = reader.take<HistoryCut>();
    return shared;
}

std::optional<Checkpoint> sharedCheckpoint(ProcessGroup& processGroup, const std::optional<Checkpoint>& local) {
    const Checkpoint given = local.value_or(Checkpoint{});
    const std::string epoch = processGroup.broadcast(local ? std::to_string(given.epoch) : "");
    if (epoch.empty()) return std::nullopt;
    Checkpoint shared;
    shared.epoch = std::stoll(epoch);
    shared.weights = processGroup.broadcast(given.weights);
    shared.state = processGroup.broadcast(given.state);
    shared.progress = processGroup.broadcast(given.progress);
    return shared;
}

}  // namespace recscope
