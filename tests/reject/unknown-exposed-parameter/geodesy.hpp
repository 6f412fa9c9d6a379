#pragma once

namespace geodesy {

double distance(double lat1, double lon1, double lat2, double lon2);

}  // namespace geodesy
