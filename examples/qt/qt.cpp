// A program with a window and a QHttpServer that offers tools on it. Widgets are for the thread of the event loop,
// where tools do not run: they hand over what they have to do there.
#include <pthread.h>
#include <unistd.h>

#include <QtWidgets/qapplication.h>
#include <QtWidgets/qlistwidget.h>

#include <csignal>
#include <cstdlib>
#include <iostream>
#include <string>
#include <thread>
#include <vector>

#include <mcp/mcp.hpp>

#include "qt_example.mcp.hpp"
#include "qt_host.hpp"

/// The notes in a window.
class Notes {
 private:
  /// What a function returns that runs on the thread of the window.
  template <class F>
  auto in_window(F what) const {
    decltype(what()) result{};
    QMetaObject::invokeMethod(&list_, [&] { result = what(); }, Qt::BlockingQueuedConnection);
    return result;
  }

 public:
  explicit Notes(QListWidget& list) : list_(list) {}

  /// Put a note into the window.
  /// @param text What it says
  /// @return How many notes there are now
  MCP_TOOL(.destructive = false)
  int add_note(const std::string& text) {
    return in_window([&] {
      list_.addItem(QString::fromStdString(text));
      return list_.count();
    });
  }

  /// What is in the window.
  MCP_TOOL(.read_only = true)
  std::vector<std::string> notes() const {
    return in_window([&] {
      std::vector<std::string> texts;
      for (int row = 0; row < list_.count(); ++row) texts.push_back(list_.item(row)->text().toStdString());
      return texts;
    });
  }

 private:
  QListWidget& list_;
};

int main(int argc, char** argv) {
  // Before there is another thread: only the one that waits for them has signals.
  sigset_t stop_signals;
  sigemptyset(&stop_signals);
  sigaddset(&stop_signals, SIGINT);
  sigaddset(&stop_signals, SIGTERM);
  pthread_sigmask(SIG_BLOCK, &stop_signals, nullptr);

  QApplication application(argc, argv);
  QListWidget list;
  list.setWindowTitle("Notes");
  list.show();

  Notes notes(list);
  auto tools = mcp::generated::qt_example::server();
  tools.bind(notes);
  mcp::http::Endpoint endpoint(tools);
  qt_host::Mount mount(endpoint);
  QHttpServer server;
  server.route("/", [&] { return QString::number(list.count()) + " notes\n"; });
  server.route("/mcp", [&](const QHttpServerRequest& request, QHttpServerResponder&& responder) {
    mount.answer(request, std::move(responder));
  });
  const auto port = static_cast<quint16>(argc > 1 ? std::atoi(argv[1]) : 0);
  const quint16 bound = server.listen(QHostAddress::LocalHost, port);
  if (bound == 0) return 1;

  std::thread stopping([&] {
    int signal = 0;
    sigwait(&stop_signals, &signal);
    QMetaObject::invokeMethod(&mount, [&] { mount.stop([&] { application.quit(); }); }, Qt::QueuedConnection);
  });
  // Closing the window ends the program in the same way.
  application.setQuitOnLastWindowClosed(false);
  QObject::connect(&application, &QGuiApplication::lastWindowClosed, [] { ::kill(::getpid(), SIGTERM); });
  std::cerr << "qt_example serves on http://127.0.0.1:" << bound << "/mcp" << std::endl;
  const int status = application.exec();
  stopping.join();
  return status;
}
