"""Crates as cargo would publish them."""

import subprocess

import pytest

from catalogue import ROOT

# Crates that are published, each behind those that it needs, with their folders.
CRATES = {"luztar-gauss": "crates/gauss/", "luztar-model": "crates/model/", "luztar": "", "luztar-cli": "program/"}

# What cargo says of every crate: tests stay in the sources, and no forge has a page of it.
EXPECTED = ("is not included in the published package", "manifest has no documentation")


def cargo(tmp_path, *arguments):
    command = ["cargo", *arguments, "--locked", "--allow-dirty", "--target-dir", tmp_path]
    return subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=False)


def test_crates_can_be_packaged(tmp_path):
    """Of what they contain all but the build is tried, which takes as long as that of the sources."""
    packages = [word for crate in CRATES for word in ("--package", crate)]
    tried = cargo(tmp_path, "package", "--no-verify", *packages)
    assert tried.returncode == 0, tried.stderr
    warnings = [line for line in tried.stderr.splitlines() if line.startswith("warning: ")]
    assert [line for line in warnings if not any(known in line for known in EXPECTED)] == []
    made = {path.name.rsplit("-", 1)[0] for path in (tmp_path / "package").glob("*.crate")}
    assert made == set(CRATES)


@pytest.mark.parametrize("crate, folder", CRATES.items())
def test_crates_have_all_sources(tmp_path, crate, folder):
    listed = cargo(tmp_path, "package", "--list", "--package", crate)
    assert listed.returncode == 0, listed.stderr
    within = set(listed.stdout.splitlines())
    kept = subprocess.run(["git", "ls-files", f"{folder}src"], cwd=ROOT, capture_output=True, text=True, check=True)
    missing = [name for name in kept.stdout.splitlines() if name.removeprefix(folder) not in within]
    assert missing == []
    assert {"Cargo.toml", "README.md", "LICENSE-MIT", "LICENSE-APACHE"} <= within
