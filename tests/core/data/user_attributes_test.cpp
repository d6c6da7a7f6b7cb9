// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/data/user_attributes.h"

#include <fmt/format.h>

#include "core/store/user_attribute_store.h"
#include "tests/core/support/import_fixture.h"

namespace recscope {
namespace {

class UserAttributes : public ImporterTest {
protected:
    /// Interactions of the users "1" … `users` with three items each, in the layout of u.data.
    static std::string interactions(int users) {
        std::string text;
        for (int user = 1; user <= users; ++user) {
            for (int item = 1; item <= 3; ++item)
                text += fmt::format("{}\t{}\t4\t{}\n", user, (user + item) % 5 + 1, 880000000 + 100 * user + item);
        }
        return text;
    }
    std::vector<UserAttribute> attributesOf(const ImportResult& result) {
        return UserAttributeStore(m_workspace).list(result.dataset.id);
    }
    /// The value of an attribute of the user with this id as text, for example "student".
    std::string valueOf(const ImportResult& result, const std::string& name, const std::string& userId) {
        const auto user = static_cast<std::size_t>(m_store.userById(result.dataset.id, userId).user);
        for (const UserAttribute& attribute : attributesOf(result)) {
            if (attribute.name != name) continue;
            if (!attribute.isKnown(user)) return "unknown";
            return attribute.kind == AttributeKind::Number
                       ? fmt::format("{}", attribute.numbers[user])
                       : attribute.labels[static_cast<std::size_t>(attribute.categories[user])];
        }
        return "no such attribute";
    }
    std::vector<std::string> namesOf(const ImportResult& result) {
        std::vector<std::string> names;
        for (const UserAttribute& attribute : attributesOf(result)) names.push_back(attribute.name);
        return names;
    }
    std::vector<std::string> userIds(int count) {
        std::vector<std::string> ids;
        for (int i = 1; i <= count; ++i) ids.push_back(std::to_string(i));
        return ids;
    }
    /// What the file says about the users "1" … `users`.
    AttributesFile read(const SourcePart& part, int users) {
        const std::vector<std::string> ids = userIds(users);
        return readAttributesFile(part, {.subject = Subject::Users, .ids = ids, .haveWholeNumberIds = true});
    }
};

TEST_F(UserAttributes, ReadsTheUserFileOfMovieLens100k) {
    m_folder.write("u.data", interactions(30));
    std::string users;
    for (int i = 1; i <= 30; ++i)
        users += fmt::format("{}|{}|{}|{}|{:05}\n", i, 20 + i, i % 2 ? "M" : "F",
                             i == 4  ? "none"
                             : i % 3 ? "writer"
                                     : "student",
                             i % 7);
    m_folder.write("u.user", users);
    const ImportResult result = import(m_folder / "u.data");
    EXPECT_EQ(namesOf(result), (std::vector<std::string>{"age", "gender", "occupation", "zip code"}));
    EXPECT_EQ(valueOf(result, "age", "7"), "27");
    EXPECT_EQ(valueOf(result, "gender", "7"), "M");
    EXPECT_EQ(valueOf(result, "occupation", "9"), "student");
    EXPECT_EQ(valueOf(result, "occupation", "4"), "none");
    EXPECT_EQ(valueOf(result, "zip code", "8"), "00001");
    EXPECT_EQ(result.report.usersDescribed, 30);
    EXPECT_NE(result.report.toText().find("age, gender, occupation and zip code, for 30 of 30 users"),
              std::string::npos)
        << result.report.toText();
    const ImportReport again = ImportReport::fromJson(result.report.toJson());
    EXPECT_EQ(again.userAttributes, result.report.userAttributes);
    EXPECT_EQ(again.usersDescribed, 30);
}

TEST_F(UserAttributes, CodesOfMovieLens1mBecomeWords) {
    m_folder.write("users.dat", "1::F::1::10::48067\n2::M::56::16::70072\n3::M::25::15::55117\n4::M::45::0::02460\n");
    const AttributesFile file = read({m_folder / "users.dat", {}}, 4);
    ASSERT_EQ(file.attributes.size(), 4U);
    EXPECT_EQ(file.attributes[1].name, "age");
    EXPECT_EQ(file.attributes[1].labels, (std::vector<std::string>{"under 18", "56 and over", "25-34", "45-49"}));
    EXPECT_EQ(file.attributes[2].labels[0], "K-12 student");
    EXPECT_EQ(file.attributes[2].labels[3], "other or not specified");
}

TEST_F(UserAttributes, TheIdColumnIsFoundByItsValues) {
    // The user ids are in "member". Ages look like user ids, too; the column "id" numbers the rows of another table.
    std::string text = "id,age,member,plan\n";
    for (int i = 1; i <= 20; ++i)
        text += fmt::format("{},{},{},{}\n", 1000 + i, 1 + i % 12, i, i % 2 ? "free" : "paid");
    m_folder.write("people.csv", text);
    const AttributesFile file = read({m_folder / "people.csv", {}}, 20);
    EXPECT_EQ(file.users, 20);
    std::vector<std::string> names;
    for (const UserAttribute& attribute : file.attributes) names.push_back(attribute.name);
    ASSERT_EQ(names, (std::vector<std::string>{"age", "plan"}));  // not "id": it differs for every user
    EXPECT_EQ(file.attributes[1].labels[0], "free");
}

TEST_F(UserAttributes, QuotesSemicolonsNullsAndLatin1AreRead) {
    m_folder.write("BX-Users.csv",
                   "\"User-ID\";\"Location\";\"Age\"\n\"1\";\"nyc, new york, usa\";NULL\n\"2\";\"M\xFCnchen, bayern, "
                   "germany\";\"18\"\n\"3\";\"nyc, new york, usa\";\"N/A\"\n\"9\";\"far away\";\"50\"\n");
    const AttributesFile file = read({m_folder / "BX-Users.csv", {}}, 4);
    ASSERT_EQ(file.attributes.size(), 2U);
    EXPECT_EQ(file.users, 3);
    EXPECT_EQ(file.attributes[0].name, "Location");
    EXPECT_EQ(file.attributes[0].labels, (std::vector<std::string>{"nyc, new york, usa", "München, bayern, germany"}));
    EXPECT_FALSE(file.attributes[1].isKnown(0));
    EXPECT_TRUE(file.attributes[1].isKnown(1));
    EXPECT_FALSE(file.attributes[1].isKnown(2));
    EXPECT_FALSE(file.attributes[1].isKnown(3));
}

TEST_F(UserAttributes, RecBoleTypesAreRemovedFromTheNames) {
    m_folder.write("x.user", "user_id:token\tage:float\tgender:token\n1\t30\tF\n2\t31\tM\n3\t30\tF\n");
    const AttributesFile file = read({m_folder / "x.user", {}}, 3);
    ASSERT_EQ(file.attributes.size(), 2U);
    EXPECT_EQ(file.attributes[0].name, "age");
    EXPECT_EQ(file.attributes[1].labels, (std::vector<std::string>{"F", "M"}));
}

TEST_F(UserAttributes, ScalarsOfObjectsBecomeAttributes) {
    m_folder.write("users.jsonl",
                   "{\"user_id\":\"1\",\"fans\":3,\"elite\":[1,2],\"city\":\"A\"}\n"
                   "{\"user_id\":\"2\",\"fans\":4,\"city\":\"B\"}\n{\"user_id\":\"3\",\"fans\":3,\"city\":null}\n");
    const AttributesFile file = read({m_folder / "users.jsonl", {}}, 3);
    std::vector<std::string> names;
    for (const UserAttribute& attribute : file.attributes) names.push_back(attribute.name);
    EXPECT_EQ(names, (std::vector<std::string>{"fans", "city"}));
    EXPECT_FALSE(file.attributes[1].isKnown(2));
}

TEST_F(UserAttributes, FewDistinctNumbersAndZipCodesAreCategories) {
    std::string text = "user,kids,age,zip,name\n";
    for (int i = 1; i <= 40; ++i)
        text += fmt::format("{},{},{},{},name {}\n", i, i % 3, 20 + i % 15, 10000 + i % 14, i);
    m_folder.write("users.csv", text);
    const AttributesFile file = read({m_folder / "users.csv", {}}, 40);
    ASSERT_EQ(file.attributes.size(), 3U);
    EXPECT_EQ(file.attributes[0].kind, AttributeKind::Category);
    EXPECT_EQ(file.attributes[1].kind, AttributeKind::Number);
    EXPECT_EQ(file.attributes[2].kind, AttributeKind::Category);
    EXPECT_EQ(file.leftOut, std::vector<std::string>{"name"});
}

TEST_F(UserAttributes, AnUnreadableUsersFileIsReportedAndDoesNotStopTheImport) {
    m_folder.write("u.data", interactions(5));
    for (const std::string& broken :
         {std::string("\0\1\2\3", 4), std::string("hello\n"), std::string("x,y\n77,1\n78,2\n")}) {
        m_folder.write("u.user", broken);
        const ImportResult result = import(m_folder / "u.data");
        EXPECT_TRUE(attributesOf(result).empty());
        EXPECT_FALSE(result.report.usersProblem.empty());
        EXPECT_NE(result.report.toText().find("The file with users was not used"), std::string::npos);
        EXPECT_EQ(result.dataset.users, 5);
        m_store.remove(result.dataset.id);
    }
}

TEST_F(UserAttributes, TheFileCanBeNamedOrLeftOut) {
    m_folder.write("u.data", interactions(5));
    m_folder.write("u.user", "1|20|M|writer|1\n2|20|F|writer|1\n3|21|M|writer|2\n4|21|M|writer|2\n5|22|M|writer|2\n");
    ImportOptions options = optionsFor(m_folder / "u.data");
    options.findUsers = false;
    options.name = "without";
    const ImportResult without = import(options);
    EXPECT_TRUE(attributesOf(without).empty());
    EXPECT_TRUE(without.report.usersPath.empty());
    options.usersPath = m_folder.write("who.csv", "user,team\n1,red\n2,red\n3,blue\n4,blue\n5,blue\n");
    options.name = "named";
    const ImportResult named = import(options);
    EXPECT_EQ(namesOf(named), std::vector<std::string>{"team"});
    EXPECT_EQ(ImportOptions::fromJson(named.dataset.settings).usersPath, options.usersPath);
    options.usersPath = m_folder / "missing.csv";
    options.name = "missing";
    EXPECT_ERROR(import(options), ErrorKind::Input, "missing.csv");
}

}  // namespace
}  // namespace recscope
