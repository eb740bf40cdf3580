import { existsSync } from 'node:fs'
import { availableParallelism, tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { defineConfig } from 'vitest/config'
import { BaseSequencer, type TestSpecification } from 'vitest/node'
import { inRooms } from './tests/rooms.ts'

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
/** Take longer than all others in a browser. */
const LARGE_PAGES = ['tests/browser/large.test.ts', 'tests/browser/access-whole.test.ts']

/** Each has a command of its own in `package.json`. */
const projects: Readonly<Record<string, Project>> = {
  // No test leaves anything behind that another one could see, so files share a process.
  unit: {
    include: [inRooms('**/*.test.ts'), 'tests/**/*.test.ts'],
    // `vitest/scenarios` is driven by a configuration of its own.
    exclude: ['tests/{browser,package,proofs,runs}/**', 'vitest/**'],
    maxWorkers: cores,
    minutes: 3,
  },
  // Drive whole runs. Most of them wait for moments of a schedule: two for each core keep the cores busy.
  runs: { include: ['tests/runs/**/*.test.ts'], maxWorkers: cores * 2, minutes: 6 },
  // Need a Chromium, which works beside each.
  browser: {
    include: ['tests/browser/**/*.test.ts'],
    exclude: LARGE_PAGES,
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
  proofs: {
    include: ['tests/proofs/**/*.test.ts', ...LARGE_PAGES],
    globalSetup: 'tests/browser/broken-run.ts',
    maxWorkers: cores + 1,
    minutes: 3,
  },
}

/** Short files that take long. Vitest begins with the largest ones where it knows no durations, as in a fresh clone. */
const LONGEST = [
  ...['tests/proxy/memory.test.ts', 'tests/proxy/course.test.ts', 'tests/proxy/kill.test.ts'],
  ...['tests/runs/timed.test.ts', 'tests/runs/certify-all.test.ts', 'tests/runs/cli/generated.test.ts'],
  ...['tests/runs/docs-commands.test.ts', 'tests/runs/vitest-front.test.ts', 'tests/runs/undo.test.ts'],
  ...['tests/runs/client-examples.test.ts', 'tests/runs/readme-example.test.ts'],
].map((name) => resolve(import.meta.dirname, name))

class LongestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const gone = LONGEST.filter((name) => !existsSync(name))
    if (gone.length > 0) throw new Error(`vitest.config.ts names files that are gone: ${gone.join(', ')}`)
    const place = ({ moduleId }: TestSpecification) => (LONGEST.includes(moduleId) ? 0 : 1)
    return (await super.sort(files)).toSorted((one, other) => place(one) - place(other))
  }
}

/** The programs that tests start share here what Node has compiled. */
const env = { NODE_COMPILE_CACHE: join(tmpdir(), 'node-compile-cache') }

const config = defineConfig({
  test: {
    sequence: { sequencer: LongestFirst },
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
          // A busy machine may take long until something shows. Only a test of a time limit has a short one.
          expect: { poll: { timeout: 20_000 } },
          // Those with other numbers of workers follow each other.
          sequence: { groupOrder: place },
        },
      }),
    ),
  },
})

// biome-ignore lint/style/noDefaultExport: the form that vitest asks for
export default config
