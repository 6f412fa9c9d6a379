// A library that nobody may edit.
#pragma once

#include <cmath>
#include <string>

namespace geodesy {

/// A place on the earth.
struct Position {
  double latitude;
  double longitude;
  std::string name;
};

/**
 * @brief Distance between two places.
 *
 * @param[in] lat1 Latitude of the start
 * @param[in] lon1 Longitude of the start
 * @param[in] lat2 Latitude of the end
 * @param[in] lon2 Longitude of the end
 * @return Degrees of an arc
 */
inline double distance(double lat1, double lon1, double lat2, double lon2) noexcept {
  return std::hypot(lat2 - lat1, lon2 - lon1);
}

/// Distance between two places.
inline double distance(const Position& from, const Position& to) {
  return distance(from.latitude, from.longitude, to.latitude, to.longitude);
}

/// Turn by a number of quarters.
inline int turn(int, int quarters) { return quarters % 4; }

template <class T>
T clamp(T value, T low, T high) {
  return value < low ? low : value > high ? high : value;
}

class Compass {
 public:
  /// The name of a direction.
  static std::string name(int degrees) { return degrees < 180 ? "east" : "west"; }
};

enum Rotation { rotate_0, rotate_90 };

class Rose {
 public:
  /// How many winds it shows.
  int winds() const noexcept { return winds_; }
  /// Show others.
  /// @param count How many
  /// @param by    Turned by that much
  int show(int count, Rotation by) { return winds_ = by == rotate_0 ? count : count * 2; }
  int show(double count) { return static_cast<int>(count); }

 private:
  int winds_ = 8;
};

class NauticalRose : public Rose {};

}  // namespace geodesy
