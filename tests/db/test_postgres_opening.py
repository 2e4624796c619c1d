"""A PostgreSQL database that cannot be opened gives one line that says what to do, and never shows the password."""

from __future__ import annotations

import asyncio
from typing import TYPE_CHECKING

import psycopg
import pytest
from psycopg import sql

from bot.operations.doctor.postgres_checks import check_postgres
from db.engines.postgres.errors import open_error
from db.engines.postgres.opening import open_checked
from db.engines.postgres.schema import LOCK, known_migrations
from db.errors import StoreAwayError, StoreOpenError
from db.migrations.steps import Migration
from db.store import PostgresStore
from tests.cut_network import Network
from tests.postgres import GUARDED

if TYPE_CHECKING:
    from tests.postgres import Server

SECRET = "swordf1sh"


async def refusal(url: str) -> str:
    with pytest.raises(StoreOpenError) as refused:
        await PostgresStore.open(url)
    said = str(refused.value)
    assert SECRET not in said
    assert said.count("\n") == 0
    return said


@pytest.mark.parametrize(
    ("url", "said"),
    [
        (f"mysql://bot:{SECRET}@db/tables", "looks like postgresql://"),
        (f"postgresql://bot:{SECRET}@[db/tables", "cannot be understood"),
        (f"postgresql://bot:{SECRET}@db/tables?colour=red", "cannot be understood"),
        (f"postgresql://bot:{SECRET}@127.0.0.1:1/tables", "does not answer there"),
        (f"postgresql://bot:{SECRET}@no.such.host.invalid/tables", "PostgreSQL database tables at no.such.host"),
    ],
)
async def test_an_invalid_or_unreachable_address_is_reported(url: str, said: str) -> None:
    assert said in await refusal(url)


@pytest.mark.parametrize(
    "url",
    [
        "postgresql://bot:{}/{}@db:5432/tables",
        "postgresql://bot:1234/{}@db/tables",
        "postgresql://bot:{}@{}@db/tables",
        "postgresql://bot:{}/tables",
        "postgresql://bot:{}?{}@db/tables?port=x",
        "postgresql://bot:123456789/tables",
    ],
)
async def test_an_address_with_a_sign_in_the_password_never_shows_the_password(url: str) -> None:
    """The rest of a password after a “/” or an “@” is taken for the host, the port or the database, whose names are
    shown. An address without a host has its password in place of the port.
    """
    said = await refusal(url.format(SECRET, SECRET))
    assert "cannot be understood" in said
    assert "123" not in said


async def test_missing_databases_users_and_rights_are_reported(postgres: Server) -> None:
    """The database, the user, the right password, or a right in the database is missing."""
    assert "no such database" in await refusal(postgres.url("nothing"))
    assert "no such user" in await refusal(postgres.url("postgres", "nobody_here"))
    name = sql.Identifier(GUARDED)
    for statement in ("DROP ROLE IF EXISTS {}", "CREATE ROLE {} LOGIN PASSWORD 'open sesame'"):
        postgres.run(sql.SQL(statement).format(name))
    url = postgres.empty()
    guarded = url.replace("bot@", f"{GUARDED}:{SECRET}@")
    assert "refuses the user or the password" in await refusal(guarded)
    assert "refuses the user or the password" in await refusal(url.replace("bot@", f"{GUARDED}@"))
    assert "may not create tables" in await refusal(url.replace("bot@", f"{GUARDED}:open%20sesame@"))
    postgres.drop(url)


def test_a_host_named_database_is_not_mistaken_for_one() -> None:
    """Many compose files name it so. A missing user used to be reported as a missing database."""
    error = psycopg.OperationalError(
        'connection to server at "database" (172.18.0.2), port 5432 failed: FATAL:  role "rummy" does not exist'
    )
    assert "no such user" in str(open_error("the database", error))


async def test_refusals_by_a_server_are_distinguished_from_its_absence(postgres: Server) -> None:
    """The host was told to check whether the server runs. What the bot has no words for is said in the server's own."""
    name = sql.Identifier("restricted")
    url = postgres.empty()
    database = sql.Identifier(str(psycopg.conninfo.conninfo_to_dict(url)["dbname"]))
    mine = url.replace("bot@", "restricted@")

    def run(statement: str) -> None:
        postgres.run(sql.SQL(statement).format(role=name, database=database))

    run("CREATE ROLE {role} NOLOGIN")
    assert "may not log in: allow it" in await refusal(mine)
    run("ALTER ROLE {role} LOGIN CONNECTION LIMIT 0")
    assert "raise its CONNECTION LIMIT" in await refusal(mine)
    run("ALTER ROLE {role} CONNECTION LIMIT -1")
    run("REVOKE CONNECT ON DATABASE {database} FROM PUBLIC")
    assert "may not connect to that database: allow it" in await refusal(mine)
    run("ALTER DATABASE {database} ALLOW_CONNECTIONS false")
    assert "is not currently accepting connections”): check the server" in await refusal(url)
    postgres.drop(url)
    run("DROP ROLE {role}")


async def test_tables_that_the_user_may_not_change_are_reported(postgres: Server) -> None:
    """As after a backup was restored by the server's administrator. With the right to read, the bot used to start, and
    every move was refused.
    """
    name, url = sql.Identifier("guest"), postgres.copy()
    postgres.run(sql.SQL("CREATE ROLE {} LOGIN").format(name))
    mine = url.replace("bot@", "guest@")
    said = "make it the owner of the database and of its tables"
    assert said in await refusal(mine)
    with psycopg.connect(url) as connection:
        connection.execute(sql.SQL("GRANT SELECT ON ALL TABLES IN SCHEMA public TO {}").format(name))
    assert said in await refusal(mine)
    postgres.drop(url)
    postgres.run(sql.SQL("DROP ROLE {}").format(name))


async def test_a_database_that_accepts_no_changes_is_reported(postgres: Server) -> None:
    """It may be a standby. The bot used to start, and every move was refused."""
    url = postgres.copy()
    name = sql.Identifier(str(psycopg.conninfo.conninfo_to_dict(url)["dbname"]))
    postgres.run(sql.SQL("ALTER DATABASE {} SET default_transaction_read_only = on").format(name))
    with pytest.raises(StoreAwayError, match="accepts no changes"):
        await PostgresStore.open(url)
    postgres.run(sql.SQL("ALTER DATABASE {} RESET default_transaction_read_only").format(name))
    await (await PostgresStore.open(url)).close()
    postgres.drop(url)


@pytest.mark.parametrize(
    "statement", [f"SELECT pg_advisory_lock({LOCK})", "BEGIN; LOCK TABLE tables IN ACCESS SHARE MODE"]
)
async def test_a_schema_that_another_session_has_locked_is_waited_for(
    postgres: Server, monkeypatch: pytest.MonkeyPatch, statement: str
) -> None:
    """By a process that updates it, or a backup. The bot used to wait without a word, and SIGTERM did not stop it."""
    monkeypatch.setattr("db.engines.postgres.schema.LOCK_SECONDS", 0.2)
    url = postgres.copy()
    steps = known_migrations()
    step = Migration(steps[-1].number + 1, "more", "ALTER TABLE tables ADD COLUMN more TEXT")
    with psycopg.connect(url, autocommit=True) as other:
        other.execute(statement.encode())
        with pytest.raises(StoreAwayError, match="another session has the schema or a table locked"):
            await asyncio.wait_for(asyncio.to_thread(open_checked, url, [*steps, step]), 10)
    open_checked(url, [*steps, step])
    postgres.drop(url)


@pytest.mark.parametrize(
    ("parameter", "kind", "said"),
    [
        ("options=-csearch_path%3Drummy", StoreOpenError, "no schema of its search_path"),
        ("target_session_attrs=standby", StoreAwayError, "promote the standby"),
    ],
)
async def test_what_an_address_asks_for_in_vain_is_named(
    postgres: Server, parameter: str, kind: type[StoreOpenError], said: str
) -> None:
    """The host was told that the user may not create tables, or to check whether the server runs."""
    url = postgres.empty()
    mine = f"{url}&{parameter}"
    with pytest.raises(kind, match=said):
        await PostgresStore.open(mine)
    [finding, *_] = check_postgres(mine)
    assert said in finding.sentence
    postgres.drop(url)


def test_a_server_that_answers_is_not_said_to_be_silent(postgres: Server) -> None:
    # Without autocommit, the limit could pass at the end of BEGIN: the server then names "user request" as the reason.
    slow = psycopg.connect(postgres.url("postgres"), autocommit=True, options="-cstatement_timeout=200")
    with slow, pytest.raises(psycopg.OperationalError) as refused:
        slow.execute("SELECT pg_sleep(1)")
    assert "refuses (“canceling statement due to statement timeout”)" in str(open_error("there", refused.value))


async def test_an_empty_database_with_another_encoding_is_refused(postgres: Server) -> None:
    """It has no hearts and no emojis: saving a table was an error in the bot."""
    postgres.run(sql.SQL("CREATE DATABASE latin TEMPLATE template0 ENCODING 'LATIN1' LOCALE 'C'"))
    url = postgres.url("latin")
    assert "--encoding=UTF8" in await refusal(url)
    postgres.drop(url)


@pytest.mark.parametrize("option", ["sslmode=verify", "connect_timeout=soon"])
async def test_an_invalid_parameter_of_the_address_is_named(postgres: Server, option: str) -> None:
    async with Network(postgres.url("postgres")) as network:
        said = await asyncio.to_thread(asyncio.run, refusal(f"{network.url}?{option}"))
    assert option.partition("=")[0] in said
    assert "after the “?” in DATABASE_URL" in said


async def test_a_connection_that_cannot_be_encrypted_is_reported(postgres: Server) -> None:
    """docs/scale.md suggests `sslmode=verify-full`, which needs a server with a certificate. The server was said not to
    answer.
    """
    async with Network(postgres.url("postgres")) as network:
        said = await asyncio.to_thread(asyncio.run, refusal(f"{network.url}?sslmode=require"))
    assert "(server does not support SSL, but SSL was required): check sslmode" in said


@pytest.mark.parametrize(
    "reason",
    [
        'root certificate file "/root/.postgresql/root.crt" does not exist\nor disable server certificate verification',
        'server certificate for "elsewhere" does not match host name "127.0.0.1"',
        "SSL error: certificate verify failed",
    ],
)
def test_a_certificate_that_does_not_fit_is_reported(reason: str) -> None:
    error = psycopg.OperationalError(
        f'connection failed: connection to server at "127.0.0.1", port 5432 failed: {reason}'
    )
    said = str(open_error("the database", error))
    assert f"({reason.splitlines()[0]}): check sslmode and the certificates" in said


async def test_a_missing_driver_is_reported(monkeypatch: pytest.MonkeyPatch) -> None:
    import sys

    for name in ("db.engines.postgres.connection", "psycopg"):
        monkeypatch.setitem(sys.modules, name, None)
    assert "requirements-postgres.txt" in await refusal("postgresql://bot@db/tables")
