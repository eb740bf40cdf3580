import { type ChildProcess, fork, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { drive } from '../../../targets/sandbox/testing.ts'
import { wholeTraffic } from '../../../traffic/recording/index.ts'
import { middle, row } from '../print.ts'
import type { EndTask, Hashes } from './ends.ts'
import { type Load, type Measured, send } from './load.ts'

/**
 * Puts load on the proxy and, for comparison, on a proxy that only passes bytes on and on no proxy at all. It compares the hashes of
 * all bytes at both ends. Prints the latency of requests and the memory of each proxy.
 */

const CONNECTIONS = 64
const REQUESTS = Number(process.argv[2] ?? 10_000)
const DELIVERIES = Math.max(4, REQUESTS / 20)
const RATE = Number(process.argv[3] ?? 400)
const children: ChildProcess[] = []

async function end(task: EndTask): Promise<{ readonly port: number; readonly child: ChildProcess }> {
  const child = fork(fileURLToPath(new URL('./ends.ts', import.meta.url)))
  children.push(child)
  child.send(task)
  const [port] = (await once(child, 'message')) as [number]
  return { port, child }
}

async function hashesOf(child: ChildProcess): Promise<Hashes> {
  child.send({ kind: 'hashes' } satisfies EndTask)
  const [hashes] = (await once(child, 'message')) as [Hashes]
  return hashes
}

/** The answer to a status request of a right platform, with `QUOTE` and `STATUS` in place of what varies. */
async function record(): Promise<string> {
  await using driver = await drive({ clock: 'running' })
  const id = await driver.submit()
  await driver.advance(30_000)
  const { text } = await driver.call('GET', `/status/${id}`)
  return text.replaceAll(id, 'QUOTE').replace('"success"', '"STATUS"')
}

/** Megabytes that a process uses now, and that it used at most. */
function memoryOf({ pid }: ChildProcess): string {
  const status = readFileSync(`/proc/${pid}/status`, 'utf8')
  const [now, most] = ['VmRSS', 'VmHWM'].map((key) =>
    Math.round(Number(new RegExp(`${key}:\\s+(\\d+)`).exec(status)?.[1] ?? 0) / 1024),
  )
  return `${now} (${most})`
}

/** Milliseconds of processor time that a process has used, and those of its first thread, which passes the bytes. */
function workOf({ pid }: ChildProcess): readonly [all: number, first: number] {
  const [all = 0, first = 0] = [`/proc/${pid}/stat`, `/proc/${pid}/task/${pid}/stat`].map((file) => {
    const fields = readFileSync(file, 'utf8').split(') ')[1]?.split(' ') ?? []
    return (Number(fields[11]) + Number(fields[12])) * 10
  })
  return [all, first]
}

const folder = mkdtempSync(join(tmpdir(), 'proxy-bench-'))
const text = await record()
const [platform, receiver] = [
  await end({ kind: 'server', record: text }),
  await end({ kind: 'server', record: text }),
]
const bare = await end({ kind: 'pipe', to: platform.port })
const bareForDeliveries = await end({ kind: 'pipe', to: receiver.port })
const profile = {
  name: 'load',
  environment: 'sandbox',
  base_url: `http://127.0.0.1:${platform.port}/api`,
  auth_url: `http://127.0.0.1:${platform.port}/oauth/token`,
  credentials: { client_id: 'a', client_secret: 'client-secret-1234', integration_key: 'key-12345678' },
}
writeFileSync(join(folder, 'profile.json'), JSON.stringify(profile))
const proxy = spawn(process.execPath, [
  fileURLToPath(new URL('../../../cli/quote-conformance.js', import.meta.url)),
  ...['proxy', '--target', join(folder, 'profile.json'), '--listen', '127.0.0.1:0'],
  ...['--deliver-to', `http://127.0.0.1:${receiver.port}/hooks`, '--out', join(folder, 'out')],
])
children.push(proxy)
let printed = ''
proxy.stdout.on('data', (bytes) => {
  printed += bytes
})
proxy.stderr.pipe(process.stderr)
while (!printed.includes('Ctrl-C')) await pause(50)
const proxyPort = Number(/base_url +http:\/\/127\.0\.0\.1:(\d+)/.exec(printed)?.[1])

const wrong: string[] = []
const spread = ({ times }: Measured) => {
  const sorted = times.toSorted((one, other) => one - other)
  return [middle(sorted), sorted[Math.floor(sorted.length * 0.99)] ?? 0].map((ms) => ms.toFixed(2))
}

/** Sends both loads at once, compares the hashes, and prints a row. */
async function measure(
  name: string,
  ports: { readonly requests: number; readonly deliveries: number },
  rate: number | undefined,
  memory: ChildProcess | undefined,
): Promise<number> {
  const common = {
    authorization: ['Authorization: Bearer load-token-123456', 'x-Integration-Key: key-12345678'],
    ...(rate !== undefined && { rate }),
  }
  const requests: Load = {
    ...common,
    ...{ name: `${name}-${rate ?? 'all'}`, kind: 'requests', port: ports.requests },
    ...{ farHost: `127.0.0.1:${platform.port}`, connections: CONNECTIONS, requests: REQUESTS },
  }
  const deliveries: Load = {
    ...requests,
    ...{ name: `${name}-${rate ?? 'all'}-d`, kind: 'deliveries', port: ports.deliveries },
    ...{ farHost: `127.0.0.1:${receiver.port}`, connections: 4, requests: DELIVERIES },
    ...(rate !== undefined && { rate: (rate * DELIVERIES) / REQUESTS }),
  }
  const isProxy = memory === proxy
  const before = memory && workOf(memory)
  const [one, other] = await Promise.all([
    send(isProxy ? requests : { ...requests, farHost: 'near.example' }),
    send(isProxy ? deliveries : { ...deliveries, farHost: 'near.example' }),
  ])
  const seen = [await hashesOf(platform.child), await hashesOf(receiver.child)]
  for (const [place, { hashes }] of [one, other].entries())
    for (const [connection, [sent, received]] of Object.entries(hashes)) {
      const [arrived, answered] = seen[place]?.[connection] ?? []
      if (arrived !== sent || answered !== received) wrong.push(connection)
    }
  const count = one.times.length + other.times.length
  row(
    name,
    ...spread(one),
    ...spread(other),
    (count / Math.max(one.seconds, other.seconds)).toFixed(0),
    ...(memory === undefined || before === undefined
      ? []
      : [
          ...workOf(memory).map((ms, place) => ((ms - (before[place] ?? 0)) / count).toFixed(3)),
          memoryOf(memory),
        ]),
  )
  return middle(one.times)
}

const ways = [
  ['no-proxy', { requests: platform.port, deliveries: receiver.port }, undefined],
  ['bare-proxy', { requests: bare.port, deliveries: bareForDeliveries.port }, bare.child],
  ['this-proxy', { requests: proxyPort, deliveries: proxyPort }, proxy],
] as const

try {
  for (const rate of [RATE, undefined]) {
    process.stdout.write(
      `\n${REQUESTS} requests over ${CONNECTIONS} connections and ${DELIVERIES} deliveries over 4, ${rate === undefined ? 'as many as come back' : `${rate} requests a second`}\n`,
    )
    row(
      '',
      'median ms',
      '99 % ms',
      'deliveries',
      '99 % ms',
      'a second',
      'CPU ms each',
      'of thread 1',
      'MB (most)',
    )
    const medians: number[] = []
    for (const [name, ports, memory] of ways) medians.push(await measure(name, ports, rate, memory))
    const [, pipe = 0, own = 0] = medians
    process.stdout.write(`beyond the bare proxy: ${(own - pipe).toFixed(2)} ms at the median\n`)
  }
  process.stdout.write(
    wrong.length === 0
      ? '\nevery byte arrived as it was sent, in both directions\n'
      : `\nCHANGED BYTES on ${wrong.length} connections: ${wrong.slice(0, 5).join(', ')}\n`,
  )
  proxy.kill('SIGINT')
  await once(proxy, 'exit')
  const { ledger, leftOut } = await wholeTraffic(join(folder, 'out/traffic.jsonl'))
  process.stdout.write(
    `recorded: ${ledger.exchanges.length} requests, ${ledger.arrivals?.length} deliveries, ${[...leftOut.values()].join(' + ') || 'none'} left out\n${printed.slice(printed.lastIndexOf('\n', printed.length - 2))}`,
  )
  process.exitCode = wrong.length === 0 ? 0 : 1
} finally {
  for (const child of children) child.kill()
  rmSync(folder, { recursive: true, force: true })
}
