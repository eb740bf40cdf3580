// biome-ignore-all lint/suspicious/noTemplateCurlyInString: that is how profiles name environment variables
import { describe, expect, test } from 'vitest'
import { parseReceiverProfile } from './receiver.ts'

const read = (text: string, env = {}) => parseReceiverProfile(text, { file: 'receiver.yaml', env })
const MINIMAL = 'receiver:\n  url: http://127.0.0.1:5001/hooks\n  signing_secret: s3cr3t-value\n'

test('two keys make a profile', () => {
  expect(read(MINIMAL)).toMatchObject({
    name: '127.0.0.1:5001',
    environment: 'sandbox',
    url: 'http://127.0.0.1:5001/hooks',
    secrets: { own: 's3cr3t-value' },
    effectsMs: 10_000,
  })
})

test('every key arrives', () => {
  const text = `name: partner-receiver
environment: production
api_version: v1.14.0
receiver:
  url: https://partner.example/hooks?tenant=7
  signing_secret: \${OWN}
  previous_signing_secret: old
  revoked_signing_secret: older
  partner_id: partner-7
  brokerage_id: brokerage-8
  effects: https://partner.example/effects
  restart: ["./restart.sh", "now"]
timing: { effects: 2m }
`
  expect(read(text, { OWN: 'new' })).toEqual({
    name: 'partner-receiver',
    environment: 'production',
    apiVersion: 'v1.14.0',
    url: 'https://partner.example/hooks?tenant=7',
    secrets: { own: 'new', previous: 'old', revoked: 'older' },
    partnerId: 'partner-7',
    brokerageId: 'brokerage-8',
    effects: 'https://partner.example/effects',
    restart: ['./restart.sh', 'now'],
    effectsMs: 120_000,
    programEnv: {},
    folder: expect.any(String),
  })
})

describe('a profile with', () => {
  test.each([
    ['a misspelt key', MINIMAL.replace('url', 'ulr'), /receiver\.ulr: unknown key; did you mean url\?/],
    ['no secret', MINIMAL.replace(/ {2}signing.*\n/, ''), /receiver\.signing_secret: the key is missing/],
    ['nothing about a receiver', 'name: x\n', /receiver: the key is missing/],
    ['what a platform has', `${MINIMAL}base_url: http://x/\n`, /base_url: unknown key; known keys are name/],
    [
      'an address that is none',
      MINIMAL.replace('http:', 'ftp:'),
      /receiver\.url: must be an http or https address/,
    ],
    [
      'a number for a secret',
      MINIMAL.replace('s3cr3t-value', '7'),
      /signing_secret: must be a text.*quote it/,
    ],
    ['a duration that is none', `${MINIMAL}timing: { effects: 10 }\n`, /timing\.effects: must be a duration/],
    ['a variable that is not set', MINIMAL.replace('s3cr3t-value', '${NOT_SET}'), /NOT_SET must be set/],
    [
      'authorities that are not there',
      `${MINIMAL}tls: { ca: ./none.pem }\n`,
      /tls\.ca: must be the name of a PEM/,
    ],
  ])('%s is refused in one line that names the key and no value', (_, text, message) => {
    expect(() => read(text)).toThrow(expect.objectContaining({ code: 'PROFILE_INVALID' }))
    expect(() => read(text)).toThrow(message)
    expect(() => read(text)).not.toThrow(/s3cr3t|\n/)
  })
})
