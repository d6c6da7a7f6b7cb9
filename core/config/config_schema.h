// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <functional>
#include <string>
#include <vector>

#include "core/config/run_config.h"

namespace recscope {

enum class FieldType { Integer, Real, Choice, Text };

/// The description of one config key; drives `--set`, the Train form and the docs.
struct ConfigField {
    std::string key;    ///< "learning_rate"
    std::string label;  ///< "Learning rate"
    std::string group;  ///< Basics | Cloze | Model | Parts | Loss | Optimiser | Lists
    std::string unit;   ///< "epochs", "positions", may be empty
    std::string help;   ///< one sentence
    std::string paper;  ///< values used in papers: "BERT4Rec 1e-4, SASRec 1e-3"
    FieldType type = FieldType::Integer;
    double minimum = 0, maximum = 0;          ///< range of an Integer or Real field
    std::vector<std::string> choices;         ///< valid values of a Choice field
    std::vector<std::string> helpParts = {};  ///< if `help` depends on the model: its parts, which are translated
                                              ///< separately and joined by "; "; else empty

    bool operator==(const ConfigField& other) const = default;
};

/// The help text in the current language. The field's own strings are English; the translation catalogue is indexed by
/// them.
std::string helpText(const ConfigField& field);

/// A config key, with functions that read and write its value.
struct ConfigKey {
    ConfigField field;
    /// Null if the value is unknown because another program trained the weights: see `withUnknownKeys`.
    std::function<std::string(const RunConfig&)> read;
    /// Throws an Error(Usage) that lists the valid values.
    std::function<void(RunConfig&, const std::string&)> write;
    /// Whether the value has an effect, given the other values: for example, `negatives` has an effect only if the loss
    /// draws negatives. Null: it always has an effect.
    std::function<bool(const RunConfig&)> isRelevant = {};
};

/// All keys of one model, in the order of display.
class ConfigSchema {
public:
    explicit ConfigSchema(std::vector<ConfigKey> keys) : m_keys(std::move(keys)) {}

    const std::vector<ConfigKey>& keys() const { return m_keys; }
    const ConfigKey* find(const std::string& key) const;  ///< null: the model has no such key
    /// Throws an Error(Usage) that lists the keys.
    const ConfigKey& at(const std::string& key) const;

private:
    std::vector<ConfigKey> m_keys;
};

/// Keys shared by several model families. Each model uses the functions that apply to it.
std::vector<ConfigKey> basicKeys();  ///< epochs, seed, validation, early stopping, split
std::vector<ConfigKey> splitKeys();  ///< split and retraining: the only shared keys of models without gradients
/// The choice among these losses, and the keys that some of them need, such as the number of negatives.
std::vector<ConfigKey> lossKeys(const std::vector<LossKind>& losses);
std::vector<ConfigKey> gradientKeys();      ///< batch size, optimizer, schedule, clipping
std::vector<ConfigKey> learningRateKeys();  ///< learning rate and its schedule, for plain gradient descent

/// Concatenates the lists.
std::vector<ConfigKey> joined(std::vector<std::vector<ConfigKey>> lists);

}  // namespace recscope
