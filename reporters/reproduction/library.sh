set -u
umask 077
LC_ALL=C
export LC_ALL
if [ -n "${QUOTE_CA:-}" ]; then
  CURL_CA_BUNDLE=$QUOTE_CA
  export CURL_CA_BUNDLE
fi
work=$(mktemp -d) || exit 3
afterwards() { :; }
finish() {
  afterwards
  rm -rf "$work"
}
trap finish EXIT
trap 'exit 3' HUP INT TERM

say() { printf '%s\n' "$1" | tr -d '\000-\011\013-\037\177'; }
# What stands in the way of a reproduction: neither shown nor refuted.
give_up() {
  say "cannot tell: $1" >&2
  exit 3
}
# need NAME: the variable is set.
need() {
  eval "[ -n \"\${$1:-}\" ]" && return
  say "set $1" >&2
  exit 2
}

# send METHOD URL: sends $work/headers and, where it is there, $work/sent. Leaves $work/status, $work/head and $work/body.
send() {
  : > "$work/head"
  : > "$work/body"
  method=$1
  address=$2
  set -- -q -sS -g --path-as-is --max-time 90 -X "$method" -H @"$work/headers" -D "$work/head" -o "$work/body"
  if [ -f "$work/sent" ]; then set -- "$@" --data-binary @"$work/sent"; fi
  curl "$@" -w '%{http_code}' "$address" > "$work/status" || give_up "no answer to $method $address"
  rm -f "$work/sent"
}
status() { cat "$work/status"; }

# member POINTER [whole]: type and text of what stands there in the JSON of the answer; "absent", or "no JSON". Of objects and
# lists only the names and the number, unless the whole is asked for.
member() {
  want=$1 whole=${2:-} awk '
    { text = text (NR > 1 ? "\n" : "") $0 }
    function blank() { while (substr(text, at, 1) ~ /^[ \t\r\n]$/) at++ }
    function string(  from, c) {
      from = at
      for (at++; at <= size; at++) {
        c = substr(text, at, 1)
        if (c == "\\") at++
        else if (c == "\"") { at++; return substr(text, from, at - from) }
      }
      bad = 1
      return ""
    }
    function value(path, depth,  c, from, kind, shown, key, count, end) {
      blank()
      c = substr(text, at, 1)
      from = at
      if (depth > 100) bad = 1
      if (bad) return
      if (c == "{" || c == "[") {
        kind = c == "{" ? "object" : "array"
        end = c == "{" ? "}" : "]"
        shown = c
        at++
        blank()
        if (substr(text, at, 1) == end) at++
        else for (count = 0; !bad; count++) {
          blank()
          key = count
          if (kind == "object") {
            if (substr(text, at, 1) != "\"") { bad = 1; return }
            key = string()
            shown = shown " " key
            key = substr(key, 2, length(key) - 2)
            gsub(/~/, "~0", key)
            gsub(/\//, "~1", key)
            blank()
            if (substr(text, at++, 1) != ":") { bad = 1; return }
          }
          value(path "/" key, depth + 1)
          blank()
          c = substr(text, at++, 1)
          if (c == end) break
          if (c != ",") bad = 1
        }
        if (kind == "array" && count != "") shown = shown " " (count + 1)
        shown = shown " " end
      } else if (c == "\"") {
        kind = "string"
        shown = string()
        gsub(/\\\//, "/", shown)
      } else {
        while (substr(text, at, 1) ~ /^[-+.0-9A-Za-z]$/) at++
        shown = substr(text, from, at - from)
        kind = shown ~ /^-?[0-9]/ ? "number" : shown == "null" ? "null" : "boolean"
        if (kind == "boolean" && shown != "true" && shown != "false") bad = 1
      }
      if (path == ENVIRON["want"]) found = kind " " (ENVIRON["whole"] == "" ? shown : substr(text, from, at - from))
    }
    END {
      size = length(text)
      at = 1
      value("", 0)
      blank()
      if (bad || at <= size) print "no JSON"
      else print found == "" ? "absent" : found
    }' "$work/body"
}

# place PLACE: what stands at the place of a finding, to be compared with the same place of another answer.
place() { if [ "$1" = status ]; then status; else member "$1" whole; fi; }

# header NAME: the value of a header of the answer, or nothing.
header() {
  want=$1 awk '
    { sub(/\r$/, "") }
    /^HTTP\// { found = 0; value = "" }
    {
      colon = index($0, ":")
      if (!found && colon > 1 && tolower(substr($0, 1, colon - 1)) == ENVIRON["want"]) {
        found = 1
        value = substr($0, colon + 1)
        gsub(/^[ \t]+|[ \t]+$/, "", value)
      }
    }
    END { print value }' "$work/head"
}

# What the body is, in a few words.
body_kind() {
  first=$(dd if="$work/body" bs=1 count=5 2> /dev/null | tr -d '\000')
  if [ ! -s "$work/body" ]; then echo 'nothing'
  elif [ "$first" = '%PDF-' ]; then
    if tail -c 1024 "$work/body" | tr -d '\000' | grep -q '%%EOF'; then echo 'a PDF'; else echo 'a PDF without its end'; fi
  elif command -v iconv > /dev/null && ! iconv -f UTF-8 -t UTF-8 "$work/body" > /dev/null 2>&1; then echo 'no UTF-8'
  else
    case $(member '') in
      object*) echo 'a JSON object' ;;
      'no JSON') echo 'text' ;;
      *) echo 'JSON that is no object' ;;
    esac
  fi
}

# form VALUE: digits are all alike, and so are ids: two values of one form are written in the same way.
form() {
  printf '%s\n' "$1" | awk '
    {
      hex = "[0-9A-Fa-f]"
      four = hex hex hex hex
      gsub(four four "-" four "-" four "-" four "-" four four four, "id")
      if ($0 ~ /^string "[0-9A-Fa-f-]+"$/ && length($0) > 16) gsub(/[0-9A-Fa-f]/, "x", $2)
      gsub(/[0-9]/, "9")
      print
    }'
}
same() {
  [ "$1" = "$2" ] && return
  case "$1/$2" in
    number\ */number\ *) awk -v one="${1#* }" -v other="${2#* }" 'BEGIN { exit !(one + 0 == other + 0) }' ;;
    *) return 1 ;;
  esac
}
same_form() { [ "$(form "$1")" = "$(form "$2")" ]; }

# for_form, for_json: a secret as it stands in a form, in a JSON text.
for_form() {
  printf '%s' "$1" | awk '
    BEGIN { for (n = 0; n < 256; n++) code[sprintf("%c", n)] = sprintf("%%%02X", n) }
    {
      if (NR > 1) printf "%%0A"
      for (n = 1; n <= length($0); n++) {
        c = substr($0, n, 1)
        printf "%s", c ~ /^[A-Za-z0-9._*-]$/ ? c : code[c]
      }
    }'
}
for_json() { printf '%s' "$1" | sed 's/[\\"]/\\&/g'; }

# issued: the token of the answer.
issued() {
  token=$(member /access_token)
  token=${token#string \"}
  token=${token%\"}
  case $(status)$token in
    200*[!\!-~]* | 200*[\\\"\']* | 200 | 200absent | 200no\ JSON) give_up 'the token answer holds no token' ;;
    200*) printf '%s' "$token" ;;
    *) give_up "no token: the token endpoint answered $(status)" ;;
  esac
}
# token ID SECRET: a new token of a client.
token() {
  printf '%s\n' 'content-type: application/x-www-form-urlencoded' 'accept: application/json' > "$work/headers"
  printf 'client_id=%s&client_secret=%s&grant_type=client_credentials&scope=quote' \
    "$(for_form "$1")" "$(for_form "$2")" > "$work/sent"
  send POST "$QUOTE_AUTH_URL"
  issued
}
# identifier POINTER: an id of the answer; only letters, digits and hyphens get any further.
identifier() {
  id=$(member "$1")
  case $id in 'string "'*'"') ;; *) return ;; esac
  id=${id#string \"}
  id=${id%\"}
  case $id in '' | *[!0-9A-Za-z-]*) ;; *) printf '%s' "$id" ;; esac
}

# altered HOW SECRET: a secret that is nearly right.
altered() {
  printf '%s\n' "$2" | awk -v how="$1" '
    function padding(text) { match(text, /=*$/); return RSTART }
    {
      n = length($0)
      if (how == "truncated") print substr($0, 1, int(n / 2))
      else if (how == "prolonged") print $0 "abab"
      else if (how == "prolonged-token") print substr($0, 1, padding($0) - 1) "abab" substr($0, padding($0))
      else if (how == "swapped-case") {
        for (i = 1; i <= n; i++) { c = substr($0, i, 1); printf "%s", c == tolower(c) ? toupper(c) : tolower(c) }
        print ""
      } else if (how == "unsigned") {
        if (split($0, part, ".") == 3) print "eyJhbGciOiJub25lIiwidHlwIjoiSldUIn0." part[2] "."
        else print "no-such-token"
      } else if (how == "tampered-at-end") {
        letters = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_"
        end = padding($0)
        place = index(letters, substr($0, end - 1, 1)) - 1
        print substr($0, 1, end - 2) (place < 0 ? "x" : substr(letters, (place + 32) % 64 + 1, 1)) substr($0, end)
      } else if (how == "tampered") {
        for (i = int(n / 2) + 1; i < n && (substr($0, i, 1) !~ /^[0-9A-Za-z]$/ || substr($0, i + 1, 1) == "."); i++);
        c = substr($0, i, 1)
        alphabet = c ~ /[0-9]/ ? "0123456789" : c ~ /[a-z]/ ? "abcdefghijklmnopqrstuvwxyz" : "ABCDEFGHIJKLMNOPQRSTUVWXYZ"
        size = length(alphabet)
        print substr($0, 1, i - 1) substr(alphabet, (index(alphabet, c) + 4) % size + 1, 1) substr($0, i + 1)
      }
    }'
}
# line HEADER: one more header of the request that comes next.
line() { printf '%s\n' "$1" >> "$work/headers"; }
# Between two reads: about as often as clients are asked to poll.
moment() { sleep "${QUOTE_PAUSE:-2}"; }
