import { expect, test } from 'vitest'
import { fake, json } from '../../transport/testing/fake-server.ts'
import { opened } from '../testing/fake.ts'

type Status = 'pending' | 'active' | 'denied'

/** Undoes a registration on a platform that disables only active accounts, and denies only pending ones. */
async function cleanedUp(status: Status, actions: readonly string[]) {
  const { origin, seen } = await fake(({ url = '' }, response) => {
    if (url.endsWith('/show_partner')) return json(response, 200, { account: { status } })
    const isAllowed = status === (url.endsWith('/deny_partner') ? 'pending' : 'active')
    return isAllowed
      ? json(response, 200, {})
      : json(response, 409, { error: `the account is ${status}, control-key-1` })
  })
  const operator = Object.fromEntries(
    actions.map((action) => [
      action,
      {
        http: { url: `${origin}/{partner_id}/${action}`, headers: { 'X-Control-Key': 'control-key-1' } },
        ...(action === 'show_partner' && { returns: { partner: '/account' } }),
      },
    ]),
  )
  const target = await opened(origin, { operator })
  const undo = { action: 'disable_partner', given: { partner_id: 'p' } }
  const [result] = await target.clean([undo])
  expect(result?.undo).toEqual(undo)
  return { why: result?.why, sent: seen.map(({ url }) => url.split('/').at(-1)) }
}

const ALL = ['disable_partner', 'deny_partner', 'show_partner']

test.each([
  ['an active account is disabled', 'active', ALL, ['disable_partner']],
  ['a pending account is denied', 'pending', ALL, ['disable_partner', 'deny_partner']],
  ['a pending account is denied without the other action', 'pending', ['deny_partner'], ['deny_partner']],
  ['an account that is denied already needs nothing', 'denied', ALL, ALL],
] as const)('%s', async (_, status, actions, sent) => {
  expect(await cleanedUp(status, actions)).toEqual({ why: undefined, sent })
})

test('what is not undone has the answer of the target as its reason, without secrets', async () => {
  const { why } = await cleanedUp('pending', ['disable_partner', 'show_partner'])
  expect(why).toBe(
    'status 409: {"error":"the account is pending, [redacted]"}; deny_partner: the profile has no such operator action',
  )
})

test.each([
  ['an endpoint that is gone needs nothing', 'delete_endpoint', 404, undefined],
  ['an endpoint that is gone for good needs nothing', 'delete_endpoint', 410, undefined],
  ['an endpoint that stays is named', 'delete_endpoint', 409, 'status 409: {}'],
  ['a client that cannot be found is still to be activated', 'activate_client', 404, 'status 404: {}'],
] as const)('%s', async (_, action, status, why) => {
  const { origin } = await fake((_seen, response) => json(response, status, {}))
  const target = await opened(origin, { operator: { [action]: { http: { url: `${origin}/x` } } } })
  const [result] = await target.clean([{ action, given: {} }])
  expect(result?.why).toBe(why)
})
