// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/widgets/figure_settings.h"

#include <algorithm>

#include "ui/widgets/settings.h"

namespace recscope::ui {

namespace {

const QString kWidth = QStringLiteral("pictures/width"), kPoints = QStringLiteral("pictures/points"),
              kLetters = QStringLiteral("pictures/letters"), kFormat = QStringLiteral("pictures/format"),
              kColours = QStringLiteral("pictures/colours");

/// Reads an enum value, clamped to 0…`last`, because the settings file may contain any number.
template <class Choice>
Choice choiceAt(const QString& key, Choice last) {
    return Choice(std::clamp(Settings::instance().value(key, 0).toInt(), 0, int(last)));
}

double numberAt(const QString& key, double defaultValue, double smallest, double largest) {
    bool isNumber = false;
    const double number = Settings::instance().value(key, defaultValue).toDouble(&isNumber);
    return isNumber ? std::clamp(number, smallest, largest) : defaultValue;
}

}  // namespace

double FigureSettings::widthInPoints() const {
    switch (width) {
        case FigureWidth::Screen:
            return 0;
        case FigureWidth::Column:
            return kColumn;
        case FigureWidth::Page:
            return kPage;
        case FigureWidth::Points:
            return points;
    }
    return 0;
}

FigureSettings figureSettings() {
    const FigureSettings defaults;
    FigureSettings settings;
    settings.width = choiceAt(kWidth, FigureWidth::Points);
    settings.points = numberAt(kPoints, defaults.points, FigureSettings::kMinSize, FigureSettings::kMaxSize);
    settings.letters = numberAt(kLetters, defaults.letters, FigureSettings::kMinLetters, FigureSettings::kMaxLetters);
    settings.format = Settings::instance().value(kFormat, defaults.format).toString();
    settings.colours = choiceAt(kColours, FigureColours::Row);
    return settings;
}

void rememberFigureSettings(const FigureSettings& settings) {
    Settings& all = Settings::instance();
    all.setValue(kWidth, int(settings.width));
    all.setValue(kPoints, settings.points);
    all.setValue(kLetters, settings.letters);
    all.setValue(kFormat, settings.format);
    all.setValue(kColours, int(settings.colours));
}

}  // namespace recscope::ui
