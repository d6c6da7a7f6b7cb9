// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/hostile/failing_vfs.h"

#include <new>

namespace recscope {

namespace {

/// Wraps a file of the real VFS, which follows this struct in the same allocation (sqlite.org/vfs.html, section 2.2).
struct File {
    sqlite3_file base;
    FailingVfs* vfs;
};

FailingVfs& vfsOf(sqlite3_vfs* vfs) {
    return *static_cast<FailingVfs*>(vfs->pAppData);
}

sqlite3_vfs* diskOf(sqlite3_vfs* vfs) {
    return vfsOf(vfs).disk();
}

sqlite3_file* real(sqlite3_file* file) {
    return reinterpret_cast<sqlite3_file*>(reinterpret_cast<File*>(file) + 1);
}

int answer(sqlite3_file* file, DiskCall call) {
    return reinterpret_cast<File*>(file)->vfs->answer(call);
}

int read(sqlite3_file* file, void* bytes, int size, sqlite3_int64 offset) {
    if (const int code = answer(file, DiskCall::Read)) return code;
    return real(file)->pMethods->xRead(real(file), bytes, size, offset);
}

int write(sqlite3_file* file, const void* bytes, int size, sqlite3_int64 offset) {
    const int code = answer(file, DiskCall::Write);
    const int written = real(file)->pMethods->xWrite(real(file), bytes, code ? size / 2 : size, offset);
    return code ? code : written;
}

int truncate(sqlite3_file* file, sqlite3_int64 size) {
    if (const int code = answer(file, DiskCall::Truncate)) return code;
    return real(file)->pMethods->xTruncate(real(file), size);
}

int lock(sqlite3_file* file, int level) {
    if (const int code = answer(file, DiskCall::Lock)) return code;
    return real(file)->pMethods->xLock(real(file), level);
}

int mapShared(sqlite3_file* file, int page, int size, int extend, void volatile** memory) {
    if (const int code = answer(file, DiskCall::SharedMemory)) return code;
    return real(file)->pMethods->xShmMap(real(file), page, size, extend, memory);
}

int lockShared(sqlite3_file* file, int offset, int count, int flags) {
    const bool takesLock = flags & SQLITE_SHM_LOCK;  // releasing a lock never fails
    if (const int code = takesLock ? answer(file, DiskCall::Lock) : SQLITE_OK) return code;
    return real(file)->pMethods->xShmLock(real(file), offset, count, flags);
}

/// The methods of an open file. Version 2 of the interface has no memory-mapped reads, so that every read is a call.
const sqlite3_io_methods& methods() {
    static const sqlite3_io_methods functions = [] {
        sqlite3_io_methods all{};
        all.iVersion = 2;
        all.xClose = [](sqlite3_file* file) { return real(file)->pMethods->xClose(real(file)); };
        all.xRead = read;
        all.xWrite = write;
        all.xTruncate = truncate;
        all.xSync = [](sqlite3_file* file, int) { return answer(file, DiskCall::Sync); };
        all.xFileSize = [](sqlite3_file* file, sqlite3_int64* size) {
            return real(file)->pMethods->xFileSize(real(file), size);
        };
        all.xLock = lock;
        all.xUnlock = [](sqlite3_file* file, int level) { return real(file)->pMethods->xUnlock(real(file), level); };
        all.xCheckReservedLock = [](sqlite3_file* file, int* isReserved) {
            return real(file)->pMethods->xCheckReservedLock(real(file), isReserved);
        };
        all.xFileControl = [](sqlite3_file* file, int what, void* value) {
            return real(file)->pMethods->xFileControl(real(file), what, value);
        };
        all.xSectorSize = [](sqlite3_file* file) { return real(file)->pMethods->xSectorSize(real(file)); };
        all.xDeviceCharacteristics = [](sqlite3_file* file) {
            return real(file)->pMethods->xDeviceCharacteristics(real(file));
        };
        all.xShmMap = mapShared;
        all.xShmLock = lockShared;
        all.xShmBarrier = [](sqlite3_file* file) { real(file)->pMethods->xShmBarrier(real(file)); };
        all.xShmUnmap = [](sqlite3_file* file, int remove) {
            return real(file)->pMethods->xShmUnmap(real(file), remove);
        };
        return all;
    }();
    return functions;
}

/// Version 1 of the interface has no shared memory either.
const sqlite3_io_methods& methodsWithoutSharedMemory() {
    static const sqlite3_io_methods functions = [] {
        sqlite3_io_methods some = methods();
        some.iVersion = 1;
        return some;
    }();
    return functions;
}

int open(sqlite3_vfs* vfs, const char* name, sqlite3_file* file, int flags, int* opened) {
    auto* const ours = new (file) File{{nullptr}, &vfsOf(vfs)};
    if (const int code = ours->vfs->answer(DiskCall::Open)) return code;
    const int result = diskOf(vfs)->xOpen(diskOf(vfs), name, real(file), flags, opened);
    // After a failed open the real file has no methods. Ours then gets none either, so that SQLite does not close it.
    if (real(file)->pMethods)
        ours->base.pMethods = ours->vfs->hasSharedMemory() ? &methods() : &methodsWithoutSharedMemory();
    return result;
}

int remove(sqlite3_vfs* vfs, const char* name, int syncFolder) {
    if (const int code = vfsOf(vfs).answer(DiskCall::Delete)) return code;
    return diskOf(vfs)->xDelete(diskOf(vfs), name, syncFolder);
}

}  // namespace

FailingVfs::FailingVfs() : m_disk(sqlite3_vfs_find(nullptr)), m_shim{} {
    m_shim.iVersion = 2;
    m_shim.szOsFile = static_cast<int>(sizeof(File)) + m_disk->szOsFile;
    m_shim.mxPathname = m_disk->mxPathname;
    m_shim.zName = "failing";
    m_shim.pAppData = this;
    m_shim.xOpen = open;
    m_shim.xDelete = remove;
    m_shim.xAccess = [](sqlite3_vfs* vfs, const char* name, int flags, int* result) {
        return diskOf(vfs)->xAccess(diskOf(vfs), name, flags, result);
    };
    m_shim.xFullPathname = [](sqlite3_vfs* vfs, const char* name, int size, char* path) {
        return diskOf(vfs)->xFullPathname(diskOf(vfs), name, size, path);
    };
    m_shim.xRandomness = [](sqlite3_vfs* vfs, int size, char* bytes) {
        return diskOf(vfs)->xRandomness(diskOf(vfs), size, bytes);
    };
    m_shim.xSleep = [](sqlite3_vfs* vfs, int microseconds) { return diskOf(vfs)->xSleep(diskOf(vfs), microseconds); };
    m_shim.xCurrentTime = [](sqlite3_vfs* vfs, double* day) { return diskOf(vfs)->xCurrentTime(diskOf(vfs), day); };
    m_shim.xGetLastError = [](sqlite3_vfs* vfs, int size, char* text) {
        return diskOf(vfs)->xGetLastError(diskOf(vfs), size, text);
    };
    m_shim.xCurrentTimeInt64 = [](sqlite3_vfs* vfs, sqlite3_int64* time) {
        return diskOf(vfs)->xCurrentTimeInt64(diskOf(vfs), time);
    };
    sqlite3_vfs_register(&m_shim, /*makeDflt=*/1);
}

FailingVfs::~FailingVfs() {
    sqlite3_vfs_unregister(&m_shim);
    sqlite3_vfs_register(m_disk, /*makeDflt=*/1);
}

void FailingVfs::fail(const DiskFault& fault) {
    m_fault = fault;
    m_left = fault.before;
    m_isArmed = true;
    m_hasFailed = false;
}

int FailingVfs::answer(DiskCall call) {
    if (!m_isArmed || call != m_fault.call || m_left-- > 0) return SQLITE_OK;
    m_hasFailed = true;
    if (m_fault.duration == FaultDuration::Once) m_isArmed = false;
    return m_fault.code;
}

}  // namespace recscope
