import { stringify } from 'yaml'
import { count, printable } from '../../../reporters/index.ts'
import type { Discovery } from './discover.ts'

/** Says what was found, with the block to paste into the profile. */
export function discoveryText({ outcomes, seen, requests }: Discovery): string {
  const clusters = Object.entries(seen)
    .toSorted(([, one], [, other]) => other - one)
    .map(([outcome, times]) => `${times} ${printable(outcome)}`)
  const found = Object.keys(outcomes).length
  const head = `discovery: ${count(requests, 'request')}; submissions by outcome: ${clusters.join(', ') || 'none'}\n`
  if (found === 0) return `${head}nothing was found that the profile lacks\n`
  const block = stringify({ outcomes }, { lineWidth: 0 }).trimEnd()
  return `${head}to put into the profile:\n\n${block.split('\n').map(printable).join('\n')}\n\n`
}
