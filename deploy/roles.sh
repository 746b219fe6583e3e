#!/usr/bin/env bash
# Runs once, on an empty database volume: the role that the portal serves with. The owner migrates.
set -euo pipefail
psql --username="$POSTGRES_USER" --dbname="$POSTGRES_DB" --set=ON_ERROR_STOP=1 \
  --set=password="$(cat /run/secrets/portal_password)" <<'SQL'
create role portal login password :'password';
alter role portal set max_parallel_workers_per_gather = 0;
SQL
