// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <functional>
#include <string>
#include <vector>

#include "core/config/run_config.h"

namespace recscope {

enum class FieldType { Integer, Real, Choice };

/// What a person needs to know about one config key; drives `--set`, the Train form and the docs.
struct ConfigField {
    std::string key;    ///< "learning_rate"
    std::string label;  ///< "Learning rate"
    std::string group;  ///< Basics | Cloze | Model | Parts | Loss | Optimiser
    std::string unit;   ///< "epochs", "positions", may be empty
    std::string help;   ///< one sentence
    std::string paper;  ///< "BERT4Rec 1e-4; SASRec 1e-3"
    FieldType type = FieldType::Integer;
    double minimum = 0, maximum = 0;          ///< Integer and Real
    std::vector<std::string> choices;         ///< Choice
    std::vector<std::string> helpParts = {};  ///< where the help is a list that depends on the model: its parts

    bool operator==(const ConfigField& other) const = default;
};

/// The help in the language that is spoken. The texts of a field are English: keys of the catalogue.
std::string helpText(const ConfigField& field);

/// A key and where its value lives.
struct ConfigKey {
    ConfigField field;
    /// Null: nobody knows the value, because another program trained the weights (`withUnknownKeys`).
    std::function<std::string(const RunConfig&)> read;
    /// Throws Error(Usage) with the values there are.
    std::function<void(RunConfig&, const std::string&)> write;
    /// Whether the value matters beside the others (no negatives without a loss that draws some). Null: always.
    std::function<bool(const RunConfig&)> matters = {};
};

/// The keys of one model, in the order a person reads them. A key that is not here does not exist for the model.
class ConfigSchema {
public:
    explicit ConfigSchema(std::vector<ConfigKey> keys) : m_keys(std::move(keys)) {}

    const std::vector<ConfigKey>& keys() const { return m_keys; }
    const ConfigKey* find(const std::string& key) const;  ///< null: the model has no such key
    /// Throws Error(Usage) with the keys there are.
    const ConfigKey& at(const std::string& key) const;

private:
    std::vector<ConfigKey> m_keys;
};

/// Keys that models of several families have. A model takes those that mean something to it.
std::vector<ConfigKey> basicKeys();  ///< epochs, seed, when to validate and to stop; the split
std::vector<ConfigKey> splitKeys();  ///< what is learned from: all that counted models are asked
std::vector<ConfigKey> lossKeys(const std::vector<LossKind>& losses);
std::vector<ConfigKey> gradientKeys();      ///< optimiser, schedule, clipping
std::vector<ConfigKey> learningRateKeys();  ///< learning rate and its schedule, for plain gradient descent

/// Lists one after the other.
std::vector<ConfigKey> joined(std::vector<std::vector<ConfigKey>> lists);

}  // namespace recscope
