// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/team/team.h"

#include <torch/torch.h>

#include <algorithm>
#include <atomic>
#include <chrono>
#include <csignal>
#include <cstring>
#include <future>
#include <numeric>
#include <thread>
#include <torch/csrc/distributed/c10d/ProcessGroupGloo.hpp>
#include <vector>

#include "core/team/host_line.h"
#include "core/team/meeting_file.h"
#include "core/team/team_cores.h"
#include "core/team/team_watch.h"
#include "core/util/translated.h"

namespace recscope {

namespace {

using namespace std::chrono_literals;
using Clock = std::chrono::steady_clock;

constexpr auto kGathering = 5min;      // until all must be there: a queue may start hosts one after the other
constexpr auto kFirstWord = 3s;        // then it is said who is waited for
constexpr auto kPoll = 20ms;           // while gathering
constexpr auto kStoreAnswer = 30s;     // of a store that is there
constexpr auto kFirstAnswer = 10s;     // of whoever accepts a connection where rank 0 should be
constexpr auto kPatientOp = 24h;       // of a sum: rank 0 may write for long, and who is lost is the watch's to say
constexpr auto kLookAgain = 200ms;     // while a sum is waited for
constexpr int kWaitsWithoutLook = 40;  // 8 s: then the watch itself waits for a host that is gone
constexpr const char* kLoopback = "127.0.0.1";
// Of rank 0's host as others reach it: many hosts know themselves by their name as 127.0.1.1.
constexpr const char* kOutside = "outside";

std::atomic<bool> threadsLeftBehind = false;

std::vector<std::uint8_t> bytesOf(const std::string& text) {
    return {text.begin(), text.end()};
}
std::string textOf(const std::vector<std::uint8_t>& bytes) {
    return {bytes.begin(), bytes.end()};
}

/// Of what a library threw, to stand before a full stop.
std::string firstLine(const std::exception& error) {
    std::string words = error.what();
    words.resize(std::min(words.find('\n'), words.size()));
    while (words.ends_with('.')) words.pop_back();
    return words;
}

/// The way to the others: where rank 0's store is, and under which address this host is known to them.
struct Meeting {
    std::string address, own;
    std::uint16_t port = 0;
};

using Store = c10::intrusive_ptr<c10d::TCPStore>;

Store openStore(const Meeting& meeting, bool serves) {
    c10d::TCPStoreOptions options;
    options.port = meeting.port;
    options.isServer = serves;
    options.waitWorkers = false;
    options.timeout = std::chrono::duration_cast<std::chrono::milliseconds>(kStoreAnswer);
    return c10::make_intrusive<c10d::TCPStore>(meeting.address, options);
}

/// What a thread of its own does. Whoever waits for it can leave it behind, for what it does cannot be called back.
template <class Result>
std::future<Result> startAside(const std::function<Result()>& work) {
    auto promise = std::make_shared<std::promise<Result>>();
    std::future<Result> result = promise->get_future();
    std::thread([promise, work] {
        try {
            promise->set_value(work());
        } catch (...) {
            promise->set_exception(std::current_exception());
        }
    }).detach();
    return result;
}

/// Waits for something, telling so, at most as long as gathering may take. `what`: "for …".
class Patience {
public:
    /// `hint`: what to look at if the wait is for nothing.
    Patience(const Team::Waiting& waiting, std::string hint, std::stop_token stop)
        : m_waiting(waiting), m_hint(std::move(hint)), m_stop(std::move(stop)) {}

    void waitUntil(const std::function<bool()>& isThere, const std::function<std::string()>& what) {
        while (!isThere()) {
            if (m_stop.stop_requested())
                throw Error(ErrorKind::Cancelled, translated("Stopped while waiting {}.", what()));
            const auto waited = Clock::now() - m_begin;
            if (waited > kGathering) throw TeamLost(ErrorKind::Input, "Waited five minutes " + what() + ".", m_hint);
            if (!m_hasTold && waited > kFirstWord && m_waiting) m_waiting("Waiting " + what() + " …");
            m_hasTold = m_hasTold || waited > kFirstWord;
            std::this_thread::sleep_for(kPoll);
        }
    }

private:
    const Team::Waiting& m_waiting;
    std::string m_hint;
    std::stop_token m_stop;
    Clock::time_point m_begin = Clock::now();
    bool m_hasTold = false;
};

/// The store of rank 0, once it has answered a first question. Throws Error(Input) with what it throws itself, or if it
/// says nothing for so long: anybody may listen at a port.
Store openAnswering(const Meeting& meeting, bool serves, std::chrono::seconds longest, const std::string& wrong,
                    const std::string& hint) {
    const auto fail = [&](const std::string& why) { throw Error(ErrorKind::Input, wrong + ": " + why + ".", hint); };
    std::future<Store> opened = startAside<Store>([meeting, serves] {
        Store store = openStore(meeting, serves);
        store->add("hello", 1);
        return store;
    });
    if (opened.wait_for(longest) != std::future_status::ready) {
        threadsLeftBehind = true;
        fail(translated("it says nothing"));
    }
    try {
        return opened.get();
    } catch (const std::exception& error) {
        fail(firstLine(error));
    }
    return {};
}

/// Rank 0 opens the store, the others find it.
Store meet(const TeamSeat& seat, Meeting& meeting, const std::optional<MeetingFile>& file, Patience& patience) {
    meeting = {
        .address = file ? kLoopback : seat.address, .own = kLoopback, .port = file ? std::uint16_t{0} : seat.port};
    const auto place = [&] { return meeting.address + ":" + std::to_string(meeting.port); };
    if (seat.rank == 0) {
        // LibTorch looks for the address that long itself, if it is no more than unknown.
        Store store = openAnswering(meeting, /*serves=*/true, kStoreAnswer + kFirstAnswer,
                                    translated("The processes of this run cannot meet at {}", place()),
                                    translated("Is MASTER_ADDR this host, and MASTER_PORT free? Choose another port."));
        meeting.port = store->getPort();
        if (file)
            file->write(meeting.port);
        else if (const auto line = lineTo(meeting.address, meeting.port))
            meeting.own = line->here;
        return store;
    }
    std::optional<HostLine> line;
    patience.waitUntil(
        [&] {
            if (file) meeting.port = file->read().value_or(0);
            if (meeting.port != 0) line = lineTo(meeting.address, meeting.port);
            return line.has_value();
        },
        [&] { return file ? std::string("for the process with rank 0") : "for rank 0 at " + place(); });
    meeting.own = line->here;
    Store store = openAnswering(meeting, /*serves=*/false, kFirstAnswer,
                                translated("What answers at {} is not this run's rank 0", place()),
                                translated("Choose another MASTER_PORT."));
    if (!isLoopback(line->there)) store->set(kOutside, bytesOf(line->there));
    return store;
}

[[noreturn]] void throwLost(const TeamWatch::Verdict& why) {
    throw TeamLost(ErrorKind::Input, why.sentence, why.hint);
}

void throwIfLost(const TeamWatch& watch) {
    if (const auto why = watch.verdict()) throwLost(*why);
}

/// Says where this process is and waits until all have; rank 0 checks that each is there once.
std::vector<TeamMember> gather(const TeamSeat& seat, c10d::TCPStore& store, const TeamWatch& watch,
                               Patience& patience) {
    const auto keyOf = [](int rank) { return TeamWatch::memberKey(rank); };
    const std::string size = std::to_string(seat.size);
    const std::string first = textOf(store.compareSet("size", {}, bytesOf(size)));
    if (first != size)
        throw Error(
            ErrorKind::Usage,
            translated("The process with rank {} was told of {} processes, another one of {}.", seat.rank, size, first),
            translated("Start all of them with the same number."));
    if (store.add("claim/" + std::to_string(seat.rank), 1) > 1)
        throw Error(ErrorKind::Usage, translated("Two processes say that they have rank {}.", seat.rank),
                    translated("Each process of a run has a rank of its own. Does another run meet at the same port?"));
    store.set(keyOf(seat.rank), bytesOf(toText(thisMember())));
    std::vector<std::string> keys;
    int next = 0;  // ranks below are there
    patience.waitUntil(
        [&] {
            throwIfLost(watch);
            while (next < seat.size && store.check({keyOf(next)})) ++next;
            return next == seat.size;
        },
        [&] {
            return "for the process with rank " + std::to_string(next) + " of " + std::to_string(seat.size) +
                   " processes";
        });
    std::vector<TeamMember> members;
    for (int rank = 0; rank < seat.size; ++rank) members.push_back(memberFromText(textOf(store.get(keyOf(rank)))));
    return members;
}

using Group = c10::intrusive_ptr<c10d::ProcessGroupGloo>;

/// In a thread of its own: connecting to somebody who died meanwhile would take longer than anybody waits.
Group connectAll(const TeamSeat& seat, const Store& store, const Meeting& meeting, const TeamWatch& watch) {
    std::future<Group> connected = startAside<Group>([seat, store, own = meeting.own] {
        auto options =
            c10d::ProcessGroupGloo::Options::create(std::chrono::duration_cast<std::chrono::milliseconds>(kPatientOp));
        const char* const interface = std::getenv("GLOO_SOCKET_IFNAME");
        options->devices.push_back(interface == nullptr ? c10d::ProcessGroupGloo::createDeviceForHostname(own)
                                                        : c10d::ProcessGroupGloo::createDeviceForInterface(interface));
        return c10::make_intrusive<c10d::ProcessGroupGloo>(store, seat.rank, seat.size, options);
    });
    while (connected.wait_for(kPoll) != std::future_status::ready) {
        if (const auto why = watch.verdict()) {
            threadsLeftBehind = true;
            throwLost(*why);
        }
    }
    try {
        return connected.get();
    } catch (const std::exception& error) {
        if (const auto why = watch.waitForVerdict()) throwLost(*why);
        // Of this process's own: the others have to be told, for they still wait for it.
        throw Error(
            ErrorKind::Input, translated("It cannot be connected with the others: {}.", firstLine(error)),
            translated("Hosts must reach each other on all ports; GLOO_SOCKET_IFNAME names the interface to use."));
    }
}

}  // namespace

struct Team::Links {
    TeamSeat seat;
    Meeting meeting;
    Store store;
    std::unique_ptr<TeamWatch> watch;
    std::vector<TeamMember> members;
    std::vector<int> threads;
    Group group;
    bool isBroken = false;
    torch::Tensor floats, doubles;  // what is summed, so that a sum that nobody waits for any more has it to itself

    void finish(const c10::intrusive_ptr<c10d::Work>& work);
    template <class T>
    void sum(std::span<T> numbers, torch::Tensor& buffer);
    [[noreturn]] void lose(const std::optional<TeamWatch::Verdict>& why, const std::string& words);
};

void Team::Links::lose(const std::optional<TeamWatch::Verdict>& why, const std::string& words) {
    isBroken = true;
    throwLost(why.value_or(TeamWatch::Verdict{"The connection to another process of this run broke: " + words + ".",
                                              "The run goes on from its last epoch with --resume."}));
}

void Team::Links::finish(const c10::intrusive_ptr<c10d::Work>& work) {
    std::int64_t looks = watch->looks();
    int waitsWithout = 0;
    for (;;) {
        try {
            work->wait(kLookAgain);
            return;
        } catch (const std::exception& error) {
            if (work->isCompleted() && work->isSuccess()) return;  // just after the time was over
            // Of what went wrong the watch knows more: who it was, and perhaps its own sentence.
            if (work->isCompleted()) lose(watch->waitForVerdict(), firstLine(error));
            if (const auto why = watch->verdict()) lose(why, {});
            waitsWithout = watch->looks() == looks ? waitsWithout + 1 : 0;
            looks = watch->looks();
            if (waitsWithout >= kWaitsWithoutLook) lose(watch->giveUp(), {});
        }
    }
}

template <class T>
void Team::Links::sum(std::span<T> numbers, torch::Tensor& buffer) {
    const auto count = static_cast<std::int64_t>(numbers.size());
    if (count == 0) return;
    if (!buffer.defined() || buffer.numel() != count)
        buffer = torch::empty({count}, c10::CppTypeToScalarType<T>::value);
    std::copy(numbers.begin(), numbers.end(), buffer.template data_ptr<T>());
    std::vector<torch::Tensor> tensors{buffer};
    finish(group->allreduce(tensors));
    std::copy_n(buffer.template data_ptr<T>(), count, numbers.begin());
}

std::unique_ptr<Team> Team::join(const TeamSeat& seat, const Waiting& waiting, const std::stop_token& stop) {
    // A connection that somebody closed is an error with a sentence, not the end of the process.
    std::signal(SIGPIPE, SIG_IGN);
    std::optional<MeetingFile> file;
    if (seat.address.empty()) file.emplace(seat);
    Patience patience(
        waiting,
        file ? translated("Did all processes start? If they cannot find each other by themselves, set MASTER_ADDR to "
                          "127.0.0.1 and MASTER_PORT to a free port for all of them.")
             : translated("Did all processes start, and can their hosts reach each other?"),
        stop);
    auto links = std::make_unique<Links>();
    links->seat = seat;
    std::unique_ptr<Team> team(new Team(std::move(links)));
    Links& of = *team->m_links;
    try {
        of.store = meet(seat, of.meeting, file, patience);
        of.watch = std::make_unique<TeamWatch>(openStore(of.meeting, /*serves=*/false), seat.rank, seat.size);
        of.members = gather(seat, *of.store, *of.watch, patience);
        if (isLoopback(of.meeting.own) && of.store->check({kOutside})) of.meeting.own = textOf(of.store->get(kOutside));
        of.group = connectAll(seat, of.store, of.meeting, *of.watch);
        if (file && seat.rank == 0) file->remove();
    } catch (const Error& error) {
        if (file && seat.rank == 0) file->remove();
        if (of.watch && dynamic_cast<const TeamLost*>(&error) == nullptr) team->tellFailure(error.what(), error.hint());
        throw;
    } catch (const std::exception& error) {  // the store's
        if (file && seat.rank == 0) file->remove();
        of.lose(of.watch ? of.watch->waitForVerdict() : std::nullopt, firstLine(error));
    }
    of.threads = threadsOf(of.members);
    return team;
}

Team::Team(std::unique_ptr<Links> links) : m_links(std::move(links)) {}

Team::~Team() {
    const bool isLost = m_links->watch && m_links->watch->verdict();
    if (m_links->group && (m_links->isBroken || isLost)) {
        // It would wait for what the lost process never sends.
        threadsLeftBehind = true;
        static_cast<void>(m_links->group.release());
    }
    m_links->group.reset();
    m_links->watch.reset();
}

int Team::rank() const {
    return m_links->seat.rank;
}
int Team::size() const {
    return m_links->seat.size;
}
int Team::rankOnHost() const {
    const auto here = m_links->members.begin() + rank();
    return static_cast<int>(std::count_if(m_links->members.begin(), here,
                                          [&](const TeamMember& other) { return other.kernel == here->kernel; }));
}
int Team::threads() const {
    return m_links->threads[static_cast<std::size_t>(rank())];
}
int Team::firstThread() const {
    return std::accumulate(m_links->threads.begin(), m_links->threads.begin() + rank(), 0);
}
int Team::allThreads() const {
    return std::accumulate(m_links->threads.begin(), m_links->threads.end(), 0);
}
int Team::coresOfLeader() const {
    return m_links->members.front().unboundCores;
}
std::string Team::describe() const {
    return describeTeam(m_links->members);
}

void Team::sum(std::span<float> numbers) {
    m_links->sum(numbers, m_links->floats);
}
void Team::sum(std::span<double> numbers) {
    m_links->sum(numbers, m_links->doubles);
}

std::string Team::broadcast(const std::string& text) {
    const torch::Tensor length = torch::full({1}, static_cast<std::int64_t>(text.size()), torch::kLong);
    std::vector<torch::Tensor> sent{length};
    m_links->finish(m_links->group->broadcast(sent));
    const auto count = length.item<std::int64_t>();
    if (count == 0) return {};
    const torch::Tensor bytes = torch::empty({count}, torch::kByte);
    if (leads()) std::memcpy(bytes.data_ptr(), text.data(), text.size());
    sent = {bytes};
    m_links->finish(m_links->group->broadcast(sent));
    return {static_cast<const char*>(bytes.data_ptr()), static_cast<std::size_t>(count)};
}

void Team::tellFailure(const std::string& sentence, const std::string& hint) {
    const TeamMember here = thisMember();
    m_links->isBroken = true;
    m_links->watch->tellFailure(
        {"The process with rank " + std::to_string(rank()) + " (" + whereabouts(here) + ") stopped: " + sentence,
         hint});
}

void Team::throwIfLost() const {
    recscope::throwIfLost(*m_links->watch);
}
std::stop_token Team::lost() const {
    return m_links->watch->lost();
}

bool Team::leavesThreadsBehind() {
    return threadsLeftBehind;
}

}  // namespace recscope
