// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/data/dataset_format.h"
#include "core/data/python_literal.h"
#include "core/util/text.h"
#include "core/util/translated.h"

namespace recscope {

namespace {

/// One dictionary per user: {'user_id': …, 'reviews': [{'item_id': …, 'posted': 'Posted November 5, 2011.', …}, …]}.
class NestedReviews : public RowParser {
public:
    const char* parse(std::string_view line, std::vector<RawRow>& rows) override {
        rows.clear();
        if (const char* wrong = parsePythonLiteral(line, m_value)) return wrong;
        const PythonValue* user = m_value.find("user_id");
        const PythonValue* reviews = m_value.find("reviews");
        if (!user || !reviews || reviews->kind != PythonValue::Kind::List)
            return translatable("no user with a list of reviews");
        for (const PythonValue& review : reviews->values) {
            const auto scalar = [&](const char* key) {
                const PythonValue* value = review.find(key);
                return value && value->isScalar() ? std::string_view(value->text) : std::string_view();
            };
            rows.push_back({user->text, scalar("item_id"), scalar("posted"), {}});
        }
        return nullptr;
    }

private:
    PythonValue m_value;
};

/// McAuley's australian_user_reviews: all reviews of a user in one Python dictionary.
class SteamUserReviewsFormat : public DatasetFormat {
public:
    FormatInfo info() const override {
        return {"steam-user-reviews", translatable("Steam reviews by user (Python literals)"),
                translatable("user_id and a list of reviews with item_id and posted (\"Posted November 5, 2011.\"), "
                             "one user per line; titles from steam_games.json")};
    }

    std::optional<Recognition> recognise(const FileSample& sample, const ColumnMapping&) const override {
        NestedReviews parser;
        std::vector<RawRow> rows;
        std::size_t counted = 0, passed = 0;
        for (const std::string_view line : sample.lines) {
            if (trimmed(line).empty()) continue;
            ++counted;
            passed += parser.parse(line, rows) == nullptr;
        }
        if (passed == 0 || 2 * passed < counted) return std::nullopt;
        return Recognition{
            1.0,
            translated("one Python dictionary per user, with a list of reviews"),
            {.delimiter = {}, .columns = {"user_id", "item_id", "posted"}, .columnCount = 3, .time = 2, .rating = {}},
            TimeFormat::Posted,
            ColumnChoice::Fixed};
    }

    std::unique_ptr<RowParser> makeLineParser(const TableLayout&) const override {
        return std::make_unique<NestedReviews>();
    }
    std::vector<std::string> fileNames() const override { return {"australian_user_reviews.json"}; }
    std::vector<std::string> itemsFileNames(const std::string&) const override { return {"steam_games.json"}; }
};

}  // namespace

std::unique_ptr<DatasetFormat> makeSteamUserReviewsFormat() {
    return std::make_unique<SteamUserReviewsFormat>();
}

}  // namespace recscope
