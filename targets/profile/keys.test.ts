import { Ajv2020 } from 'ajv/dist/2020.js'
import { describe, expect, test } from 'vitest'
import { editorSchema } from './editor-schema.ts'
import { describedPaths, PROFILE_SHAPES, type ProfileSide, profileKeysOf } from './keys.ts'

describe.each(Object.keys(PROFILE_SHAPES) as ProfileSide[])('the keys of the profile of a %s', (side) => {
  test('all say what they are for', () => {
    expect(profileKeysOf(side).filter(({ meaning }) => meaning === '')).toEqual([])
  })

  test('are all that the table speaks of', () => {
    const paths = profileKeysOf(side).map(({ path }) => path)
    expect(describedPaths(side).filter((path) => !paths.includes(path))).toEqual([])
  })
})

describe('the schema for editors', () => {
  const accepts = (side: ProfileSide, value: object) =>
    new Ajv2020({ strict: false }).compile(editorSchema(side))(value)
  const credentials = { client_id: 'a', client_secret: `\${SECRET}`, integration_key: `\${KEY}` }
  const platform = { base_url: `\${BASE}/api`, auth_url: 'https://a.example/token', credentials }

  test('takes what has defaults left out, and variables of the environment', () => {
    expect(accepts('platform', platform)).toBe(true)
    expect(accepts('platform', { ...platform, timing: { rating: `\${RATING}` } })).toBe(true)
    expect(accepts('receiver', { receiver: { url: `\${URL}`, signing_secret: `\${SECRET}` } })).toBe(true)
    expect(accepts('client', { client: {} })).toBe(true)
  })

  test.each<[string, object]>([
    ['a misspelt key', { ...platform, timming: {} }],
    ['a missing key', { base_url: platform.base_url, credentials }],
    ['a duration without a unit', { ...platform, timing: { rating: '60' } }],
    ['an address without a scheme', { ...platform, base_url: 'a.example/api' }],
    ['an action that is misspelt', { ...platform, operator: { reveiw_approve: { command: ['a'] } } }],
    [
      'an action of two kinds',
      { ...platform, operator: { hold_rating: { http: { url: 'http://a.example' }, command: ['a'] } } },
    ],
  ])('refuses %s', (_, profile) => {
    expect(accepts('platform', profile)).toBe(false)
  })
})
