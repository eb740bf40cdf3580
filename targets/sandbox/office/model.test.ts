import fc from 'fast-check'
import { expect, test } from 'vitest'
import { changeBehaviour, standardBehaviour } from '../behaviour.ts'
import { startClock } from '../clock-start.ts'
import { createPlatform } from '../platform.ts'
import { startRandom } from '../random.ts'
import * as office from './actions.ts'
import { showDeliveries, showEndpoint } from './endpoint-actions.ts'
import type { Given } from './refusal.ts'
import { type Model, type Real, steps } from './testing/model.ts'

// Random sequences of back-office operations, compared with a model that contains only the rules.

const SEED = 20_260_301
const SEQUENCES = 500

/** Checks that everything visible is as the model says, and that no secret is shown a second time. */
function compare(model: Model, real: Real): void {
  const { platform } = real
  const answers: string[] = []
  const show = (action: office.OfficeAction, given: Given): Record<string, unknown> => {
    const answer = action(given, platform) as Record<string, unknown>
    answers.push(JSON.stringify(answer))
    return answer
  }
  for (const [id, { status, keys }] of model.partners) {
    expect(show(office.showPartner, { partner_id: id })).toHaveProperty('partner.status', status)
    const shown = show(office.listKeys, { partner_id: id }).keys
    expect(shown).toEqual(
      (['primary', 'secondary'] as const).flatMap((slot) => {
        const key = keys.get(slot)
        return key === undefined ? [] : [{ slot, created_at: expect.any(String), last_four: key.slice(-4) }]
      }),
    )
    const partner = platform.directory.partners.get(id)
    for (const secret of partner === undefined ? [] : model.secrets.keys())
      expect(platform.behaviour.keys.opens(partner as never, secret, platform)).toBe(
        [...keys.values()].includes(secret),
      )
  }
  for (const [id, { status, secret }] of model.clients) {
    const { client } = show(office.showClient, { client_id: id })
    expect(client).toMatchObject({ status, secret_last_four: secret.slice(-4) })
    expect(platform.directory.clients.get(id)?.secret.is(secret)).toBe(true)
  }
  for (const [id, events] of model.endpoints) {
    show(showEndpoint, { endpoint_id: id })
    expect(show(showDeliveries, { endpoint_id: id }).deliveries).toHaveLength(events)
  }
  const kept = JSON.stringify([
    ...platform.directory.clients.values(),
    ...platform.directory.partners.values(),
  ])
  for (const secret of model.secrets.keys()) {
    expect(real.answers.filter((answer) => answer.includes(secret))).toHaveLength(1)
    expect([...answers, kept].filter((text) => text.includes(secret))).toEqual([])
  }
}

test(`${SEQUENCES} random sequences of operations leave the back office as a model has it (seed ${SEED})`, () => {
  const operation = fc.tuple(fc.nat({ max: steps.length - 1 }), fc.nat({ max: 5 }))
  const sequences = fc.array(operation, { minLength: 1, maxLength: 30, size: 'max' })
  fc.assert(
    fc.property(sequences, (sequence) => {
      const model: Model = {
        partners: new Map(),
        clients: new Map(),
        webhookKeys: new Map(),
        endpoints: new Map(),
        secrets: new Map(),
      }
      const behaviour = changeBehaviour(standardBehaviour)
      const clock = startClock('virtual')
      const platform = createPlatform({ behaviour, clock, random: startRandom(1) })
      const real: Real = { platform, answers: [] }
      for (const [which, place] of sequence) steps[which]?.(place)(model, real)
      compare(model, real)
    }),
    { seed: SEED, numRuns: SEQUENCES },
  )
})
