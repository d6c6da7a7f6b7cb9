// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/data/xml_reader.h"

#include <expat.h>

#include <exception>
#include <new>

#include "core/util/error.h"
#include "core/util/translated.h"

namespace recscope {

namespace {

constexpr int kBlock = 64 << 10;

std::string_view withoutPrefix(std::string_view name) {
    return name.substr(name.find(':') + 1);  // npos + 1 is 0
}

}  // namespace

std::string_view XmlAttributes::value(std::string_view name) const {
    for (const char** pair = m_pairs; *pair != nullptr; pair += 2) {
        if (withoutPrefix(pair[0]) == name) return pair[1];
    }
    return {};
}

struct XmlReader::State {
    explicit State(XmlHandlers given) : parser(XML_ParserCreate(nullptr), &XML_ParserFree), handlers(std::move(given)) {
        if (!parser) throw std::bad_alloc();
        XML_SetUserData(parser.get(), this);
        XML_SetElementHandler(parser.get(), begin, end);
        XML_SetCharacterDataHandler(parser.get(), text);
    }

    /// Calls a handler. An exception must not pass through Expat, which is C: it is stored, and parsing stops.
    template <class Call>
    static void guarded(void* self, Call call) {
        auto& state = *static_cast<State*>(self);
        if (state.failure) return;
        try {
            call(state.handlers);
        } catch (...) {
            state.failure = std::current_exception();
            XML_StopParser(state.parser.get(), XML_FALSE);
        }
    }
    static void begin(void* self, const char* name, const char** pairs) {
        guarded(self, [&](XmlHandlers& given) {
            if (given.begin) given.begin(withoutPrefix(name), XmlAttributes(pairs));
        });
    }
    static void end(void* self, const char* name) {
        guarded(self, [&](XmlHandlers& given) {
            if (given.end) given.end(withoutPrefix(name));
        });
    }
    static void text(void* self, const char* text, int length) {
        guarded(self, [&](XmlHandlers& given) {
            if (given.text) given.text({text, static_cast<std::size_t>(length)});
        });
    }

    std::unique_ptr<std::remove_pointer_t<XML_Parser>, decltype(&XML_ParserFree)> parser;
    XmlHandlers handlers;
    std::exception_ptr failure;
};

XmlReader::XmlReader(std::unique_ptr<ByteSource> source, XmlHandlers handlers, std::string fileName)
    : m_source(std::move(source)),
      m_state(std::make_unique<State>(std::move(handlers))),
      m_fileName(std::move(fileName)) {}

XmlReader::~XmlReader() = default;

bool XmlReader::step() {
    if (m_isAtEnd) return false;
    XML_Parser parser = m_state->parser.get();
    void* const buffer = XML_GetBuffer(parser, kBlock);
    if (buffer == nullptr) throw std::bad_alloc();
    const std::size_t count = m_source->read(static_cast<char*>(buffer), kBlock);
    m_isAtEnd = count == 0;
    const XML_Status status = XML_ParseBuffer(parser, static_cast<int>(count), m_isAtEnd);
    if (m_state->failure) std::rethrow_exception(m_state->failure);
    if (status != XML_STATUS_OK)
        throw Error(ErrorKind::Input,
                    translated("The file is damaged: {} ({}, line {}).", m_fileName,
                               XML_ErrorString(XML_GetErrorCode(parser)), XML_GetCurrentLineNumber(parser)),
                    translated("Save it again in the program that made it. Nothing was imported."));
    return true;
}

void XmlReader::readAll() {
    while (step()) {
    }
}

}  // namespace recscope
