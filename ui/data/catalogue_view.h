// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QWidget>

#include "core/data/catalogue.h"

class QVBoxLayout;

namespace recscope::ui {

class Session;

/// Lists the public datasets that RecScope can read: what they are, their terms, where to get them, and which file to
/// drop onto the window. Addresses are text to copy; nothing is downloaded.
class CatalogueView : public QWidget {
    Q_OBJECT
public:
    explicit CatalogueView(Session& session, QWidget* parent = nullptr);

signals:
    void closed();

private:
    QWidget* makeCard(const CatalogueEntry& entry);

    Session& m_session;
};

}  // namespace recscope::ui
