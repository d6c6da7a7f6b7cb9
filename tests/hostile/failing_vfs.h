// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <sqlite3.h>

#include <cstdint>

namespace recscope {

/// The calls of SQLite to the disk. Lock: of the file, or of the shared memory that belongs to its log (WAL).
enum class DiskCall { Open, Read, Write, Sync, Truncate, Delete, Lock, SharedMemory };

enum class Lasting {
    Once,     ///< later calls work again
    Forever,  ///< every later call of this kind also fails
};

/// One failure: the call of this kind that follows `before` successful ones. A failing write leaves half of its bytes,
/// as on a disk that fills up or loses power.
struct DiskFault {
    DiskCall call = DiskCall::Write;
    std::int64_t before = 0;
    int code = SQLITE_IOERR;
    Lasting lasting = Lasting::Once;
};

/// A disk that fails on request: SQLite's default file system during the lifetime of this object. Nothing is really
/// synced, which only a loss of power would reveal. At most one object at a time, used by one thread.
class FailingVfs {
public:
    FailingVfs();
    FailingVfs(const FailingVfs&) = delete;
    FailingVfs& operator=(const FailingVfs&) = delete;
    ~FailingVfs();

    void fail(const DiskFault& fault);
    /// Files then have no shared memory, as on a network, so that no log (WAL) is possible. Pre: no file is open.
    void leaveOutSharedMemory() { m_hasSharedMemory = false; }
    bool hasSharedMemory() const { return m_hasSharedMemory; }
    void heal() { m_isArmed = false; }
    bool hasFailed() const { return m_hasFailed; }  ///< since the last `fail`

    /// The code with which this call fails, SQLITE_OK if it does not.
    int answer(DiskCall call);
    sqlite3_vfs* disk() const { return m_disk; }  ///< the real one

private:
    sqlite3_vfs* m_disk;
    sqlite3_vfs m_shim;
    DiskFault m_fault;
    std::int64_t m_left = 0;
    bool m_isArmed = false, m_hasFailed = false, m_hasSharedMemory = true;
};

}  // namespace recscope
