# SPDX-License-Identifier: GPL-3.0-or-later
"""Skip-gram over items: the baseline of ./dev bench."""
from plain_word2vec import measure

measure(averages_context=False)
