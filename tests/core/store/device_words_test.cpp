// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/store/device_words.h"

#include <gtest/gtest.h>

#include "core/util/language.h"

namespace recscope {
namespace {

class DeviceWords : public testing::Test {
protected:
    ~DeviceWords() override { setLanguage("en"); }
};

TEST_F(DeviceWords, EnglishIsTheStoredText) {
    EXPECT_EQ(translatedDevice("cpu, 2 processes x 1 thread, bfloat16 products"),
              "cpu, 2 processes x 1 thread, bfloat16 products");
}

TEST_F(DeviceWords, KnownPartsAreTranslated) {
    setLanguage("de");
    EXPECT_EQ(translatedDevice("cpu, 1 thread"), "cpu, 1 Thread");
    EXPECT_EQ(translatedDevice("box: cpu, 12 threads, bfloat16 products"),
              "box: cpu, 12 Threads, Produkte in bfloat16");
    EXPECT_EQ(translatedDevice("cpu, 4 processes x 2 threads on 2 hosts"),
              "cpu, 4 Prozesse x 2 Threads auf 2 Rechnern");
    EXPECT_EQ(translatedDevice("cuda, CUDA graph, faster here: 1.25 ms a step, the CPU 14 ms"),
              "cuda, CUDA graph, hier schneller: 1.25 ms je Schritt, die CPU 14 ms");
    setLanguage("zh_CN");
    EXPECT_EQ(translatedDevice("cpu, 11 threads"), "cpu, 11 个线程");
}

TEST_F(DeviceWords, UnknownPartsStayAsTheyAre) {
    setLanguage("de");
    EXPECT_EQ(translatedDevice(""), "");
    EXPECT_EQ(translatedDevice("my threads: cuda, TensorFloat"), "my threads: cuda, TensorFloat");
}

}  // namespace
}  // namespace recscope
