"""Puts the program into the wheel: that of `cargo build --release`, or the one that LUZTAR names."""

import os
import sysconfig
from pathlib import Path

from hatchling.builders.hooks.plugin.interface import BuildHookInterface


class Carry(BuildHookInterface):
    """Adds the program to the scripts of the wheel, whose tag is this platform, and the licences."""

    def initialize(self, version, build_data):
        if version == "editable":
            return
        name = "luztar.exe" if os.name == "nt" else "luztar"
        built = Path(self.root).parent / "target/release" / name
        program = Path(os.environ.get("LUZTAR", built)).resolve()
        if not program.is_file():
            raise FileNotFoundError(f"{program} is missing: cargo build --release")
        platform = sysconfig.get_platform().replace("-", "_").replace(".", "_")
        for licence in Path(self.root).parent.glob("LICENSE-*"):
            build_data["force_include"][str(licence)] = f"luztar/{licence.name}"
        build_data["shared_scripts"] = {str(program): name}
        build_data["pure_python"] = False
        build_data["tag"] = f"py3-none-{platform}"
