import { stringify } from 'yaml'
import { count, printable } from '../../../reporters/index.ts'
import type { DiscoverOptions, Discovery } from './discover.ts'

/** The report of what was found, with the block to paste into the profile. */
export function discoveryText({ outcomes, seen, requests }: Discovery): string {
  const clusters = Object.entries(seen)
    .toSorted(([, one], [, other]) => other - one)
    .map(([outcome, times]) => `${times} ${printable(outcome)}`)
  const found = Object.keys(outcomes).length
  const head = `discovery: ${count(requests, 'request')}; submissions by outcome: ${clusters.join(', ') || 'none'}\n`
  if (found === 0) return `${head}nothing new was found\n`
  const lines = discoveryBlock({ outcomes }).trimEnd().split('\n')
  return `${head}to put into the profile:\n\n${lines.map(printable).join('\n')}\n\n`
}

/** The block to put into the profile. */
export function discoveryBlock({ outcomes }: Pick<Discovery, 'outcomes'>): string {
  return stringify({ outcomes }, { lineWidth: 0 })
}

/** A progress line is printed every so many requests, and whenever something is found. */
const APART = 25

/** Prints from time to time how far a discovery has come. */
export function progressTo(notify: (line: string) => void): NonNullable<DiscoverOptions['progress']> {
  let next = APART
  let known = 0
  return ({ requests, most, found }) => {
    if (requests < next && found.length === known) return
    next = requests + APART
    known = found.length
    notify(`discovery: ${requests} of ${most} requests; found so far: ${found.join(', ') || 'nothing'}`)
  }
}
