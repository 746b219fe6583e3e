#!/usr/bin/env bash
# Makes the secrets of compose.yaml that nobody has to choose, in deploy/secrets; keeps those that are there.
# Afterwards write smtp_url, and for real money the two files of Stripe.
set -euo pipefail
umask 077
cd "$(dirname "$0")/secrets"
make() { [ -s "$1" ] || printf '%s' "$2" > "$1"; }
make owner_password "$(openssl rand -hex 24)"
make portal_password "$(openssl rand -hex 24)"
make vault_keys "$(openssl rand -base64 32)"
address() { printf 'postgres://%s:%s@localhost/portal?host=/var/run/postgresql' "$1" "$(cat "$2")"; }
make database_owner_url "$(address owner owner_password)"
make database_url "$(address portal portal_password)"
touch smtp_url stripe_secret_key stripe_webhook_secrets
