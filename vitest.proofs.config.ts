import { availableParallelism } from 'node:os'
import { defineConfig } from 'vitest/config'
import unit from './vitest.config.ts'

/** The proofs of all sides and of consumer contracts: every mutant, every wrong receiver and client, each found by what it names. */
const config = defineConfig({
  test: {
    ...unit.test,
    include: ['tests/proofs/**/*.test.ts', 'tests/browser/large.test.ts'],
    exclude: [],
    // Most of these wait for other processes, so one more than there are cores keeps the cores busy.
    maxWorkers: availableParallelism() + 1,
  },
})

// biome-ignore lint/style/noDefaultExport: the form that vitest asks for
export default config
