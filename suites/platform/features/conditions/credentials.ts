import type { CredentialsChoice } from '../../../../conformance/ports/platform.ts'
import { type PlatformContext, platformContext } from '../../vocabulary/context.ts'

/** The same target, asked with other credentials wherever a request does not choose its own. */
export function withCredentials(context: PlatformContext, credentials: CredentialsChoice): PlatformContext {
  const { http } = context
  const asked = {
    ...http,
    send: (call: Parameters<typeof http.send>[0]) =>
      http.send({ ...call, credentials: { ...credentials, ...call.credentials } }),
  }
  return platformContext({ ...context, http: asked }, context.spec)
}
