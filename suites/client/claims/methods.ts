import type { Exchange } from '../../../conformance/exchange.ts'
import type { ApiEndpoint } from '../../../spec/index.ts'
import { standing } from '../../claim.ts'
import { every, finding } from '../vocabulary/verdicts.ts'

/** Methods that any client may send to find out what a server offers. */
const ASKS_ONLY = new Set(['HEAD', 'OPTIONS'])

const STAGE = 'http://stage.invalid'

/** The endpoint whose path a request has, whatever its method. */
function endpointOf({ request }: Exchange, endpoints: readonly ApiEndpoint[]): ApiEndpoint | undefined {
  const url = URL.canParse(request.url, STAGE) ? new URL(request.url, STAGE) : undefined
  const path = url?.pathname.replace(/\/$/, '') ?? ''
  return endpoints.find(({ path: known }) => new RegExp(`${known.replace('{id}', '[^/]+')}$`).test(path))
}

/** Legal: requests to other paths, such as the published description, and a slash at the end. */
const sendsStatedMethods = standing('client-sends-the-stated-methods', ({ exchanges, spec: { endpoints } }) =>
  every(
    exchanges.filter((one) => endpointOf(one, endpoints) !== undefined),
    (one) => {
      const { method, path } = endpointOf(one, endpoints) ?? {}
      const sent = one.request.method.toUpperCase()
      return sent === method || ASKS_ONLY.has(sent)
        ? undefined
        : { ...finding(one, `${method} ${path}`, `${sent} ${path}`), at: 'method' }
    },
  ),
)

/** Statements about the methods of requests. */
export const methodClaims = [sendsStatedMethods]
