#pragma once

#include <cstdint>

[[nodiscard]] double kilograms_of(std::uint32_t pieces);
