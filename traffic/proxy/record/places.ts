import type { Exchange, Operation } from '../../../conformance/exchange.ts'
import type { ApiEndpoint } from '../../../spec/index.ts'
import type { Passed } from './passed.ts'

/** Finds the operation of a request by its method and path. */
export type Places = (one: Pick<Passed, 'route' | 'method' | 'target'>) => {
  readonly operation: Operation
  readonly quoteId?: string
  readonly url: string
}

/** @param at the addresses of the platform */
export function placesOf(
  at: { readonly baseUrl: string; readonly authUrl: string },
  endpoints: readonly ApiEndpoint[],
): Places {
  const [base, auth] = [new URL(at.baseUrl), new URL(at.authUrl)]
  const known = endpoints.map(({ operation, method, path }) => ({
    ...{ operation, method },
    path: new RegExp(`^${escaped(`${base.pathname.replace(/\/$/, '')}${path}`)}$`),
  }))
  return ({ route, method, target }) => {
    const beyond = target.replace(/^https?:\/\/[^/?]*/i, '')
    if (route !== 'api') {
      const operation = route === 'token' ? 'token' : 'delivery'
      return { operation, url: `${route === 'token' ? auth.origin : ''}${beyond}` }
    }
    const url = `${base.origin}${beyond}`
    const [path = ''] = beyond.split('?', 1)
    for (const endpoint of known) {
      const match = endpoint.method === method ? endpoint.path.exec(path) : null
      if (match === null) continue
      const [, id] = match
      return { operation: endpoint.operation, url, ...(id !== undefined && { quoteId: decoded(id) }) }
    }
    return { operation: 'other', url }
  }
}

/** A pattern of a path, with one group for the identifier. */
const escaped = (path: string): string => path.replace(/[.*+?^$()|[\]\\]/g, '\\$&').replace('{id}', '([^/]+)')

function decoded(id: string): string {
  try {
    return decodeURIComponent(id)
  } catch {
    return id
  }
}

/** Requests that only read: one of them that is missing changes no verdict. */
export const isRead = ({ request }: Pick<Exchange, 'request'>): boolean => request.method === 'GET'
