// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <functional>
#include <memory>
#include <string>
#include <string_view>

#include "core/util/byte_source.h"

namespace recscope {

/// The attributes of an XML element: names without namespace prefixes, and values.
class XmlAttributes {
public:
    explicit XmlAttributes(const char** pairs) : m_pairs(pairs) {}
    /// The value; empty if the element has no such attribute.
    std::string_view value(std::string_view name) const;

private:
    const char** m_pairs;  // name, value, name, value, …, null
};

/// The callbacks of an XmlReader. Names come without namespace prefixes; text may come in several pieces.
struct XmlHandlers {
    std::function<void(std::string_view name, const XmlAttributes& attributes)> begin;
    std::function<void(std::string_view name)> end;
    std::function<void(std::string_view text)> text;
};

/// Reads an XML document piece by piece with Expat.
class XmlReader {
public:
    /// `fileName` identifies the document in error messages.
    XmlReader(std::unique_ptr<ByteSource> source, XmlHandlers handlers, std::string fileName);
    ~XmlReader();
    XmlReader(const XmlReader&) = delete;
    XmlReader& operator=(const XmlReader&) = delete;

    /// Parses the next piece and calls the handlers; returns false at the end of the document. Throws Error(Input) if
    /// the document is malformed; exceptions thrown by a handler propagate.
    bool step();
    /// Parses up to the end.
    void readAll();

    const ByteSource& source() const { return *m_source; }

private:
    struct State;
    std::unique_ptr<ByteSource> m_source;
    std::unique_ptr<State> m_state;
    std::string m_fileName;
    bool m_isAtEnd = false;
};

}  // namespace recscope
