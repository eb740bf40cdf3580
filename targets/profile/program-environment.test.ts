import { expect, test } from 'vitest'
import { parseProfile } from './load.ts'

const PROFILE = {
  base_url: 'http://127.0.0.1:1/api',
  auth_url: 'http://127.0.0.1:1/token',
  credentials: { client_id: 'a', client_secret: 'b', integration_key: 'c' },
}
const env = { PATH: '/bin', HOME: '/home/a', CERTIFICATE_KEY: 'k', OFFICE_TOKEN: 'opensesame', LANG: 'C' }
const read = (operator: object) =>
  parseProfile(JSON.stringify({ ...PROFILE, operator }), { file: 'target.yaml', env })

test('commands get the least that a program needs, and what the profile names', () => {
  expect(read({}).programEnv).toEqual({ PATH: '/bin', HOME: '/home/a' })
  const { programEnv, operator, operatorSecrets } = read({ env: ['OFFICE_TOKEN', 'LANG'] })
  expect(programEnv).toEqual({ PATH: '/bin', HOME: '/home/a', OFFICE_TOKEN: 'opensesame', LANG: 'C' })
  expect(operator).toEqual({})
  expect(operatorSecrets).toEqual(['opensesame'])
})

test.each([
  [['NOT_SET'], /operator\.env\.0: the environment variable NOT_SET must be set/],
  [[`\${LANG}=1`], /operator\.env\.0: must be the name of a variable/],
  ['LANG', /operator\.env: must be a list of names/],
])('%j is a mistake', (names, why) => {
  expect(() => read({ env: names })).toThrow(why)
})
