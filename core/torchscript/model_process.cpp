// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/torchscript/model_process.h"

#include <fmt/format.h>
#include <fmt/ranges.h>
#include <poll.h>
#include <sys/socket.h>

#include <signal.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <cstring>
#include <filesystem>
#include <nlohmann/json.hpp>
#include <numeric>
#include <thread>

#include "core/torchscript/short_text.h"
#include "core/util/error.h"
#include "core/util/progress.h"
#include "core/util/spawned_process.h"
#include "core/util/text.h"
#include "core/util/translated.h"

namespace recscope {

namespace {

using Clock = std::chrono::steady_clock;

constexpr int kPollMilliseconds = 50;  // longest wait between two checks of the stop token and the clock
// In bytes: how much of the end of the process's standard error is stored, and the largest part of a model's text that
// an error message quotes.
constexpr std::size_t kKeptErrorBytes = 4096;
constexpr std::size_t kMaxMessageBytes = 300;
// In bytes: a reply of at most kMaxTextBytes is always accepted, because it may be an error message; a reply longer
// than kMaxReplyBytes never is.
constexpr std::uint64_t kMaxTextBytes = 1 << 16, kMaxReplyBytes = std::uint64_t{1} << 31;

/// The path of `recscope-cli` in the folder of the running program.
std::string serverProgram() {
    std::error_code failure;
    const std::filesystem::path self = std::filesystem::read_symlink("/proc/self/exe", failure);
    return (self.parent_path() / "recscope-cli").string();
}

/// Returns how a process that has closed its socket ended. Kills it if it still runs after two seconds.
ProcessEnd endOf(SpawnedProcess& process) {
    const auto deadline = Clock::now() + std::chrono::seconds(2);
    while (!process.hasEnded() && Clock::now() < deadline)
        std::this_thread::sleep_for(std::chrono::milliseconds(kPollMilliseconds));
    if (process.hasEnded()) return process.wait();
    process.kill();
    return {.exitCode = -1, .signal = SIGKILL};
}

std::string memoryText(std::int64_t bytes) {
    return translated("{} MB", grouped(bytes >> 20));
}

std::string lastLine(const std::string& text) {
    const std::string_view lines = trimmed(text);
    const std::size_t end = lines.rfind('\n');
    return std::string(end == std::string_view::npos ? lines : lines.substr(end + 1));
}

}  // namespace

std::string shapeText(const std::vector<std::int64_t>& shape) {
    return fmt::format("({})", fmt::join(shape, ", "));
}

/// One started process with its socket and its standard error.
struct ModelProcess::Connection {
    Connection(const ModelLimits& limits, std::pair<Descriptor, Descriptor> calls,
               std::pair<Descriptor, Descriptor> errors)
        : socket(std::move(calls.first)),
          standardError(std::move(errors.first)),
          process({serverProgram(), "serve-model", "--memory", std::to_string(limits.memoryBytes >> 20)},
                  calls.second.number(), errors.second.number(), errors.second.number(),
                  translated("It belongs beside the program recscope; install RecScope again.")) {}

    Descriptor socket, standardError;
    SpawnedProcess process;
    std::string errorOutput;  ///< the last bytes of the process's standard error
};

ModelProcess::ModelProcess(std::string name, std::function<std::string()> archive, const ModelLimits& limits)
    : m_name(std::move(name)), m_archive(std::move(archive)), m_limits(limits) {}

ModelProcess::~ModelProcess() = default;

ModelProcess::Connection& ModelProcess::connection(const std::stop_token& stop) {
    if (m_connection) return *m_connection;
    const std::string archive = m_archive();
    auto started = std::make_unique<Connection>(m_limits, connectedSockets(), connectedSockets());
    const std::string reply = exchange(*started, MessageKind::Load, archive, MessageKind::Loaded, kMaxTextBytes, stop);
    const auto json = nlohmann::json::parse(reply, nullptr, /*allow_exceptions=*/false);
    m_methods = {.takesUsers = json.is_object() && json.value("takes_users", false),
                 .hasAttention = json.is_object() && json.value("has_attention", false)};
    m_connection = std::move(started);
    return *m_connection;
}

ModelProcess::Methods ModelProcess::methods(const std::stop_token& stop) {
    const std::lock_guard lock(m_mutex);
    connection(stop);
    return m_methods;
}

std::string ModelProcess::exchange(Connection& to, MessageKind kind, std::string_view content, MessageKind expected,
                                   std::uint64_t maxBytes, const std::stop_token& stop) {
    const std::string request = frame(kind, content);
    const auto deadline = Clock::now() + m_limits.time;
    std::string_view unsent = request;
    std::string reply;
    const auto isComplete = [&] {
        return reply.size() >= kHeaderBytes && reply.size() - kHeaderBytes >= headerOf(reply).length;
    };
    while (!isComplete()) {
        if (stop.stop_requested()) throwIfStopped(stop);
        if (Clock::now() > deadline)
            throw Error(ErrorKind::Input,
                        translated("{} did not answer within {} seconds.", m_name, m_limits.time.count()),
                        translated("Its process was ended. To give it more time, adopt it again with: recscope-cli "
                                   "adopt … --set time_limit=600"));
        if (reply.size() >= kHeaderBytes &&
            headerOf(reply).length > std::clamp(maxBytes, kMaxTextBytes, kMaxReplyBytes))
            throw Error(ErrorKind::Input, translated("The process of {} sent too much data.", m_name),
                        translated("RecScope ended this process."));
        const short events = unsent.empty() ? POLLIN : POLLIN | POLLOUT;
        std::array<pollfd, 2> watched = {{{to.socket.number(), events, 0}, {to.standardError.number(), POLLIN, 0}}};
        if (::poll(watched.data(), watched.size(), kPollMilliseconds) <= 0) continue;
        if (watched[1].revents != 0 && !receiveAvailable(to.standardError, to.errorOutput)) to.standardError.close();
        if (to.errorOutput.size() > kKeptErrorBytes) to.errorOutput.erase(0, to.errorOutput.size() - kKeptErrorBytes);
        bool isOpen = true;
        if ((watched[0].revents & (POLLIN | POLLHUP | POLLERR)) != 0) isOpen = receiveAvailable(to.socket, reply);
        if (isOpen && (watched[0].revents & POLLOUT) != 0) {
            const ssize_t count = ::send(to.socket.number(), unsent.data(), unsent.size(), MSG_NOSIGNAL | MSG_DONTWAIT);
            if (count >= 0)
                unsent.remove_prefix(static_cast<std::size_t>(count));
            else
                isOpen = errno == EAGAIN || errno == EINTR;
        }
        if (isOpen) continue;
        const ProcessEnd end = endOf(to.process);
        while (to.standardError.isOpen() && receiveAvailable(to.standardError, to.errorOutput) &&
               to.errorOutput.size() < kKeptErrorBytes)
            if (pollfd more{to.standardError.number(), POLLIN, 0}; ::poll(&more, 1, /*timeout=*/0) <= 0) break;
        const std::string last = lastLine(to.errorOutput);
        throw Error(ErrorKind::Input,
                    end.signal != 0 ? translated("The process of {} was ended by the signal \"{}\".", m_name,
                                                 ::strsignal(end.signal))
                                    : translated("The process of {} ended: {}", m_name,
                                                 last.empty() ? translated("exit code {}", end.exitCode)
                                                              : shortText(last, kMaxMessageBytes)),
                    translated("Nothing else is affected. The model must be repaired where it was made."));
    }
    const MessageKind answered = headerOf(reply).kind;
    reply.erase(0, kHeaderBytes);
    if (answered == expected) return reply;
    if (answered == MessageKind::OutOfMemory)
        throw Error(
            ErrorKind::Input,
            translated("{} needs more memory than the {} that it may use.", m_name, memoryText(m_limits.memoryBytes)),
            translated("To give it more, adopt it again with: recscope-cli adopt … --set memory_limit=8192"));
    throw Error(ErrorKind::Input, translated("{} failed: {}", m_name, shortText(reply, kMaxMessageBytes)),
                kind == MessageKind::Load ? translated("The model may need a newer LibTorch than this build has; ./dev "
                                                       "build --torch newest builds with the LibTorch of PyPI.")
                                          : translated("This message comes from the model's own code."));
}

ModelOutput ModelProcess::call(MessageKind method, const ModelInput& input, const std::stop_token& stop) {
    const std::lock_guard lock(m_mutex);
    Connection& to = connection(stop);
    std::optional<ModelOutput> output;
    try {
        const auto maxBytes = static_cast<std::uint64_t>(input.maxNumbers) * sizeof(float) + kMaxTextBytes;
        output = decodeOutput(exchange(to, method, encode(input), MessageKind::Values, maxBytes, stop));
    } catch (...) {
        m_connection.reset();
        throw;
    }
    if (output) return *std::move(output);
    m_connection.reset();
    throw Error(ErrorKind::Input, translated("The process of {} sent a damaged answer.", m_name),
                translated("RecScope ended this process."));
}

std::vector<float> ModelProcess::call(MessageKind method, ModelInput input, const std::vector<std::int64_t>& shape,
                                      const std::stop_token& stop) {
    input.maxNumbers = std::accumulate(shape.begin(), shape.end(), std::int64_t{1}, std::multiplies<>());
    ModelOutput output = call(method, input, stop);
    if (output.shape == shape && static_cast<std::int64_t>(output.values.size()) == input.maxNumbers)
        return std::move(output.values);
    throw Error(ErrorKind::Input,
                method == MessageKind::Forward
                    ? translated("{} returned scores of shape {}; the shape must be {}.", m_name,
                                 shapeText(output.shape), shapeText(shape))
                    : translated("{} returned attention weights of shape {}; the shape must be {}.", m_name,
                                 shapeText(output.shape), shapeText(shape)),
                translated("resources/python/recscope_export.py checks the shapes when it writes a model."));
}

}  // namespace recscope
