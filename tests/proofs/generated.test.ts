import { describe, expect, test } from 'vitest'
import type { RunEvent } from '../../conformance/events.ts'
import type { Counterexample } from '../../conformance/generation.ts'
import { embeddedTarget } from '../../targets/platform/index.ts'
import { type BehaviourChanges, standardBehaviour } from '../../targets/sandbox/behaviour.ts'
import { startEmbedded } from '../../targets/sandbox/index.ts'
import { judge, verdicts } from '../judge.ts'

const { validation, operations, rating } = standardBehaviour

interface Seen {
  readonly verdicts: Readonly<Record<string, string>>
  readonly counterexamples: readonly Counterexample[]
  /** Every submitted body, by scenario. */
  readonly bodies: Readonly<Record<string, readonly (string | undefined)[]>>
}

async function runOf(
  scenarios: readonly string[],
  {
    runs = 60,
    seed = 1,
    strength = 2,
    behaviour = {},
  }: { runs?: number; seed?: number; strength?: number; behaviour?: BehaviourChanges } = {},
): Promise<Seen> {
  const counterexamples: Counterexample[] = []
  const bodies: Record<string, (string | undefined)[]> = {}
  const onEvent = (event: RunEvent) => {
    if (event.type !== 'scenario-finished') return
    counterexamples.push(...(event.counterexamples ?? []))
    bodies[event.scenario] = event.exchanges
      .filter(({ operation }) => operation === 'submit' || operation === 'update')
      .map(({ request }) => request.body)
      .toSorted()
  }
  const start = () => startEmbedded({ seed, clock: 'virtual', behaviour })
  const target = await embeddedTarget(start, { seed, apiVersion: 'v1.14.2', runs, strength })
  return { verdicts: verdicts(await judge(target, { scenarios, onEvent })), counterexamples, bodies }
}

describe('a right platform', () => {
  test('passes, with many more cases than usual', async () => {
    const { verdicts: seen, counterexamples } = await runOf(
      ['generated/*', 'journeys/any-order', 'journeys/held'],
      {
        runs: 40,
      },
    )
    expect(
      Object.entries(seen).filter(([, verdict]) => verdict === 'failed' || verdict === 'warned'),
    ).toEqual([])
    expect(counterexamples).toEqual([])
  })
})

describe('inputs', () => {
  test('follow from the seed alone, whatever runs beside them', async () => {
    // Each value of a circumstance in some journey: pairs of them are made in the same way, in three times as many.
    const options = { runs: 5, seed: 7, strength: 1 }
    const all = await runOf(['generated/*', 'journeys/*', 'bind/*'], options)
    const few = await runOf(['generated/*', 'journeys/*'], options)
    for (const [scenario, bodies] of Object.entries(few.bodies))
      expect(all.bodies[scenario], scenario).toEqual(bodies)
    expect(Object.values(few.bodies).flat().length).toBeGreaterThan(50)
  })

  test('differ from seed to seed', async () => {
    const [one, other] = await Promise.all(
      [1, 2].map((seed) => runOf(['generated/valid-submissions'], { runs: 5, seed })),
    )
    expect(one?.bodies).not.toEqual(other?.bodies)
  })
})

/** Each of fifty rules is broken alone often enough with every seed. */
const RUNS = 600

interface Defect {
  readonly says: string
  readonly scenario: string
  readonly behaviour: BehaviourChanges
  readonly fails: string
  readonly verdict?: 'failed' | 'warned'
  /** The case after shrinking. */
  readonly smallest?: unknown
}

const defects: readonly Defect[] = [
  {
    says: 'no founding year and a retention in digits together bring it down',
    scenario: 'generated/valid-submissions',
    behaviour: {
      operations: {
        submit(call, platform) {
          const { year_founded: year, retention } = call.body as Record<string, unknown>
          if (year === undefined && typeof retention === 'string') throw new Error('no year')
          return operations.submit(call, platform)
        },
      },
    },
    fails: 'valid-submissions-accepted',
    smallest: { patch: { year_founded: null, retention: '10000' } },
  },
  {
    says: 'an industry of any number of digits is taken',
    scenario: 'generated/invalid-submissions',
    behaviour: {
      validation: {
        formats: {
          ...validation.formats,
          naics: { name: 'a number', accepts: (value) => /^\d+$/.test(String(value)) },
        },
      },
    },
    fails: 'broken-submissions-refused',
    smallest: { patch: {}, breaks: [expect.objectContaining({ pointer: '/naics' })] },
  },
  {
    says: 'the type of a phone number is not checked',
    scenario: 'generated/invalid-submissions',
    behaviour: {
      validation: {
        submission: validation.submission.filter(({ field }) => field !== 'insured_contact.phone'),
      },
    },
    fails: 'broken-submissions-refused',
    smallest: { patch: {}, breaks: [expect.objectContaining({ pointer: '/insured_contact/phone' })] },
  },
  {
    says: 'an update with a title that is no string is taken',
    scenario: 'generated/invalid-updates',
    behaviour: {
      validation: { update: validation.update.filter(({ field }) => field !== 'it_manager_contact.title') },
    },
    fails: 'broken-updates-refused',
    smallest: { patch: {}, breaks: [expect.objectContaining({ pointer: '/it_manager_contact/title' })] },
  },
  {
    says: 'a limit in digits is rated at half',
    scenario: 'generated/number-forms',
    behaviour: {
      rating: {
        rate: (submission, minimum) =>
          rating.rate(
            typeof submission.agg_limit === 'string'
              ? { ...submission, agg_limit: Number(submission.agg_limit) / 2 }
              : submission,
            minimum,
          ),
      },
    },
    fails: 'number-and-string-rate-alike',
    smallest: { patch: { agg_limit: '1000000' } },
  },
  {
    says: 'a retention of one dollar is not raised',
    scenario: 'generated/low-retentions',
    behaviour: {
      rating: { minimumRetention: ({ retention }) => (Number(retention) < 900 ? 0 : 2500) },
    },
    fails: 'retention-below-minimum-is-raised',
    smallest: { retention: 1, asString: false },
  },
  {
    says: 'a NUL in a name brings it down',
    scenario: 'generated/hostile-submissions',
    behaviour: {
      operations: {
        submit(call, platform) {
          if (JSON.stringify(call.body).includes('\\u0000')) throw new Error('invalid byte sequence')
          return operations.submit(call, platform)
        },
      },
    },
    fails: 'hostile-bodies-no-server-error',
    verdict: 'warned',
  },
  {
    says: 'what is no uuid brings the status down',
    scenario: 'generated/malformed-ids',
    behaviour: {
      operations: {
        status(call, platform) {
          if (!/^[0-9a-f-]{36}$/.test(call.id)) throw new Error('invalid input syntax for type uuid')
          return operations.status(call, platform)
        },
      },
    },
    fails: 'status-malformed-id',
    smallest: { operation: 'status', id: expect.any(String) },
  },
]

describe('a defect', () => {
  test.each(defects.map((defect) => [defect.says, defect] as const))(
    '%s',
    async (_, { scenario, behaviour, fails, verdict = 'failed', smallest }) => {
      const seen = await runOf([scenario], { behaviour, runs: RUNS })
      expect(seen.verdicts[fails]).toBe(verdict)
      expect(seen.counterexamples.map((one) => one.case)).toEqual(smallest === undefined ? [] : [smallest])
    },
  )
})
