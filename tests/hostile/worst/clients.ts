import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Behaviour, Behaviours } from './behaviour.ts'

const SCENARIOS = [
  'journeys/straight-through',
  'outages/once-1',
  'tokens/refused-status',
  'outcomes/declined-at-submit',
]

/** A client given as a short script, run by this Node. */
function client(codes: readonly number[], script: string): Behaviour {
  return {
    codes,
    prepare(folder) {
      const file = join(folder, 'client.mjs')
      writeFileSync(file, `${PRELUDE}\n${script}\n`)
      return {
        profile: { name: 'worst', client: { command: [process.execPath, file], timeout: '4s' } },
        words: SCENARIOS.flatMap((id) => ['--scenario', id]),
      }
    },
  }
}

/** A client that sends a request and then runs a shell script. */
const shell = (codes: readonly number[], script: string): Behaviour =>
  client(
    codes,
    `const { status } = spawnSync('sh', ['-c', ${JSON.stringify(script)}], { stdio: 'inherit' }); process.exit(status ?? 1)`,
  )

const PRELUDE = `
import { spawnSync } from 'node:child_process'
import { connect } from 'node:net'
import { readFileSync, writeFileSync, rmSync, symlinkSync } from 'node:fs'
const { QUOTE_BASE_URL: base, QUOTE_AUTH_URL: auth, QUOTE_CLIENT_ID: id, QUOTE_CLIENT_SECRET: secret, QUOTE_INTEGRATION_KEY: key, QUOTE_WORKDIR: work } = process.env
const form = new URLSearchParams({ client_id: id, client_secret: secret, grant_type: 'client_credentials', scope: 'quote' })
const token = async () => (await (await fetch(auth, { method: 'POST', body: form })).json()).access_token
const send = async (path, init = {}) => fetch(base + path, { ...init, headers: { authorization: 'Bearer ' + (await token()), 'x-integration-key': key, ...init.headers } })
const raw = (bytes) => new Promise((end) => { const { hostname, port } = new URL(base); const s = connect(Number(port), hostname, () => { s.write(bytes); setTimeout(() => { s.destroy(); end() }, 200) }); s.on('error', end).resume() })
const path = new URL(base).pathname
await send('/submit', { method: 'POST', headers: { 'content-type': 'application/json' }, body: readFileSync(process.env.QUOTE_SUBMISSION) })
`

/** API clients, and the files and processes that they leave behind. */
export const clients: Behaviours = {
  'a client that does nothing': shell([1], 'exit 0'),
  'a client that never ends': shell([1, 3], 'sleep 1000'),
  'a client that takes no signal': shell([1, 3], 'trap "" TERM INT HUP; while true; do sleep 1; done'),
  'a client that prints without end': shell([1, 3], 'yes'),
  'a client that prints noise': shell([1], 'head -c 3000000 /dev/urandom'),
  'a client that prints escapes of a terminal': shell([1], 'printf "\\033]0;owned\\007\\033[2J"; exit 1'),
  'a client that prints its secrets': shell([1], 'env; env | base64; env 1>&2; exit 1'),
  'a client that leaves children': shell([1], 'sleep 1000 & sleep 1000 & exit 0'),
  'a client that kills itself': shell([1], 'kill -9 $$'),
  'a client that ends with 255': shell([1], 'exit 255'),
  'a client that is nowhere': {
    codes: [2, 3],
    prepare: () => ({ profile: { name: 'worst', client: { command: ['/no/such/program'], timeout: '4s' } } }),
  },
  'a result that is a pipe': shell([1], 'mkfifo "$QUOTE_WORKDIR/result.json"'),
  'a result that is a link to zeros': shell(
    [1],
    'ln -s /dev/zero "$QUOTE_WORKDIR/result.json"; ln -s /dev/zero "$QUOTE_WORKDIR/policy.pdf"',
  ),
  'a result that is a folder': shell([1], 'mkdir "$QUOTE_WORKDIR/result.json"'),
  'a result of 5 TB of holes': shell(
    [1],
    'truncate -s 5T "$QUOTE_WORKDIR/result.json"; truncate -s 5T "$QUOTE_WORKDIR/policy.pdf"',
  ),
  'a result nested 400,000 deep': client(
    [1],
    'writeFileSync(work + "/result.json", "[".repeat(400000) + "]".repeat(400000))',
  ),
  'a result of wrong types': client(
    [1],
    'writeFileSync(work + "/result.json", JSON.stringify({ quote_id: { a: [1] }, quote_status: 5, error: [[]] }))',
  ),
  'a result with half pairs of surrogates': client(
    [1],
    'writeFileSync(work + "/result.json", \'{"quote_id":"\\\\ud800","quote_status":"\\\\udfff","error":"\\\\ud800"}\')',
  ),
  'a folder of 20,000 files': client(
    [1],
    'for (let at = 0; at < 20000; at += 1) writeFileSync(work + "/f" + at, "")',
  ),
  'a folder that is taken away': client([1], 'rmSync(work, { recursive: true })'),
  'a folder that is a link to another': client(
    [1],
    'rmSync(work, { recursive: true }); symlinkSync("/etc", work)',
  ),
  'a policy that is a bomb': client(
    [1],
    'writeFileSync(work + "/policy.pdf", "%PDF-1.7\\n" + "[".repeat(3e6)); writeFileSync(work + "/proposal.pdf", Buffer.alloc(60e6))',
  ),
  '3,000 requests': client(
    [1],
    'const t = await token(); for (let at = 0; at < 30; at += 1) await Promise.all(Array.from({ length: 100 }, () => fetch(base + "/status/" + at, { headers: { authorization: "Bearer " + t } }).then((r) => r.text())))',
  ),
  '300 connections that say nothing': client(
    [1],
    'const { hostname, port } = new URL(base); for (let at = 0; at < 300; at += 1) connect(Number(port), hostname).on("error", () => {}); await new Promise((r) => setTimeout(r, 1000)); process.exit(0)',
  ),
  'a submission of 60 MB': client(
    [1],
    'await send("/submit", { method: "POST", headers: { "content-type": "application/json" }, body: JSON.stringify({ a: "x".repeat(60e6) }) })',
  ),
  'a submission nested 400,000 deep': client(
    [1],
    'await send("/submit", { method: "POST", headers: { "content-type": "application/json" }, body: "[".repeat(400000) + "]".repeat(400000) })',
  ),
  'submissions nested 190 deep': client(
    [1],
    'for (let at = 0; at < 20; at += 1) await send("/submit", { method: "POST", headers: { "content-type": "application/json" }, body: "{\\"a\\":".repeat(190) + "1" + "}".repeat(190) })',
  ),
  'a submission in no UTF-8': client(
    [1],
    'await send("/submit", { method: "POST", headers: { "content-type": "application/json" }, body: Buffer.alloc(1000, 0xff) })',
  ),
  'ids of 8 kB': client(
    [1],
    'await send("/status/" + "a".repeat(8000)); await send("/status/%ff%00%2e%2e%2f"); await send("/status/%"); await send("/status/%ud800")',
  ),
  'requests that are no HTTP': client(
    [1],
    'await raw(Buffer.alloc(1e6, 0xff)); await raw("GET " + path + "/status/1\\r\\n\\r\\n"); await raw("POST " + path + "/submit HTTP/1.1\\r\\nhost: a\\r\\ncontent-length: 10\\r\\ncontent-length: 20\\r\\n\\r\\n{}")',
  ),
  'requests with 1,500 headers': client(
    [1],
    'await raw("GET " + path + "/status/1 HTTP/1.1\\r\\nhost: a\\r\\n" + "x: y\\r\\n".repeat(1500) + "\\r\\n")',
  ),
  'requests that stop in the middle': client(
    [1],
    'await raw("POST " + path + "/submit HTTP/1.1\\r\\nhost: a\\r\\ncontent-length: 1000\\r\\n\\r\\n{")',
  ),
  'methods of their own': client(
    [1],
    'for (const method of ["PROPFIND", "M-SEARCH", "DELETE", "OPTIONS"]) await raw(method + " " + path + "/status/1 HTTP/1.1\\r\\nhost: a\\r\\n\\r\\n")',
  ),
  'forms that are no forms': client(
    [1],
    'for (const body of ["%", "client_secret=%ff", "&&&=", "a".repeat(1e6), "client_id=a&client_id=b"]) await fetch(auth, { method: "POST", headers: { "content-type": "application/x-www-form-urlencoded" }, body })',
  ),
}
