"""The solver is compiled once on a machine, and says so."""

import os
import re
from importlib.util import module_from_spec, spec_from_file_location
from pathlib import Path

from minebot import compiled, warmup


def test_what_is_compiled_once_is_said_once(tmp_path, monkeypatch, capsys):
    """Standard error tells what happens, why, and where it is kept; the second time all is quiet."""
    done = []
    monkeypatch.setattr(warmup, "_compile", lambda: done.append("compiled"))
    for module in (compiled, warmup):
        monkeypatch.setattr(module, "FOLDER", tmp_path)
    for _ in range(2):
        warmup.warm_up()
    said = capsys.readouterr()
    first, second = said.err.splitlines()
    assert done == ["compiled"]
    assert "compiling the solver for this processor" in first
    assert str(tmp_path) in second
    assert said.out == ""


def test_nothing_is_left_to_compile():
    """What is compiled beforehand is all that the solvers and the player call from Python, with the types they pass."""
    kept = {path.name.rpartition("-")[0] for path in compiled.FOLDER.rglob("*.nbi")}
    marked = {
        f"{source.stem}.{name}"
        for source in compiled.SOURCES.glob("*.py")
        for name in re.findall(r"^@entry\ndef (\w+)", source.read_text(), re.MULTILINE)
    }
    assert marked
    assert marked <= kept


def test_any_change_of_a_kernel_gets_a_folder_of_its_own(tmp_path, monkeypatch):
    """Stale code is never run: the folder's name is a digest of the sources."""
    (tmp_path / "a.py").write_text("one")
    monkeypatch.setattr(compiled, "SOURCES", tmp_path)
    before = compiled._version()
    (tmp_path / "a.py").write_text("two")
    assert compiled._version() != before


def test_copies_take_what_one_of_them_compiled(tmp_path, monkeypatch):
    """The same source compiles once on a machine, wherever it lies; another source of that name is another one."""
    monkeypatch.setattr(compiled, "FOLDER", tmp_path / "kept")
    assert _compiled_anew(tmp_path / "one", 1)
    assert not _compiled_anew(tmp_path / "other", 1)
    assert _compiled_anew(tmp_path / "changed", 2)


def _compiled_anew(folder: Path, added: int) -> bool:
    """Whether an entry of a source in that folder is compiled when it is called, and not loaded."""
    folder.mkdir()
    source = folder / "copied.py"
    source.write_text(f"def called(number):\n    return number + {added}\n")
    spec = spec_from_file_location(source.stem, source)
    module = module_from_spec(spec)
    spec.loader.exec_module(module)
    called = compiled.entry(module.called)
    assert called(3) == 3 + added
    hits, misses = (sum(each.values()) for each in (called.stats.cache_hits, called.stats.cache_misses))
    assert hits + misses == 1
    return misses == 1


def test_where_nothing_can_be_kept_it_works_all_the_same(monkeypatch):
    """A cache folder that cannot be made is done without."""
    monkeypatch.setattr(compiled, "user_cache_path", lambda *_args, **_named: Path(os.devnull) / "cache")
    assert compiled._folder() is None


def test_a_folder_of_somebody_else_is_done_without(tmp_path, monkeypatch):
    """It is there, and cannot be written: after a run as root, say, or in a container under another number."""

    def refused(*_args, **_named):
        raise PermissionError

    monkeypatch.setattr(compiled, "user_cache_path", lambda *_args, **_named: tmp_path)
    assert compiled._folder() is not None
    monkeypatch.setattr(compiled, "TemporaryFile", refused)
    assert compiled._folder() is None


def test_all_that_decides_what_kernels_do_is_in_the_name_of_their_folder(tmp_path, monkeypatch):
    """Numba's options too: they stand beside the way they are set."""
    other = tmp_path / "compiled.py"
    other.write_text(Path(compiled.__file__).read_text().replace('"nogil": True', '"nogil": False'))
    before = compiled._version()
    monkeypatch.setattr(compiled, "__file__", str(other))
    assert compiled._version() != before
