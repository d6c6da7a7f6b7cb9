// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

namespace recscope {

/// While it lives, the calling thread computes alone. One history is too little to share, and with a training beside it
/// a thread that helps would be waited for. Around many answers it is worth having, too: LibTorch makes its pool of
/// threads anew whenever their number changes.
class OneThread {
public:
    OneThread();
    ~OneThread();
    OneThread(const OneThread&) = delete;
    OneThread& operator=(const OneThread&) = delete;

private:
    int m_before;
};

}  // namespace recscope
