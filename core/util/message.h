// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "core/util/error.h"

namespace recscope {

/// The sentences and parts of sentences that are stored by name. message.cpp lists the name and the English pattern of
/// each. A name that was once released must stay and must not change its meaning. The comment after each id lists its
/// arguments; "sentence" is another message.
enum class MessageId {
    Text,  ///< words shown as they are: a name, a number, an error text of the system, a text of an older version
    // Why a training ended as it did
    EndedEarly,              ///< best epoch; only in runs of older versions, which always validated by NDCG@10
    NoBetterMetric,          ///< validation metric, best epoch
    StillImproving,          ///< no arguments
    TrainedAgainOneEpoch,    ///< no arguments
    TrainedAgain,            ///< epochs
    WithoutTimes,            ///< no arguments
    Stopped,                 ///< no arguments
    StoppedBeforeFirstStep,  ///< no arguments
    StoppedBeforeTest,       ///< no arguments
    StoppedInEpoch,          ///< epoch
    CanBeResumed,            ///< no arguments; after the sentence of a failure
    Interrupted,             ///< no arguments
    StoppedInCopy,           ///< no arguments
    NothingToLearnFrom,      ///< no arguments
    NothingThisModelLearns,  ///< no arguments
    LossNotFinite,           ///< step
    ScoresNotFinite,         ///< step
    OutOfMemory,             ///< no arguments
    Unexpected,              ///< what a library said
    DiskFull,                ///< file
    // GPU failures
    GpuTooSmallForTraining,    ///< no arguments; part of GpuMemory
    GpuTooSmallForEvaluation,  ///< no arguments; part of GpuMemory
    GpuTooSmallForOneHistory,  ///< no arguments; part of GpuMemory
    GpuMemory,                 ///< one of the three above, MemoryNeeded or MemoryFree
    GpuMemoryUnknown,          ///< one of the three above
    MemoryNeeded,              ///< memory, AndMemoryFree or an empty text
    AndMemoryFree,             ///< memory
    MemoryFree,                ///< memory
    GpuNotSupported,           ///< what a library said
    GpuLost,                   ///< what a library said
    // Runs on another machine ("machine" is its name)
    OnMachine,                ///< machine, sentence
    StoppedBeforeStartThere,  ///< machine
    StoppedBeforeContact,     ///< machine
    MayStillRunThere,         ///< sentence
    KilledThere,              ///< machine, exit code
    KilledOrRestartedThere,   ///< machine
    DiskFullThere,            ///< machine
    CannotBeReached,          ///< machine, ": " and what ssh said, or an empty text
    ArrivedCorruptedHere,     ///< machine
    ArrivedCorruptedThere,    ///< machine
    FolderGoneThere,          ///< machine
    NotWrittenHere,           ///< file
    // Runs that were adopted
    AdoptedFrom,        ///< file, layout
    MetricsLeftOut,     ///< no arguments
    ListsFrom,          ///< file, layout
    TorchScriptStored,  ///< file, checksum
    TorchScriptFile,    ///< file, checksum
    // How a baseline was set on the validation items
    HalfLifeInItems,  ///< items
    HalfLifeInDays,   ///< days
    NoHalfLife,       ///< no arguments
    // How a device computes, and why it was chosen
    BFloat16Products,  ///< no arguments
    Tf32Products,      ///< no arguments
    Nccl,              ///< no arguments
    SplitBatches,      ///< parts
    CudaGraph,         ///< no arguments
    NoCudaGraph,       ///< what a library said
    FasterThanCpu,     ///< milliseconds a step on the GPU, on the CPU
    FasterThanGpu,     ///< milliseconds a step on the CPU, on the GPU
    GpuMemoryLow,      ///< no arguments
    CpuMemoryLow,      ///< no arguments
    GpuUnusable,       ///< sentence
    CpuUnusable,       ///< sentence
    WhereRunBegan,     ///< no arguments
    GpuOfRunIsGone,    ///< no arguments
};

/// A sentence, or a part of one, as an id and its arguments. It becomes words only when it is shown, in the language of
/// that moment (`wordsOf`). Each argument is a message, too, often a text.
struct Message {
    MessageId id = MessageId::Text;
    std::vector<Message> arguments;
    std::string text;  ///< MessageId::Text only

    Message() = default;
    Message(std::string words) : text(std::move(words)) {}  // NOLINT(google-explicit-constructor): as an argument
    Message(const char* words) : text(words) {}             // NOLINT(google-explicit-constructor)
    Message(std::int64_t number) : text(std::to_string(number)) {}  // NOLINT(google-explicit-constructor)
    Message(MessageId messageId, std::vector<Message> given = {}) : id(messageId), arguments(std::move(given)) {}

    bool operator==(const Message&) const = default;
};

/// Sentences that are shown one after the other.
using Messages = std::vector<Message>;

/// The language of a text: the current language (core/util/language.h), or English for files that programs read.
enum class Wording { Reader, English };

std::string wordsOf(const Message& message, Wording wording = Wording::Reader);
/// The sentences with a space between them.
std::string wordsOf(const Messages& messages, Wording wording = Wording::Reader);
/// Whether the message, or a message among its arguments, has this id.
bool concerns(const Message& message, MessageId id);

/// A MessageId::Text as a JSON string, any other message as an object: {"id":"stopped-in-epoch","arguments":["3"]}.
std::string messageToJson(const Message& message);
std::string messagesToJson(const Messages& messages);  ///< a JSON array
/// These two never throw: JSON that is invalid or has an unknown id becomes a MessageId::Text. An empty string becomes
/// an empty list.
Message messageFromJson(std::string_view json);
Messages messagesFromJson(std::string_view json);

/// An Error whose sentence is kept as a Message, for code that stores the message.
class MessageError : public Error {
public:
    MessageError(ErrorKind kind, Message message, std::string hint = {});

    const Message& message() const { return m_message; }

private:
    Message m_message;
};

}  // namespace recscope
