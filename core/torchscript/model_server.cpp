// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/torchscript/model_server.h"

#include <poll.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <torch/script.h>
#include <unistd.h>

#include <cerrno>
#include <new>
#include <nlohmann/json.hpp>
#include <sstream>
#include <string>
#include <thread>

#include "core/torchscript/message.h"
#include "core/torchscript/sandbox.h"
#include "core/util/error.h"
#include "core/util/translated.h"

namespace recscope {

namespace {

constexpr std::uint64_t kMaxMessageBytes = std::uint64_t{1} << 33;

void requireSocket(int descriptor) {
    struct stat status {};
    if (::fstat(descriptor, &status) == 0 && S_ISSOCK(status.st_mode)) return;
    throw Error(ErrorKind::Usage, translated("serve-model is started by RecScope itself, which sends it a model."),
                translated("To use a model file: recscope-cli adopt model.pt --dataset NAME"));
}

/// Exits this process when the other end of the socket is closed, even during an endless computation of the model.
void exitWithPeer(int descriptor) {
    std::thread([descriptor] {
        pollfd watched{.fd = descriptor, .events = POLLRDHUP, .revents = 0};
        while (::poll(&watched, 1, /*timeout=*/-1) < 0 && errno == EINTR) continue;
        ::_exit(0);
    }).detach();
}

/// Reads exactly `size` bytes. Returns false at the end of the stream or after an error.
bool readAll(int descriptor, char* to, std::size_t size) {
    while (size > 0) {
        const ssize_t count = ::read(descriptor, to, size);
        if (count < 0 && errno == EINTR) continue;
        if (count <= 0) return false;
        to += count;
        size -= static_cast<std::size_t>(count);
    }
    return true;
}

bool writeAll(int descriptor, std::string_view bytes) {
    while (!bytes.empty()) {
        const ssize_t count = ::write(descriptor, bytes.data(), bytes.size());
        if (count < 0 && errno == EINTR) continue;
        if (count <= 0) return false;
        bytes.remove_prefix(static_cast<std::size_t>(count));
    }
    return true;
}

/// Shortens the message of an exception from the model, which includes a stack trace, to one line: the last line that
/// contains "Error:" or, if there is none, the last line with text.
std::string shortMessage(const std::string& whole) {
    constexpr std::size_t kMaxLength = 300;
    std::istringstream lines(whole);
    std::string last, named;
    for (std::string line; std::getline(lines, line);) {
        if (line.find_first_not_of(" \t~<-.") == std::string::npos) continue;
        last = line;
        if (line.find("Error:") != std::string::npos) named = line;
    }
    const std::string& chosen = named.empty() ? last : named;
    return chosen.substr(0, kMaxLength);
}

bool isOutOfMemory(const std::string& message) {
    return message.find("allocate memory") != std::string::npos || message.find("bad_alloc") != std::string::npos;
}

/// The loaded model.
class Model {
public:
    /// Loads the archive and returns the content of a Loaded message.
    std::string load(std::string archive) {
        std::istringstream stream(std::move(archive));
        m_module = torch::jit::load(stream, torch::kCPU);
        m_module.eval();
        const auto& arguments = m_module.get_method("forward").function().getSchema().arguments();
        m_takesUsers = arguments.size() > 2;  // the first is the module
        return nlohmann::json{{"takes_users", m_takesUsers},
                              {"has_attention", m_module.find_method("attention").has_value()}}
            .dump();
    }

    ModelOutput call(const std::string& method, const ModelInput& input) {
        const torch::InferenceMode guard;
        const auto tensor = [](const std::vector<std::int64_t>& numbers, torch::IntArrayRef shape) {
            return torch::tensor(numbers, torch::kLong).reshape(shape);
        };
        std::vector<torch::IValue> arguments{tensor(input.items, {input.rows, input.length})};
        const std::size_t taken = m_module.get_method(method).function().getSchema().arguments().size() - 1;
        if (taken > 1) arguments.emplace_back(tensor(input.users, {input.rows}));
        const torch::IValue result = m_module.get_method(method)(arguments);
        if (!result.isTensor()) throw std::runtime_error("it returned " + result.tagKind() + " instead of a tensor");
        torch::Tensor values = result.toTensor();
        ModelOutput output;
        output.shape = values.sizes().vec();
        if (values.numel() > input.maxNumbers) return output;
        values = values.to(torch::kCPU, torch::kFloat).contiguous();
        output.values.assign(values.data_ptr<float>(), values.data_ptr<float>() + values.numel());
        return output;
    }

private:
    torch::jit::Module m_module;
    bool m_takesUsers = false;
};

/// Computes the reply to one message.
std::string replyTo(Model& model, MessageKind kind, std::string content) {
    if (kind == MessageKind::Load) return frame(MessageKind::Loaded, model.load(std::move(content)));
    const std::optional<ModelInput> input = decodeInput(content);
    if (!input) throw std::runtime_error("the request was damaged");
    return frame(MessageKind::Values,
                 encode(model.call(kind == MessageKind::Forward ? "forward" : "attention", *input)));
}

std::string replyOrFailure(Model& model, MessageKind kind, std::string content) {
    std::string message;
    try {
        return replyTo(model, kind, std::move(content));
    } catch (const std::bad_alloc&) {
        return frame(MessageKind::OutOfMemory, {});
    } catch (const c10::Error& error) {
        message = error.what_without_backtrace();
    } catch (const std::exception& error) {
        message = error.what();
    }
    if (isOutOfMemory(message)) return frame(MessageKind::OutOfMemory, {});
    return frame(MessageKind::Failed, shortMessage(message));
}

/// Makes LibTorch and OpenMP start their threads and read the files that they need. After `restrictThisProcess`, no
/// file can be opened.
void warmUp() {
    constexpr std::int64_t kSize = 512;
    const torch::Tensor square = torch::ones({kSize, kSize});
    (void)torch::softmax(torch::matmul(square, square), /*dim=*/1).sum().item<float>();
    (void)torch::rand({1}).item<float>();  // reads the seed of the default generator
}

}  // namespace

void serveModel(int descriptor, std::int64_t memoryBytes) {
    requireSocket(descriptor);
    exitWithPeer(descriptor);
    warmUp();
    restrictThisProcess(memoryBytes);
    Model model;
    std::string header(kHeaderBytes, '\0');
    while (readAll(descriptor, header.data(), header.size())) {
        const MessageHeader next = headerOf(header);
        if (next.length > kMaxMessageBytes) return;
        std::string content(next.length, '\0');
        if (!readAll(descriptor, content.data(), content.size())) return;
        if (!writeAll(descriptor, replyOrFailure(model, next.kind, std::move(content)))) return;
    }
}

}  // namespace recscope
