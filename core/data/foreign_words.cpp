// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/data/foreign_words.h"

#include <algorithm>
#include <array>
#include <string_view>
#include <unordered_map>
#include <unordered_set>

namespace recscope {

namespace {

struct Meaning {
    const char* english;
    const char* words;  ///< without accents, separated by blanks
};

/// Words for persons, things and orders. Words that mean something else in English ("lid", "ad", "tip", "note") and
/// words with two meanings ("receita": recipe and revenue) are left out.
constexpr std::array kNouns = {
    Meaning{"customer",
            "cliente clientes kunde kunden kundin klient klienci klien klant klanten pelanggan konsumen "
            "musteri musteriler"},
    Meaning{"buyer", "comprador compradora acheteur compratore pembeli kaufer koper kupujacy"},
    Meaning{"user",
            "usuario usuarios usuaria utilizador utente utenti utilisateur benutzer nutzer pengguna kullanici "
            "uzytkownik gebruiker"},
    Meaning{"reader", "leitor leitores lector lectores lecteur lettore leser czytelnik pembaca okuyucu"},
    Meaning{"student",
            "aluno alunos alumno alumnos estudante estudiante etudiant studente schuler siswa mahasiswa "
            "ogrenci uczen"},
    Meaning{"member", "membro miembro membre mitglied anggota uye czlonek"},
    Meaning{"player", "jogador jugador joueur giocatore spieler pemain oyuncu gracz speler"},
    Meaning{"product",
            "produto produtos producto productos produit produits prodotto prodotti produkt produkte produk "
            "urun urunler towar towary barang mercadoria mercancia"},
    Meaning{"article", "artigo artigos articulo articulos articolo articoli artikel artykul"},
    Meaning{"item", "itens"},
    Meaning{"book", "livro livros libro libros libri livre livres buch bucher kitap kitaplar buku ksiazka boek boeken"},
    Meaning{"film", "filme filmes pelicula peliculas"},
    Meaning{"song", "musica musicas cancao cancion canciones chanson canzone lagu sarki piosenka"},
    Meaning{"game", "jogo jogos juego juegos jeu jeux gioco giochi spiel spiele permainan oyun"},
    Meaning{"course", "curso cursos cours corso kursus"},
    Meaning{"recipe", "receta recetas ricetta rezept resep przepis recept"},
    Meaning{"news", "noticia noticias notizia berita haber"},
    Meaning{"order", "pedido pedidos encomenda commande ordine bestellung bestelling pesanan siparis zamowienie"},
    Meaning{"sale", "venda venta vente vendita verkauf penjualan satis sprzedaz verkoop"},
    Meaning{"sales", "vendas ventas ventes vendite verkaufe"},
    Meaning{"invoice", "factura fatura fattura facture rechnung faktur faktura factuur"},
    Meaning{"transaction", "transacao transaccion transazione transaktion transaksi transakcja transactie islem trans"},
    Meaning{"receipt", "recibo ricevuta quittung struk kwitansi"},
    Meaning{"purchase", "compra achat acquisto einkauf pembelian zakup zakupu aankoop"},
    Meaning{"date", "tanggal tarih fecha"},
    Meaning{"time", "waktu"},
    Meaning{"event", "evento evenement ereignis"},
    Meaning{"action", "accion acao azione aktion aksi eylem actie"},
};

/// Words that precede the noun they refer to, while in English they follow it: "id produto" ("product id"), "preço do
/// produto", "jumlah barang".
constexpr std::array kHeads = {
    Meaning{"id", "id"},
    Meaning{"code", "codigo codice kode cod kod"},
    Meaning{"number", "numero nomor nummer numer"},
    Meaning{"quantity",
            "quantidade qtd qtde cantidad cant quantite qte quantita menge anzahl jumlah kuantitas adet miktar "
            "ilosc sztuk aantal hoeveelheid"},
    Meaning{"price", "preco precio prix prezzo preis harga fiyat cena prijs"},
    Meaning{"amount", "importe montant importo betrag tutar kwota bedrag"},
    Meaning{"value", "valor valeur valore wert nilai deger wartosc waarde"},
    Meaning{"total", "subtotal totale gesamt toplam razem totaal"},
    Meaning{"discount", "desconto descuento remise sconto rabatt diskon indirim rabat korting"},
    Meaning{"cost", "custo costo cout kosten biaya maliyet koszt"},
    Meaning{"income", "renda renta einkommen penghasilan gelir"},
    Meaning{"age", "idade edad eta alter usia umur yas wiek leeftijd"},
    Meaning{"name", "nome nombre nom nama isim nazwa naam"},
    Meaning{"title", "titulo titre titolo titel judul baslik tytul"},
    Meaning{"description",
            "descricao descripcion descrizione beschreibung deskripsi keterangan aciklama opis "
            "omschrijving"},
    Meaning{"category", "categoria categorias categorie kategorie kategori kategoria"},
    Meaning{"type", "tipo tipos typ jenis soort"},
    Meaning{"brand", "marca marke marque merek marka merk"},
    Meaning{"data", "data"},  // "date" in Portuguese, Italian and Polish: not translated, because it is English too
    Meaning{"rating",
            "avaliacao puntuacion puntaje valoracion calificacion bewertung punteggio valutazione penilaian puan "
            "beoordeling"},
};

struct Word {
    std::string english;
    bool isHead = false;
};

const std::unordered_map<std::string, Word>& dictionary() {
    static const std::unordered_map<std::string, Word> kWords = [] {
        std::unordered_map<std::string, Word> words;
        const auto add = [&](const Meaning& meaning, bool isHead) {
            std::string_view left = meaning.words;
            while (!left.empty()) {
                const std::size_t end = std::min(left.find(' '), left.size());
                words.emplace(left.substr(0, end), Word{meaning.english, isHead});
                left.remove_prefix(std::min(end + 1, left.size()));
            }
        };
        for (const Meaning& meaning : kNouns) add(meaning, false);
        for (const Meaning& meaning : kHeads) add(meaning, true);
        return words;
    }();
    return kWords;
}

/// Removes the accents that occur in these languages from a word.
std::string withoutAccents(const std::string& word) {
    static const std::unordered_map<std::string_view, char> kLetters = {
        {"à", 'a'}, {"á", 'a'}, {"â", 'a'}, {"ã", 'a'}, {"ä", 'a'}, {"ą", 'a'}, {"ç", 'c'}, {"ć", 'c'}, {"è", 'e'},
        {"é", 'e'}, {"ê", 'e'}, {"ë", 'e'}, {"ę", 'e'}, {"ğ", 'g'}, {"ì", 'i'}, {"í", 'i'}, {"î", 'i'}, {"ï", 'i'},
        {"ı", 'i'}, {"ł", 'l'}, {"ñ", 'n'}, {"ń", 'n'}, {"ò", 'o'}, {"ó", 'o'}, {"ô", 'o'}, {"õ", 'o'}, {"ö", 'o'},
        {"ś", 's'}, {"ş", 's'}, {"ù", 'u'}, {"ú", 'u'}, {"û", 'u'}, {"ü", 'u'}, {"ź", 'z'}, {"ż", 'z'}};
    std::string plain;
    for (std::size_t i = 0; i < word.size();) {
        const auto letter = kLetters.find(std::string_view(word).substr(i, 2));
        if (letter == kLetters.end()) {
            plain += word[i++];
        } else {
            plain += letter->second;
            i += 2;
        }
    }
    return plain;
}

/// The translation of the word, or of its stem before an ending such as "id" or "nummer"; the word itself if neither is
/// known.
Word translationOf(const std::string& word) {
    const std::string plain = withoutAccents(word);
    if (const auto found = dictionary().find(plain); found != dictionary().end()) return found->second;
    for (const std::string_view ending : {"id", "nr", "nummer", "name"}) {
        if (!plain.ends_with(ending)) continue;
        const auto found = dictionary().find(plain.substr(0, plain.size() - ending.size()));
        if (found != dictionary().end() && !found->second.isHead)
            return {found->second.english + std::string(ending == "nummer" ? "no" : ending), false};
    }
    return {word, false};
}

}  // namespace

std::vector<std::string> inEnglish(std::vector<std::string> words) {
    static const std::unordered_set<std::string> kOf = {"de", "do", "da", "del", "di", "du", "des", "der"};
    constexpr std::string_view kId = "id";
    bool isHead = false, isForeign = false;
    std::vector<std::string> english;
    for (std::size_t i = 0; i < words.size(); ++i) {
        if (i > 0 && words.size() > 2 && i + 1 < words.size() && kOf.contains(words[i])) continue;
        const Word word = translationOf(words[i]);
        if (i == 0 && words.size() == 1 && word.english == words[i] && words[i].starts_with(kId)) {  // "idproduto"
            const std::string rest = withoutAccents(words[i].substr(kId.size()));
            const auto found = dictionary().find(rest);
            if (found != dictionary().end() && !found->second.isHead) return {found->second.english, std::string(kId)};
        }
        if (i == 0) isHead = word.isHead;
        isForeign |= word.english != words[i];
        english.push_back(word.english);
    }
    // "no_nota" is the number of a receipt in Indonesian; "nota" alone is a grade in Spanish, Portuguese and Italian.
    if (english.size() == 2 && english[1] == "nota" && (english[0] == "no" || english[0] == "number")) isHead = true;
    static const std::unordered_set<std::string> kEndings = {"id", "code", "number", "name", "nr", "no"};
    if (!english.empty() && english[0] == "data" && !isForeign) isHead = false;
    if (isHead && english.size() > 1 && !kEndings.contains(english.back()))
        std::rotate(english.begin(), english.begin() + 1, english.end());
    if (english.size() == 2 && english[0] == "nota" && kEndings.contains(english[1])) english[0] = "receipt";
    return english;
}

}  // namespace recscope
