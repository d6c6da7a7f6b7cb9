// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/data/entity_names.h"

#include <gtest/gtest.h>

namespace recscope {
namespace {

TEST(EntityNames, IdNamesWithTheSameNounNameTheSameEntity) {
    EXPECT_TRUE(nameTheSame("course_id", "CourseID"));
    EXPECT_TRUE(nameTheSame("video_id", "id_video"));
    EXPECT_TRUE(nameTheSame("movieId", "movies"));
    EXPECT_TRUE(nameTheSame("parent_asin", "asin"));
    EXPECT_TRUE(nameTheSame("Track URI", "track_id:token"));
    EXPECT_TRUE(nameTheSame("libro_id", "libri"));
    EXPECT_TRUE(nameTheSame("Kunden-Nr", "Kunde"));
}

TEST(EntityNames, NamesOfDifferentEntitiesDiffer) {
    EXPECT_FALSE(nameTheSame("movie_id", "course_id"));
    EXPECT_FALSE(nameTheSame("track_name", "artist_name"));
    EXPECT_FALSE(nameTheSame("id", "course_id"));
    EXPECT_FALSE(nameTheSame("", ""));
}

TEST(EntityNames, BareIdsAndGeneralNamesIdentifyNoEntity) {
    EXPECT_TRUE(isBareId("ID"));
    EXPECT_FALSE(isBareId("track_id"));
    EXPECT_FALSE(isBareId(""));
    EXPECT_TRUE(isGeneralName("itemId", Subject::Items));
    EXPECT_TRUE(isGeneralName("uid", Subject::Users));
    EXPECT_FALSE(isGeneralName("movie_id", Subject::Items));
    EXPECT_FALSE(isGeneralName("item_id", Subject::Users));
}

TEST(EntityNames, FileNamesAreGradedByHowWellTheyMatchAKey) {
    const auto ofItems = [](const char* file, const char* column) { return fileNaming(file, column, Subject::Items); };
    EXPECT_EQ(ofItems("courses.csv", "course_id"), FileNaming::Exact);
    EXPECT_EQ(ofItems("Course", "id_course"), FileNaming::Exact);
    EXPECT_EQ(ofItems("cleaned_courses.csv", "course_id"), FileNaming::Qualified);
    EXPECT_EQ(ofItems("movie_titles.csv", "movieId"), FileNaming::Qualified);
    EXPECT_EQ(ofItems("songs.csv", "track_id"), FileNaming::Usual);
    EXPECT_EQ(ofItems("titles.csv", "track_id"), FileNaming::Usual);
    EXPECT_EQ(ofItems("top_songs.csv", "track_id"), FileNaming::Similar);
    EXPECT_EQ(ofItems("course_modules.csv", "course_id"), FileNaming::Other);
    EXPECT_EQ(ofItems("customers.csv", "course_id"), FileNaming::Other);
    EXPECT_EQ(fileNaming("customers.csv", "course_id", Subject::Users), FileNaming::Usual);
    EXPECT_EQ(fileNaming("students.csv", "student_id", Subject::Users), FileNaming::Exact);
}

TEST(EntityNames, AFileNameMatchesOnlyItsOwnKey) {
    EXPECT_TRUE(isNamedAfter("BX-Books.csv", "book_id"));
    EXPECT_FALSE(isNamedAfter("tracks.csv", "album_id"));
}

}  // namespace
}  // namespace recscope
