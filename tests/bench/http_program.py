"""A server of this project as a process that serves HTTP."""

import re
import subprocess
import threading


class HttpProgram:
    """Serves on a free port of the loopback interface from the constructor to stop()."""

    def __init__(self, program, options=(), **popen):
        # Load is what is asked for here, so calls are not rationed.
        self.process = subprocess.Popen([str(program), "--http", "127.0.0.1:0", "--call-rate", "off", *options],
                                        stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL, stderr=subprocess.PIPE,
                                        text=True, **popen)
        self.port = None
        said = ""
        for line in self.process.stderr:
            said += line
            if found := re.search(r"http://127\.0\.0\.1:(\d+)/", line):
                self.port = int(found[1])
                break
        if self.port is None:
            self.process.wait()
            raise RuntimeError(f"{program} does not serve HTTP:\n{said}")
        # What else it says must not fill the pipe.
        self._drain = threading.Thread(target=self._read_on, daemon=True)
        self._drain.start()

    def _read_on(self):
        for _ in self.process.stderr:
            pass

    def stop(self):
        """Asks it to end; its exit status."""
        self.process.terminate()
        try:
            status = self.process.wait(timeout=10)
        except subprocess.TimeoutExpired:
            self.process.kill()
            status = self.process.wait()
        self._drain.join()
        self.process.stderr.close()
        return status
