import { afterAll, beforeAll, describe, type TestContext, test } from 'vitest'
import type { Report } from '../reporters/report.ts'
import { finish } from './finish.ts'
import type { RunOptions } from './options.ts'
import { prepared } from './prepared.ts'
import { type FetchRecording, recordFetch } from './record-fetch.ts'
import { judgeRecording, type RecordingOptions } from './recording.ts'

type Judged = Report['requirements'][number]

/** Longer than any run on real time. */
const LONGEST_MS = 3_600_000

/**
 * Makes a vitest test of each requirement: `await conformanceTests('our receiver', { target: 'receiver.yaml' })`. One run
 * judges them all, before the first test. A breach fails its test and a warning annotates it. A requirement that was not
 * exercised is skipped with the reason.
 *
 * @throws ConformanceError PROFILE_INVALID, USAGE, SELECTION_EMPTY
 */
export async function conformanceTests(name: string, options: RunOptions = {}): Promise<void> {
  const made = await prepared(options)
  const judged = new Map<string, Judged>()
  let report: Report | undefined

  describe(name, () => {
    beforeAll(async () => {
      report = await finish(made, options)
      for (const one of report.requirements) judged.set(one.id, one)
    }, LONGEST_MS)

    for (const { id, clause, title } of made.requirements)
      test(`${clause} ${title} (${id})`, (context) => settle(judged.get(id), context))

    test('the run was finished', () => {
      if (report?.end?.how !== 'completed') throw new NotConformant(report?.reason ?? 'it never began')
    })
  })
}

/**
 * Judges the requests that the tests of a file send through `fetch`, and their answers: call it once, outside of any test. After the last
 * test a breach of a `must` fails the file, and names the requirement. So does a recording that shows nothing. Sends nothing itself. It sees neither deliveries nor
 * requests by other means.
 */
export function judgeFetches(options: RecordingOptions = {}): void {
  let recording: FetchRecording | undefined
  beforeAll(() => {
    recording = recordFetch()
  })
  afterAll(async () => {
    recording?.stop()
    const { breaches, verdict, judged } = await judgeRecording(recording?.entries ?? [], options)
    if (judged.count === 0) throw new NotConformant('no request to the quote API was recorded')
    const failed = breaches.filter((one) => one.verdict === 'failed')
    if (failed.length === 0) return
    const lines = failed.map(
      ({ requirements, expected, observed, places }) =>
        `${requirements.join(', ')}: expected ${expected}, observed ${observed[0]} (${places[0]})`,
    )
    throw new NotConformant([verdict, ...lines].join('\n'))
  })
}

/** Thrown for a target that breaks a requirement, or that could not be judged. */
class NotConformant extends Error {
  override readonly name = 'NotConformant'
}

async function settle(one: Judged | undefined, context: TestContext): Promise<void> {
  if (one === undefined) throw new NotConformant('the run gives no verdict on it')
  if (one.verdict === 'failed' || one.cutOff === true) throw new NotConformant(one.reason)
  // "Not exercised" is not "passed": vitest reports it as skipped, with the reason.
  if (one.verdict === 'not-exercised') context.skip(one.reason)
  if (one.verdict === 'warned') await context.annotate(one.reason, 'warning')
}
