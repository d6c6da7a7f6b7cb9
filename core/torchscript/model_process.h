// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <chrono>
#include <functional>
#include <memory>
#include <mutex>
#include <stop_token>
#include <string>

#include "core/torchscript/message.h"

namespace recscope {

/// The limits of a model's process.
struct ModelLimits {
    std::int64_t memoryBytes = std::int64_t{4} << 30;  ///< in addition to what the process needs without the model
    std::chrono::seconds time{20};                     ///< for loading, and for each call
};

/// A TorchScript model that runs in its own process (`recscope-cli serve-model`), so that even a crash or excessive use
/// of memory or time causes only an error here. The process is started by the first call and again after a failure.
/// Thread-safe; calls are executed one at a time.
///
/// Calls throw Error(Input) if the process cannot be started, crashes, exceeds a limit, or if the model fails, and
/// Error(Cancelled) soon after a stop request.
class ModelProcess {
public:
    /// `archive` returns the bytes of the TorchScript archive; it is called once for each start. `name` is used in
    /// error messages.
    ModelProcess(std::string name, std::function<std::string()> archive, const ModelLimits& limits);
    ~ModelProcess();

    struct Methods {
        bool takesUsers = false, hasAttention = false;
    };
    /// The methods that the model has; starts the process if necessary.
    Methods methods(const std::stop_token& stop = {});

    /// Calls `forward` or `attention` and returns the values of the result, which must have the given shape. This
    /// function sets `input.maxNumbers`.
    std::vector<float> call(MessageKind method, ModelInput input, const std::vector<std::int64_t>& shape,
                            const std::stop_token& stop = {});
    /// Like the overload above, for results whose shape is not known beforehand. A result with more than
    /// `input.maxNumbers` numbers is returned without its values.
    ModelOutput call(MessageKind method, const ModelInput& input, const std::stop_token& stop = {});

private:
    struct Connection;
    /// Returns the connection; starts the process and loads the model if there is none.
    Connection& connection(const std::stop_token& stop);
    /// Sends a message and returns the content of the reply, which must be of the kind `expected`.
    std::string exchange(Connection& to, MessageKind kind, std::string_view content, MessageKind expected,
                         std::uint64_t maxBytes, const std::stop_token& stop);

    std::string m_name;
    std::function<std::string()> m_archive;
    ModelLimits m_limits;
    Methods m_methods;
    std::mutex m_mutex;
    std::unique_ptr<Connection> m_connection;
};

/// "(1, 5)"
std::string shapeText(const std::vector<std::int64_t>& shape);

}  // namespace recscope
