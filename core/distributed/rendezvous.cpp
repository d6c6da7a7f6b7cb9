// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/distributed/rendezvous.h"

#include <algorithm>
#include <thread>

#include "core/distributed/aside.h"
#include "core/distributed/host_route.h"
#include "core/distributed/rendezvous_file.h"
#include "core/distributed/store_text.h"
#include "core/util/translated.h"

namespace recscope {

namespace {

using namespace std::chrono_literals;

constexpr auto kGathering = 5min;         // time limit for joining: a batch queue may start hosts one by one
constexpr auto kFirstStatusDelay = 3s;    // delay before the first status sentence
constexpr auto kPoll = 20ms;              // poll interval
constexpr auto kStoreTimeout = 30s;       // timeout of calls to a reachable store
constexpr auto kFirstReplyTimeout = 10s;  // timeout of the first reply at rank 0's address
constexpr const char* kLoopback = "127.0.0.1";
// Store key of the address by which other hosts reach rank 0. The other ranks set it, because rank 0 may not know it:
// many hosts resolve their own name to 127.0.1.1.
constexpr const char* kOutsideAddressKey = "outside";

}  // namespace

std::string firstLine(const std::exception& error) {
    std::string words = error.what();
    words.resize(std::min(words.find('\n'), words.size()));
    while (words.ends_with('.')) words.pop_back();
    return words;
}

void throwLost(const Heartbeat::Verdict& why) {
    throw PeerLostError(ErrorKind::Input, why.sentence, why.hint);
}

Heartbeat::Store openStore(const Rendezvous& rendezvous, bool serves) {
    c10d::TCPStoreOptions options;
    options.port = rendezvous.port;
    options.isServer = serves;
    options.waitWorkers = false;
    options.timeout = std::chrono::duration_cast<std::chrono::milliseconds>(kStoreTimeout);
    return c10::make_intrusive<c10d::TCPStore>(rendezvous.address, options);
}

JoinTimer::JoinTimer(const ProcessGroup::Waiting& waiting, std::string hint, std::stop_token stop)
    : m_waiting(waiting), m_hint(std::move(hint)), m_stop(std::move(stop)) {}

void JoinTimer::waitUntil(const std::function<bool()>& isDone, const std::function<std::string()>& what) {
    while (!isDone()) {
        if (m_stop.stop_requested()) throw Error(ErrorKind::Cancelled, translated("Stopped while waiting {}.", what()));
        const auto waited = std::chrono::steady_clock::now() - m_begin;
        if (waited > kGathering)
            throw PeerLostError(ErrorKind::Input, translated("Waited five minutes {}.", what()), m_hint);
        if (!m_hasReported && waited > kFirstStatusDelay && m_waiting) m_waiting(translated("Waiting {} …", what()));
        m_hasReported = m_hasReported || waited > kFirstStatusDelay;
        std::this_thread::sleep_for(kPoll);
    }
}

namespace {

/// Opens the store of rank 0 and waits for its first reply. Throws Error(Input) with the message of a store error, or
/// if there is no reply within `longest`: any program may listen on that port.
Heartbeat::Store openResponding(const Rendezvous& rendezvous, bool serves, std::chrono::seconds longest,
                                const std::string& sentence, const std::string& hint) {
    const auto fail = [&](const std::string& why) { throw Error(ErrorKind::Input, sentence + ": " + why + ".", hint); };
    std::future<Heartbeat::Store> opened = runDetached<Heartbeat::Store>([rendezvous, serves] {
        Heartbeat::Store store = openStore(rendezvous, serves);
        store->add("hello", 1);
        return store;
    });
    if (opened.wait_for(longest) != std::future_status::ready) {
        leaveThreadBehind();
        fail(translated("it does not respond"));
    }
    try {
        return opened.get();
    } catch (const std::exception& error) {
        fail(firstLine(error));
    }
    return {};
}

}  // namespace

Heartbeat::Store connectToStore(const RankInfo& rankInfo, Rendezvous& rendezvous,
                                const std::optional<RendezvousFile>& file, JoinTimer& joinTimer) {
    rendezvous = {.address = file ? kLoopback : rankInfo.address,
                  .own = kLoopback,
                  .port = file ? std::uint16_t{0} : rankInfo.port};
    const auto endpoint = [&] { return rendezvous.address + ":" + std::to_string(rendezvous.port); };
    if (rankInfo.rank == 0) {
        // The limit includes kStoreTimeout, because LibTorch retries for that long if the address cannot be resolved.
        Heartbeat::Store store =
            openResponding(rendezvous, /*serves=*/true, kStoreTimeout + kFirstReplyTimeout,
                           translated("The processes of this run cannot connect at {}", endpoint()),
                           translated("Is MASTER_ADDR this host, and MASTER_PORT free? Choose another port."));
        rendezvous.port = store->getPort();
        if (file)
            file->write(rendezvous.port);
        else if (const auto route = routeTo(rendezvous.address, rendezvous.port))
            rendezvous.own = route->here;
        return store;
    }
    std::optional<HostRoute> route;
    joinTimer.waitUntil(
        [&] {
            if (file) rendezvous.port = file->read().value_or(0);
            if (rendezvous.port != 0) route = routeTo(rendezvous.address, rendezvous.port);
            return route.has_value();
        },
        [&] { return file ? translated("for the process with rank 0") : translated("for rank 0 at {}", endpoint()); });
    rendezvous.own = route->here;
    Heartbeat::Store store =
        openResponding(rendezvous, /*serves=*/false, kFirstReplyTimeout,
                       translated("The program that responds at {} is not this run's rank 0", endpoint()),
                       translated("Choose another MASTER_PORT."));
    if (!isLoopback(route->there)) store->set(kOutsideAddressKey, bytesOf(route->there));
    return store;
}

std::vector<GroupMember> gatherMembers(const RankInfo& rankInfo, c10d::TCPStore& store, const Heartbeat& heartbeat,
                                       JoinTimer& joinTimer) {
    const auto keyOf = [](int rank) { return Heartbeat::memberKey(rank); };
    const std::string size = std::to_string(rankInfo.size);
    const std::string first = textOf(store.compareSet("size", {}, bytesOf(size)));
    if (first != size)
        throw Error(ErrorKind::Usage,
                    translated("The process with rank {} expects {} processes, another one expects {}.", rankInfo.rank,
                               size, first),
                    translated("Start all of them with the same number of processes."));
    if (store.add("claim/" + std::to_string(rankInfo.rank), 1) > 1)
        throw Error(ErrorKind::Usage, translated("Two processes have the same rank, {}.", rankInfo.rank),
                    translated("Each process of a run needs its own rank. Does another run use the same port?"));
    store.set(keyOf(rankInfo.rank), bytesOf(toText(thisMember())));
    std::vector<std::string> keys;
    int next = 0;  // the lowest rank not known to have joined
    joinTimer.waitUntil(
        [&] {
            if (const auto why = heartbeat.verdict()) throwLost(*why);
            while (next < rankInfo.size && store.check({keyOf(next)})) ++next;
            return next == rankInfo.size;
        },
        [&] { return translated("for the process with rank {} of {} processes", next, rankInfo.size); });
    std::vector<GroupMember> members;
    for (int rank = 0; rank < rankInfo.size; ++rank) members.push_back(memberFromText(textOf(store.get(keyOf(rank)))));
    return members;
}

std::string ownAddress(const Rendezvous& rendezvous, c10d::TCPStore& store) {
    return isLoopback(rendezvous.own) && store.check({kOutsideAddressKey}) ? textOf(store.get(kOutsideAddressKey))
                                                                           : rendezvous.own;
}

GlooGroup connectAll(const RankInfo& rankInfo, const Heartbeat::Store& store, const std::string& address,
                     const Heartbeat& heartbeat) {
    // Runs on its own thread, because connecting to a process that has just died may block for too long.
    std::future<GlooGroup> connected = runDetached<GlooGroup>([rankInfo, store, address] {
        auto options = c10d::ProcessGroupGloo::Options::create(kSumTimeout);
        const char* const interface = std::getenv("GLOO_SOCKET_IFNAME");
        options->devices.push_back(interface == nullptr ? c10d::ProcessGroupGloo::createDeviceForHostname(address)
                                                        : c10d::ProcessGroupGloo::createDeviceForInterface(interface));
        return c10::make_intrusive<c10d::ProcessGroupGloo>(store, rankInfo.rank, rankInfo.size, options);
    });
    while (connected.wait_for(kPoll) != std::future_status::ready) {
        if (const auto why = heartbeat.verdict()) {
            leaveThreadBehind();
            throwLost(*why);
        }
    }
    try {
        return connected.get();
    } catch (const std::exception& error) {
        if (const auto why = heartbeat.waitForVerdict()) throwLost(*why);
        // The error occurred in this process; the caller reports it to the others, which are still waiting.
        throw Error(ErrorKind::Input,
                    translated("This process cannot be connected to the others: {}.", firstLine(error)),
                    translated("The hosts must be able to reach each other on all ports; set GLOO_SOCKET_IFNAME to the "
                               "interface to use."));
    }
}

}  // namespace recscope
