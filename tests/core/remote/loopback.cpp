// SPDX-License-Identifier: GPL-3.0-or-later
#include "loopback.h"

#include <arpa/inet.h>
#include <fcntl.h>
#include <netinet/in.h>
#include <poll.h>
#include <pwd.h>
#include <signal.h>
#include <sys/socket.h>
#include <sys/wait.h>
#include <unistd.h>

#include <array>
#include <chrono>
#include <cstdlib>
#include <fstream>
#include <stdexcept>

namespace recscope::test {

namespace fs = std::filesystem;

namespace {

constexpr const char* kSshd = "/usr/sbin/sshd";

sockaddr_in loopbackAddress(int port) {
    sockaddr_in address{};
    address.sin_family = AF_INET;
    address.sin_port = htons(static_cast<std::uint16_t>(port));
    address.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
    return address;
}

/// Listens on `port`. If that is 0, it listens on a free port and stores its number in `port`.
int listenOn(int& port) {
    const int socket = ::socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC, 0);
    sockaddr_in address = loopbackAddress(port);
    socklen_t size = sizeof(address);
    if (::bind(socket, reinterpret_cast<sockaddr*>(&address), size) != 0 || ::listen(socket, 16) != 0)
        throw std::runtime_error("no port to listen on");
    ::getsockname(socket, reinterpret_cast<sockaddr*>(&address), &size);
    port = ntohs(address.sin_port);
    return socket;
}

int connectTo(int port) {
    const int socket = ::socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC, 0);
    const sockaddr_in address = loopbackAddress(port);
    if (::connect(socket, reinterpret_cast<const sockaddr*>(&address), sizeof(address)) == 0) return socket;
    ::close(socket);
    return -1;
}

fs::path newFolder() {
    std::string name = (fs::temp_directory_path() / "recscope-remote-XXXXXX").string();
    if (::mkdtemp(name.data()) == nullptr) throw std::runtime_error("no temporary folder");
    return name;
}

void write(const fs::path& path, const std::string& text,
           const fs::perms perms = fs::perms::owner_read | fs::perms::owner_write) {
    std::ofstream(path, std::ios::binary | std::ios::trunc) << text;
    fs::permissions(path, perms);
}

std::string read(const fs::path& path) {
    std::ifstream file(path, std::ios::binary);
    return {std::istreambuf_iterator<char>(file), {}};
}

/// Writes an executable shell script and returns its path.
std::string writeScript(const fs::path& path, const std::string& text) {
    // Written under another name and renamed: a file that is open for writing cannot be executed.
    write(path.string() + ".new", "#!/bin/sh\n" + text + "\n", fs::perms::owner_all);
    fs::rename(path.string() + ".new", path);
    return path.string();
}

void makeKey(const fs::path& path) {
    const std::string command = "ssh-keygen -q -t ed25519 -N '' -f '" + path.string() + "'";
    if (std::system(command.c_str()) != 0)
        throw std::runtime_error("ssh-keygen does not work: apt-get install openssh-client openssh-server");
}

/// Kills the trainings that a failed test left running.
void killTrainings(const fs::path& dataHome) {
    std::error_code ignored;
    for (const auto& folder : fs::directory_iterator(dataHome / "recscope" / "remote", ignored)) {
        for (const char* name : {"watcher.pid", "pid"}) {
            const pid_t pid = std::atoi(read(folder.path() / name).c_str());
            const std::string commandLine = read("/proc/" + std::to_string(pid) + "/cmdline");
            if (pid > 1 && commandLine.find(folder.path().filename().string()) != std::string::npos)
                ::kill(pid, SIGKILL);
        }
    }
}

}  // namespace

Relay::Relay(int targetPort) : m_targetPort(targetPort), m_listener(listenOn(m_port)) {
    m_thread = std::thread([this] { run(); });
}

Relay::~Relay() {
    m_ends = true;
    m_thread.join();
    closeAll();
    ::close(m_listener);
}

void Relay::closeAll() {
    for (const Connection& connection : m_connections) {
        ::close(connection.client);
        ::close(connection.server);
    }
    m_connections.clear();
}

bool Relay::pass(int from, int to, std::atomic<std::int64_t>& count) const {
    std::array<char, 16384> bytes;
    const ssize_t read = ::recv(from, bytes.data(), bytes.size(), 0);
    if (read <= 0) return false;
    for (ssize_t sent = 0; sent < read;) {
        const ssize_t written = ::send(to, bytes.data() + sent, static_cast<std::size_t>(read - sent), MSG_NOSIGNAL);
        if (written <= 0) return false;
        sent += written;
    }
    count += read;
    if (m_isSlow && &count == &m_bytesUp) std::this_thread::sleep_for(std::chrono::milliseconds(30));
    return true;
}

void Relay::run() {
    while (!m_ends) {
        std::vector<pollfd> watched = {{m_listener, POLLIN, 0}};
        for (const Connection& connection : m_connections) {
            watched.push_back({connection.client, POLLIN, 0});
            watched.push_back({connection.server, POLLIN, 0});
        }
        (void)::poll(watched.data(), watched.size(), 10);
        std::vector<Connection> remaining;
        for (std::size_t i = 0; i < m_connections.size(); ++i) {
            const Connection& connection = m_connections[i];
            const bool clientSent = watched[1 + 2 * i].revents != 0, serverSent = watched[2 + 2 * i].revents != 0;
            const bool isAlive = (!clientSent || pass(connection.client, connection.server, m_bytesUp)) &&
                                 (!serverSent || pass(connection.server, connection.client, m_bytesDown));
            if (isAlive) {
                remaining.push_back(connection);
            } else {
                ::close(connection.client);
                ::close(connection.server);
            }
        }
        m_connections = remaining;
        if (watched[0].revents != 0) {
            const int client = ::accept4(m_listener, nullptr, nullptr, SOCK_CLOEXEC);
            const int server = m_isCut ? -1 : connectTo(m_targetPort);
            if (server >= 0)
                m_connections.push_back({client, server});
            else
                ::close(client);
        }
        if (m_isCut) closeAll();
    }
}

Loopback::Loopback() : m_folder(newFolder()) {
    if (!fs::exists(kSshd)) throw std::runtime_error("there is no sshd: apt-get install openssh-server");
    if (::geteuid() == 0) fs::create_directories("/run/sshd");  // required by an sshd that root starts
    fs::create_directories(dataHome());
    for (const char* name : {"host_key", "user_key", "wrong_key"}) makeKey(m_folder / name);
    int port = 0;
    ::close(listenOn(port));
    m_relay = std::make_unique<Relay>(port);
    writeConfigs(port);
    m_sshd = ::fork();
    if (m_sshd == 0) {
        const std::string config = (m_folder / "sshd_config").string(), log = (m_folder / "sshd.log").string();
        ::execl(kSshd, kSshd, "-D", "-f", config.c_str(), "-E", log.c_str(), nullptr);
        ::_exit(127);
    }
    for (int socket = -1; (socket = connectTo(port)) < 0;) {
        if (::waitpid(m_sshd, nullptr, WNOHANG) != 0)
            throw std::runtime_error("sshd did not start: " + read(m_folder / "sshd.log"));
        std::this_thread::sleep_for(std::chrono::milliseconds(20));
    }
}

Loopback::~Loopback() {
    m_relay.reset();
    killTrainings(dataHome());
    ::kill(m_sshd, SIGTERM);
    ::waitpid(m_sshd, nullptr, 0);
    ::unsetenv("RECSCOPE_SSH");
    std::error_code ignored;
    fs::remove_all(m_folder, ignored);
}

void Loopback::writeConfigs(int sshdPort) {
    const std::string folder = m_folder.string();
    write(m_folder / "authorized_keys", read(m_folder / "user_key.pub"));
    write(m_folder / "known_hosts", "loopback " + read(m_folder / "host_key.pub"));
    write(m_folder / "sshd_config", "ListenAddress 127.0.0.1\nPort " + std::to_string(sshdPort) + "\nHostKey " +
                                        folder + "/host_key\nAuthorizedKeysFile " + folder +
                                        "/authorized_keys\nPidFile none\nStrictModes no\nUsePAM no\n"
                                        "PasswordAuthentication no\nKbdInteractiveAuthentication no\n"
                                        "PermitRootLogin prohibit-password\nSetEnv XDG_DATA_HOME=" +
                                        dataHome().string() + "\n");
    writeClientConfig("user_key");
    ::setenv("RECSCOPE_SSH", writeScript(m_folder / "ssh", "exec ssh -F '" + folder + "/ssh_config' \"$@\"").c_str(),
             1);
}

void Loopback::writeClientConfig(const std::string& key) {
    const passwd* const me = ::getpwuid(::geteuid());
    write(m_folder / "ssh_config",
          "Host loopback\n  HostName 127.0.0.1\n  Port " + std::to_string(m_relay->port()) + "\n  User " +
              (me ? me->pw_name : "root") + "\n  IdentityFile " + (m_folder / key).string() +
              "\n  IdentitiesOnly yes\n  IdentityAgent none\n  HostKeyAlias loopback\n  UserKnownHostsFile " +
              (m_folder / "known_hosts").string() + "\n  StrictHostKeyChecking yes\n");
}

void Loopback::offerWrongKey() {
    writeClientConfig("wrong_key");
}

std::vector<fs::path> Loopback::runFolders() const {
    std::vector<fs::path> folders;
    std::error_code ignored;
    for (const auto& entry : fs::directory_iterator(dataHome() / "recscope" / "remote", ignored))
        if (entry.path().filename() != "datasets") folders.push_back(entry.path());
    return folders;
}

std::string Loopback::writeProgram(const std::string& name, const std::string& text) const {
    return writeScript(m_folder / name, text);
}

PlainShell::PlainShell() : m_folder(newFolder()) {
    fs::create_directories(dataHome());
    fs::create_directories(m_folder / "bin");
    ::setenv("RECSCOPE_SSH",
             writeScript(m_folder / "ssh", "for last; do :; done; export XDG_DATA_HOME='" + dataHome().string() +
                                               "' PATH='" + (m_folder / "bin").string() +
                                               "':\"$PATH\"; exec sh -c \"$last\"")
                 .c_str(),
             1);
}

PlainShell::~PlainShell() {
    killTrainings(dataHome());
    ::unsetenv("RECSCOPE_SSH");
    std::error_code ignored;
    fs::remove_all(m_folder, ignored);
}

std::string PlainShell::writeProgram(const std::string& name, const std::string& text) const {
    return writeScript(m_folder / name, text);
}

void PlainShell::replaceProgram(const std::string& name, const std::string& text) const {
    writeScript(m_folder / "bin" / name, text);
}

void PlainShell::restoreProgram(const std::string& name) const {
    fs::remove(m_folder / "bin" / name);
}

}  // namespace recscope::test
