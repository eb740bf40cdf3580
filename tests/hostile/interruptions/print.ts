import { randomInt } from 'node:crypto'
import { parseArgs } from 'node:util'
import pLimit from 'p-limit'
import { endedAfter } from './one.ts'

// `npm run interruptions [-- --kills N --terms N --until MS]`: ends runs at random moments and checks what they left behind.
const { values } = parseArgs({
  options: {
    kills: { type: 'string', default: '50' },
    terms: { type: 'string', default: '30' },
    until: { type: 'string', default: '20000' },
    lanes: { type: 'string', default: '3' },
  },
})
const limit = pLimit(Number(values.lanes))
const moments = (count: string) =>
  Array.from({ length: Number(count) }, () => randomInt(Number(values.until))).toSorted(
    (one, other) => one - other,
  )

const signals = [
  ...moments(values.kills).map((afterMs) => ['SIGKILL', afterMs] as const),
  ...moments(values.terms).map((afterMs) => ['SIGTERM', afterMs] as const),
]
const all = await Promise.all(
  signals.map(([signal, afterMs]) =>
    limit(async () => {
      const ended = await endedAfter(signal, afterMs)
      const { code, events, readable, registered, left, forgotten, ms } = ended
      const said = readable ? `${events ?? 'no'} events` : 'UNREADABLE'
      process.stdout.write(
        `${signal} after ${String(afterMs).padStart(5)} ms: exit ${code}, ended in ${Math.round(ms)} ms, ${said}, ${registered} endpoints, ${left} left, ${forgotten} forgotten\n`,
      )
      return { signal, ...ended }
    }),
  ),
)
let wrong = 0
for (const signal of ['SIGKILL', 'SIGTERM'] as const) {
  const some = all.filter((one) => one.signal === signal)
  const readable = some.filter((one) => one.readable).length
  const clean = some.filter(
    ({ forgotten, left }) => forgotten === 0 && (signal === 'SIGKILL' || left === 0),
  ).length
  wrong += some.length - readable
  // An endpoint whose registration was in progress has no id yet, so nothing can name it.
  if (signal === 'SIGTERM') wrong += some.length - clean
  const longest = Math.round(Math.max(0, ...some.map(({ ms }) => ms)))
  process.stdout.write(
    `${signal}: results readable ${readable} of ${some.length}, nothing left or all of it named ${clean} of ${some.length}, ended within ${longest} ms\n`,
  )
}
process.exit(wrong === 0 ? 0 : 1)
