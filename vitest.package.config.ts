import { availableParallelism } from 'node:os'
import { defineConfig } from 'vitest/config'

/** Tests of the npm package, packed and installed: `npm run test:package`. */
const config = defineConfig({
  test: {
    // These wait for other processes, so one more than there are cores keeps the cores busy.
    maxWorkers: availableParallelism() + 1,
    include: ['tests/package/**/*.test.ts'],
    globalSetup: ['tests/package/install.ts'],
    testTimeout: 600_000,
    hookTimeout: 600_000,
  },
})

// biome-ignore lint/style/noDefaultExport: the form that vitest asks for
export default config
