"""Generates the messages of the contract: python generate.py [DIRECTORY].

Run it with requirements/oldest.txt installed: the generator is pinned, since what
it makes refuses to run with a protobuf older than its own.
"""

import importlib.resources
import pathlib
import re
import sys

from grpc_tools import protoc

HERE = pathlib.Path(__file__).resolve().parent
PROTO = HERE.parent.parent / "proto"
# Google's own messages, as the generator brings them along.
GOOGLE = importlib.resources.files("grpc_tools") / "_proto"
PACKAGE = HERE / "src" / "toolparser_client" / "_gen"

# protoc's imports are absolute from the proto root; the package lies elsewhere. The
# descriptors keep their names, so that another copy in the same process is no conflict.
IMPORT = re.compile(r"^from toolparser\.v1 import", re.MULTILINE)


def generate(target: pathlib.Path) -> None:
    target.mkdir(parents=True, exist_ok=True)
    files = sorted(path.relative_to(PROTO).as_posix() for path in PROTO.glob("toolparser/v1/*.proto"))
    run(target, "--python_out", "--pyi_out", files=files)
    run(target, "--grpc_python_out", files=["toolparser/v1/tool_parser_service.proto"])
    for directory in (target, target / "toolparser", target / "toolparser" / "v1"):
        (directory / "__init__.py").write_text("")
    for path in target.rglob("*.py*"):
        path.write_text(IMPORT.sub("from toolparser_client._gen.toolparser.v1 import", path.read_text()))


def run(target: pathlib.Path, *outputs: str, files: list[str]) -> None:
    args = ["protoc", f"-I{PROTO}", f"-I{GOOGLE}", *(f"{output}={target}" for output in outputs), *files]
    if protoc.main(args) != 0:
        raise SystemExit("protoc failed")


if __name__ == "__main__":
    generate(pathlib.Path(sys.argv[1]) if len(sys.argv) > 1 else PACKAGE)
