import { parseArgs } from 'node:util'
import { sampledMutants } from '../headings/record.ts'
import { type Moment, momentsOf, wholeRun } from './moments.ts'

// `npm run first-failure`: judges mutants chosen by chance, each until its first failures have come. It prints at which part of a
// whole run a reader sees the first failure. It also prints when the first check failed of what the mutant breaks, and the medians.
const { values } = parseArgs({
  options: {
    seed: { type: 'string', default: '1' },
    mutants: { type: 'string', default: '40' },
  },
})
const print = (line: string) => process.stdout.write(`${line}\n`)

const PARTS = ['scenarios', 'requests', 'time'] as const
const whole = await wholeRun()
print(
  `a whole run: ${whole.scenarios} scenarios, ${whole.requests} requests, ${Math.round(whole.time / 1000)} s of CPU time`,
)

const percent = (part: number): string => `${Math.round(100 * part)} %`
/** A mutant may take more than a whole run of the right sandbox. What never came counts as the end. */
const partOf = (moment: Moment | undefined, part: (typeof PARTS)[number]): number =>
  Math.min((moment ?? whole)[part] / whole[part], 1)
const partsOf = (moment: Moment | undefined): string =>
  PARTS.map((part) => percent(partOf(moment, part)).padStart(5)).join(' ')
const medianOf = (numbers: readonly number[]): number => {
  const sorted = numbers.toSorted((one, other) => one - other)
  const middle = Math.floor(sorted.length / 2)
  return ((sorted[sorted.length - 1 - middle] ?? 0) + (sorted[middle] ?? 0)) / 2
}
const mediansOf = (moments: readonly (Moment | undefined)[]): string =>
  PARTS.map((part) => `${percent(medianOf(moments.map((one) => partOf(one, part))))} of the ${part}`).join(
    ', ',
  )

print('first line: part of scenarios, requests, time | first failure of its own | mutant: line')
const all = []
for (const mutant of sampledMutants(Number(values.seed), Number(values.mutants))) {
  const found = await momentsOf(mutant)
  all.push(found)
  const line = found.shown?.line.replaceAll(/\s+/g, ' ').slice(0, 100) ?? '(nothing)'
  print(`${partsOf(found.shown)} | ${partsOf(found.own)} | ${mutant.id}: ${line}`)
}
print(`median of the first line         ${mediansOf(all.map(({ shown }) => shown))}`)
print(`median of the first own failure  ${mediansOf(all.map(({ own }) => own))}`)
