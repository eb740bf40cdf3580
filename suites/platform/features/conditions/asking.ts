import type { Call, CredentialsChoice } from '../../../../conformance/ports/platform.ts'
import { type PlatformContext, platformContext } from '../../vocabulary/context.ts'

/** A token and a key of the other partner, whose quotes and clients are its own. */
export const OTHER_PARTNER = {
  token: 'other-partner',
  key: 'other-partner',
} as const satisfies CredentialsChoice

/** The same target, asked with other credentials wherever a request does not choose its own. */
export const withCredentials = (context: PlatformContext, credentials: CredentialsChoice): PlatformContext =>
  asking(context, (call) => ({ ...call, credentials: { ...credentials, ...call.credentials } }))

/** The same target, asked with further headers. */
export const withHeaders = (
  context: PlatformContext,
  headers: Readonly<Record<string, string>>,
): PlatformContext => asking(context, (call) => ({ ...call, headers: { ...headers, ...call.headers } }))

/** Longer than the buffers in which servers keep a body as a whole, in bytes. */
const LONG_BODY = 17_000

/** The same target, asked with long bodies: white space before the last brace means nothing (RFC 8259 section 2). */
export const withLongBodies = (context: PlatformContext): PlatformContext =>
  asking(context, ({ json, ...call }) =>
    json === undefined
      ? call
      : { ...call, body: JSON.stringify(json).replace(/}$/, `${' '.repeat(LONG_BODY)}}`) },
  )

function asking(context: PlatformContext, change: (call: Call) => Call): PlatformContext {
  const { http } = context
  return platformContext(
    { ...context, http: { ...http, send: (call) => http.send(change(call)) } },
    context.spec,
  )
}
