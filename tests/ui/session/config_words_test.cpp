// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/session/config_words.h"

#include <QTest>
#include <set>

#include "core/config/config_schema.h"
#include "core/recommender/registry.h"

using namespace recscope;
using namespace recscope::ui;

class ConfigWordsTest : public QObject {
    Q_OBJECT

private slots:
    /// Every choice of a config key must be a word that is translated, or one of the names below. A word that is
    /// neither would stay English in every language.
    void everyChoiceIsAWordThatIsTranslatedOrAName() {
        const std::set<std::string> names{
            "adam",        "adamw",   "bce",    "bert", "bm25",      "bpr",   "bpr_max",      "bpreg", "ce",
            "cosine",      "dot",     "gbce",   "gelu", "gelu_tanh", "neumf", "hard_sigmoid", "relu",  "sampled_ce",
            "sasrec_code", "sigmoid", "swiglu", "tanh", "tf_idf",    "top1",  "top1_max",     "pre",   "post"};
        int checked = 0;
        for (const ConfigField& field : allFields()) {
            if (field.type != FieldType::Choice) continue;
            for (const std::string& choice : field.choices) {
                ++checked;
                QVERIFY2(isConfigWord(choice) != names.contains(choice), (field.key + " = " + choice).c_str());
            }
        }
        QVERIFY(checked > 20);
    }
    void underscoresOfChoicesBecomeHyphensOrSpaces() {
        QCOMPARE(configWords("leave_one_out"), QStringLiteral("leave-one-out"));
        QCOMPARE(configWords("global_time"), QStringLiteral("global time"));
        QCOMPARE(configWords("causal"), QStringLiteral("causal"));
    }
    /// Such a name can be typed, so it is shown as it is typed.
    void underscoresInTheNamesOfMetricsStay() {
        QCOMPARE(configWords("ndcg_of_k@10"), QStringLiteral("ndcg_of_k@10"));
        QCOMPARE(configWords("map_of_all@K, global_time"), QStringLiteral("map_of_all@K, global time"));
    }
};

QTEST_GUILESS_MAIN(ConfigWordsTest)
#include "config_words_test.moc"
