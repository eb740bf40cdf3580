import type { Exchange } from '../../../conformance/exchange.ts'
import type { Ledger } from '../../../conformance/ledger.ts'
import { onceFor } from '../../../conformance/once.ts'
import type { ClientRun, Performance } from '../../../conformance/ports/client.ts'
import type { Facts } from '../../../conformance/scenario.ts'
import type { Spec } from '../../../spec/spec.ts'
import { leastPauseIn } from '../claims/pace.ts'
import { quotesOf } from '../vocabulary/requests.ts'
import { hasEventBetween } from './events.ts'
import { DOUBT_MS, endMsOf, isOfSeveral } from './readers.ts'
import { clientsIn } from './senders.ts'

/** A read after such a silence has a reason of its own, which nobody knows. So it is no poll of before. */
const SILENCE_MS = 15_000
const SECOND_MS = 1000

/** Nobody knows who drove a recorded client, what it was given, or how it ended. */
const RECORDED: ClientRun = {
  ...{ submission: undefined, byHand: true, end: { kind: 'by-hand' } },
  ...{ result: { kind: 'missing' }, files: [], printedSecrets: [], printed: '', elapsedMs: 0 },
}

/** Requests of a recording as the performance of a client that somebody drove. */
export const performanceOf = (requests: readonly Exchange[]): Performance => ({
  ...{ requests, strayed: [], runs: [RECORDED], tlsVersions: [] },
  heldUpMs: requests.every(({ startedAt }) => startedAt % SECOND_MS === 0) ? SECOND_MS : DOUBT_MS,
})

const quotesAmong = onceFor((exchanges: readonly Exchange[]) => quotesOf(performanceOf(exchanges)))

/** The requests about each quote that was submitted in a ledger, the submission first. */
export const requestsByQuote = ({ exchanges }: Ledger): readonly (readonly Exchange[])[] =>
  quotesAmong(exchanges)

const isPoll = ({ operation }: Exchange): boolean => operation === 'status'

/** Requests about one quote, once for each client that polls it: its polls, and the other requests of all clients. */
function byReader(
  requests: readonly Exchange[],
  clientOf: (one: Exchange) => string,
): readonly (readonly Exchange[])[] {
  const readers = new Set(requests.filter(isPoll).map(clientOf))
  if (readers.size < 2) return [requests]
  return [...readers].map((reader) => requests.filter((one) => !isPoll(one) || clientOf(one) === reader))
}

/**
 * The requests about each quote in parts, each behind the submission. A part ends where nothing was sent for long, or where an event
 * came in between.
 */
function partsOf(ledger: Ledger): readonly (readonly Exchange[])[] {
  const clientOf = clientsIn(ledger.exchanges)
  const streams = requestsByQuote(ledger).flatMap((requests) => byReader(requests, clientOf))
  return streams.flatMap(([submission, ...later]) => {
    if (submission === undefined) return []
    const parts: Exchange[][] = []
    let last = submission
    for (const one of later) {
      const isNew = one.targetMs - endMsOf(last) > SILENCE_MS || hasEventBetween(last, one, ledger)
      const part = parts.at(-1)
      if (part === undefined || isNew) parts.push([submission, one])
      else part.push(one)
      last = one
    }
    return parts
  })
}

/** The requests about each quote, in spells in which one client sends them. */
export const spellsIn = onceFor((facts: Facts<Spec>): readonly Performance[] =>
  partsOf(facts)
    .filter((part) => !isOfSeveral(part.filter(isPoll), leastPauseIn(facts.spec)))
    .map(performanceOf),
)

/** Polls in a row of one client, behind the request for whose effect it waits, and the submission of their quote. */
interface Row {
  readonly submission: Exchange
  readonly lead: Exchange
  readonly polls: readonly Exchange[]
}

/** The rows of polls of all spells. */
export const rowsIn = onceFor((facts: Facts<Spec>): readonly Row[] =>
  spellsIn(facts).flatMap(({ requests }) => {
    const [submission] = requests
    if (submission === undefined) return []
    const rows: { submission: Exchange; lead: Exchange; polls: Exchange[] }[] = []
    for (const one of requests) {
      if (isPoll(one)) rows.at(-1)?.polls.push(one)
      else rows.push({ submission, lead: one, polls: [] })
    }
    return rows.filter(({ polls }) => polls.length > 0)
  }),
)

/** Each row of polls, behind the submission of its quote. */
export const waitsIn = onceFor((facts: Facts<Spec>): readonly Performance[] =>
  rowsIn(facts).map(({ submission, lead, polls }) =>
    performanceOf([...(submission === lead ? [] : [submission]), lead, ...polls]),
  ),
)
