// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <sqlite3.h>

#include <cstdint>

namespace recscope {

/// SQLite's calls to the disk. Lock is a lock of the file, or of the shared memory that belongs to its write-ahead log
/// (WAL); SharedMemory maps that memory.
enum class DiskCall { Open, Read, Write, Sync, Truncate, Delete, Lock, SharedMemory };

enum class FaultDuration {
    Once,     ///< one call fails; later calls work again
    Forever,  ///< one call fails, and so does every later call of this kind
};

/// Describes a failure: after `before` successful calls of a kind, the next one fails. A write that fails has written
/// half of its bytes, as on a disk that is full or loses power.
struct DiskFault {
    DiskCall call = DiskCall::Write;
    std::int64_t before = 0;
    int code = SQLITE_IOERR;  ///< the result code that the failing call returns
    FaultDuration duration = FaultDuration::Once;
};

/// A disk that fails on request. It is SQLite's default VFS during the lifetime of this object. Its sync only counts
/// the call, because only a loss of power would show whether data was synced. Pre: there is only one FailingVfs, and
/// only one thread uses it.
class FailingVfs {
public:
    FailingVfs();
    FailingVfs(const FailingVfs&) = delete;
    FailingVfs& operator=(const FailingVfs&) = delete;
    ~FailingVfs();

    void fail(const DiskFault& fault);
    /// From now on files have no shared memory, as on a network file system, so that SQLite cannot use a write-ahead
    /// log. Pre: no file is open.
    void disableSharedMemory() { m_hasSharedMemory = false; }
    bool hasSharedMemory() const { return m_hasSharedMemory; }
    void heal() { m_isArmed = false; }              ///< no call fails from now on
    bool hasFailed() const { return m_hasFailed; }  ///< whether a call has failed since the last fail()

    /// Counts this call. Returns the error code if it must fail, otherwise SQLITE_OK.
    int answer(DiskCall call);
    sqlite3_vfs* disk() const { return m_disk; }  ///< the real VFS

private:
    sqlite3_vfs* m_disk;
    sqlite3_vfs m_shim;  ///< what SQLite calls; passes each call on to m_disk unless it must fail
    DiskFault m_fault;
    std::int64_t m_left = 0;  ///< calls of the fault's kind that still succeed
    bool m_isArmed = false, m_hasFailed = false, m_hasSharedMemory = true;
};

}  // namespace recscope
