"""A headless Chromium, driven through the WebDriver protocol (W3C), and a folder served to it."""

import base64
import contextlib
import functools
import http.server
import json
import shutil
import subprocess
import threading
import time
import urllib.error
import urllib.request

ELEMENT = "element-6066-11e4-a52e-4f735466cecf"
# Names that the protocol gives keys.
ESCAPE, RIGHT, SHIFT = "\ue00c", "\ue014", "\ue008"


@contextlib.contextmanager
def served(folder):
    """The address of a server of the files in a folder."""

    class Quiet(http.server.SimpleHTTPRequestHandler):
        def log_message(self, *_):
            pass

    server = http.server.ThreadingHTTPServer(("127.0.0.1", 0), functools.partial(Quiet, directory=str(folder)))
    threading.Thread(target=server.serve_forever, daemon=True).start()
    try:
        yield f"http://127.0.0.1:{server.server_port}/"
    finally:
        server.shutdown()
        server.server_close()


class Browser:
    """A window of Chromium. Downloads go to `downloads`. A context manager."""

    def __init__(self, downloads, size=(1366, 768)):
        self.downloads, self.size = downloads, size

    def __enter__(self):
        chromium, driver = shutil.which("chromium"), shutil.which("chromedriver")
        assert chromium and driver, "chromium and chromedriver are missing: tests/run installs them"
        self.process = subprocess.Popen([driver, "--port=0"], stdout=subprocess.PIPE, text=True)
        for line in self.process.stdout:
            if "started successfully on port" in line:
                self.address = f"http://127.0.0.1:{line.split()[-1].rstrip('.')}"
                break
        width, height = self.size
        arguments = ["--headless=new", "--no-sandbox", "--disable-gpu", "--disable-dev-shm-usage",
                     "--hide-scrollbars", f"--window-size={width},{height}"]
        options = {"binary": chromium, "args": arguments,
                   "prefs": {"download.default_directory": str(self.downloads), "download.prompt_for_download": False}}
        asked = {"alwaysMatch": {"goog:chromeOptions": options, "goog:loggingPrefs": {"browser": "ALL"}}}
        self.session = ""
        self.session = "/session/" + self.call("POST", "/session", {"capabilities": asked})["sessionId"]
        return self

    def __exit__(self, *_):
        with contextlib.suppress(OSError):
            self.call("DELETE", "")
        self.process.terminate()
        self.process.communicate()

    def call(self, method, path, body=None):
        data = None if body is None else json.dumps(body).encode()
        request = urllib.request.Request(self.address + self.session + path, data, method=method,
                                         headers={"Content-Type": "application/json"})
        try:
            with urllib.request.urlopen(request) as answer:
                return json.load(answer)["value"]
        except urllib.error.HTTPError as error:
            raise AssertionError(json.load(error)["value"]["message"]) from None

    def open(self, address):
        self.call("POST", "/url", {"url": address})

    def run(self, script, *arguments):
        """What a script returns."""
        return self.call("POST", "/execute/sync", {"script": script, "args": list(arguments)})

    def find(self, selector):
        return self.call("POST", "/element", {"using": "css selector", "value": selector})[ELEMENT]

    def click(self, selector):
        self.call("POST", f"/element/{self.find(selector)}/click", {})

    def type(self, selector, text):
        """Types into an element, as a person does."""
        self.call("POST", f"/element/{self.find(selector)}/value", {"text": text})

    def text(self, selector):
        return self.call("GET", f"/element/{self.find(selector)}/text")

    def texts(self, selector):
        return self.run("return [...document.querySelectorAll(arguments[0])].map(e => e.textContent)", selector)

    def wait(self, what, seconds=60):
        """What a function gives, as soon as that is something."""
        end = time.monotonic() + seconds
        while not (found := what()):
            assert time.monotonic() < end, f"waited {seconds} s in vain; {self.complaints()}"
            time.sleep(0.02)
        return found

    def complaints(self):
        """What the page wrote to its console."""
        return [entry["message"] for entry in self.call("POST", "/se/log", {"type": "browser"})]

    def picture(self, path):
        path.write_bytes(base64.b64decode(self.call("GET", "/screenshot")))
