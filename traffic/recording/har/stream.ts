import { createReadStream } from 'node:fs'
import { JSONParser } from '@streamparser/json'
import { usageError } from '../../../conformance/errors.ts'
import { ENTRY_KINDS, type EntryKind } from '../../../conformance/ledger.ts'
import { reasonOf } from '../../../conformance/system-error.ts'

/** Bytes that are read at once. */
const CHUNK = 256 * 1024

/** Facts that a HAR file states about itself. */
export interface HarFacts {
  /** The kinds of entries of which it says that none is missing. */
  readonly whole: readonly EntryKind[]
  /** The file ends before the archive does. */
  readonly cutOff: boolean
}

/**
 * Reads the entries of a HAR file one by one, so that a file of any length takes little memory.
 *
 * @param take receives each entry, with its number from 1 on
 * @throws ConformanceError `USAGE` for a file that cannot be read, or that is no HAR
 */
export async function readHar(
  file: string,
  take: (entry: unknown, number: number) => void,
): Promise<HarFacts> {
  let whole: readonly EntryKind[] = []
  let number = 0
  let isArchive = false
  const parser = new JSONParser({
    paths: ['$.log.version', '$.log._whole', '$.log.entries.*'],
    keepStack: false,
  })
  parser.onValue = ({ value, key }) => {
    if (key === 'version') isArchive = true
    else if (key === '_whole') whole = kindsIn(value)
    else {
      isArchive = true
      number += 1
      take(value, number)
    }
  }
  let problem: string | undefined
  parser.onError = (error) => {
    problem = error.message
  }
  const stream = createReadStream(file, { highWaterMark: CHUNK })
  try {
    let isFirst = true
    for await (const chunk of stream) {
      // A byte order mark is no part of the JSON.
      const bytes: Uint8Array = isFirst ? withoutMark(chunk as Buffer) : (chunk as Buffer)
      isFirst = false
      parser.write(bytes)
      if (parser.isEnded || problem !== undefined) break
    }
  } catch (error) {
    throw usageError(`${file} cannot be read: ${reasonOf(error)}`)
  } finally {
    stream.destroy()
  }
  if (!isArchive) throw usageError(`${file} is no HAR file, no results.jsonl and no traffic.jsonl`, HINT)
  if (problem !== undefined)
    throw usageError(`${file} is no valid JSON after ${number} entries: ${problem}`, HINT)
  return { whole, cutOff: !parser.isEnded }
}

const HINT = 'judge reads HAR 1.2 files, and the folders of runs and of the proxy'

const withoutMark = (bytes: Buffer): Buffer =>
  bytes[0] === 0xef && bytes[1] === 0xbb && bytes[2] === 0xbf ? bytes.subarray(3) : bytes

const kindsIn = (value: unknown): readonly EntryKind[] =>
  Array.isArray(value) ? ENTRY_KINDS.filter((kind) => value.includes(kind)) : []
