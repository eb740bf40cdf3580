import { availableParallelism } from 'node:os'
import { defineConfig } from 'vitest/config'
import unit from './vitest.config.ts'

/** Tests that drive whole runs: `npm run test:runs`, minutes long. */
const config = defineConfig({
  test: {
    ...unit.test,
    include: ['tests/runs/**/*.test.ts'],
    exclude: [],
    // Whole runs go side by side on a machine that may be slow and busy. A run that hangs is ended by bounds of its own.
    testTimeout: 360_000,
    hookTimeout: 360_000,
    // Most of these wait, for moments of a schedule more than for a processor: two for each core keep the cores busy.
    maxWorkers: availableParallelism() * 2,
  },
})

// biome-ignore lint/style/noDefaultExport: the form that vitest asks for
export default config
