// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/data/object_reader.h"
#include "core/data/python_literal.h"
#include "core/util/translated.h"

namespace recscope {

namespace {

class PythonReader : public ObjectReader {
public:
    const char* read(std::string_view line) override {
        m_list = nullptr;
        if (const char* wrong = parsePythonLiteral(line, m_value)) return wrong;
        return m_value.kind == PythonValue::Kind::Dict ? nullptr : translatable("not a Python dictionary");
    }

    std::string_view scalar(std::string_view key) override { return scalarIn(m_value, key); }

    std::vector<std::string> scalarsUnder(std::string_view key) override {
        std::vector<std::string> texts;
        if (const PythonValue* value = m_value.find(key)) collect(*value, texts);
        return texts;
    }

    std::vector<std::string> keys() override { return keysIn(m_value); }

    std::vector<std::string> listKeys() override {
        return listKeysIf([](const PythonValue& first) { return first.kind == PythonValue::Kind::Dict; });
    }

    std::vector<std::string> plainListKeys() override {
        return listKeysIf([](const PythonValue& first) { return first.isScalar(); });
    }

    std::size_t openList(std::string_view key) override {
        m_list = m_value.find(key);
        if (m_list && m_list->kind != PythonValue::Kind::List) m_list = nullptr;
        return m_list ? m_list->values.size() : 0;
    }

    std::string_view scalarOf(std::size_t element, std::string_view key) override {
        return scalarIn(m_list->values[element], key);
    }

    std::vector<std::string> keysOf(std::size_t element) override { return keysIn(m_list->values[element]); }

private:
    template <class Test>
    std::vector<std::string> listKeysIf(Test test) const {
        std::vector<std::string> keys;
        for (std::size_t i = 0; i + 1 < m_value.values.size(); i += 2) {
            const PythonValue& value = m_value.values[i + 1];
            const bool isList = value.kind == PythonValue::Kind::List && !value.values.empty();
            if (isList && test(value.values[0])) keys.push_back(m_value.values[i].text);
        }
        return keys;
    }

    static std::string_view scalarIn(const PythonValue& object, std::string_view key) {
        const PythonValue* value = object.find(key);
        const std::size_t point = key.find('.');
        if (!value && point != std::string_view::npos) {
            value = object.find(key.substr(0, point));
            if (value) value = value->find(key.substr(point + 1));
        }
        while (value && isExtended(*value)) value = &value->values[1];
        return value && value->isScalar() ? std::string_view(value->text) : std::string_view();
    }

    static std::vector<std::string> keysIn(const PythonValue& object) {
        std::vector<std::string> keys;
        if (object.kind != PythonValue::Kind::Dict) return keys;
        for (std::size_t i = 0; i + 1 < object.values.size(); i += 2) {
            const PythonValue& value = object.values[i + 1];
            if (value.kind == PythonValue::Kind::Dict && !isExtended(value)) {
                for (std::size_t j = 0; j + 1 < value.values.size(); j += 2) {
                    if (isScalarOrNone(value.values[j + 1]))
                        keys.push_back(object.values[i].text + "." + value.values[j].text);
                }
            } else if (isScalarOrNone(value)) {
                keys.push_back(object.values[i].text);
            }
        }
        return keys;
    }

    /// True for a value in MongoDB's notation: {'$oid': '5f…'}, {'$date': …}.
    static bool isExtended(const PythonValue& value) {
        return value.kind == PythonValue::Kind::Dict && value.values.size() == 2 &&
               value.values[0].text.starts_with('$');
    }
    static bool isScalarOrNone(const PythonValue& value) {
        return value.kind != PythonValue::Kind::List && (value.kind != PythonValue::Kind::Dict || isExtended(value));
    }

    static void collect(const PythonValue& value, std::vector<std::string>& texts) {
        if (value.kind == PythonValue::Kind::List) {
            for (const PythonValue& element : value.values) collect(element, texts);
        } else if (value.isScalar()) {
            texts.push_back(value.text);
        }
    }

    PythonValue m_value;
    const PythonValue* m_list = nullptr;  // the opened list
};

}  // namespace

std::unique_ptr<ObjectReader> makePythonReader() {
    return std::make_unique<PythonReader>();
}

}  // namespace recscope
