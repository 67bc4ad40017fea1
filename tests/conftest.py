"""What all tests share: the text that is not in the project, and how property tests run."""

import os
import shutil
from collections.abc import Callable
from functools import cache
from pathlib import Path

import hypothesis
import pytest
from streamlit.components.v2 import manifest_scanner

from data.recipes.registries import FetchError, Registries
from tokcore.corpora import corpus

# The same examples on every machine and no clock: a slow computer must not fail a right answer.
hypothesis.settings.register_profile("project", deadline=None, derandomize=True, database=None)
hypothesis.settings.load_profile("project")

# AppTest reads the metadata of every installed package for each new visitor, longer than most pages take.
manifest_scanner.scan_component_manifests = cache(manifest_scanner.scan_component_manifests)


def pytest_addoption(parser):
    parser.addoption("--no-skips", action="store_true", help="a test that skips itself fails")


@pytest.hookimpl(wrapper=True)
def pytest_runtest_makereport(item):
    report = yield
    if report.skipped and item.config.getoption("--no-skips"):
        report.outcome = "failed"
        report.longrepr = f"{item.nodeid} skipped itself: {report.longrepr[2]}"
    return report


@pytest.fixture(scope="session")
def time_machine() -> str:
    """*The Time Machine*: from the folder that TOKCORE_TEXTS names, the user's cache, or the network."""
    found = corpus("time_machine")
    if found.note is None:
        return found.text
    if folder := os.environ.get("TOKCORE_TEXTS"):
        pytest.fail(
            f"TOKCORE_TEXTS is {folder}, which does not hold the right time_machine.txt. {found.note}"
        )
    pytest.skip(f"{found.note} Set TOKCORE_TEXTS to a folder that holds time_machine.txt.")


@pytest.fixture(scope="session")
def npm_package(tmp_path_factory) -> Callable[[str, str], Path]:
    """Fetches a package that only tests need, by name and version, and returns its unpacked folder."""
    if not shutil.which("npm"):
        pytest.skip("There is no npm on this machine: install Node.js, which brings it.")
    registries = Registries(tmp_path_factory.mktemp("npm"))

    def fetched(name: str, version: str) -> Path:
        try:
            return registries.npm(name, version)
        except FetchError as error:
            pytest.skip(f"npm did not deliver {name} {version}. {error}")

    return fetched
