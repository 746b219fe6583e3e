#!/usr/bin/env bash
# Runs a command on the portal of schoolrun.service, as root, with the account, settings and secrets of the unit:
# deploy/command.sh doctor. Each file beside /etc/schoolrun/settings is a secret, named as its setting in small letters.
set -euo pipefail

if [ -n "${CREDENTIALS_DIRECTORY:-}" ]; then
  for secret in "$CREDENTIALS_DIRECTORY"/*; do
    name=$(basename "$secret")
    export "${name^^}_FILE=$secret"
  done
  exec node_modules/.bin/node schoolrun.js "$@"
fi

options=(--quiet --collect --wait --uid=schoolrun --gid=schoolrun --working-directory=/opt/schoolrun)
options+=(--property=UMask=0077 --property=EnvironmentFile=/etc/schoolrun/settings)
options+=(--setenv=NODE_ENV=production --setenv=DATA_DIR=/var/lib/schoolrun/data)
for secret in /etc/schoolrun/*; do
  name=$(basename "$secret")
  [ "$name" = settings ] || options+=(--property="LoadCredential=$name:$secret")
done
# What is piped into `sql` or out of `audit stream` needs a pipe.
if [ -t 0 ] && [ -t 1 ]; then options+=(--pty); else options+=(--pipe); fi
# systemd would replace variables in the words of a command.
exec systemd-run "${options[@]}" -- /opt/schoolrun/deploy/command.sh "${@//\$/\$\$}"
