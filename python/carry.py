"""Puts the program into the wheel, and the libraries that its FMUs carry.

The program is that of `cargo build --release`, or the one that LUZTAR names. LUZTAR_PLATFORMS names a folder with a library for each of
several platforms, such as target/platforms; LUZTAR_WHEEL is the platform of the wheel where that is not this machine's."""

import os
import sysconfig
from pathlib import Path

from hatchling.builders.hooks.plugin.interface import BuildHookInterface

# Where the program looks for libraries, from the folder above its own.
LIBRARIES = "lib/luztar"


class Carry(BuildHookInterface):
    """Adds the program to the scripts of the wheel, whose tag is its platform; libraries and licences."""

    def initialize(self, version, build_data):
        if version == "editable":
            return
        root = Path(self.root).parent
        here = sysconfig.get_platform().replace("-", "_").replace(".", "_")
        platform = os.environ.get("LUZTAR_WHEEL", here)
        name = "luztar.exe" if platform.startswith("win") else "luztar"
        program = (root / os.environ.get("LUZTAR", f"target/release/{name}")).resolve()
        if not program.is_file():
            raise FileNotFoundError(f"{program} is missing: cargo build --release")
        for licence in root.glob("LICENSE-*"):
            build_data["force_include"][str(licence)] = f"luztar/{licence.name}"
        build_data["shared_scripts"] = {str(program): name}
        if folder := os.environ.get("LUZTAR_PLATFORMS"):
            found = sorted(Path(folder).glob("*/*luztar.*"))
            build_data["shared_data"] = {str(path): f"{LIBRARIES}/{path.parent.name}/{path.name}" for path in found}
        build_data["pure_python"] = False
        build_data["tag"] = f"py3-none-{platform}"
