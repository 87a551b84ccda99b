"""Puts the program into the wheel, for one platform.

TOOLPARSER_PLATFORM=linux/arm64   builds for another platform than this one
TOOLPARSER_PROGRAM=PATH           takes a program that is built already
TOOLPARSER_LICENSES=PATH          adds the licenses of what is built into it
"""

from __future__ import annotations

import os
import shutil
import subprocess
import tempfile
from pathlib import Path
from typing import Any

from hatchling.builders.hooks.plugin.interface import BuildHookInterface

# The program is static, so that one file runs with any libc. Go sets the oldest system: kernel 3.2, macOS 12.
TAGS = {
    "linux/amd64": "manylinux_2_17_x86_64.manylinux2014_x86_64.musllinux_1_1_x86_64",
    "linux/arm64": "manylinux_2_17_aarch64.manylinux2014_aarch64.musllinux_1_1_aarch64",
    "darwin/amd64": "macosx_12_0_x86_64",
    "darwin/arm64": "macosx_12_0_arm64",
    "windows/amd64": "win_amd64",
}

ABOUT = '''"""What the package was built as."""

DISTRIBUTION = "{name}"
VERSION = "{version}"
'''


class ProgramHook(BuildHookInterface):
    PLUGIN_NAME = "custom"

    def initialize(self, version: str, build_data: dict[str, Any]) -> None:
        if version == "editable":
            raise SystemExit("an editable installation has no program: install without -e")
        self._folder = Path(tempfile.mkdtemp(prefix="toolparser-wheel-"))
        platform = os.environ.get("TOOLPARSER_PLATFORM") or _this_platform()
        if platform not in TAGS:
            raise SystemExit(f"there is no wheel for {platform}: set TOOLPARSER_PLATFORM to one of {', '.join(TAGS)}")
        program = self._folder / ("toolparser.exe" if platform.startswith("windows/") else "toolparser")
        if built := os.environ.get("TOOLPARSER_PROGRAM"):
            shutil.copyfile(built, program)
        else:
            _build(Path(self.root).parents[1], platform, program)
        program.chmod(0o755)
        about = self._folder / "_about.py"
        about.write_text(ABOUT.format(name=self.metadata.core.raw_name, version=self.metadata.version))
        build_data["force_include"][str(program)] = f"toolparser/bin/{program.name}"
        build_data["force_include"][str(about)] = "toolparser/_about.py"
        if licenses := os.environ.get("TOOLPARSER_LICENSES"):
            build_data["force_include"][licenses] = "toolparser/bin/THIRD_PARTY_LICENSES.txt"
        build_data["pure_python"] = False
        build_data["tag"] = f"py3-none-{TAGS[platform]}"

    def finalize(self, version: str, build_data: dict[str, Any], artifact_path: str) -> None:
        shutil.rmtree(self._folder)


def _go(root: Path, *arguments: str, **environment: str) -> str:
    try:
        done = subprocess.run(
            ["go", *arguments], cwd=root, env={**os.environ, **environment}, stdout=subprocess.PIPE, text=True
        )
    except FileNotFoundError:
        raise SystemExit(
            "there is no Go here, which builds the program: install it from https://go.dev/dl/, "
            "or set TOOLPARSER_PROGRAM to a program that is built already"
        ) from None
    if done.returncode != 0:
        raise SystemExit(f"go {arguments[0]} failed in {root}: the wheel is built in a clone of the repository")
    return done.stdout


def _this_platform() -> str:
    return "/".join(_go(Path.cwd(), "env", "GOHOSTOS", "GOHOSTARCH").split())


def _build(root: Path, platform: str, program: Path) -> None:
    goos, goarch = platform.split("/")
    flags = ("-trimpath", "-ldflags=-s -w -buildid=")  # as .goreleaser.yaml
    _go(root, "build", *flags, "-o", str(program), "./cmd/toolparser",
        CGO_ENABLED="0", GOWORK="off", GOOS=goos, GOARCH=goarch)  # fmt: skip
