"""Take the README's picture from a running app: `python docs/screenshot.py http://localhost:8501`."""

import os
import sys
from pathlib import Path

from playwright.sync_api import sync_playwright

FLAGS = ["--no-sandbox", "--disable-gpu", "--no-first-run", "--disable-background-networking"]

with sync_playwright() as playwright:
    chromium = os.environ.get("CHROMIUM", "/usr/bin/chromium")
    browser = playwright.chromium.launch(executable_path=chromium, args=FLAGS)
    page = browser.new_page(viewport={"width": 1280, "height": 1150}, color_scheme="light")
    page.goto(sys.argv[1])
    page.get_by_text("First different cut").wait_for()
    page.evaluate("document.fonts.ready")
    page.screenshot(path=Path(__file__).with_name("compare.png"))
    browser.close()
