// SPDX-License-Identifier: GPL-3.0-or-later
// Starts the program on a separate display. This process then reads the program's window over the accessibility bus,
// like a screen reader (AT-SPI 2: https://docs.gtk.org/atspi2/).
#include <QCoreApplication>
#include <QDBusArgument>
#include <QDBusConnection>
#include <QDBusMessage>
#include <QDBusVariant>
#include <QProcess>
#include <QProcessEnvironment>
#include <QRegularExpression>
#include <QTemporaryDir>
#include <QTest>
#include <cmath>
#include <functional>
#include <optional>

#include "tiny_runs.h"

using namespace recscope::ui::test;

namespace {

constexpr int kLongWait = 60'000;           // milliseconds; long, because other tests load the machine
constexpr int kEnabled = 8, kShowing = 25;  // values of AtspiStateType
/// AT-SPI role names of the controls that the user of the program operates, including tables and lists.
const QStringList kControls = {"push button", "toggle button", "check box", "radio button", "combo box", "text",
                               "spin button", "slider",        "page tab",  "table",        "list",      "tree"};

/// An accessible object, given by the bus name of its process and its path there.
struct Node {
    QString service, path;
    bool operator==(const Node& other) const = default;
};

const QDBusArgument& operator>>(const QDBusArgument& argument, Node& node) {
    QDBusObjectPath path;
    argument.beginStructure();
    argument >> node.service >> path;
    argument.endStructure();
    node.path = path.path();
    return argument;
}

/// Starts a server, waits until it prints its address, which means that it is ready, and returns the address.
QString started(QProcess& server, const QString& program, const QStringList& arguments) {
    server.start(program, arguments);
    QByteArray line;
    (void)QTest::qWaitFor([&] { return (line += server.readAllStandardOutput()).contains('\n'); }, kLongWait);
    return QString::fromLatin1(line).trimmed();
}

class Reader {
public:
    explicit Reader(const QString& address) : m_bus(QDBusConnection::connectToBus(address, "accessibility")) {}

    bool isConnected() const { return m_bus.isConnected(); }
    Node desktop() const { return {"org.a11y.atspi.Registry", "/org/a11y/atspi/accessible/root"}; }

    QString name(const Node& node) const {
        return get(node, "org.freedesktop.DBus.Properties", "Get", {"org.a11y.atspi.Accessible", "Name"})
            .value<QDBusVariant>()
            .variant()
            .toString();
    }
    QString role(const Node& node) const { return accessible(node, "GetRoleName").toString(); }
    /// True if the object is in this state, a value of AtspiStateType.
    bool has(const Node& node, int state) const {
        const auto stateWords = qdbus_cast<QList<uint>>(accessible(node, "GetState"));
        return stateWords.size() == 2 && (stateWords[state / 32] >> (state % 32) & 1);
    }
    QList<Node> children(const Node& node) const { return qdbus_cast<QList<Node>>(accessible(node, "GetChildren")); }
    void press(const Node& node) const { get(node, "org.a11y.atspi.Action", "DoAction", {0}); }
    void selectRow(const Node& table, int row) const { get(table, "org.a11y.atspi.Table", "AddRowSelection", {row}); }
    /// The number of rows (`what` = "NRows") or columns ("NColumns") of a table.
    int count(const Node& table, const char* what) const {
        return get(table, "org.freedesktop.DBus.Properties", "Get", {"org.a11y.atspi.Table", what})
            .value<QDBusVariant>()
            .variant()
            .toInt();
    }
    Node cell(const Node& table, int row, int column) const {
        return qdbus_cast<Node>(get(table, "org.a11y.atspi.Table", "GetAccessibleAt", {row, column}));
    }

    /// All visible objects below `node`, without the contents of tables, which are read cell by cell.
    QList<Node> showing(const Node& node) const {
        QList<Node> nodes;
        for (const Node& child : children(node)) {
            if (!has(child, kShowing)) continue;
            nodes << child;
            if (role(child) != QLatin1String("table")) nodes << showing(child);
        }
        return nodes;
    }

    /// Waits until there is an object below `below` for which `matches` is true. Returns nothing if none appears in
    /// time.
    std::optional<Node> wait(const Node& below, const std::function<bool(const Node&)>& matches) const {
        std::optional<Node> match;
        (void)QTest::qWaitFor(
            [&] {
                for (const Node& node : showing(below))
                    if (matches(node)) match = node;
                return match.has_value();
            },
            kLongWait);
        return match;
    }

private:
    QVariant accessible(const Node& node, const char* method) const {
        return get(node, "org.a11y.atspi.Accessible", method, {});
    }
    /// Returns an empty value if the object is gone by now.
    QVariant get(const Node& node, const char* interface, const char* method, const QVariantList& arguments) const {
        QDBusMessage call = QDBusMessage::createMethodCall(node.service, node.path, interface, method);
        call.setArguments(arguments);
        const QDBusMessage answer = m_bus.call(call);
        return answer.arguments().isEmpty() ? QVariant() : answer.arguments().first();
    }

    QDBusConnection m_bus;
};

}  // namespace

class ScreenReaderTest : public QObject {
    Q_OBJECT

private slots:
    void initTestCase() {
        const QString display = started(m_display, "Xvfb", {"-displayfd", "1", "-screen", "0", "1280x900x24"});
        QVERIFY2(!display.isEmpty(), "Xvfb did not start.");
        QProcessEnvironment environment = QProcessEnvironment::systemEnvironment();
        const QString home = m_environment.path("home");
        QVERIFY(QDir().mkpath(home));
        for (const char* folder : {"HOME", "XDG_CONFIG_HOME", "XDG_RUNTIME_DIR"}) environment.insert(folder, home);
        environment.insert("DISPLAY", ":" + display);
        environment.insert("QT_QPA_PLATFORM", "xcb");
        environment.insert("QT_LINUX_ACCESSIBILITY_ALWAYS_ON", "1");
        environment.remove("WAYLAND_DISPLAY");
        m_bus.setProcessEnvironment(environment);
        const QString session = started(m_bus, "dbus-daemon", {"--session", "--nofork", "--print-address"});
        QVERIFY2(!session.isEmpty(), "dbus-daemon did not start.");
        environment.insert("DBUS_SESSION_BUS_ADDRESS", session);

        const QDBusMessage address =
            QDBusConnection::connectToBus(session, "session")
                .call(QDBusMessage::createMethodCall("org.a11y.Bus", "/org/a11y/bus", "org.a11y.Bus", "GetAddress"));
        QVERIFY2(address.type() == QDBusMessage::ReplyMessage, qPrintable(address.errorMessage()));
        m_reader.emplace(address.arguments().first().toString());
        QVERIFY(m_reader->isConnected());

        putTrainedWorkspace(m_environment.path("window.recscope"));
        m_program.setProcessEnvironment(environment);
        m_program.setProcessChannelMode(QProcess::ForwardedChannels);
        m_program.start(RECSCOPE_PROGRAM, {m_environment.path("window.recscope")});
        QVERIFY(m_program.waitForStarted());
        QVERIFY(QTest::qWaitFor(
            [this] {
                for (const Node& program : m_reader->children(m_reader->desktop()))
                    if (m_reader->name(program).contains("RecScope", Qt::CaseInsensitive)) m_root = program;
                return !m_root.path.isEmpty();
            },
            kLongWait));
    }

    void everyControlOfEveryPageIsNamed_data() {
        QTest::addColumn<QString>("page");
        for (const char* page : {"Data", "Train", "Explore", "Learn", "Compare"}) QTest::newRow(page) << page;
    }

    void everyControlOfEveryPageIsNamed() {
        QFETCH(QString, page);
        const auto pageButton = button(page);
        QVERIFY(pageButton.has_value());
        m_reader->press(*pageButton);
        QTest::qWait(1500);  // enough for the queries of the page
        QStringList silent;
        int controls = 0;
        for (const Node& node : m_reader->showing(m_root)) {
            const QString role = m_reader->role(node);
            if (!kControls.contains(role) || !m_reader->has(node, kEnabled)) continue;
            ++controls;
            if (m_reader->name(node).trimmed().isEmpty()) silent << role + QLatin1Char(' ') + node.path;
        }
        QVERIFY2(silent.isEmpty(), qPrintable(silent.join(QLatin1Char('\n'))));
        QVERIFY2(controls > 10, qPrintable(QString::number(controls)));
    }

    void aMapIsReadCellByCell() {
        m_reader->press(*button("Explore"));
        // The table in which the second cell of the last row, or its only cell, has a name that matches this pattern.
        const auto table = [this](const QString& cellPattern) {
            return m_reader->wait(m_root, [&](const Node& node) {
                if (m_reader->role(node) != QLatin1String("table")) return false;
                const int rows = m_reader->count(node, "NRows"), columns = m_reader->count(node, "NColumns");
                if (rows < 1 || columns < 1) return false;
                const QString text = m_reader->name(m_reader->cell(node, rows - 1, columns > 1 ? 1 : 0));
                return QRegularExpression(cellPattern).match(text).hasMatch();
            });
        };
        const auto users = m_reader->wait(m_root, [this](const Node& node) {
            return m_reader->role(node) == QLatin1String("table") && m_reader->name(node) == QLatin1String("Users");
        });
        QVERIFY(users.has_value());
        m_reader->selectRow(*users, 3);
        const auto map = table("^.+ looks at .+: [01]\\.[0-9]{3}");
        QVERIFY(map.has_value());
        const int rows = m_reader->count(*map, "NRows");
        QVERIFY(rows > 2);
        // The weights of the last position sum to 1.
        double sum = 0;
        for (int column = 0; column < rows; ++column) {
            const QString text = m_reader->name(m_reader->cell(*map, rows - 1, column));
            const auto weight = QRegularExpression(" looks at .+: ([01]\\.[0-9]+)").match(text);
            QVERIFY2(weight.hasMatch(), qPrintable(text));
            sum += weight.captured(1).toDouble();
        }
        QVERIFY2(std::abs(sum - 1) < 0.0005 * rows + 1e-9,
                 qPrintable(QString::number(sum)));  // each weight is rounded to three decimals
    }

    void cleanupTestCase() {
        for (QProcess* process : {&m_program, &m_bus, &m_display}) {
            process->terminate();
            if (!process->waitForFinished(5000)) process->kill();
            process->waitForFinished();
        }
    }

private:
    std::optional<Node> button(const QString& name) const {
        return m_reader->wait(m_root, [&](const Node& node) {
            return kControls.contains(m_reader->role(node)) && m_reader->name(node) == name;
        });
    }

    TestEnvironment m_environment{TestEnvironment::Content::Empty};
    QProcess m_display, m_bus, m_program;
    std::optional<Reader> m_reader;
    Node m_root;
};

QTEST_MAIN(ScreenReaderTest)
#include "screen_reader_test.moc"
