import fc from 'fast-check'
import { expect } from 'vitest'
import { openPortals, PASSWORD, type SeenPage, type TestBrowser } from '../testing.ts'
import { type PortalModel, portalSteps, type RealPortals } from './model.ts'

const rows = ({ text }: SeenPage, pattern: RegExp): readonly string[] =>
  [...text.matchAll(pattern)].map(([, ...parts]) => parts.join(' '))

/** Checks that every page shows what the model says, and no secret a second time. */
async function compare(
  model: PortalModel,
  { person, operator, partnerId, pages }: RealPortals,
): Promise<void> {
  const account = await operator.get('/operator/partners')
  const cell = account.text.slice(account.text.indexOf(partnerId))
  expect(/<span class="badge \w+">(\w+)</.exec(cell)?.[1]).toBe(model.status)
  if (model.status !== 'active') return
  await person.submit('/partner/sign-in', { email: model.email, password: PASSWORD })
  const see = async (path: string): Promise<SeenPage> => {
    const page = await person.get(path)
    pages.push(page)
    return page
  }
  const clients = await see('/partner/clients')
  expect(rows(clients, /<code>(m2m-[^<]*)<\/code>[\s\S]*?badge \w+">(\w+)</g)).toEqual(
    [...model.clients].map((pair) => pair.join(' ')),
  )
  const keys = await see('/partner/keys')
  expect(rows(keys, /data-head="Key">(\w+)<[\s\S]*?<code>…(.{4})</g)).toEqual(
    Object.entries(model.keys).map((pair) => pair.join(' ')),
  )
  const webhookKeys = await see('/partner/webhook-keys')
  expect(rows(webhookKeys, /data-head="Status"><span class="badge \w+">(\w+)</g)).toEqual([
    ...model.webhookKeys.values(),
  ])
  const team = await see('/partner/team')
  expect(rows(team, /data-head="E-mail">([^<]*)<[\s\S]*?badge \w+">(\w+)</g)).toEqual(
    [...model.team].map((pair) => pair.join(' ')),
  )
  const list = await see('/webhooks')
  expect(rows(list, /<a href="\/webhooks\/([0-9a-f-]{36})"/g)).toEqual([...model.endpoints.keys()])
  for (const [id, { secret, previous, deliveries }] of model.endpoints) {
    const page = await see(`/webhooks/${id}`)
    const secrets = [[secret, 'current'], ...(previous === undefined ? [] : [[previous, 'previous']])]
    expect(rows(page, /<code>…(.{4})<\/code> (current|previous)/g)).toEqual(
      secrets.map((pair) => pair.join(' ')),
    )
    expect(rows(page, /id="(to)-/g)).toHaveLength(deliveries)
  }
  for (const secret of model.secrets) expect(pages.filter(({ text }) => text.includes(secret))).toEqual([])
}

/** Attempts are not what is tested here. */
const UNBOUNDED = { ofAccount: 1e9, ofAddress: 1e9, within: 1000 }

/** Runs random sequences of what partners and operators do, each with an organization of its own, against a model. */
export async function runSequences(count: number, seed: number): Promise<void> {
  const open = await openPortals({}, Date.now, UNBOUNDED)
  const operator = await open.operator()
  let number = 0
  const operation = fc.tuple(fc.nat({ max: portalSteps.length - 1 }), fc.nat({ max: 5 }))
  await fc.assert(
    fc.asyncProperty(fc.array(operation, { minLength: 5, maxLength: 25, size: 'max' }), async (sequence) => {
      number += 1
      const email = `n${number}@c.example`
      const person = open.visitor()
      const partnerId = await registered(person, operator, email, `Company ${number} of ${seed}`)
      const real: RealPortals = { open, person, operator, partnerId, pages: [] }
      const model: PortalModel = {
        ...{
          email,
          status: 'pending',
          clients: new Map(),
          keys: {},
          webhookKeys: new Map(),
          endpoints: new Map(),
        },
        ...{ team: new Map([[email, 'Admin' as const]]), secrets: [], signedIn: false, count: 0 },
      }
      for (const [which, place] of sequence) await portalSteps[which]?.(place)(model, real)
      await compare(model, real)
    }),
    { seed, numRuns: count },
  )
}

async function registered(
  person: TestBrowser,
  operator: TestBrowser,
  email: string,
  company: string,
): Promise<string> {
  const details = { company_name: company, contact_name: 'Ada', email, password: PASSWORD }
  await person.submit('/partner/register', details)
  const { text } = await operator.get('/operator/partners')
  return new RegExp(`<strong>${company}</strong><br><code>([^<]*)`).exec(text)?.[1] ?? ''
}
