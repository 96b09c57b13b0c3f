#!/usr/bin/env bash
# What a website's developer would meet in the package: that its types are those of the interface
# and its reference that of the code, that
# it can be imported in every way, that strict consumers compile, its size, and each endpoint called on
# Bun and Deno (Node.js is in `npm test`). Installs its own tools; nothing else in the checkout needs them.
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/.."

scratch=$(mktemp -d)
server=
# The server writes into its folder until it has ended; and what is left behind fails no check.
finish() {
  if [ -n "$server" ]; then
    kill "$server" || true
    wait "$server" || true
  fi
  rm -rf "$scratch" || true
}
trap finish EXIT

(cd checks && { npm ci || { sleep 5 && npm ci; }; })
tools=$PWD/checks/node_modules/.bin
node checks/types.js --check
node checks/reference.js --check
npx --no-install tsc -p tsconfig.build.json

echo '--- publint, are the types wrong'
npm pack --silent --ignore-scripts --pack-destination "$scratch"
tar -xzf "$scratch"/portico-sdk-*.tgz -C "$scratch"
"$tools/publint" --strict "$scratch/package"
"$tools/attw" --profile esm-only "$scratch"/portico-sdk-*.tgz

echo '--- size'
cat >"$scratch/.size-limit.json" <<JSON
[{ "path": "$scratch/package/dist/index.js", "limit": "9 kB", "gzip": true }]
JSON
cp "$scratch/.size-limit.json" checks/.size-limit.json
(cd checks && "$tools/size-limit")
rm checks/.size-limit.json

echo '--- strict consumers'
mkdir -p "$scratch/consumer/node_modules"
mv "$scratch/package" "$scratch/consumer/node_modules/portico-sdk"
cp checks/{consumer,right,wrong}.ts "$scratch/consumer/"
echo '{ "type": "module" }' >"$scratch/consumer/package.json"
for resolution in 'esnext bundler' 'node16 node16'; do
  read -r module how <<<"$resolution"
  "$tools/tsc" --strict --exactOptionalPropertyTypes --noEmit --target es2022 --lib es2023,dom \
    --module "$module" --moduleResolution "$how" "$scratch"/consumer/{consumer,right,wrong}.ts
done
# What the compiler says of each mistake: three lines at most.
sed 's/@ts-expect-error/mistake/' checks/wrong.ts >"$scratch/consumer/wrong.ts"
"$tools/tsc" --strict --noEmit --target es2022 --lib es2023,dom --module esnext --moduleResolution bundler \
  "$scratch/consumer/wrong.ts" >"$scratch/mistakes" || true
awk '/^[^ ]/ { errors++; lines = 0 } ++lines > 3 { long = 1; print } END { exit long || errors != 30 }' "$scratch/mistakes"

echo '--- Bun and Deno'
mkdir "$scratch/server"
export PORTICO_DATA="$scratch/server" PORTICO_PORT=0 PORTICO_HTTP_PORT=0
node ../server/bin/portico.js serve --demo --json >"$scratch/said" 2>"$scratch/log" &
server=$!
for _ in $(seq 120); do
  if [ -s "$scratch/said" ] || ! kill -0 "$server"; then break; fi
  sleep 1
done
node ../server/bin/portico.js key add demo --private --rate 1000 --in-flight 100 --json >"$scratch/key"
node ../server/bin/portico.js key add demo --scope manage --rate 1000 --in-flight 100 --json >"$scratch/manage"
options=$(node -e '
  const [said, key, manage] = process.argv.slice(1).map((file) => JSON.parse(require("fs").readFileSync(file)));
  const { apiKey, secret, keyID } = key;
  console.log(JSON.stringify({ manageKey: manage.apiKey, apiKey, secret, keyID, baseURL: said.http, pace: { inFlight: 20, perSecond: 500 } }));
' "$scratch/said" "$scratch/key" "$scratch/manage")
bun=checks/node_modules/@oven/bun-linux-x64/bin/bun
deno=checks/node_modules/@deno/linux-x64-glibc/deno
for runtime in "$bun" "$deno run -A --quiet"; do
  wrong=$($runtime test/every-endpoint.mjs "$PWD/dist" "$options")
  echo "$(basename "${runtime%% *}"): $wrong"
  [ "$wrong" = '[]' ]
done
