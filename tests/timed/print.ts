import { parseArgs } from 'node:util'
import { judgeApart } from './apart.ts'

// `npm run timed`: judges the times of a sandbox in another process, and counts the timed checks that decided nothing. With --load
// every core is busy meanwhile. With --mutant the platform is wrong, and each run must fail.
const CLOCKS = ['virtual', 'running', 'exact'] as const
const { values } = parseArgs({
  options: {
    clock: { type: 'string', multiple: true, default: [...CLOCKS] },
    mutant: { type: 'string', multiple: true, default: [] },
    variant: { type: 'string', multiple: true, default: [] },
    only: { type: 'string', multiple: true },
    runs: { type: 'string', default: '1' },
    load: { type: 'boolean', default: false },
  },
})
const print = (line: string) => process.stdout.write(`${line}\n`)

let wrong = 0
for (const word of values.clock) {
  const clock = CLOCKS.find((one) => one === word) ?? 'virtual'
  for (let run = 1; run <= Number(values.runs); run += 1) {
    const { exit, seconds, decided, undecidedPasses, cannotTell, failed } = await judgeApart({
      ...{ clock, mutants: values.mutant, variants: values.variant, load: values.load, seed: run },
      ...(values.only && { only: values.only }),
    })
    print(
      `${clock} clock, run ${run}: exit ${exit} in ${seconds} s; ${decided} timed checks decided, ` +
        `${undecidedPasses.length} passed without being decided, ${cannotTell.length} could not be decided` +
        `${failed.length === 0 ? '' : `; failed: ${failed.join(', ')}`}`,
    )
    for (const line of [...undecidedPasses, ...cannotTell]) print(`  ${line}`)
    wrong += undecidedPasses.length + Number(exit !== (values.mutant.length > 0 ? 1 : 0))
  }
}
process.exitCode = wrong === 0 ? 0 : 1
