// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/remote/child_process.h"

#include <poll.h>
#include <sys/socket.h>

#include <array>
#include <cerrno>
#include <tuple>

#include "core/util/spawned_process.h"
#include "core/util/translated.h"

namespace recscope {

namespace {

constexpr int kPollInterval = 100;           // longest wait between two calls of `shouldContinue`, in milliseconds
constexpr std::size_t kKeptMessages = 8192;  // bytes of standard error

/// Writes the bytes in `waiting` or, if it is empty, the next bytes from `nextBytes`. Closes `to` at the end of the
/// input or if the reader has closed its end.
void writeSome(Descriptor& to, std::string& waiting, const std::function<std::string()>& nextBytes) {
    if (waiting.empty()) waiting = nextBytes();
    if (waiting.empty()) return to.close();
    const ssize_t count = ::send(to.number(), waiting.data(), waiting.size(), MSG_NOSIGNAL | MSG_DONTWAIT);
    if (count >= 0)
        waiting.erase(0, static_cast<std::size_t>(count));
    else if (errno != EAGAIN && errno != EINTR)
        to.close();
}

}  // namespace

ChildResult runChild(const std::vector<std::string>& words, const ChildCalls& calls) {
    // Each pair of sockets has an end in this process and one (…There) in the child.
    auto [output, outputThere] = connectedSockets();
    auto [messages, messagesThere] = connectedSockets();
    Descriptor input, inputThere;
    if (calls.input) std::tie(input, inputThere) = connectedSockets();
    SpawnedProcess child(words, inputThere.number(), outputThere.number(), messagesThere.number(),
                         translated("Is it installed? On Debian and Ubuntu: apt-get install openssh-client."));
    for (Descriptor* theirs : {&inputThere, &outputThere, &messagesThere}) theirs->close();

    ChildResult end;
    std::string waiting, received;
    while (output.isOpen() || messages.isOpen()) {
        if (calls.shouldContinue && !calls.shouldContinue()) {
            child.kill();
            end.wasStopped = true;
            return end;
        }
        std::array<pollfd, 3> watched = {{{output.number(), POLLIN, 0},
                                          {messages.number(), POLLIN, 0},
                                          {input.number(), POLLOUT, 0}}};  // poll ignores a descriptor of -1
        // Also checks whether the child has ended, because waiting for the end of its output is not enough: the master
        // connection that ssh keeps open (ControlPersist) does not close the standard error that it has inherited.
        const bool hasEnded = child.hasEnded();
        if (::poll(watched.data(), watched.size(), kPollInterval) <= 0) {
            if (hasEnded) break;
            continue;
        }
        if (watched[0].revents != 0) {
            received.clear();
            if (!receiveAvailable(output, received)) output.close();
            if (!received.empty() && calls.output) calls.output(received);
        }
        if (watched[1].revents != 0 && !receiveAvailable(messages, end.messages)) messages.close();
        if (end.messages.size() > kKeptMessages) end.messages.erase(0, end.messages.size() - kKeptMessages);
        if (watched[2].revents != 0) writeSome(input, waiting, calls.input);
    }
    end.exitCode = child.wait().exitCode;
    return end;
}

}  // namespace recscope
