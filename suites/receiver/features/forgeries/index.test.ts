import { loadSpec } from '../../../../spec/index.ts'
import { testClaims } from '../../../testing/claim-table.ts'
import { answered, effectsOf, UNSEEN, unanswered } from '../../testing/trace.ts'
import type { Delivered, Effects } from '../../vocabulary/effects/processed.ts'
import type { Outage } from '../../vocabulary/pace/outages.ts'
import { forgeriesInWays, forgeryScenarios } from './index.ts'
import type { Trial } from './trial.ts'

const spec = await loadSpec()

interface Trace {
  trials: Trial[]
  again: Delivered
  effects: Effects
}

const OUTAGE = { behind: 'a', isForged: true, goneMs: 600 }

for (const scenario of [...forgeryScenarios, forgeriesInWays]) {
  const own = scenario.claims.map(({ requirement }) => requirement).filter((id) => id.includes('-refuses-'))
  const refusals = own.filter((id) => id !== 'receiver-refuses-without-crashing')
  const trace: Trace = {
    trials: refusals.map((requirement) => ({
      ...{ requirement, name: requirement, id: requirement },
      ...{ forged: answered(401), again: answered(401), counterpart: answered() },
      lone: { id: `lone ${requirement}`, exchange: answered(401) },
    })),
    again: { id: 'known', exchanges: [answered()] },
    effects: effectsOf(Object.fromEntries(['known', ...refusals].map((id) => [id, 1]))),
  }
  const other = (change: (trial: Trial) => Partial<Trial>) => (copy: unknown) => {
    const { trials, ...rest } = copy as Trace
    return { ...rest, trials: trials.map((trial) => ({ ...trial, ...change(trial) })) }
  }
  const stopping =
    (...outages: readonly Outage[]) =>
    (copy: unknown) => {
      const { trials, ...rest } = copy as Trace
      return { ...rest, trials: trials.map((trial, index) => (index === 0 ? { ...trial, outages } : trial)) }
    }
  const losing = (times: Readonly<Record<'forged' | 'unforged', number>>) => (copy: unknown) => ({
    ...(copy as Trace),
    effects: effectsOf({}),
    separation: {
      separated: [
        {
          forged: { id: 'forged', exchanges: [answered()] },
          unforged: { id: 'unforged', exchanges: [answered()] },
        },
      ],
      effects: effectsOf(times),
    },
  })
  const seeing = (effects: Effects) => (copy: unknown) => ({ ...(copy as Trace), effects })

  const isPoisonAsked = scenario.claims.some(
    ({ requirement }) => requirement === 'receiver-forgery-poisons-nothing',
  )
  const poisoning = [
    {
      requirement: 'receiver-forgery-poisons-nothing',
      with: 'a counterpart refused',
      change: other(() => ({ counterpart: answered(409) })),
      expected: 'failed',
    },
    {
      requirement: 'receiver-forgery-poisons-nothing',
      with: 'a counterpart that need not be accepted refused',
      change: (copy: unknown) => {
        const { trials, ...rest } = copy as Trace
        const open = trials.map((trial) => ({
          ...trial,
          id: 'open',
          counterpart: answered(400),
          isOpen: true,
        }))
        return { ...rest, trials: [...trials, ...open] }
      },
      expected: 'passed',
    },
    {
      requirement: 'receiver-forgery-poisons-nothing',
      with: 'a counterpart refused that is also refused without a forgery before it',
      change: other(() => ({ counterpart: answered(404), unforged: answered(404), plain: answered() })),
      expected: 'cut-off',
    },
    {
      requirement: 'receiver-forgery-poisons-nothing',
      with: 'every delivery refused after a forgery',
      change: other(() => ({ counterpart: answered(429), unforged: answered(429), plain: answered(429) })),
      expected: 'failed',
    },
    {
      requirement: 'receiver-forgery-poisons-nothing',
      with: 'events that are lost, though not by themselves',
      change: losing({ forged: 1, unforged: 1 }),
      expected: 'cut-off',
    },
    {
      requirement: 'receiver-forgery-poisons-nothing',
      with: 'events that are lost after a forgery only',
      change: losing({ forged: 0, unforged: 1 }),
      expected: 'failed',
    },
    {
      requirement: 'receiver-processes-each-event',
      with: 'events that are lost, though not by themselves',
      change: losing({ forged: 1, unforged: 1 }),
      expected: 'failed',
    },
    {
      requirement: 'receiver-processes-each-event',
      with: 'events that are lost after a forgery only',
      change: losing({ forged: 0, unforged: 1 }),
      expected: 'cannot-tell',
    },
    {
      requirement: 'receiver-forgery-poisons-nothing',
      with: 'a counterpart that is not processed',
      change: seeing(effectsOf({})),
      expected: 'failed',
    },
    {
      requirement: 'receiver-forgery-poisons-nothing',
      with: 'nothing to see of effects',
      change: seeing(UNSEEN),
      expected: 'passed',
    },
  ] as const

  testClaims(scenario, {
    spec,
    trace,
    rows: [
      ...refusals.flatMap((requirement) => [
        {
          requirement,
          with: 'a forgery accepted',
          change: other(() => ({ forged: answered(202) })),
          expected: 'failed' as const,
          finding: { at: requirement, observed: 'status 202' },
        },
        {
          requirement,
          with: 'a forgery accepted when it comes again',
          change: other(() => ({ again: answered() })),
          expected: 'failed' as const,
        },
        {
          requirement,
          with: 'a counterpart refused',
          change: other(() => ({ counterpart: answered(401) })),
          expected: 'cut-off' as const,
        },
      ]),
      {
        requirement: 'receiver-refuses-without-crashing',
        with: 'a 500',
        change: other(() => ({ forged: answered(500) })),
        expected: 'failed',
      },
      {
        requirement: 'receiver-refuses-without-crashing',
        with: 'silence',
        change: other(() => ({ forged: unanswered('reset') })),
        expected: 'failed',
      },
      {
        requirement: 'receiver-stays-up',
        with: 'two outages',
        change: stopping(OUTAGE, OUTAGE),
        expected: 'failed',
        finding: {
          observed: 'it died: nothing listened right after the delivery, and it was back within 1 s',
        },
      },
      {
        requirement: 'receiver-stays-up',
        with: 'an outage that came once',
        change: stopping(OUTAGE),
        expected: 'observed',
      },
      {
        requirement: 'receiver-stays-up',
        with: 'an outage without an end',
        change: stopping({ behind: 'a', isForged: true }),
        expected: 'failed',
      },
      ...(isPoisonAsked ? poisoning : []),
      {
        requirement: 'receiver-processes-no-forgery',
        with: 'a forgery processed',
        change: seeing(effectsOf({ [`lone ${refusals[0]}`]: 1 })),
        expected: 'failed',
      },
      {
        requirement: 'receiver-processes-once',
        with: 'an event that comes again and is processed again',
        change: seeing(effectsOf({ known: 2 })),
        expected: 'failed',
      },
      {
        requirement: 'receiver-processes-once',
        with: 'an event that is not taken again',
        change: (copy: unknown) => ({
          ...(copy as Trace),
          again: { id: 'known', exchanges: [answered(401)] },
        }),
        expected: 'cannot-tell',
      },
      { requirement: 'receiver-observe-refusals', with: 'as it is', expected: 'observed' },
    ],
  })
}
