import { join, resolve } from 'node:path'
import AllureReporter from 'allure-vitest/reporter'
import { defineConfig } from 'vitest/config'
import { settings } from './settings.ts'

/** The second front: `npm run conformance:vitest`. */
const config = defineConfig({
  root: resolve(import.meta.dirname, '..'),
  test: {
    include: ['vitest/scenarios/*.test.ts'],
    setupFiles: ['allure-vitest/setup'],
    globalSetup: ['vitest/merge-parts.ts'],
    reporters: ['default', new AllureReporter({ resultsDir: join(settings().folder, 'allure-vitest') })],
    // Scenarios that are exclusive on a shared target must not run beside those of another file.
    fileParallelism: false,
    isolate: false,
    // On real time a scenario waits for minutes; each has its own time limit.
    testTimeout: 3_600_000,
    hookTimeout: 3_600_000,
  },
})

// biome-ignore lint/style/noDefaultExport: the form that vitest asks for
export default config
