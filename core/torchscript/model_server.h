// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstdint>

namespace recscope {

/// Runs a TorchScript model for another process: the first message on the socket `descriptor` loads the model, all
/// later messages call its methods (core/torchscript/message.h). The process is restricted (`restrictThisProcess`)
/// before the model is loaded. Returns when the other end closes the socket. Throws Error(Usage) if `descriptor` is not
/// a socket, and Error(Input) if the process cannot be restricted.
void serveModel(int descriptor, std::int64_t memoryBytes);

}  // namespace recscope
