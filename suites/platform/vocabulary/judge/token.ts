import type { Exchange } from '../../../../conformance/exchange.ts'
import { failed, passed, type Verdict } from '../../../../conformance/verdict.ts'
import type { Spec } from '../../../../spec/spec.ts'
import { finding } from './answer.ts'
import { at, show, withJson } from './json.ts'

/** Judges that the answer to a token request carries a token (5). */
export const carriesToken = (exchange: Exchange): Verdict =>
  member(
    exchange,
    'access_token',
    'a string with something in it',
    (value) => typeof value === 'string' && value !== '',
  )

export const isBearer = (exchange: Exchange): Verdict =>
  member(
    exchange,
    'token_type',
    'bearer in any case',
    (value) => typeof value === 'string' && value.toLowerCase() === 'bearer',
  )

/** Judges that the answer to a token request names the stated lifetime (8, R20). */
export const expiresAsStated = (exchange: Exchange, { token: { expiresInSeconds } }: Spec): Verdict =>
  member(exchange, 'expires_in', `the integer ${expiresInSeconds}`, (value) => value === expiresInSeconds)

function member(
  exchange: Exchange,
  name: string,
  expected: string,
  holds: (value: unknown) => boolean,
): Verdict {
  return withJson(exchange, (body) => {
    const value = at(body, `/${name}`)
    return holds(value) ? passed() : failed(finding(exchange, expected, show(value), `/${name}`))
  })
}
