import { availableParallelism, tmpdir } from 'node:os'
import { join } from 'node:path'
import { defineConfig } from 'vitest/config'

/** The tests that one command runs. */
interface Project {
  readonly include: readonly string[]
  readonly exclude?: readonly string[]
  /** Prepares what all its files use. */
  readonly globalSetup?: string
  /** Gives each file a process of its own. */
  readonly isolate?: boolean
  readonly maxWorkers: number
  /** Time limit of a test and of a hook. A shared machine may be slow; nothing is timed. */
  readonly minutes: number
}

const cores = availableParallelism()
/** Takes longer than all others in a browser. */
const LARGE_PAGE = 'tests/browser/large.test.ts'
const ROOMS = `{conformance,spec,generators,model,web,webhooks,targets,traffic,storage,suites,sides,runner,reporters,changes,pact,cli,api,build}`

/** Each has a command of its own in `package.json`. */
const projects: Readonly<Record<string, Project>> = {
  // No test leaves anything behind that another one could see, so files share a process.
  unit: {
    include: [`${ROOMS}/**/*.test.ts`, 'tests/**/*.test.ts'],
    exclude: ['tests/{browser,package,proofs,runs}/**'],
    maxWorkers: cores,
    minutes: 3,
  },
  // Drive whole runs. Most of them wait for moments of a schedule: two for each core keep the cores busy.
  runs: { include: ['tests/runs/**/*.test.ts'], maxWorkers: cores * 2, minutes: 6 },
  // Need a Chromium, which works beside each.
  browser: {
    include: ['tests/browser/**/*.test.ts'],
    exclude: [LARGE_PAGE],
    globalSetup: 'tests/browser/broken-run.ts',
    isolate: true,
    maxWorkers: cores,
    minutes: 10,
  },
  // Use the npm package, packed and installed. They wait for other processes.
  package: {
    include: ['tests/package/**/*.test.ts'],
    globalSetup: 'tests/package/install.ts',
    isolate: true,
    maxWorkers: cores + 1,
    minutes: 10,
  },
  // Every wrong and every right platform, receiver, client and contract. They wait for other processes.
  proofs: { include: ['tests/proofs/**/*.test.ts', LARGE_PAGE], maxWorkers: cores + 1, minutes: 3 },
}

/** The programs that tests start share here what Node has compiled. */
const env = { NODE_COMPILE_CACHE: join(tmpdir(), 'node-compile-cache') }

const config = defineConfig({
  test: {
    projects: Object.entries(projects).map(
      ([name, { include, exclude = [], globalSetup = [], isolate = false, maxWorkers, minutes }], place) => ({
        test: {
          name,
          env,
          include: [...include],
          exclude: [...exclude],
          globalSetup,
          isolate,
          maxWorkers,
          testTimeout: minutes * 60_000,
          hookTimeout: minutes * 60_000,
          // Those with other numbers of workers follow each other.
          sequence: { groupOrder: place },
        },
      }),
    ),
  },
})

// biome-ignore lint/style/noDefaultExport: the form that vitest asks for
export default config
