import { availableParallelism } from 'node:os'
import { defineConfig } from 'vitest/config'

const config = defineConfig({
  test: {
    include: [
      '{conformance,spec,generators,model,web,webhooks,targets,traffic,storage,suites,sides,runner,reporters,changes,pact,cli,api,build,tests}/**/*.test.ts',
    ],
    // Each has a command of its own: they need a browser or the installed package, or drive whole runs for minutes.
    exclude: ['tests/browser/**', 'tests/runs/**', 'tests/proofs/**', 'tests/package/**'],
    // Most of the time goes into child processes, and no test leaves anything behind that another one could see.
    isolate: false,
    maxWorkers: availableParallelism(),
    // A shared machine may be slow; nothing is timed.
    testTimeout: 180_000,
    hookTimeout: 180_000,
  },
})

// biome-ignore lint/style/noDefaultExport: the form that vitest asks for
export default config
