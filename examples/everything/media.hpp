// The smallest picture and the shortest sound.
#pragma once

#include <array>

#include <mcp/mcp.hpp>

namespace media {

/// A red pixel.
inline mcp::Image pixel() {
  constexpr std::array<unsigned char, 70> kFile = {
      0x89, 'P',  'N', 'G', '\r', '\n', 0x1a, '\n',                                   // signature
      0,    0,    0,   13,  'I',  'H',  'D',  'R',  0,    0,    0,    1,    0,    0,  // header: 1 by 1,
      0,    1,    8,   6,   0,    0,    0,    0x1f, 0x15, 0xc4, 0x89,                 // 8 bits each of RGBA
      0,    0,    0,   13,  'I',  'D',  'A',  'T',  0x78, 0xda, 0x63, 0xfc, 0xcf, 0xc0,
      0xf0, 0x1f, 0,   5,   5,    2,    0,    0x5f, 0xc8, 0xf1, 0xd2,         // data
      0,    0,    0,   0,   'I',  'E',  'N',  'D',  0xae, 'B',  0x60, 0x82};  // end
  return {.data = mcp::bytes(kFile), .mime_type = "image/png"};
}

/// A moment of silence.
inline mcp::Audio silence() {
  constexpr std::array<unsigned char, 46> kFile = {
      'R', 'I', 'F', 'F', 38,  0,  0, 0, 'W', 'A', 'V', 'E',  // 38 bytes follow
      'f', 'm', 't', ' ', 16,  0,  0, 0, 1,   0,   1,   0,    // PCM, one channel,
      64,  31,  0,   0,   128, 62, 0, 0, 2,   0,   16,  0,    // 8000 samples a second,
      'd', 'a', 't', 'a', 2,   0,  0, 0, 0,   0};             // 16 bits each: here is one
  return {.data = mcp::bytes(kFile), .mime_type = "audio/wav"};
}

}  // namespace media
