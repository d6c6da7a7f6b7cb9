// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/util/message.h"

#include <gtest/gtest.h>

#include <stdexcept>

#include "core/util/device_facts.h"
#include "core/util/failure.h"
#include "core/util/language.h"

namespace recscope {
namespace {

class MessageTest : public testing::Test {
protected:
    ~MessageTest() override { setLanguage("en"); }
};

TEST_F(MessageTest, BecomesWordsInTheLanguageOfTheReader) {
    const Message message(MessageId::StoppedInEpoch, {3});
    setLanguage("de");
    EXPECT_EQ(wordsOf(message), "In Epoche 3 angehalten; lässt sich fortsetzen.");
    EXPECT_EQ(wordsOf(message, Wording::English), "Stopped in epoch 3; it can be resumed.");
    setLanguage("en");
    EXPECT_EQ(wordsOf(message), "Stopped in epoch 3; it can be resumed.");
}

TEST_F(MessageTest, AMessageAmongTheArgumentsIsTranslatedToo) {
    const Message message(MessageId::OnMachine, {"box", Message(MessageId::LossNotFinite, {7})});
    setLanguage("de");
    EXPECT_TRUE(wordsOf(message).ends_with(": Der Loss war ab Schritt 7 nicht mehr endlich.")) << wordsOf(message);
    EXPECT_TRUE(concerns(message, MessageId::LossNotFinite));
    EXPECT_FALSE(concerns(message, MessageId::DiskFull));
}

TEST_F(MessageTest, WordsOfOthersStayAsTheyAre) {
    const Message message(MessageId::Unexpected, {"std::bad {} {0}"});
    EXPECT_EQ(wordsOf(message), "An unexpected error occurred: std::bad {} {0}");
    EXPECT_EQ(wordsOf(Message("Gestoppt in Epoche 3.")), "Gestoppt in Epoche 3.");
}

TEST_F(MessageTest, JsonKeepsEverything) {
    const Messages messages = {{MessageId::OnMachine, {"box \"1\"\n", Message(MessageId::GpuLost, {"a: {}"})}},
                               {MessageId::CanBeResumed},
                               "as it is"};
    EXPECT_EQ(messagesFromJson(messagesToJson(messages)), messages);
    EXPECT_EQ(messagesToJson({{MessageId::StoppedInEpoch, {3}}}), R"([{"id":"stopped-in-epoch","arguments":["3"]}])");
    EXPECT_EQ(messagesToJson({}), "[]");
}

// The ids are stored, so each needs a name of its own and must be read back from it.
TEST_F(MessageTest, EveryIdIsReadBackFromItsName) {
    for (int id = 1; id <= static_cast<int>(MessageId::GpuOfRunIsGone); ++id) {
        const Message message(static_cast<MessageId>(id), {"a"});
        EXPECT_EQ(messageFromJson(messageToJson(message)), message) << id;
        EXPECT_NE(wordsOf(message), "") << id;
    }
}

TEST_F(MessageTest, UnreadableFactsBecomeTextsInsteadOfErrors) {
    EXPECT_EQ(messagesFromJson(""), Messages());
    EXPECT_EQ(wordsOf(messagesFromJson("no JSON")), "no JSON");
    EXPECT_EQ(wordsOf(messagesFromJson(R"([{"id":"of-a-newer-version"}])")), R"({"id":"of-a-newer-version"})");
    EXPECT_EQ(wordsOf(messagesFromJson(R"([{"id":"stopped-in-epoch"}])")), "Stopped in epoch ; it can be resumed.");
    std::string deep = "\"x\"";
    for (int i = 0; i < 1000; ++i) deep = R"({"id":"may-still-run-there","arguments":[)" + deep + "]}";
    EXPECT_EQ(messageFromJson(deep).id, MessageId::MayStillRunThere);
}

TEST_F(MessageTest, AnErrorKeepsItsMessage) {
    const MessageError error(ErrorKind::Numeric, {MessageId::LossNotFinite, {5}}, "hint");
    EXPECT_STREQ(error.what(), "The loss became infinite or NaN at step 5.");
    EXPECT_EQ(messageOf(error), Message(MessageId::LossNotFinite, {5}));
    EXPECT_EQ(messageOf(Error(ErrorKind::Input, "finished")), Message("finished"));
    EXPECT_EQ(messageOf(std::bad_alloc()), Message(MessageId::OutOfMemory));
    EXPECT_EQ(messageOf(std::runtime_error("a\nb")), Message(MessageId::Unexpected, {"a"}));
}

TEST_F(MessageTest, ADeviceBecomesWordsInTheLanguageOfTheReader) {
    DeviceFacts device = cpuFacts(12);
    device.machine = "box";
    device.notes = {MessageId::BFloat16Products};
    EXPECT_EQ(wordsOf(device), "box: cpu, 12 threads, bfloat16 products");
    setLanguage("de");
    EXPECT_EQ(wordsOf(device), "box: cpu, 12 Threads, Produkte in bfloat16");
    EXPECT_EQ(wordsOf(device, Wording::English), "box: cpu, 12 threads, bfloat16 products");
    device = cpuFacts(8);
    device.processes = 4;
    device.threadsPerProcess = 2;
    device.hosts = 2;
    EXPECT_EQ(wordsOf(device), "cpu, 4 Prozesse x 2 Threads auf 2 Rechnern");
    device = {};
    device.kind = DeviceKind::Cuda;
    device.name = "NVIDIA H200";
    device.notes = {MessageId::CudaGraph};
    device.reason = Message(MessageId::FasterThanCpu, {"1.25", "14"});
    EXPECT_EQ(wordsOf(device), "cuda, NVIDIA H200, CUDA graph, hier schneller: 1.25 ms je Schritt, die CPU 14 ms");
    setLanguage("zh_CN");
    EXPECT_EQ(wordsOf(cpuFacts(1)), "cpu, 1 个线程");
}

TEST_F(MessageTest, JsonKeepsTheFactsOfADevice) {
    DeviceFacts device = cpuFacts(8);
    EXPECT_EQ(deviceToJson(device), R"({"kind":"cpu","threads":8})");
    device.name = "n";
    device.machine = "box";
    device.processes = 4;
    device.threadsPerProcess = 2;
    device.hosts = 2;
    device.notes = {MessageId::Nccl, Message(MessageId::SplitBatches, {4})};
    device.reason = Message(MessageId::GpuUnusable, {Message(MessageId::OutOfMemory)});
    device.text = "t";
    EXPECT_EQ(deviceFromJson(deviceToJson(device)), device);
    EXPECT_EQ(deviceFromJson(deviceToJson({})), DeviceFacts());
    EXPECT_EQ(wordsOf(deviceFromJson("cpu, damaged")), "cpu, damaged");
}

}  // namespace
}  // namespace recscope
