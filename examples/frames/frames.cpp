// A loop of frames, as games have one, with MCP tools that read and change its world. All of them run on the thread of
// the loop, in a few milliseconds of each frame, so that the world needs no lock.
#include <mcp/mcp.hpp>
#include <mcp/serve.hpp>

#include <algorithm>
#include <atomic>
#include <chrono>
#include <csignal>
#include <cstdint>
#include <cstdlib>
#include <exception>
#include <iostream>
#include <string>
#include <thread>
#include <vector>

#include "frames.mcp.hpp"

using namespace std::chrono_literals;

/// A point, or a way within a second, in metres.
struct Vector {
  double x = 0;
  double y = 0;
};

/// A ball of the world.
struct Ball {
  std::int64_t id;
  Vector at;           ///< Where it is
  Vector speed;        ///< Its way within a second
  std::int64_t frame;  ///< The last frame that moved it
};

/// The world in one frame.
struct Snapshot {
  std::int64_t frame;
  std::vector<Ball> balls;
};

/// Balls in a box of ten by ten metres.
class World {
 public:
  /// Throw a ball into the world. Returns its id.
  /// @param at    Where it begins
  /// @param speed Its way within a second
  MCP_TOOL(.destructive = false)
  std::int64_t throw_ball(Vector at, Vector speed = {}) {
    if (at.x < 0 || at.x > kSize || at.y < 0 || at.y > kSize) {
      throw mcp::ToolError("the world is a box from 0 to 10; choose a point within it");
    }
    if (world_.balls.size() >= kMost) throw mcp::ToolError("the world is full of balls; catch some first");
    world_.balls.push_back({++last_id_, at, speed, world_.frame});
    return last_id_;
  }

  /// Catch a ball: it leaves the world.
  /// @param id What throw_ball returned
  MCP_TOOL(.destructive = true, .idempotent = true)
  void catch_ball(std::int64_t id) {
    if (std::erase_if(world_.balls, [&](const Ball& ball) { return ball.id == id; }) == 0) {
      throw mcp::ToolError("there is no ball " + std::to_string(id) + "; look tells which there are");
    }
  }

  /// Look at the world: all balls of one frame.
  MCP_TOOL(.read_only = true)
  Snapshot look() const { return world_; }

  /// Look at the world again when some time has passed. Frames go on meanwhile.
  /// @param milliseconds How long to wait
  MCP_TOOL(.read_only = true)
  mcp::Task<Snapshot> look_later(MCP_PARAM(.minimum = 0, .maximum = 10'000) int milliseconds, mcp::Context& ctx) const {
    co_await ctx.sleep_for(std::chrono::milliseconds(milliseconds));  // goes on in a later frame, on the same thread
    co_return world_;
  }

  /// One frame.
  void step(double seconds) {
    ++world_.frame;
    for (Ball& ball : world_.balls) {
      move(ball.at.x, ball.speed.x, seconds);
      move(ball.at.y, ball.speed.y, seconds);
      ball.frame = world_.frame;
    }
  }

 private:
  static constexpr double kSize = 10;
  static constexpr std::size_t kMost = 1000;

  static void move(double& at, double& speed, double seconds) {
    at += speed * seconds;
    if (at < 0 || at > kSize) speed = -speed;  // off the wall
    at = std::clamp(at, 0.0, kSize);
  }

  Snapshot world_{.frame = 0, .balls = {}};
  std::int64_t last_id_ = 0;
};

namespace {

std::atomic<bool> stopping = false;

constexpr auto kFrame = 16'667us;
constexpr auto kForTools = 2ms;  // of each frame

void play(World& world, mcp::MainThread& main_thread) {
  auto next = std::chrono::steady_clock::now();
  while (!stopping) {
    main_thread.poll(kForTools);
    world.step(std::chrono::duration<double>(kFrame).count());
    // A game draws here.
    next += kFrame;
    std::this_thread::sleep_until(next);
  }
}

}  // namespace

/// usage: frames [PORT]
int main(int argc, char** argv) {
  std::signal(SIGINT, [](int) { stopping = true; });
  std::signal(SIGTERM, [](int) { stopping = true; });
  std::signal(SIGPIPE, SIG_IGN);
  try {
    World world;
    mcp::MainThread main_thread;
    auto server = mcp::generated::frames::server();
    server.bind(world).run_on(main_thread);

    mcp::ServeOptions options;
    if (argc > 1) options.http.port = static_cast<unsigned short>(std::stoi(argv[1]));
    const mcp::Serving serving = mcp::serve_http(server, options);
    std::cout << serving.url() << std::endl;
    play(world, main_thread);
    serving.stop();  // runs what still waits for this thread
  } catch (const std::exception& error) {
    std::cerr << "frames: " << error.what() << '\n';
    return EXIT_FAILURE;
  }
  return EXIT_SUCCESS;
}
