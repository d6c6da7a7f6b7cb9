// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/attention/map_view.h"

#include <QCoreApplication>
#include <QRegularExpression>

namespace recscope::ui {

namespace {
QString tr(const char* text) {
    return QCoreApplication::translate("MapView", text);
}
}  // namespace

QString viewName(MapView view) {
    switch (view) {
        case MapView::Head:
            return tr("One head");
        case MapView::MeanOverHeads:
            return tr("Mean over heads");
        case MapView::MeanOverLayers:
            return tr("Mean over layers");
        case MapView::MeanOfAll:
            return tr("Mean of all");
        case MapView::Rollout:
            return tr("Rollout");
        case MapView::MinusHead:
            return tr("Head against head");
        case MapView::MinusAverage:
            return tr("Against the average");
        case MapView::MinusRun:
            return tr("Run against run");
    }
    return {};
}

QString viewAbout(MapView view) {
    switch (view) {
        case MapView::Head:
            return tr("The weights of the head chosen on the left");
        case MapView::MeanOverHeads:
            return tr("The mean of all heads of the chosen layer");
        case MapView::MeanOverLayers:
            return tr(
                "The mean over all layers of the heads with the chosen number; heads with the same number in different "
                "layers are unrelated");
        case MapView::MeanOfAll:
            return tr("The mean of all heads of all layers");
        case MapView::Rollout:
            return tr(
                "Attention rollout: the product of the maps of all layers, each averaged with the identity for the "
                "residual connection; shows where information came from, not only where the last layer looks");
        case MapView::MinusHead:
            return tr(
                "The chosen head minus another head: orange where the chosen head looks more, blue where it looks "
                "less");
        case MapView::MinusAverage:
            return tr(
                "The chosen head minus its own mean over many users at the same positions, counted from the newest: "
                "what is special about this history");
        case MapView::MinusRun:
            return tr(
                "The chosen head minus a head of another run, for the same history: columns are matched from the "
                "newest item, rows from the one that predicts");
    }
    return {};
}

QString titleOf(const MapChoice& choice) {
    const int layer = choice.head.layer + 1, head = choice.head.head + 1;
    switch (choice.view) {
        case MapView::Head:
            return tr("Layer %1 · head %2").arg(layer).arg(head);
        case MapView::MeanOverHeads:
            return tr("Layer %1 · mean over heads").arg(layer);
        case MapView::MeanOverLayers:
            return tr("Head %1 · mean over layers").arg(head);
        case MapView::MeanOfAll:
            return tr("Mean of all heads");
        case MapView::Rollout:
            return tr("Rollout of all layers");
        case MapView::MinusHead:
            return tr("Head %1.%2 minus %3.%4")
                .arg(layer)
                .arg(head)
                .arg(choice.other.layer + 1)
                .arg(choice.other.head + 1);
        case MapView::MinusAverage:
            return tr("Head %1.%2 minus the mean of %3 users").arg(layer).arg(head).arg(choice.users);
        case MapView::MinusRun:
            return tr("Head %1.%2 minus %3.%4 of %5")
                .arg(layer)
                .arg(head)
                .arg(choice.other.layer + 1)
                .arg(choice.other.head + 1)
                .arg(choice.run);
    }
    return {};
}

QString sourceOf(const MapChoice& choice) {
    const auto named = [](HeadId head) { return tr("layer %1, head %2").arg(head.layer + 1).arg(head.head + 1); };
    switch (choice.view) {
        case MapView::Head:
            return named(choice.head);
        case MapView::MeanOverHeads:
            return tr("layer %1, mean over heads").arg(choice.head.layer + 1);
        case MapView::MeanOverLayers:
            return tr("head %1, mean over layers").arg(choice.head.head + 1);
        case MapView::MeanOfAll:
            return tr("mean of all heads");
        case MapView::Rollout:
            return tr("rollout");
        case MapView::MinusHead:
            return tr("%1 minus %2").arg(named(choice.head), named(choice.other));
        case MapView::MinusAverage:
            return tr("%1 minus the mean of %2 users").arg(named(choice.head)).arg(choice.users);
        case MapView::MinusRun:
            return tr("%1 minus %2 of %3").arg(named(choice.head), named(choice.other), choice.run);
    }
    return {};
}

QString fileNameOf(const MapChoice& choice) {
    QString name = QStringLiteral("attention-") + sourceOf(choice);
    // A run's name may contain characters that a file name may not.
    return name.remove(QLatin1Char(',')).replace(QRegularExpression(QStringLiteral("[^\\w.-]+")), QStringLiteral("-"));
}

bool isDifference(MapView view) {
    return view == MapView::MinusHead || view == MapView::MinusAverage || view == MapView::MinusRun;
}

bool needsOtherData(MapView view) {
    return view == MapView::MinusAverage || view == MapView::MinusRun;
}

AttentionView shownView(const AttentionMaps& maps, const MapChoice& choice) {
    switch (choice.view) {
        case MapView::MeanOverHeads:
            return meanOverHeads(maps, choice.head.layer);
        case MapView::MeanOverLayers:
            return meanOverLayers(maps, choice.head.head);
        case MapView::MeanOfAll:
            return meanOfAll(maps);
        case MapView::MinusHead:
            return difference(viewOf(maps, choice.head), viewOf(maps, choice.other));
        case MapView::Head:
        case MapView::Rollout:
        case MapView::MinusAverage:
        case MapView::MinusRun:
            break;
    }
    return viewOf(maps, choice.head);
}

}  // namespace recscope::ui
