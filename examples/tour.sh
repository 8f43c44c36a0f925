#!/usr/bin/env bash
# A cart in thirty days, with nothing but curl and openssl: tour.sh [path of mayfly]
set -eu

mayfly=${1:-mayfly}
work=$(mktemp -d)
"$mayfly" serve --ephemeral --movable-clock --ready-file "$work/ready.json" \
  --cosmos-port 0 --cosmos-direct-port off --mongo-port off --admin-port 0 >"$work/server.log" &
server=$!
trap 'kill $server; wait $server 2>/dev/null || true; rm -rf "$work"' EXIT
until [ -f "$work/ready.json" ]; do
  kill -0 $server || { cat "$work/server.log"; exit 1; }
  sleep 0.1
done

# A member of the ready file, by its place: "cosmos" "key".
member() { sed -n "/\"$1\"/,/}/s/.*\"$2\" : \"\(.*\)\",\{0,1\}\$/\1/p" "$work/ready.json"; }
endpoint=$(member cosmos endpoint)
admin=$(member admin url)
key=$(member cosmos key | base64 -d | od -An -v -tx1 | tr -d ' \n')

# A request with the signature that Azure Cosmos DB asks for: METHOD TYPE LINK PATH [CURL ARGUMENT...]
cosmos() {
  method=$1 type=$2 link=$3 path=$4
  shift 4
  date=$(LC_ALL=C date -u '+%a, %d %b %Y %H:%M:%S GMT' | tr '[:upper:]' '[:lower:]')
  signature=$(printf '%s\n%s\n%s\n%s\n\n' "$(echo "$method" | tr '[:upper:]' '[:lower:]')" "$type" "$link" "$date" |
    openssl dgst -sha256 -mac HMAC -macopt "hexkey:$key" -binary | base64 | sed 's/+/%2B/g; s,/,%2F,g; s/=/%3D/g')
  curl -s -o "$work/answer" -w '%{http_code}' -X "$method" "$endpoint$path" -H "x-ms-date: $date" \
    -H "authorization: type%3Dmaster%26ver%3D1.0%26sig%3D$signature" -H 'x-ms-version: 2018-12-31' \
    -H 'content-type: application/json' "$@"
}

say() { printf '%-46s %s\n' "$1" "$2"; }

say 'make the database shop' "$(cosmos POST dbs '' dbs -d '{"id": "shop"}')"
say 'make the container carts, thirty days' "$(cosmos POST colls dbs/shop dbs/shop/colls \
  -d '{"id": "carts", "partitionKey": {"paths": ["/user"], "kind": "Hash"}, "defaultTtl": 2592000}')"
say 'put a cart into it' "$(cosmos POST docs dbs/shop/colls/carts dbs/shop/colls/carts/docs \
  -H 'x-ms-documentdb-partitionkey: ["ann"]' -d '{"id": "1", "user": "ann"}')"
cart=dbs/shop/colls/carts/docs/1
say 'read it' "$(cosmos GET docs $cart $cart -H 'x-ms-documentdb-partitionkey: ["ann"]')"
curl -s -o "$work/answer" -X POST "${admin}clock/advance?seconds=2592000"
say 'thirty days later' "$(cosmos GET docs $cart $cart -H 'x-ms-documentdb-partitionkey: ["ann"]')"
