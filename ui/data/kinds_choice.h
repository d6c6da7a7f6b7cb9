// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QPushButton>
#include <cstdint>
#include <map>
#include <string>
#include <utility>
#include <vector>

namespace recscope::ui {

/// A menu of the kinds of events that an import keeps. At least one stays checked.
class KindsChoice : public QPushButton {
    Q_OBJECT
public:
    explicit KindsChoice(QWidget* parent = nullptr);

    /// Sets the kinds of the file, most frequent first; kinds that were unchecked before stay unchecked.
    void setKinds(const std::vector<std::string>& kinds);
    /// Checks only these kinds, now or as soon as the kinds of the file are known. Does nothing if the file has none of
    /// these kinds.
    void keepOnly(const std::vector<std::string>& kinds);
    /// Checks all kinds.
    void keepAll();
    /// Shows the number of interactions of each kind.
    void setCounts(const std::vector<std::pair<std::string, std::int64_t>>& counts);
    /// Removes all kinds. To be called when another file is chosen.
    void clear();

    std::vector<std::string> kept() const;  ///< the checked kinds; empty = all
    bool hasChoice() const { return m_kinds.size() > 1; }

signals:
    void chosen();  ///< a kind was checked or unchecked by hand

private:
    void showMenu();
    void showChosen();
    bool isKept(const std::string& kind) const;

    std::vector<std::string> m_kinds, m_dropped;  ///< the kinds of the file | the unchecked ones
    std::vector<std::string> m_keepOnly;          ///< the argument of keepOnly(), until the kinds are known
    std::map<std::string, std::int64_t> m_counts;
};

}  // namespace recscope::ui
