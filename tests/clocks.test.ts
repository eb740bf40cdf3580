import { globSync, readFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { describe, expect, test } from 'vitest'
import { inRooms } from './rooms.ts'

const root = resolve(import.meta.dirname, '..')

/** Files that read the time of day; all others get it as a parameter. */
const TIME_OF_DAY: Readonly<Record<string, string>> = {
  'cli/start.ts': 'a front: hands it to whatever runs',
  'vitest/prepare.ts': 'the second front',
  'api/prepared.ts': 'the third front',
  'api/recording.ts': 'likewise, for recorded traffic',
  'api/record-fetch.ts': 'when the requests of a program began and ended',
  'targets/sandbox/clock-start.ts': 'the clock of the embedded platform begins at the present',
  'targets/sandbox/http/tls.ts': 'a certificate is valid from now on',
  'targets/webhooks/listener/certificate.ts': 'likewise',
}

/** Files that measure durations or wait in real time. A name that ends with a slash is a folder. */
const DURATIONS: Readonly<Record<string, string>> = {
  'web/live.ts': 'how often an open page learns that it is out of date',
  'targets/webhooks/': 'what reaches the suite and when, deadlines of deliveries',
  'targets/transport/': 'deadlines and durations of requests and commands',
  'targets/platform/time/': 'the clock that scenarios are given',
  'targets/platform/http/': 'the bound on requests a second, and requests that are put off',
  'conformance/suite-clock.ts': 'the order of everything that happens',
  'targets/platform/target.ts': 'the age of tokens',
  'targets/receiver/': 'deadlines of connections',
  'targets/evidence/event-loop-delay.ts': 'how long this process is held up',
  'cli/listen/': 'how long a receiver takes, and pauses before a stream is opened again',
  'traffic/proxy/': 'how long exchanges take, and when they are judged',
  'targets/client/': 'when requests arrive, how long the client takes',
  'targets/sandbox/': 'the embedded platform is a server with timers of its own',
  'suites/platform/vocabulary/reading/keeper.ts': 'the bound on reading a file of a target',
  'conformance/running/': 'durations of scenarios and claims, and the grace of an interrupted run',
  'sides/prepare.ts': 'a target that does not close',
}

const READS_TIME_OF_DAY = /\bDate\.now\b|\bnew Date\(\)/
const READS_DURATIONS = /\bperformance\.now\b|\bset(Timeout|Interval)\b|'node:timers/

const files = globSync(inRooms('**/*.ts'), { cwd: root }).filter(
  (file) => !/\.test\.ts$|(^|\/)(testing|fakes)\b/.test(file) && !file.startsWith('reporters/html/browser/'),
)

const readers = (pattern: RegExp): readonly string[] =>
  files.filter((file) => pattern.test(readFileSync(join(root, file), 'utf8')))

const isIn = (entry: string) => (file: string) =>
  entry.endsWith('/') ? file.startsWith(entry) : file === entry

describe.each([
  ['the time of day', TIME_OF_DAY, READS_TIME_OF_DAY],
  ['durations', DURATIONS, READS_DURATIONS],
])('%s', (_, table, pattern) => {
  test('are read by nobody who is not in the table', () => {
    const others = readers(pattern).filter((file) => !Object.keys(table).some((entry) => isIn(entry)(file)))
    expect(others).toEqual([])
  })

  test('are read by everybody who is in the table', () => {
    const unused = Object.keys(table).filter((entry) => !readers(pattern).some(isIn(entry)))
    expect(unused).toEqual([])
  })
})
