#include <pthread.h>

#include <QtCore/qcoreapplication.h>

#include <csignal>
#include <stdexcept>
#include <thread>

#include "hosts.hpp"
#include "qt_host.hpp"

namespace embed {

int serve_in_qt(mcp::Server& tools, const mcp::ServeOptions& options) {
  sigset_t stop_signals;
  sigemptyset(&stop_signals);
  sigaddset(&stop_signals, SIGINT);
  sigaddset(&stop_signals, SIGTERM);
  pthread_sigmask(SIG_BLOCK, &stop_signals, nullptr);
  int argc = 1;
  char name[] = "embed";
  char* argv[] = {name, nullptr};
  QCoreApplication application(argc, argv);
  mcp::http::Endpoint endpoint(tools, options);
  qt_host::Mount mount(endpoint);
  QHttpServer server;
  server.setMissingHandler([&](const QHttpServerRequest& request, QHttpServerResponder&& responder) {
    mount.answer(request, std::move(responder));
  });
  const quint16 port = server.listen(QHostAddress::LocalHost, options.http.port);
  if (port == 0) throw std::runtime_error("QHttpServer cannot listen");
  std::thread stopping([&] {
    int signal = 0;
    sigwait(&stop_signals, &signal);
    QMetaObject::invokeMethod(&mount, [&] { mount.stop([&] { application.quit(); }); }, Qt::QueuedConnection);
  });
  announce(tools.descriptor().name, port, options);
  application.exec();
  stopping.join();
  return 0;
}

}  // namespace embed
