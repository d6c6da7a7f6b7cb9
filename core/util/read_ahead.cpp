// SPDX-License-Identifier: GPL-3.0-or-later
// readAhead: see byte_source.h.
#include <algorithm>
#include <atomic>
#include <cstring>
#include <utility>

#include "core/util/byte_source.h"
#include "core/util/producer_thread.h"

namespace recscope {

namespace {

constexpr std::size_t kBlock = 1 << 20, kBlocksAhead = 4;

class ReadAhead : public ByteSource {
public:
    explicit ReadAhead(std::unique_ptr<ByteSource> source)
        : m_source(std::move(source)), m_size(m_source->size()), m_thread([this](const Blocks::Push& push) {
              for (;;) {
                  std::string block(kBlock, '\0');
                  block.resize(m_source->read(block.data(), block.size()));
                  m_consumed = m_source->consumed();
                  if (block.empty()) return;
                  push(std::move(block));
              }
          }) {}

    std::size_t read(char* buffer, std::size_t size) override {
        if (m_at == m_block.size()) {
            if (!m_thread.next(m_block)) return 0;
            m_at = 0;
        }
        const std::size_t count = std::min(size, m_block.size() - m_at);
        std::memcpy(buffer, m_block.data() + m_at, count);
        m_at += count;
        return count;
    }

    std::int64_t consumed() const override { return m_consumed; }
    std::int64_t size() const override { return m_size; }

private:
    using Blocks = ProducerThread<std::string, kBlocksAhead>;

    std::unique_ptr<ByteSource> m_source;  // used by the thread alone once it runs
    std::int64_t m_size;
    std::atomic<std::int64_t> m_consumed = 0;
    std::string m_block;
    std::size_t m_at = 0;
    Blocks m_thread;  // last member, so that the thread ends before the members it uses are destroyed
};

}  // namespace

std::unique_ptr<ByteSource> readAhead(std::unique_ptr<ByteSource> source) {
    return std::make_unique<ReadAhead>(std::move(source));
}

}  // namespace recscope
