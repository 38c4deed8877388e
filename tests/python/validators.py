"""What the schemas of the standard, FMPy and fmutool have to say of an FMU."""

import re
import subprocess
import sys
import zipfile
from pathlib import Path

import fmpy
from fmpy.validation import validate_fmu
from lxml import etree

SCHEMAS = Path(fmpy.__file__).parent / "schema"


def description(path):
    with zipfile.ZipFile(path) as archive:
        return archive.read("modelDescription.xml")


def schema_faults(name, text):
    """Of a text by a schema, given as `fmi3/fmi3ModelDescription`."""
    schema = etree.XMLSchema(etree.parse(SCHEMAS / f"{name}.xsd"))
    schema.validate(etree.fromstring(text))
    return [str(error) for error in schema.error_log]


def faults(path, version):
    """All that is wrong with an FMU of this version, 2 or 3."""
    found = schema_faults(f"fmi{version}/fmi{version}ModelDescription", description(path))
    found += validate_fmu(str(path))
    tool = Path(sys.executable).with_name("fmutool")
    told = subprocess.run([tool, "-input", path, "-check"], capture_output=True, text=True)
    text = told.stdout + told.stderr
    if told.returncode != 0 or f"This FMU seems to be compliant with FMI-{version}.0" not in text:
        found.append(text)
    return found + [line for line in text.splitlines() if re.match(r"\s*(WARNING|ERROR|CRITICAL)", line)]


def is_schema_strict(path, version, element):
    """Whether an attribute that the schema does not know is refused."""
    text = description(path).replace(b"<%s " % element, b'<%s x="1" ' % element, 1)
    return bool(schema_faults(f"fmi{version}/fmi{version}ModelDescription", text))
