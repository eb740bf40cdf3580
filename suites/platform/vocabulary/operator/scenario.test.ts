import { expect, test } from 'vitest'
import type { OperatorAction } from '../../../../conformance/ports/operator.ts'
import { CannotTell } from '../../../../conformance/verdict.ts'
import type { PlatformContext } from '../context.ts'
import { officeScenario } from './scenario.ts'
import { answeredWith, noToken, tokenAnswer } from './testing.ts'

const LACK = 'operator.create_client.returns.client_secret'

/** The trace of a scenario that carries out actions and then lacks something. After a denial, the profile's own account gets no token. */
function driven(...actions: readonly OperatorAction[]) {
  let isDenied = false
  const context = {
    facts: { credentials: new Set() },
    unique: () => 1,
    http: { requestToken: async () => (isDenied ? noToken() : tokenAnswer()) },
    api: { status: async () => answeredWith(404, {}, 'status') },
    operator: {
      can: () => false,
      async attempt(action: OperatorAction) {
        isDenied ||= action === 'deny_partner'
        return { kind: 'done', exchange: answeredWith(200), returned: { partner_id: 'new' } }
      },
    },
  } as unknown as PlatformContext
  const { drive } = officeScenario({
    ...{ id: 'office/a', title: 'A lack', needs: [] },
    async drive(_, office) {
      for (const action of actions)
        await (action === 'register_partner' ? office.register() : office.act(action))
      throw new CannotTell('no secret', LACK)
    },
  })
  return drive(context, new Set())
}

test('a lack is the reason where nothing was found before it', async () => {
  await expect(driven()).rejects.toThrow('no secret')
  await expect(driven('approve_partner')).rejects.toThrow('no secret')
})

test.each([
  ['an action that changed another account', 'deny_partner', { remains: [] }],
  ['a thing that remains', 'register_partner', { remains: ['1 account left as made'] }],
] as const)('a lack takes nothing away from %s', async (_, action, expected) => {
  expect(await driven(action)).toMatchObject({ left: { key: LACK }, ...expected })
})
