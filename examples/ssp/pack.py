"""Packs SystemStructure.ssd and the FMUs that it names into target/SteeringSystem.ssp.

luztar build examples/ssp/*.toml && python examples/ssp/pack.py

Steps of 0.5 ms or less are to be taken: the couplings are springs whose forces are held over a step, which longer ones
make unstable.
"""

import zipfile
from pathlib import Path
from xml.etree import ElementTree

STRUCTURE = Path(__file__).parent / "SystemStructure.ssd"
FMUS, ARCHIVE = Path("target/fmu"), Path("target/SteeringSystem.ssp")

with zipfile.ZipFile(ARCHIVE, "w", zipfile.ZIP_DEFLATED) as archive:
    archive.write(STRUCTURE, STRUCTURE.name)
    for component in ElementTree.parse(STRUCTURE).iterfind(".//{*}Component"):
        source = component.get("source")
        archive.write(FMUS / Path(source).name, source)
print(ARCHIVE)
