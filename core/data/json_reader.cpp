// SPDX-License-Identifier: GPL-3.0-or-later
#include <fmt/format.h>
#include <simdjson.h>

#include <deque>
#include <optional>

#include "core/data/object_reader.h"
#include "core/util/translated.h"

namespace recscope {

namespace {

namespace dom = simdjson::dom;

constexpr int kMostLevels = 4;  // of objects in objects in which keys are looked for

class JsonReader : public ObjectReader {
public:
    const char* read(std::string_view line) override {
        m_numbers.clear();
        m_elements.clear();
        m_line.assign(line);
        m_line.append(simdjson::SIMDJSON_PADDING, '\0');
        const auto result = m_parser.parse(m_line.data(), line.size(), /*realloc_if_needed=*/false);
        if (result.error()) return reason(result.error());
        return result.get_object().get(m_object) ? translatable("not a JSON object") : nullptr;
    }

    std::string_view scalar(std::string_view key) override { return scalarIn(m_object, key); }

    std::vector<std::string> scalarsUnder(std::string_view key) override {
        std::vector<std::string> texts;
        if (const std::optional<dom::element> value = valueIn(m_object, key)) collect(*value, texts);
        return texts;
    }

    std::vector<std::string> keys() override { return keysIn(m_object); }

    std::vector<std::string> listKeys() override {
        return listKeysIf([](const dom::element& first) { return first.is_object(); });
    }

    std::vector<std::string> plainListKeys() override {
        return listKeysIf([](const dom::element& first) { return !first.is_object() && !first.is_array(); });
    }

    std::size_t openList(std::string_view key) override {
        m_elements.clear();
        const std::optional<dom::element> list = valueIn(m_object, key);
        dom::array array;
        if (!list || list->get(array)) return 0;
        for (const dom::element element : array) {
            dom::object object;
            const bool isObject = !element.get(object);
            m_elements.push_back(isObject ? std::optional(object) : std::nullopt);
        }
        return m_elements.size();
    }

    std::string_view scalarOf(std::size_t element, std::string_view key) override {
        return m_elements[element] ? scalarIn(*m_elements[element], key) : std::string_view();
    }

    std::vector<std::string> keysOf(std::size_t element) override {
        return m_elements[element] ? keysIn(*m_elements[element]) : std::vector<std::string>();
    }

private:
    template <class Test>
    std::vector<std::string> listKeysIf(Test test) const {
        std::vector<std::string> keys;
        const auto visit = [&](const std::string& key, const dom::element& value) {
            dom::array array;
            if (!value.get(array) && array.size() > 0 && test(*array.begin())) keys.push_back(key);
        };
        forEachValue(m_object, "", kMostLevels, visit);
        return keys;
    }

    /// The value under "a" or, in nested objects, under "a.b"; unset if there is none.
    static std::optional<dom::element> valueIn(const dom::object& object, std::string_view key,
                                               int levels = kMostLevels) {
        dom::element element;
        if (!object.at_key(key).get(element)) return element;
        if (levels == 1 || key.find('.') == std::string_view::npos) return std::nullopt;
        for (const dom::key_value_pair field : object) {
            const std::size_t length = field.key.size();
            dom::object inner;
            if (key.size() <= length || key[length] != '.' || !key.starts_with(field.key) || field.value.get(inner))
                continue;
            if (const auto value = valueIn(inner, key.substr(length + 1), levels - 1)) return value;
        }
        return std::nullopt;
    }

    std::string_view scalarIn(const dom::object& object, std::string_view key) {
        const std::optional<dom::element> element = valueIn(object, key);
        return element ? textOf(*element) : std::string_view();
    }

    static std::vector<std::string> keysIn(const dom::object& object) {
        std::vector<std::string> keys;
        forEachValue(object, "", kMostLevels, [&](const std::string& key, const dom::element& value) {
            if (!value.is_array()) keys.push_back(key);
        });
        return keys;
    }

    /// Calls visit("a.b", value) for each value of an object that is not an object itself, in nested objects down to
    /// `levels` levels.
    template <class Visit>
    static void forEachValue(const dom::object& object, const std::string& prefix, int levels, Visit&& visit) {
        for (const dom::key_value_pair field : object) {
            const std::string key = prefix + std::string(field.key);
            dom::object inner;
            if (field.value.get(inner) || isExtended(inner))
                visit(key, field.value);
            else if (levels > 1)
                forEachValue(inner, key + '.', levels - 1, visit);
        }
    }

    static const char* reason(simdjson::error_code error) {
        switch (error) {
            case simdjson::UTF8_ERROR:
                return translatable("JSON that is not UTF-8");
            case simdjson::UNCLOSED_STRING:
                return translatable("a string is not closed");
            case simdjson::NUMBER_ERROR:
            case simdjson::NUMBER_OUT_OF_RANGE:
                return translatable("a number cannot be read");
            case simdjson::DEPTH_ERROR:
                return translatable("nested too deeply");
            default:
                return translatable("not a JSON object");
        }
    }

    /// True for a value in MongoDB's export notation: {"$oid": "5f…"}, {"$date": "2017-…"}, {"$date": {"$numberLong":
    /// "1513…"}}.
    static bool isExtended(const dom::object& object) {
        return object.size() == 1 && (*object.begin()).key.starts_with('$');
    }

    std::string_view textOf(const dom::element& element) {
        dom::object object;
        if (!element.get(object)) return isExtended(object) ? textOf((*object.begin()).value) : std::string_view();
        switch (element.type()) {
            case dom::element_type::STRING:
                return element.get_string().value_unsafe();
            case dom::element_type::INT64:
                return m_numbers.emplace_back(std::to_string(element.get_int64().value_unsafe()));
            case dom::element_type::UINT64:
                return m_numbers.emplace_back(std::to_string(element.get_uint64().value_unsafe()));
            case dom::element_type::DOUBLE:
                return m_numbers.emplace_back(fmt::format("{}", element.get_double().value_unsafe()));
            case dom::element_type::BOOL:
                return element.get_bool().value_unsafe() ? "true" : "false";
            default:
                return {};
        }
    }

    void collect(const dom::element& element, std::vector<std::string>& texts) {
        dom::array array;
        if (!element.get_array().get(array)) {
            for (const dom::element child : array) collect(child, texts);
        } else if (const std::string_view text = textOf(element); !text.empty()) {
            texts.emplace_back(text);
        }
    }

    dom::parser m_parser;
    dom::object m_object;
    std::vector<std::optional<dom::object>> m_elements;  // elements of the opened list; unset: not an object
    std::string m_line;                                  // a copy with the padding that simdjson requires
    std::deque<std::string> m_numbers;                   // a deque, so that views stay valid while it grows
};

}  // namespace

std::unique_ptr<ObjectReader> makeJsonReader() {
    return std::make_unique<JsonReader>();
}

}  // namespace recscope
