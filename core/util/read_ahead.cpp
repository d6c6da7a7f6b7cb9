// SPDX-License-Identifier: GPL-3.0-or-later
#include <algorithm>
#include <atomic>
#include <condition_variable>
#include <cstring>
#include <deque>
#include <exception>
#include <mutex>
#include <stop_token>
#include <thread>
#include <utility>

#include "core/util/byte_source.h"

namespace recscope {

namespace {

constexpr std::size_t kBlock = 1 << 20, kBlocksAhead = 4;

class ReadAhead : public ByteSource {
public:
    explicit ReadAhead(std::unique_ptr<ByteSource> source)
        : m_source(std::move(source)),
          m_size(m_source->size()),
          m_thread([this](const std::stop_token& stop) { run(stop); }) {}

    std::size_t read(char* buffer, std::size_t size) override {
        if (m_at == m_block.size() && !nextBlock()) return 0;
        const std::size_t count = std::min(size, m_block.size() - m_at);
        std::memcpy(buffer, m_block.data() + m_at, count);
        m_at += count;
        return count;
    }

    std::int64_t consumed() const override { return m_consumed; }
    std::int64_t size() const override { return m_size; }

private:
    /// False at the end. What the thread's source threw is thrown here, after the blocks before it.
    bool nextBlock() {
        std::unique_lock lock(m_mutex);
        m_changed.wait(lock, [&] { return !m_full.empty() || m_ended; });
        if (m_full.empty()) {
            if (m_failure) std::rethrow_exception(m_failure);
            return false;
        }
        m_block = std::move(m_full.front());
        m_full.pop_front();
        m_at = 0;
        m_changed.notify_all();
        return true;
    }

    void run(const std::stop_token& stop) {
        std::exception_ptr failure;
        try {
            while (!stop.stop_requested()) {
                std::string block(kBlock, '\0');
                block.resize(m_source->read(block.data(), block.size()));
                m_consumed = m_source->consumed();
                if (block.empty()) break;
                std::unique_lock lock(m_mutex);
                m_changed.wait(lock, stop, [&] { return m_full.size() < kBlocksAhead; });
                m_full.push_back(std::move(block));
                m_changed.notify_all();
            }
        } catch (...) {
            failure = std::current_exception();
        }
        const std::lock_guard lock(m_mutex);
        m_failure = failure;
        m_ended = true;
        m_changed.notify_all();
    }

    std::unique_ptr<ByteSource> m_source;  // the thread's, once it runs
    std::int64_t m_size;
    std::atomic<std::int64_t> m_consumed = 0;
    std::string m_block;
    std::size_t m_at = 0;

    std::mutex m_mutex;
    std::condition_variable_any m_changed;
    std::deque<std::string> m_full;
    std::exception_ptr m_failure;
    bool m_ended = false;
    std::jthread m_thread;  // last member: ends before what it uses
};

}  // namespace

std::unique_ptr<ByteSource> readAhead(std::unique_ptr<ByteSource> source) {
    return std::make_unique<ReadAhead>(std::move(source));
}

}  // namespace recscope
