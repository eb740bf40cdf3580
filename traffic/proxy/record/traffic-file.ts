import { closeSync, openSync, readFileSync, writeSync } from 'node:fs'
import { ConformanceError } from '../../../conformance/errors.ts'
import type { Exchange } from '../../../conformance/exchange.ts'
import { isObject } from '../../../conformance/json/object.ts'
import type { EntryKind } from '../../../conformance/ledger.ts'
import type { Arrival } from '../../../conformance/ports/webhooks.ts'

/** A line of `traffic.jsonl`. */
export type TrafficLine =
  | {
      readonly type: 'recording'
      readonly baseUrl: string
      readonly authUrl: string
      readonly apiVersion: string
      /** Kinds of entries of which nothing is missing. */
      readonly whole: readonly EntryKind[]
    }
  | { readonly type: 'exchange'; readonly exchange: Exchange }
  | { readonly type: 'arrival'; readonly arrival: Arrival }
  /** So many entries were not written, since too much came at once. */
  | { readonly type: 'dropped'; readonly entries: number }
  /** The rest of a connection passed unread, so that requests may be missing. */
  | { readonly type: 'unread' }

/** Appends whole lines, so that a process that is killed leaves readable evidence. */
export interface TrafficWriter {
  add(line: TrafficLine): void
  /** Writes what was added. */
  flush(): void
  close(): void
}

/** @throws the system's error when the file exists or cannot be made */
export function trafficWriter(file: string): TrafficWriter {
  const descriptor = openSync(file, 'wx')
  let added = ''
  const flush = () => {
    const bytes = Buffer.from(added)
    added = ''
    for (let at = 0; at < bytes.length; ) at += writeSync(descriptor, bytes, at)
  }
  return {
    add(line) {
      added += `${JSON.stringify(line)}\n`
    },
    flush,
    close() {
      flush()
      closeSync(descriptor)
    },
  }
}

/**
 * Reads a recording of the proxy. Entries stand in the order in which they began. A last line that was cut off is left out.
 *
 * @throws ConformanceError TRAFFIC_INVALID with the number of a line that is no entry
 */
export function readTraffic(file: string): {
  readonly exchanges: readonly Exchange[]
  readonly arrivals: readonly Arrival[]
  readonly whole: readonly EntryKind[]
  readonly dropped: number
} {
  const exchanges: Exchange[] = []
  const arrivals: Arrival[] = []
  let whole: readonly EntryKind[] = []
  let dropped = 0
  let isUnread = false
  for (const line of linesOf(file)) {
    if (line.type === 'exchange') exchanges.push(line.exchange)
    else if (line.type === 'arrival') arrivals.push(line.arrival)
    else if (line.type === 'recording') whole = line.whole
    else if (line.type === 'unread') isUnread = true
    else dropped += line.entries
  }
  return {
    exchanges: exchanges.toSorted((one, other) => one.targetMs - other.targetMs),
    arrivals: arrivals.toSorted((one, other) => one.latest - other.latest),
    whole: dropped > 0 || isUnread ? [] : whole,
    dropped,
  }
}

function linesOf(file: string): readonly TrafficLine[] {
  const lines = readFileSync(file, 'utf8').split('\n')
  return lines.flatMap((text, place): TrafficLine[] => {
    const line = text === '' ? undefined : parsed(text)
    if (line !== undefined) return [line]
    if (place === lines.length - 1) return []
    throw new ConformanceError('TRAFFIC_INVALID', `line ${place + 1} of ${file} is no entry of a recording`)
  })
}

function parsed(text: string): TrafficLine | undefined {
  try {
    const value: unknown = JSON.parse(text)
    return isObject(value) && typeof value.type === 'string' ? (value as unknown as TrafficLine) : undefined
  } catch {
    return undefined
  }
}
