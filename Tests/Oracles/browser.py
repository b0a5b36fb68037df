"""Chromium without a window, driven through its DevTools pipe; needs nothing but Python."""

import base64
import importlib.util
import json
import os
import pathlib
import shutil
import subprocess
import tempfile
import time

NAMES = ["chromium", "chromium-browser", "google-chrome"]


def executable():
    return next((found for found in map(shutil.which, NAMES) if found), None)


def axe():
    """The script of axe-core, which PyPI's axe-playwright-python carries; nothing where it is missing."""
    package = importlib.util.find_spec("axe_playwright_python")
    file = package and pathlib.Path(package.origin).with_name("axe.min.js")
    return file.read_text() if file and file.exists() else None


class Browser:
    """One page in one browser; what it complains about is kept in `complaints`."""

    def __init__(self, width=1280, height=900):
        to_browser, self.output = os.pipe()
        self.input, from_browser = os.pipe()
        self.profile = tempfile.TemporaryDirectory(ignore_cleanup_errors=True)

        # The pipe is file descriptors 3 and 4 of the browser, wherever they are here.
        place = f'exec "$@" 3<&{to_browser} 4>&{from_browser}'
        self.process = subprocess.Popen(
            ["bash", "-c", place, "bash", executable(), "--headless=new", "--no-sandbox",
             "--disable-gpu", "--disable-dev-shm-usage", "--remote-debugging-pipe",
             "--hide-scrollbars", f"--window-size={width},{height}",
             f"--user-data-dir={self.profile.name}", "about:blank"],
            pass_fds=(to_browser, from_browser),
            stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
        os.close(to_browser)
        os.close(from_browser)
        self.buffer = b""
        self.number = 0
        self.session = None
        self.complaints = []
        targets = self.call("Target.getTargets")["targetInfos"]
        page = next(t["targetId"] for t in targets if t["type"] == "page")
        attached = self.call("Target.attachToTarget", targetId=page, flatten=True)
        self.session = attached["sessionId"]
        for domain in ["Page", "Runtime", "Log", "Accessibility", "Network"]:
            self.call(domain + ".enable")

    def close(self):
        self.process.kill()
        self.process.wait()
        os.close(self.input)
        os.close(self.output)
        self.profile.cleanup()

    def __enter__(self):
        return self

    def __exit__(self, *_):
        self.close()

    def receive(self):
        while b"\0" not in self.buffer:
            part = os.read(self.input, 1 << 20)
            if not part:
                raise RuntimeError("the browser has gone")
            self.buffer += part
        message, _, self.buffer = self.buffer.partition(b"\0")
        return json.loads(message)

    def call(self, method, **parameters):
        self.number += 1
        request = {"id": self.number, "method": method, "params": parameters}
        if self.session:
            request["sessionId"] = self.session
        os.write(self.output, json.dumps(request).encode() + b"\0")
        while True:
            message = self.receive()
            if message.get("id") == self.number:
                if "error" in message:
                    raise RuntimeError(f"{method}: {message['error']}")
                return message["result"]
            self.note(message)

    def note(self, message):
        method, parameters = message.get("method"), message.get("params", {})
        if method == "Runtime.exceptionThrown":
            details = parameters["exceptionDetails"]
            thrown = details.get("exception", {}).get("description", details["text"])
            self.complaints.append("exception: " + thrown)
        if method == "Runtime.consoleAPICalled" and parameters["type"] in ("error", "warning"):
            texts = [str(a.get("value", a.get("description"))) for a in parameters["args"]]
            self.complaints.append("console: " + " ".join(texts))
        if method == "Log.entryAdded" and parameters["entry"]["level"] in ("error", "warning"):
            self.complaints.append("log: " + parameters["entry"]["text"])
        if method == "Network.requestWillBeSent":
            address = parameters["request"]["url"]
            if not address.startswith(("file:", "data:", "about:")):
                self.complaints.append("asked the network for " + address)

    def open(self, address):
        # A new document, even where only the part behind the # differs.
        self.call("Page.navigate", url="about:blank")
        self.call("Page.navigate", url=address)
        wanted = f"location.href === {json.dumps(address)} && document.readyState === 'complete'"
        for _ in range(500):
            if self.value(wanted):
                return
            time.sleep(0.02)
        raise RuntimeError("the browser does not open " + address)

    def value(self, expression):
        result = self.call(
            "Runtime.evaluate", expression=expression, returnByValue=True, awaitPromise=True)
        if "exceptionDetails" in result:
            raise RuntimeError(f"{expression}: {result['exceptionDetails']}")
        return result["result"].get("value")

    def press(self, key, code=None, text=None):
        parameters = {"key": key, "code": code or key}
        if text:
            parameters["text"] = text
        virtual = {"Enter": 13, "Tab": 9, "ArrowRight": 39, "ArrowLeft": 37, "Escape": 27,
                   "ArrowDown": 40, "ArrowUp": 38}.get(key)
        if virtual:
            parameters["windowsVirtualKeyCode"] = virtual
        if key == "Enter":
            parameters["text"] = "\r"
        self.call("Input.dispatchKeyEvent", type="keyDown", **parameters)
        self.call("Input.dispatchKeyEvent", type="keyUp", **parameters)
        self.value("new Promise(done => setTimeout(done, 60))")

    def click(self, selector):
        """The mouse on the middle of an element, whatever is there on the screen."""
        x, y = self.value(f"""(() => {{
          const element = document.querySelector({json.dumps(selector)});
          element.scrollIntoView({{ block: 'center', inline: 'center' }});
          const box = element.getBoundingClientRect();
          return [box.x + box.width / 2, box.y + box.height / 2];
        }})()""")
        for kind in ("mousePressed", "mouseReleased"):
            self.call("Input.dispatchMouseEvent", type=kind, x=x, y=y, button="left", clickCount=1)
        self.value("new Promise(done => setTimeout(done, 60))")

    def type(self, text):
        for letter in text:
            self.press(letter, text=letter)

    def look(self, width, height=900, dark=False, media=""):
        features = [{"name": "prefers-color-scheme", "value": "dark" if dark else "light"}]
        self.call("Emulation.setEmulatedMedia", media=media, features=features)
        self.call("Emulation.setDeviceMetricsOverride", width=width, height=height,
                  deviceScaleFactor=1, mobile=False)

    def screenshot(self, path, whole=False):
        shot = self.call("Page.captureScreenshot", format="png", captureBeyondViewport=whole)
        with open(path, "wb") as file:
            file.write(base64.b64decode(shot["data"]))

    def print(self, path):
        page = self.call("Page.printToPDF", preferCSSPageSize=True)
        with open(path, "wb") as file:
            file.write(base64.b64decode(page["data"]))

    def tree(self):
        """The accessibility tree: (role, name) of all that is not ignored."""
        nodes = self.call("Accessibility.getFullAXTree")["nodes"]
        return [(n["role"]["value"], n.get("name", {}).get("value", ""))
                for n in nodes if not n.get("ignored")]
