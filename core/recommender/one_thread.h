// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

namespace recscope {

/// While this object exists, the calling thread computes without helper threads. A single history is too little work to
/// parallelize, and while another thread trains a model, helper threads would have to wait for a core. For many
/// predictions, keep one object for all of them, because LibTorch recreates its thread pool whenever the number of
/// threads changes.
class OneThread {
public:
    OneThread();
    ~OneThread();
    OneThread(const OneThread&) = delete;
    OneThread& operator=(const OneThread&) = delete;

private:
    int m_before;  ///< LibTorch's number of threads before this object existed
};

}  // namespace recscope
