// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <memory>
#include <typeinfo>

namespace recscope {

/// The config fields of one model family: a struct from that family's folder, held by value, so that core/config need
/// not know its type.
class ModelFields {
public:
    ModelFields() = default;
    template <class Fields>
    ModelFields(Fields fields) : m_held(std::make_unique<Holder<Fields>>(std::move(fields))) {}
    ModelFields(const ModelFields& other) : m_held(other.m_held ? other.m_held->copy() : nullptr) {}
    ModelFields(ModelFields&&) noexcept = default;
    ModelFields& operator=(ModelFields other) noexcept {
        m_held = std::move(other.m_held);
        return *this;
    }
    ~ModelFields() = default;

    /// Throws std::bad_cast, which indicates a programming error, if this object holds no fields or those of another
    /// family.
    template <class Fields>
    Fields& as() {
        return cast<Holder<Fields>>().fields;
    }
    template <class Fields>
    const Fields& as() const {
        return cast<const Holder<Fields>>().fields;
    }

    bool operator==(const ModelFields& other) const {
        if (!m_held || !other.m_held) return !m_held && !other.m_held;
        return m_held->equals(*other.m_held);
    }

private:
    struct Held {
        virtual ~Held() = default;
        virtual std::unique_ptr<Held> copy() const = 0;
        virtual bool equals(const Held& other) const = 0;
    };
    template <class Fields>
    struct Holder final : Held {
        explicit Holder(Fields given) : fields(std::move(given)) {}
        std::unique_ptr<Held> copy() const override { return std::make_unique<Holder>(fields); }
        bool equals(const Held& other) const override {
            const auto* same = dynamic_cast<const Holder*>(&other);
            return same && same->fields == fields;
        }
        Fields fields;
    };
    template <class Requested>
    Requested& cast() const {
        auto* const requested = dynamic_cast<Requested*>(m_held.get());
        if (!requested) throw std::bad_cast();
        return *requested;
    }

    std::unique_ptr<Held> m_held;
};

}  // namespace recscope
