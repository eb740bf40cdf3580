import { beforeAll, describe, type TestContext, test } from 'vitest'
import type { Report } from '../reporters/report.ts'
import { finish } from './finish.ts'
import type { RunOptions } from './options.ts'
import { prepared } from './prepared.ts'

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
