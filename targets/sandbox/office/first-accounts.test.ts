import { expect, test } from 'vitest'
import { changeBehaviour, standardBehaviour } from '../behaviour.ts'
import { startClock } from '../clock-start.ts'
import { admit } from '../credentials/access.ts'
import { requestToken } from '../credentials/token-request.ts'
import { createPlatform } from '../platform.ts'
import { startRandom } from '../random.ts'
import { openFirstAccounts } from './first-accounts.ts'

function start() {
  const behaviour = changeBehaviour(standardBehaviour)
  const platform = createPlatform({ behaviour, clock: startClock('virtual'), random: startRandom(1) })
  return { platform, own: openFirstAccounts(platform) }
}

test('names clients after their partner and gives each partner two keys', () => {
  const { own } = start()
  expect(own.client_id).toMatch(new RegExp(`^m2m-${own.partner_id}-[0-9a-f-]{36}$`))
  expect(own.inactive_client.client_id).toMatch(new RegExp(`^m2m-${own.partner_id}-[0-9a-f-]{36}$`))
  const keys = [own, own.other_partner].flatMap((set) => [set.integration_key, set.secondary_integration_key])
  expect(new Set(keys).size).toBe(4)
})

test.each(['pending', 'denied', 'disabled'] as const)('lets no %s account authenticate', (status) => {
  const { platform, own } = start()
  const { client_id, client_secret } = own
  const form = () => new URLSearchParams({ client_id, client_secret, grant_type: 'client_credentials' })
  const token = JSON.parse(String(requestToken(form(), platform).body)).access_token
  const headers = { authorization: `Bearer ${token}`, 'x-integration-key': own.integration_key }
  const visit = () => admit({ operation: 'status', headers, url: '' }, platform)
  expect(visit()).toHaveProperty('partner')

  const partner = platform.directory.partners.get(own.partner_id)
  if (partner !== undefined) partner.status = status
  expect(visit()).toHaveProperty('refusal.status', 401)
  expect(requestToken(form(), platform).status).toBe(401)
})
