import { expect, test } from 'vitest'
import { changeBehaviour, standardBehaviour } from '../behaviour.ts'
import { startClock } from '../clock-start.ts'
import { createPlatform } from '../platform.ts'
import { startRandom } from '../random.ts'
import { admit } from './access.ts'
import { credentialsOf } from './directory.ts'
import { requestToken } from './token-request.ts'

const start = () =>
  createPlatform({
    behaviour: changeBehaviour(standardBehaviour),
    clock: startClock('virtual'),
    random: startRandom(1),
  })

test('names clients after their partner and gives each partner two keys', () => {
  const own = credentialsOf(start().directory)
  expect(own.client_id).toMatch(new RegExp(`^m2m-${own.partner_id}-[0-9a-f-]{36}$`))
  expect(own.inactive_client.client_id).toMatch(new RegExp(`^m2m-${own.partner_id}-[0-9a-f-]{36}$`))
  const keys = [own, own.other_partner].flatMap((set) => [set.integration_key, set.secondary_integration_key])
  expect(new Set(keys).size).toBe(4)
})

test.each(['pending', 'denied', 'disabled'] as const)('lets no %s account authenticate', (status) => {
  const platform = start()
  const own = credentialsOf(platform.directory)
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
