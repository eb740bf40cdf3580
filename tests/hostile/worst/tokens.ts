import type { Behaviours } from './behaviour.ts'
import { behind, type Change, isToken, json, long, nested, says, where } from './changing.ts'

const token = (change: Change) => where(isToken, change)
const field = (name: string, value: unknown) => token(json((all) => ({ ...all, [name]: value })))

const words = Array.from({ length: 50_000 }, (_, place) => `secret-of-this-answer-${place}`)
let renewals = 0

/** Hostile token endpoints. */
export const tokens: Behaviours = {
  'a token that is half a pair of surrogates': behind([1, 3], {
    api: token(says('{"access_token":"\\ud800","token_type":"bearer","expires_in":3600}')),
  }),
  'a token answer nested 20,000 deep': behind([1, 3], {
    api: token(json((all) => `{"x":${nested(20_000)},${JSON.stringify(all).slice(1)}`)),
  }),
  'a token of 1 MB': behind([1, 3], { api: field('access_token', long(1)) }),
  'a token with a line break': behind([1, 3], { api: field('access_token', 'abc\r\nx-evil: 1') }),
  'a token of emoji': behind([1, 3], { api: field('access_token', '🦀'.repeat(20)) }),
  'an empty token': behind([1, 3], { api: field('access_token', '') }),
  'a token that is a number': behind([1, 3], { api: field('access_token', 12345678) }),
  'a token that is a list of 100,000 texts': behind([1, 3], {
    api: field('access_token', Array(100_000).fill('abc')),
  }),
  'tokens that live for 1e308 s': behind(
    [1],
    { api: field('expires_in', 1e308) },
    { fails: ['token-expires-in-3600'] },
  ),
  'tokens that are over before they come': behind(
    [1],
    { api: field('expires_in', -1) },
    { fails: ['token-expires-in-3600'] },
  ),
  'a lifetime that is an object': behind(
    [1],
    { api: field('expires_in', { valueOf: 3600 }) },
    { fails: ['token-expires-in-3600'] },
  ),
  'a lifetime of a list with a list': behind(
    [1],
    { api: field('expires_in', [[3600]]) },
    { fails: ['token-expires-in-3600'] },
  ),
  'a token type nested 150 deep': behind(
    [1],
    {
      api: token(
        json((all) =>
          JSON.stringify({ ...all, token_type: 0 }).replace('"token_type":0', `"token_type":${nested(150)}`),
        ),
      ),
    },
    { fails: ['token-type-bearer'] },
  ),
  'an answer with 50,000 secrets': behind(
    [0],
    {
      api: token(json((all) => ({ ...all, more: words.map((one) => ({ client_secret: one })) }))),
    },
    { right: true },
  ),
  '500 secrets more with every token': behind(
    [0],
    {
      api: token(
        json((all) => {
          renewals += 1
          return {
            ...all,
            refresh_token: Array.from({ length: 500 }, (_, place) => `again-${renewals}-${place}`),
          }
        }),
      ),
    },
    { right: true },
  ),
  'a secret that is a letter': behind([0], { api: field('refresh_token', 'e') }, { right: true }),
  'secrets that are words of the interface': behind(
    [0],
    {
      api: field('refresh_token', [
        'data',
        'status',
        'quote_id',
        'approved',
        'ready_to_bind',
        'passed',
        'failed',
      ]),
    },
    { right: true },
  ),
  'secrets that are punctuation': behind(
    [0],
    {
      api: field('refresh_token', ['":"', '","', '{"data":', '"}}', '\\\\\\\\', '....']),
    },
    { right: true },
  ),
  'a secret of 4 MB': behind([0], { api: field('refresh_token', long(4, 'ab')) }, { right: true }),
  'a token answer with a prototype': behind(
    [0],
    {
      api: token(
        json((all) => `{"__proto__":{"access_token":"x"},"constructor":1,${JSON.stringify(all).slice(1)}`),
      ),
    },
    { right: true },
  ),
  'a token answer with a byte order mark': behind([0, 1, 3], { api: token(says((text) => `\ufeff${text}`)) }),
  'a token answer in UTF-16': behind([1, 3], {
    api: token((answered) => ({ ...answered, body: Buffer.from(answered.body.toString('utf8'), 'utf16le') })),
  }),
  'a token answer of 30 MB': behind([1, 3], { api: field('x', long(30)) }),
}
