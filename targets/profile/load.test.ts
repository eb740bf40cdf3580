// biome-ignore-all lint/suspicious/noTemplateCurlyInString: that is how profiles name environment variables
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, describe, expect, test } from 'vitest'
import { ConformanceError } from '../../conformance/errors.ts'
import { loadProfile, parseProfile, profileFrom } from './load.ts'

const MINIMAL = `base_url: http://127.0.0.1:4010/api/
auth_url: http://127.0.0.1:4010/oauth/token
credentials:
  client_id: m2m-7
  client_secret: s3cr3t-value
  integration_key: key-value
`
const folder = mkdtempSync(join(tmpdir(), 'profile-'))
const file = join(folder, 'target.yaml')
afterAll(() => rmSync(folder, { recursive: true }))

const read = (text: string, env = {}) => parseProfile(text, { file, env })

function problem(text: string, env = {}): string {
  try {
    read(text, env)
  } catch (error) {
    if (error instanceof ConformanceError && error.code === 'PROFILE_INVALID') return error.message
    throw error
  }
  return 'accepted'
}

describe('a platform profile', () => {
  test('gets every default when it says only what is required', () => {
    expect(read(MINIMAL)).toMatchObject({
      name: '127.0.0.1:4010',
      environment: 'sandbox',
      baseUrl: 'http://127.0.0.1:4010/api',
      outcomes: {},
      operator: {},
      timing: {
        pollInterval: 2000,
        rating: 60_000,
        proposal: 60_000,
        issue: 120_000,
        deliverySlack: 2000,
        answer: 30_000,
      },
    })
  })

  test('may be JSON', () => {
    expect(read(JSON.stringify(profileObject(), null, '\t')).credentials.clientId).toBe('m2m-7')
  })

  test('takes values from the environment anywhere', () => {
    const text = `${MINIMAL.replace('s3cr3t-value', '${SECRET}')}submission: { insured_name: "Acme \${WORD}" }\n`
    const profile = read(text, { SECRET: ': {', WORD: 'Ltd' })
    expect(profile.credentials.clientSecret).toBe(': {')
    expect(profile.submission).toEqual({ insured_name: 'Acme Ltd' })
  })

  test('leaves braces with anything but a name as they are', () => {
    const profile = read(`${MINIMAL}submission: { insured_name: "\${A B} \${C:-d}" }\n`, { A: 'x', C: 'y' })
    expect(profile.submission).toEqual({ insured_name: '${A B} ${C:-d}' })
  })

  test('takes only values from the environment, never keys', () => {
    const profile = read(`${MINIMAL}submission: { "\${WORD}": 1 }\n`, { WORD: 'naics' })
    expect(profile.submission).toEqual({ '${WORD}': 1 })
  })

  test('keeps what operator recipes take from the environment as secrets', () => {
    const text = `${MINIMAL}operator: { hold_rating: { http: { url: "http://h/x?k=\${KEY}" } } }\n`
    expect(read(text, { KEY: 'opensesame' }).operatorSecrets).toEqual(['opensesame'])
  })

  test('reads a submission from a JSON or YAML file beside it', () => {
    writeFileSync(join(folder, 'good.json'), '{"naics": 541611}')
    expect(read(`${MINIMAL}submission: good.json\n`).submission).toEqual({ naics: 541611 })
  })

  test('from an object takes nothing from the environment', () => {
    expect(profileFrom({ ...profileObject(), name: '${HOME}' }).name).toBe('${HOME}')
  })

  test('gives the webhook receiver TLS with a certificate of its own or from files', () => {
    expect(read(`${MINIMAL}webhooks: { tls: own }\n`).webhooks).toEqual({ tls: 'own' })
    writeFileSync(join(folder, 'hook.pem'), 'a PEM text')
    const text = `${MINIMAL}webhooks: { tls: { key: hook.pem, cert: hook.pem } }\n`
    expect(read(text).webhooks).toEqual({ tls: { key: 'a PEM text', cert: 'a PEM text' } })
  })

  test('turns operator actions into recipes', () => {
    const text = `${MINIMAL}operator:
  rotate_secret: { command: ["./rotate.sh", "{endpoint_id}"], returns: { signing_secret: /secret } }
  review_approve: { http: { method: post, url: "http://h/{quote_id}" } }
`
    expect(read(text).operator).toEqual({
      rotate_secret: {
        kind: 'command',
        command: ['./rotate.sh', '{endpoint_id}'],
        returns: { signing_secret: '/secret' },
      },
      review_approve: { kind: 'http', method: 'POST', url: 'http://h/{quote_id}', headers: {}, returns: {} },
    })
  })
})

describe('a wrong profile is one line that names the place and what belongs there', () => {
  test.each([
    ['an unknown key', `${MINIMAL}tming: {}\n`, ':7:8: tming: unknown key; did you mean timing?'],
    [
      'an unknown key far from all',
      `${MINIMAL}tls: { zzzzzzzz: 1 }\n`,
      ':7:18: tls.zzzzzzzz: unknown key; known keys are ca',
    ],
    [
      'a certificate from nowhere',
      `${MINIMAL}webhooks: { tls: mine }\n`,
      ':7:18: webhooks.tls: must be own, or a map with key and cert',
    ],
    [
      'a certificate without its key',
      `${MINIMAL}webhooks: { tls: { cert: target.yaml } }\n`,
      '7:18: webhooks.tls.key: the key is missing',
    ],
    [
      'a misspelt required key',
      MINIMAL.replace('base_url', 'base_ulr'),
      ':1:11: base_ulr: unknown key; did you mean base_url?',
    ],
    [
      'a missing key',
      MINIMAL.replace(/ {2}client_id.*\n/, ''),
      ':4:3: credentials.client_id: the key is missing',
    ],
    [
      'a wrong type',
      MINIMAL.replace('m2m-7', '7'),
      ':4:14: credentials.client_id: must be a text that is not empty',
    ],
    [
      'a bad address',
      MINIMAL.replace('http://127.0.0.1:4010/api/', 'localhost:4010'),
      ':1:11: base_url: must be an http or https address',
    ],
    [
      'an address with a user',
      MINIMAL.replace('http://127', 'http://u:p@127'),
      ':1:11: base_url: must be an http or https address',
    ],
    [
      'a bad duration',
      `${MINIMAL}timing: { rating: 60 }\n`,
      ':7:19: timing.rating: must be a duration such as',
    ],
    [
      'a duration of nothing',
      `${MINIMAL}timing: { rating: 0s }\n`,
      ':7:19: timing.rating: must be a duration such as',
    ],
    [
      'an unknown outcome',
      `${MINIMAL}outcomes: { decline: {} }\n`,
      ':7:22: outcomes.decline: unknown key; did you mean declined?',
    ],
    [
      'an unknown action',
      `${MINIMAL}operator: { hold_ratings: {} }\n`,
      'operator.hold_ratings: unknown key; did you mean hold_rating?',
    ],
    [
      'an action that says nothing',
      `${MINIMAL}operator: { hold_rating: {} }\n`,
      ':7:26: operator.hold_rating: must be a map with either http or command',
    ],
    [
      'an action that says both',
      `${MINIMAL}operator: { hold_rating: { http: { url: "http://h" }, command: [x] } }\n`,
      'operator.hold_rating: must be a map with either',
    ],
    [
      'a pointer without a slash',
      `${MINIMAL}operator: { hold_rating: { command: [x], returns: { id: id } } }\n`,
      'operator.hold_rating.returns.id: must be a JSON Pointer',
    ],
    [
      'a missing submission file',
      `${MINIMAL}submission: nowhere.json\n`,
      ':7:13: submission: must be the name of a JSON or YAML file that can be read',
    ],
    [
      'a missing description',
      `${MINIMAL}description: nowhere.yaml\n`,
      ':7:14: description: must be the name of an OpenAPI document',
    ],
    [
      'a missing certificate',
      `${MINIMAL}tls: { ca: nowhere.pem }\n`,
      ':7:12: tls.ca: must be the name of a PEM file',
    ],
    [
      'a missing variable',
      MINIMAL.replace('m2m-7', '${NOT_SET}'),
      ':4:14: credentials.client_id: the environment variable NOT_SET must be set',
    ],
    [
      'a doubled key',
      `${MINIMAL}base_url: http://h\n`,
      ':7:1: the file must be valid YAML or JSON (the key is there twice)',
    ],
    ['an open bracket', `${MINIMAL}tls: { ca: {}\n`, 'YAML or JSON (an indentation fits no line above, or a'],
    ['a text', 'hello', ':1:1: must be a map of profile keys'],
    ['nothing', '', ': must be a map of profile keys'],
  ])('%s', (_, text, expected) => {
    const message = problem(text)
    expect(message).toContain(expected)
    expect(message).not.toContain('\n')
    expect(message.startsWith(file)).toBe(true)
  })

  test.each([
    ['as a reference', '*s3cr3t-value'],
    ['as a tag', '!s3cr3t-value x'],
    ['unquoted', '@s3cr3t-value'],
    ['in a list', '[s3cr3t-value]'],
    ['in broken brackets', '{s3cr3t-value'],
  ])('a secret %s is never part of it', (_, written) => {
    const message = problem(MINIMAL.replace('s3cr3t-value', written))
    expect(message).not.toBe('accepted')
    expect(message).not.toContain('s3cr3t')
  })

  test('a profile that cannot be read is the same kind of error', async () => {
    await expect(loadProfile(join(folder, 'nowhere.yaml'), {})).rejects.toMatchObject({
      code: 'PROFILE_INVALID',
      message: expect.stringContaining('must be a readable file (there is none of this name'),
    })
    await expect(loadProfile(folder, {})).rejects.toThrow('must be a readable file (it is a folder)')
  })
})

function profileObject() {
  return {
    base_url: 'http://127.0.0.1:4010/api',
    auth_url: 'http://127.0.0.1:4010/oauth/token',
    credentials: { client_id: 'm2m-7', client_secret: 'x', integration_key: 'y' },
  }
}
