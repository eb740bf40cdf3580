import { availableParallelism } from 'node:os'
import { defineConfig } from 'vitest/config'

/** Tests that need a real Chromium: `npm run test:browser`. */
const config = defineConfig({
  test: {
    // A browser works beside each.
    maxWorkers: availableParallelism(),
    include: ['tests/browser/**/*.test.ts'],
    // Takes longer than all others: with the proofs.
    exclude: ['tests/browser/large.test.ts'],
    globalSetup: ['tests/browser/broken-run.ts'],
    // A shared machine may be slow; nothing is timed.
    testTimeout: 600_000,
    hookTimeout: 600_000,
  },
})

// biome-ignore lint/style/noDefaultExport: the form that vitest asks for
export default config
