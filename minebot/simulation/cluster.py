"""A Dask cluster as the crew of a run; the only file that imports distributed, which is an extra."""

import logging
from collections.abc import Iterator
from concurrent.futures import CancelledError
from contextlib import contextmanager, suppress
from importlib.metadata import version
from time import monotonic

from minebot.errors import CrewLost, MinebotError
from minebot.simulation.crew import Crew

try:
    from distributed import Client, KilledWorker
    from distributed.comm.addressing import get_address_host_port
except ImportError as error:
    raise CrewLost("--cluster needs the library distributed; install minebot[cluster]") from error

TIMEOUT = 5
"""Seconds in which a scheduler must answer, and have a worker."""

NEWS = 1.0
"""Seconds for which the number of workers is taken to be what it was."""


@contextmanager
def cluster(address: str) -> Iterator[Crew]:
    """The workers of the scheduler at this address; CrewLost when it is not there, has none, or goes away.

    The scheduler gives the chunks of a worker that dies to the others.
    """
    for name in ("distributed", "distributed.client", "tornado.application", "asyncio"):
        logging.getLogger(name).setLevel(logging.CRITICAL)  # what goes wrong is said once, by CrewLost
    client = _connected(address)
    executor = client.get_executor(pure=False)
    threads = Threads(client)
    try:
        _refuse_other_versions(client)
        yield Crew(executor, lambda: 2 * threads.count(), threads.check)
    except KilledWorker as error:
        raise CrewLost(f"the workers of {address} die of what they are to play: {error}") from None
    except MinebotError:
        raise
    except Exception as error:  # a client whose scheduler is gone raises whatever it stumbles over
        if client.status == "running" and not isinstance(error, CancelledError | OSError):
            raise
        raise CrewLost(f"the cluster at {address} is gone: its scheduler does not answer") from None
    finally:
        with suppress(Exception):  # it may be gone already
            executor.shutdown(wait=False)
        with suppress(Exception):
            client.close(timeout=TIMEOUT)


class Threads:
    """How many chunks the workers play at a time, asked anew every now and then: workers come and go."""

    def __init__(self, client: Client) -> None:
        self._client = client
        self._count, self._asked = 0, -NEWS

    def count(self) -> int:
        """All threads of all workers; at least 1, since some may come yet."""
        if monotonic() - self._asked >= NEWS:
            self._count, self._asked = sum(self._client.nthreads().values()), monotonic()
        return max(1, self._count)

    def check(self) -> None:
        """CrewLost where no worker is left."""
        if not self._client.nthreads():
            raise CrewLost("the cluster has no workers any more")


def _connected(address: str) -> Client:
    try:
        get_address_host_port(address)  # what is no address leaves a client behind that cannot be closed
        client = Client(address, timeout=TIMEOUT, set_as_default=False)
    except (OSError, ValueError) as error:
        raise CrewLost(f"there is no cluster at {address}: {error}") from None
    try:
        client.wait_for_workers(1, timeout=TIMEOUT)
    except TimeoutError:
        client.close()
        raise CrewLost(f"the cluster at {address} has no workers; start one by: dask worker {address}") from None
    return client


def _refuse_other_versions(client: Client) -> None:
    """Outcomes must not depend on the machine, so every worker needs the minebot that is here."""
    try:
        found = client.run(release)
    except (ImportError, RuntimeError) as error:
        raise CrewLost(f"the workers cannot run minebot ({error}); install version {release()} for them") from None
    for worker, there in found.items():
        if there != release():
            raise CrewLost(
                f"the worker {worker} has minebot {there}, and here is {release()}; install the same for both"
            )


def release() -> str:
    """The version of minebot that is installed."""
    return version("minebot")
