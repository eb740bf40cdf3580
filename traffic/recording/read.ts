import { closeSync, existsSync, openSync, readSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { usageError } from '../../conformance/errors.ts'
import { ENTRY_KINDS, type EntryKind, type Ledger } from '../../conformance/ledger.ts'
import type { Side } from '../../conformance/requirement.ts'
import { reasonOf } from '../../conformance/system-error.ts'
import type { Spec } from '../../spec/index.ts'
import { asSent } from './as-sent.ts'
import { Collection, MOST_KEPT } from './collection.ts'
import { messageIn } from './har/entry.ts'
import { readHar } from './har/stream.ts'
import { type KnownTarget, ownersIn } from './known-target.ts'
import { LeftOutCount, type LeftOutCounts } from './message.ts'
import { Parts } from './parts.ts'
import { readResults } from './results.ts'
import { Secrets } from './secrets.ts'
import { readTraffic, TRAFFIC } from './traffic.ts'

/** Recordings, and what is known about them. */
export interface Recordings {
  /** HAR 1.2 files, `results.jsonl` or folders of runs, and `traffic.jsonl` or folders of the proxy. */
  readonly files?: readonly string[]
  /** Entries of a HAR that is in memory already. */
  readonly entries?: readonly unknown[]
  readonly spec: Spec
  /** Kinds of entries of which no recording lacks any. Absent: what each recording says of itself. */
  readonly whole?: readonly EntryKind[]
  /** Signing secrets of the endpoints whose deliveries were recorded. */
  readonly signingSecrets?: readonly string[]
  /** Addresses and credentials of the platform, where a profile names them. */
  readonly known?: KnownTarget
  /** More texts that no output may show. */
  readonly secrets?: readonly string[]
  /** Characters of texts that are kept at once. */
  readonly mostKept?: number
}

/** Everything that was recorded about one platform, or by one scenario of a run. */
export interface RecordedLedger {
  readonly side: Side
  /** The base address, or the scenario. */
  readonly about: string
  readonly ledger: Ledger
  /** The same requests as those of clients, in ledgers of which each has one order; none for what this suite sent. */
  readonly clients: readonly Ledger[]
}

/** Facts about recordings besides the ledgers. */
export interface ReadFacts {
  readonly entries: number
  readonly leftOut: LeftOutCounts
  /** Sentences for people: what is wrong with a file, and what was concluded from it. */
  readonly notes: readonly string[]
  /** A file ended in the middle of its archive. */
  readonly isCutOff: boolean
  readonly secrets: Secrets
  /** Base addresses of the platforms. */
  readonly platforms: readonly string[]
}

/**
 * Reads HAR 1.2 files and `results.jsonl` of runs. The entries of several HAR files are merged by time. Memory is bounded: a very long
 * recording is handed over in parts, of which no kind is whole.
 *
 * @param take receives the ledgers, one after the other
 * @throws ConformanceError `USAGE` for a file that is neither, or that cannot be read
 */
export async function readRecordings(
  { files = [], entries: given = [], spec, whole, signingSecrets = [], known, ...more }: Recordings,
  take: (recorded: RecordedLedger) => void,
): Promise<ReadFacts> {
  const { mostKept: most = MOST_KEPT } = more
  const [secrets, leftOut] = [new Secrets(), new LeftOutCount()]
  for (const secret of [...signingSecrets, ...(more.secrets ?? [])]) secrets.give(secret)
  const collection = new Collection({
    ...{ spec, secrets, leftOut, signingSecrets, owners: ownersIn(known) },
    ...(known && { addresses: { baseUrl: known.baseUrl, authUrl: known.authUrl } }),
    mostKept: most,
  })
  const platforms = new Set<string>()
  const notes: string[] = []
  let [entries, parts, isCutOff, isArchiveCut] = [0, 0, false, false]
  let stated: readonly EntryKind[] | undefined
  const hand = (kinds: readonly EntryKind[]) => {
    for (const { base, ...ledgers } of collection.ledgers(kinds)) {
      if (ledgers.ledger.exchanges.length > 0) platforms.add(base)
      take({ side: 'platform', about: base, ...ledgers })
    }
  }
  const read = (entry: unknown, place: string, order: Parts, source: string) => {
    entries += 1
    const message = messageIn(entry, place)
    if (typeof message === 'string') leftOut.add(message)
    else collection.take(message, order.of(message), source)
    if (!collection.isFull) return
    parts += 1
    hand([])
  }
  const own = new Parts()
  for (const [place, entry] of given.entries()) read(entry, `entry ${place + 1}`, own, '')
  for (const name of files) {
    const file = fileAt(name)
    const kind = kindOf(file)
    if (kind === 'traffic') {
      let partsOfFile = 0
      for await (const { baseUrl, ledger, ...facts } of readTraffic(file, name, most)) {
        partsOfFile += 1
        for (const [reason, count] of facts.leftOut) leftOut.add(reason, count)
        entries += ledger.exchanges.length + (ledger.arrivals?.length ?? 0)
        isCutOff ||= facts.cutOff !== undefined
        if (facts.cutOff === 'within an entry') notes.push(cutOffNote(name))
        if (facts.cutOff === 'without an end')
          notes.push(`${name} has no end, since the proxy was killed or still runs: what is there is judged`)
        const kinds = facts.isLost ? [] : (whole ?? ledger.whole ?? [])
        platforms.add(baseUrl)
        take({
          ...{ side: 'platform', about: baseUrl },
          ledger: { ...ledger, whole: kinds },
          clients: [
            { ...ledger, exchanges: ledger.exchanges.map((one) => asSent(one, kinds)), whole: kinds },
          ],
        })
      }
      if (partsOfFile > 1) notes.push(`${name} is so long that it is judged in ${partsOfFile} parts`)
      continue
    }
    if (kind === 'run') {
      const started = await readResults(file, name, ({ side, scenario, ledger }) => {
        entries += ledger.exchanges.length + (ledger.arrivals?.length ?? 0)
        take({
          side,
          about: scenario,
          ledger: { ...ledger, whole: whole ?? ledger.whole ?? [] },
          clients: [],
        })
      })
      platforms.add(started.target.baseUrl)
      continue
    }
    const order = new Parts()
    const facts = await readHar(file, (entry, number) => read(entry, `${name} entry ${number}`, order, name))
    const before: readonly EntryKind[] = stated ?? ENTRY_KINDS
    stated = before.filter((kind) => facts.whole.includes(kind))
    isCutOff ||= facts.cutOff
    isArchiveCut ||= facts.cutOff
    if (facts.cutOff) notes.push(cutOffNote(name))
    if (order.jumps > 0)
      notes.push(`the clock of ${name} was set back ${order.jumps} times: what is between is judged apart`)
  }
  if (parts > 0) notes.push(`the recording is so long that it is judged in ${parts + 1} parts`)
  hand(parts > 0 || isArchiveCut ? [] : (whole ?? stated ?? []))
  if (platforms.size > 1) notes.push(`there are ${platforms.size} platforms: each is judged apart`)
  return { entries, leftOut: leftOut.counts, notes, isCutOff, secrets, platforms: [...platforms] }
}

const cutOffNote = (name: string): string =>
  `${name} ends in the middle of an entry: what is before it is judged`

/** The file itself, or that of a run or of the proxy in a folder. */
function fileAt(name: string): string {
  try {
    if (!statSync(name).isDirectory()) return name
    const traffic = join(name, 'traffic.jsonl')
    return existsSync(traffic) ? traffic : join(name, 'results.jsonl')
  } catch (error) {
    throw usageError(`${name} cannot be read: ${reasonOf(error)}`)
  }
}

const RUN = '{"type":"run-started"'

/** Tells files of this suite by their first characters. */
function kindOf(file: string): 'run' | 'traffic' | 'other' {
  try {
    const descriptor = openSync(file, 'r')
    try {
      const head = Buffer.alloc(RUN.length)
      readSync(descriptor, head, 0, head.length, 0)
      const text = head.toString()
      return text === RUN ? 'run' : text.startsWith(TRAFFIC) ? 'traffic' : 'other'
    } finally {
      closeSync(descriptor)
    }
  } catch (error) {
    throw usageError(`${file} cannot be read: ${reasonOf(error)}`)
  }
}
