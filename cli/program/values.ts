import { InvalidArgumentError } from 'commander'
import type { Shard } from '../../conformance/selection/shard.ts'

/** Parsers of option values. Each throws InvalidArgumentError, which says what the value should be. */

export function readSeed(text: string): number {
  const seed = Number(text)
  if (/^\d+$/.test(text) && seed <= 0xffff_ffff) return seed
  throw new InvalidArgumentError('It should be a whole number from 0 to 4294967295.')
}

export function readCount(text: string): number {
  const count = Number(text)
  if (/^\d{1,7}$/.test(text) && count > 0) return count
  throw new InvalidArgumentError('It should be a whole number from 1 to 9999999.')
}

export function readRate(text: string): number {
  const rate = Number(text)
  if (/^\d+(\.\d+)?$/.test(text) && rate > 0) return rate
  throw new InvalidArgumentError('It should be a number of requests a second, above 0: 5, 0.5.')
}

export function readPort(text: string): number {
  const port = Number(text)
  if (/^\d+$/.test(text) && port <= 65_535) return port
  throw new InvalidArgumentError('It should be a port number from 0 to 65535; 0 takes a free one.')
}

export function readShard(text: string): Shard {
  const [, index, count] = /^(\d{1,4})\/(\d{1,4})$/.exec(text) ?? []
  const shard = { index: Number(index), count: Number(count) }
  if (shard.index >= 1 && shard.index <= shard.count) return shard
  throw new InvalidArgumentError('It should be I/N, with I from 1 to N: 2/3.')
}

const HOUR_MS = 3_600_000

/** @returns milliseconds */
export function readAge(text: string): number {
  const [, number, unit] = /^(\d{1,4})([hdw])$/.exec(text) ?? []
  if (unit !== undefined) return Number(number) * HOUR_MS * (unit === 'h' ? 1 : unit === 'd' ? 24 : 7 * 24)
  throw new InvalidArgumentError('It should be an age in hours, days or weeks: 12h, 30d, 2w.')
}

/** Refuses another option in the place of a folder: its own value would be left over, and be named in its place. */
export function readFolder(text: string): string {
  if (!text.startsWith('-')) return text
  throw new InvalidArgumentError('It should be the folder of a run.')
}

/** The value of an option that can be used only once: a second one would replace the first without a word. */
export function onlyOnce(text: string, before?: string): string {
  if (before === undefined) return text
  throw new InvalidArgumentError(`It was given before, as ${before}; it should be given once.`)
}

/** Collects the values of options that may be given several times. */
export function append(text: string, before: readonly string[] = []): readonly string[] {
  if (text.trim() === '') throw new InvalidArgumentError('It should not be empty.')
  return [...before, text]
}
