import type { Call, CredentialsChoice } from '../../../../conformance/ports/platform.ts'
import { CannotTell } from '../../../../conformance/verdict.ts'
import { type PlatformContext, platformContext } from '../context.ts'

/** Credentials of the second partner. */
export const OTHER_PARTNER = {
  token: 'other-partner',
  key: 'other-partner',
} as const satisfies CredentialsChoice

/** Credentials of the partner that the profile is about. */
export const OWN = { token: 'own', key: 'primary' } as const satisfies CredentialsChoice

/** Returns a context that sends these credentials with each request that does not choose its own. */
export const withCredentials = (context: PlatformContext, credentials: CredentialsChoice): PlatformContext =>
  asking(context, (call) => ({ ...call, credentials: { ...credentials, ...call.credentials } }))

/**
 * Performs steps with the credentials of the second partner. No recipe of the profile promises that partner anything. Its broker
 * or its insured may be unknown, so its quotes may come to another state.
 *
 * @throws CannotTell with the key of those credentials, where a step could not be set up
 */
export async function asSecondPartner<T>(
  context: PlatformContext,
  steps: (second: PlatformContext) => Promise<T>,
): Promise<T> {
  try {
    return await steps(withCredentials(context, OTHER_PARTNER))
  } catch (error) {
    if (error instanceof CannotTell && error.key === undefined)
      throw new CannotTell(`the second partner: ${error.message}`, 'credentials.other_partner')
    throw error
  }
}

/**
 * Returns a context that adds headers to each request.
 *
 * @param operations the operations whose requests get them; by default all
 */
export const withHeaders = (
  context: PlatformContext,
  headers: Readonly<Record<string, string>>,
  operations?: readonly Call['operation'][],
): PlatformContext =>
  asking(context, (call) =>
    operations?.includes(call.operation) === false
      ? call
      : { ...call, headers: { ...headers, ...call.headers } },
  )

/** Bytes of padding: longer than common read buffers of servers, so that a body arrives in several parts. */
const LONG_BODY = 17_000

/** Returns a context that pads JSON bodies with spaces before the last brace, which mean nothing (RFC 8259 section 2). */
export const withLongBodies = (context: PlatformContext): PlatformContext =>
  asking(context, ({ json, ...call }) =>
    json === undefined
      ? call
      : { ...call, body: JSON.stringify(json).replace(/}$/, `${' '.repeat(LONG_BODY)}}`) },
  )

/** Returns a context that writes JSON bodies with white space in every place, which means nothing (RFC 8259 section 2). */
export const withSpacedBodies = (context: PlatformContext): PlatformContext =>
  asking(context, ({ json, ...call }) =>
    json === undefined ? call : { ...call, body: JSON.stringify(json, null, 2).replace(/^\{\}$/, '{ }') },
  )

function asking(context: PlatformContext, change: (call: Call) => Call): PlatformContext {
  const { http } = context
  return platformContext(
    { ...context, http: { ...http, send: (call) => http.send(change(call)) } },
    context.spec,
  )
}
