# SPDX-License-Identifier: GPL-3.0-or-later
"""Texts in East Asian and Cyrillic encodings, and formats of other programs."""
from .tools import table, truth, world

USUAL = [("user", "user"), ("item", "item"), ("rating", "rating"), ("timestamp", "time")]
CHINESE = "电影一号 音乐二号 书籍三本 游戏四季 新闻五条 商品六件 视频七集 文章八篇 歌曲九首 节目十期 漫画甲 小说乙 杂志丙 玩具丁 家具戊 饮料己".split()
TRADITIONAL = "電影一號 音樂二號 書籍三本 遊戲四季 新聞五條 商品六件 視頻七集 文章八篇 歌曲九首 節目十期 漫畫甲 小說乙 雜誌丙 玩具丁 家具戊 飲料己".split()
KOREAN = "영화하나 음악둘 책세권 게임넷 뉴스다섯 상품여섯 영상일곱 글여덟 노래아홉 방송열 만화 소설 잡지 장난감 가구 음료수".split()
JAPANESE = "映画ひとつ 音楽ふたつ 本みっつ ゲーム四 ニュース五 商品むっつ 動画七 記事やっつ 歌ここのつ 番組とお 漫画 小説 雑誌 玩具 家具 飲み物".split()
RUSSIAN = "фильм музыка книга игра новость товар ролик статья песня передача комикс роман журнал игрушка мебель напиток".split()
FRENCH = "déjà vu|été|forêt|garçon|hôtel|île|leçon|mère|noël|œuvre|pâté|québec|rêve|sûr|thé|voilà".split("|")


def encodings(c):
    g = "16_encodings"

    def case(name, about, items, encoding, columns=USUAL, options=None, facts=None, sep=","):
        rows = world(f"{g}/{name}", items=items)
        c.case(g, name, about, {"ratings.csv": table(rows, columns, sep).encode(encoding)},
               truth(rows, ratings=True, **(facts or {})), options=options)

    case("gb18030", "Chinese, as Windows in China writes it.", CHINESE, "gb18030")
    case("gb18030_with_chinese_header", "Chinese names of the columns: chosen by number.", CHINESE, "gb18030",
         [("用户", "user"), ("物品", "item"), ("评分", "rating"), ("时间", "time")],
         options={"columns": "user=1,item=2,rating=3,time=4"})
    case("big5", "Chinese, as Windows in Taiwan writes it.", TRADITIONAL, "big5")
    case("euc_kr", "Korean.", KOREAN, "cp949")
    case("euc_kr_semicolons", "Korean with semicolons.", KOREAN, "euc_kr", sep=";")
    case("shift_jis", "Japanese, as Windows in Japan writes it.", JAPANESE, "cp932")
    case("euc_jp", "Japanese, as Unix wrote it.", JAPANESE, "euc_jp")
    case("windows_1251", "Russian, as Windows wrote it.", RUSSIAN, "cp1251")
    case("koi8_r", "Russian, as mail programs wrote it.", RUSSIAN, "koi8_r")
    case("windows_1252_stays", "French in windows-1252 is not taken for another encoding.", FRENCH, "cp1252")
    case("named_encoding", "Chosen with --encoding.", KOREAN, "cp949", options={"encoding": "euc-kr"})
    case("spanish_header_in_latin1", "Accented names of the columns are decoded: one is chosen by its name.",
         [word.replace("œ", "oe") for word in FRENCH], "latin-1",
         [("usuario", "user"), ("película", "item"), ("valoración", "rating"), ("timestamp", "time")],
         options={"columns": "user=usuario,item=película,rating=valoración,time=timestamp"})
    rows = world(g + "/no_break_spaces")
    text = table(rows, [("user", "user"), ("item", lambda row: ("\u00a0" if row.n % 3 == 0 else "") + row.item +
                                           ("\u00a0" if row.n % 5 == 0 else "")), ("rating", "rating"), ("timestamp", "time")])
    c.case(g, "no_break_spaces", "No-break spaces around ids are trimmed.", {"ratings.csv": text}, truth(rows, ratings=True))


def programs(c):
    g = "17_formats_of_programs"

    def refused(name, about, file, content, words):
        c.case(g, name, about, {file: content}, {"refused": words})

    def lines(rows, form, before=""):
        return before + "".join(form(row) + "\n" for row in rows)

    rows = world(g + "/rows")
    konect = world(g + "/konect")
    c.case(g, "konect", "Comments begin with %.",
           {"out.ratings": lines(konect, lambda r: f"{r.user} {r.item} {r.rating} {r.time}", "% bip weighted\n% 60 12 16\n")},
           truth(konect, ratings=True))
    tilde = world(g + "/tilde")
    c.case(g, "tilde", "Separated by tildes.", {"ratings.txt": table(tilde, USUAL, "~")}, truth(tilde, ratings=True))
    refused("matrix_market", "A sparse matrix.", "m.mtx",
            lines(rows, lambda r: f"{r.user} {r.item} {r.rating}", "%%MatrixMarket matrix coordinate integer general\n900 9000 60\n"),
            ["Matrix Market"])
    refused("arff", "Weka.", "r.arff", lines(rows, lambda r: f"{r.user},{r.item},{r.time}", "% made\n@RELATION r\n\n@ATTRIBUTE "
            "user NUMERIC\n@ATTRIBUTE item NUMERIC\n@ATTRIBUTE time NUMERIC\n\n@DATA\n"), ["ARFF"])
    refused("libfm", "Sparse features.", "r.libfm", lines(rows, lambda r: f"{r.rating} {r.user}:1 {r.item}:1"), ["libfm"])
    refused("sql_dump", "A dump of a database.", "r.dump",
            lines(rows, lambda r: f"INSERT INTO ratings VALUES ({r.user},{r.item},{r.time});",
                  "-- MySQL dump 10.13\n/*!40101 SET NAMES utf8 */;\nCREATE TABLE ratings (user int, item int, time int);\n"),
            ["SQL dump", "SQLite"])
    refused("xml", "XML.", "r.xml", lines(rows, lambda r: f'<r user="{r.user}" item="{r.item}"/>', '<?xml version="1.0"?>\n<rs>\n'),
            ["XML"])
    refused("spss", "SPSS.", "r.sav", b"$FL2@(#) SPSS DATA FILE" + bytes(400), ["SPSS"])
    refused("sas", "SAS.", "r.sas7bdat", bytes(12) + b"\xc2\xea\x81\x60\xb3\x14\x11\xcf\xbd\x92\x08\0\x09\xc7\x31\x8c" + bytes(400),
            ["SAS"])
    refused("sas_transport", "SAS transport.", "r.xpt", b"HEADER RECORD*******LIBRARY HEADER RECORD!!!!!!!" + b"0" * 400, ["SAS"])
    refused("stata", "Stata.", "r.dta", b"<stata_dta><header><release>118</release>" + bytes(400), ["Stata"])
