#include "survey_by_hand.hpp"

#include <array>
#include <cstdio>
#include <stdexcept>
#include <string_view>

namespace bench {

namespace {

using mcp::json;
using Ordered = nlohmann::ordered_json;

constexpr std::array<std::string_view, 4> kQualities = {"raw", "checked", "corrected", "estimated"};

plain::Quality quality_of(const std::string& name) {
  for (std::size_t i = 0; i < kQualities.size(); ++i) {
    if (kQualities[i] == name) return static_cast<plain::Quality>(i);
  }
  throw std::invalid_argument("unknown quality " + name);
}

plain::Reading reading_from(const json& from) {
  plain::Reading reading;
  from.at("sensor").get_to(reading.sensor);
  from.at("value").get_to(reading.value);
  from.at("taken").get_to(reading.taken);
  reading.quality = quality_of(from.at("quality").get_ref<const std::string&>());
  from.at("samples").get_to(reading.samples);
  if (const auto remark = from.find("remark"); remark != from.end()) reading.remark = remark->get<std::string>();
  return reading;
}

plain::Station station_from(const json& from) {
  plain::Station station;
  from.at("code").get_to(station.code);
  from.at("name").get_to(station.name);
  const json& position = from.at("position");
  position.at("latitude").get_to(station.position.latitude);
  position.at("longitude").get_to(station.position.longitude);
  if (const auto altitude = position.find("altitude"); altitude != position.end()) {
    station.position.altitude = altitude->get<double>();
  }
  if (const auto active = from.find("active"); active != from.end()) active->get_to(station.active);
  from.at("tags").get_to(station.tags);
  from.at("labels").get_to(station.labels);
  const json& readings = from.at("readings");
  station.readings.reserve(readings.size());
  for (const json& reading : readings) station.readings.push_back(reading_from(reading));
  return station;
}

json to_dom(const plain::Reading& reading) {
  json to = {{"sensor", reading.sensor},
             {"value", reading.value},
             {"taken", reading.taken},
             {"quality", kQualities[static_cast<std::size_t>(reading.quality)]},
             {"samples", reading.samples}};
  if (reading.remark) to["remark"] = *reading.remark;
  return to;
}

json to_dom(const plain::Station& station) {
  json position = {{"latitude", station.position.latitude}, {"longitude", station.position.longitude}};
  if (station.position.altitude) position["altitude"] = *station.position.altitude;
  json readings = json::array();
  for (const plain::Reading& reading : station.readings) readings.push_back(to_dom(reading));
  return {{"code", station.code},           {"name", station.name}, {"position", std::move(position)},
          {"active", station.active},       {"tags", station.tags}, {"labels", station.labels},
          {"readings", std::move(readings)}};
}

/// The same numbers on every machine.
class Numbers {
 public:
  /// Below `limit`.
  std::uint32_t operator()(std::uint32_t limit) {
    state_ = state_ * 6364136223846793005 + 1442695040888963407;
    return static_cast<std::uint32_t>((state_ >> 33) % limit);
  }

 private:
  std::uint64_t state_ = 2026;
};

std::string digits(std::uint32_t number, int width) {
  std::array<char, 16> text;
  return {text.data(),
          static_cast<std::size_t>(std::snprintf(text.data(), text.size(), "%0*u", width, unsigned{number}))};
}

Ordered reading_text(Numbers& next) {
  constexpr std::array<std::string_view, 4> kKinds = {"temp-", "hum-", "wind-", "rain-"};
  constexpr std::array<std::string_view, 3> kRemarks = {
      "Fühler getauscht, Eichung läuft", "see \"log 7\"\nthen C:\\data\\raw", "gap filled from neighbours"};
  Ordered reading;
  reading["sensor"] = std::string(kKinds[next(4)]) + digits(next(1000000), 6);
  reading["value"] = static_cast<double>(next(2000000)) / 1000 - 1000;
  reading["taken"] = 1'700'000'000 + next(90'000'000);
  reading["quality"] = kQualities[next(4)];
  Ordered samples = Ordered::array();
  for (std::uint32_t i = 0, size = 4 + next(4); i < size; ++i) samples.push_back(i * 1000 + next(1000));
  reading["samples"] = std::move(samples);
  if (next(4) == 0) reading["remark"] = kRemarks[next(3)];
  return reading;
}

Ordered station_text(std::uint32_t index, Numbers& next) {
  constexpr std::array<std::string_view, 4> kNames = {"Zürich Höngg ", "Saint-Étienne ", "Łódź ", "Station "};
  Ordered station;
  station["code"] = "CH" + digits(index, 4);
  station["name"] = std::string(kNames[next(4)]) + std::to_string(index);
  station["position"]["latitude"] = static_cast<double>(next(18000000)) / 100000 - 90;
  station["position"]["longitude"] = static_cast<double>(next(36000000)) / 100000 - 180;
  if (next(2) == 0) station["position"]["altitude"] = next(4000);
  station["active"] = next(8) != 0;
  station["tags"] = {"synoptic", "hourly", digits(next(1000), 3)};
  station["labels"] = {{"owner", "MeteoSchweiz"}, {"région", "Est"}, {"installed", digits(1950 + next(70), 4)}};
  Ordered readings = Ordered::array();
  for (int i = 0; i < 8; ++i) readings.push_back(reading_text(next));
  station["readings"] = std::move(readings);
  return station;
}

}  // namespace

plain::Survey survey_from_dom(const json& from) {
  plain::Survey survey;
  from.at("campaign").get_to(survey.campaign);
  const json& stations = from.at("stations");
  survey.stations.reserve(stations.size());
  for (const json& station : stations) survey.stations.push_back(station_from(station));
  return survey;
}

json to_dom(const Filed& filed) {
  json stations = json::array();
  for (const plain::Station& station : filed.survey.stations) stations.push_back(to_dom(station));
  return {{"reference", filed.reference},
          {"means", filed.means},
          {"qualities", filed.qualities},
          {"survey", {{"campaign", filed.survey.campaign}, {"stations", std::move(stations)}}}};
}

std::string survey_text() {
  Numbers next;
  Ordered survey;
  survey["campaign"] = "Frühjahr 2026";
  Ordered stations = Ordered::array();
  for (std::uint32_t i = 0; i < 72; ++i) stations.push_back(station_text(i, next));
  survey["stations"] = std::move(stations);
  return survey.dump();
}

}  // namespace bench
