import { describe } from 'vitest'
import { loadSpec } from '../../../../spec/index.ts'
import { testClaims } from '../../../testing/claim-table.ts'
import { answered } from '../../testing/trace.ts'
import { newerEvents } from './newer.ts'

const spec = await loadSpec()

describe.each(spec.requirements.filter(({ forward, side }) => forward && side === 'receiver'))(
  '$id',
  ({ id }) => {
    const scenario = newerEvents(spec).find(({ claims }) => claims.some((one) => one.requirement === id))
    if (scenario === undefined) throw new RangeError(`no scenario of ${id}`)
    testClaims(scenario, {
      spec,
      trace: { answers: [{ name: 'quote.created', exchange: answered() }] },
      rows: [
        { requirement: id, with: 'events that are taken', expected: 'observed' },
        {
          requirement: id,
          with: 'an event that is refused',
          change: () => ({ answers: [{ name: 'quote.created', exchange: answered(400) }] }),
          expected: 'observed',
        },
        {
          requirement: id,
          with: 'nothing that was delivered',
          change: () => ({ answers: [] }),
          expected: 'cannot-tell',
        },
      ],
    })
  },
)
